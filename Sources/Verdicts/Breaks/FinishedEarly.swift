import Domain

extension BreakDefinition {
    /// 30: the transaction was ended before the server knew of it.
    static let finishedEarly = BreakDefinition(
        .finishedEarly, stage: .purchase, owner: .client, flows: [.storekit],
        texts: Texts(
            title: Text(en: "Finished too early", zh: "过早 finish"),
            statement: Text(
                en: "The app finished the transaction before its server had confirmed it.", zh: "服务端确认之前，应用就结束了交易。"),
            severity: Text(en: "Minor once the server has confirmed it, else critical.", zh: "服务端之后确认则为轻微，否则为严重。"),
            meaning: Text(
                en: "StoreKit never hands a finished transaction over again: when the upload fails, the purchase is lost to the payer.",
                zh: "已结束的交易 StoreKit 不会再次投递：一旦上传失败，这笔购买就丢了。"),
            confirm: Text(
                en: "`iap.finished` stands before `receipt.uploaded`, or surely before the server's `receipt.verified` with status 0.",
                zh: "`iap.finished` 在 `receipt.uploaded` 之前，或确定早于服务端 status 为 0 的 `receipt.verified`。"),
            causes: Text(
                en:
                    "finishTransaction is called in the case `purchased`, at once or in a `defer`; the answer of the server is not waited for.",
                zh: "在 `purchased` 分支里立即（或用 `defer`）调用 finishTransaction，没有等服务端应答。"),
            fix: Text(
                en:
                    "Finish only when the server has answered that the goods are booked; until then StoreKit brings the transaction back at every launch.",
                zh: "服务端确认入账后再 finish；在那之前，StoreKit 每次启动都会再次给出该交易。")),
        examples: [
            .fires(
                "finished, then uploaded; confirmed after all", .minor,
                """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:40.1 iap.finished transactionID=2000001
                10:02:41 receipt.uploaded transactionID=2000001
                10:02:42 receipt.verified code=0 transactionID=2000001
                """),
            .fires(
                "finished, and the server never heard of it", .critical,
                """
                cover all
                shown receipt.verified
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:40.1 iap.finished transactionID=2000001
                """),
            .fires(
                "finished before the upload that the server refuses", .critical,
                """
                cover app 10:00 11:00
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:40.1 iap.finished transactionID=2000001
                10:02:41 receipt.uploaded transactionID=2000001
                10:02:42 receipt.verified code=21002 transactionID=2000001
                """),
            .silent(
                "finished after the server's answer",
                """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:41 receipt.uploaded transactionID=2000001
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:02:43 iap.finished transactionID=2000001
                """),
            .silent(
                "a failed transaction is finished at once, as it must be",
                """
                cover all
                shown receipt.verified
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=failed code=0
                10:02:40.1 iap.finished
                """),
            .silent(
                "no server log covers the time",
                """
                cover phone 09:00 12:00
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:40.1 iap.finished transactionID=2000001
                """),
            .silent(
                "the two clocks do not tell which came first",
                """
                cover all
                clock phone -2 2
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:41 receipt.uploaded transactionID=2000001
                10:02:42.5 iap.finished transactionID=2000001
                10:02:43 receipt.verified code=0 transactionID=2000001
                """),
        ],
        check: { order in
            guard let finished = order.finishedPurchase else { return nil }
            let upload = order.indices(of: .receiptUploaded).first { order.isBefore(finished, $0) && !order.hasUpload(before: finished) }
            if let confirmed = order.serverConfirmation {
                guard !order.isBefore(confirmed, finished) else { return nil }
                let isReceipt = order.facts[confirmed].event == .receiptVerified
                guard order.isBefore(finished, confirmed) || upload != nil && isReceipt else { return nil }
                var fired = Fired(.minor, evidence: [finished, confirmed] + (upload.map { [$0] } ?? []))
                fired.closedAt = order.facts[confirmed].at
                fired.restsOnClock = upload == nil
                return fired
            }
            // The device's own sequence tells that it came before the upload, the server's own answer that it did not confirm it.
            let isRefused = upload != nil && order.indices(of: .receiptVerified).contains { order.isRefusedReceipt($0) }
            guard isRefused || order.serverSurelySawNothing(by: finished) else { return nil }
            return Fired(.critical, evidence: [finished] + order.indices(of: .receiptUploaded))
        })
}

extension Case {
    /// The end of a transaction that was purchased, never one bound by window: it may be another's.
    var finishedPurchase: Int? {
        guard kinds.contains(.storeTransactionFinished) else { return nil }
        return indices(of: .storeTransactionFinished).first { index in
            guard facts[index].binding != .window else { return false }
            let transaction = text(.transactionID, at: index)
            return facts.indices.contains { other in
                guard facts[other].event == .storeTransaction, facts[other].state == .paid, isBefore(other, index) else { return false }
                let another = text(.transactionID, at: other)
                return transaction == nil || another == nil || transaction == another
            }
        }
    }

    func hasUpload(before finished: Int) -> Bool {
        indices(of: .receiptUploaded).contains { isBefore($0, finished) && !facts[$0].flags.contains(.error) }
    }

    /// Whether a server that logs its confirmations covers the time from the purchase to the end of the transaction, and a minute more.
    func serverSurelySawNothing(by finished: Int) -> Bool {
        let shown = run.serverEventsShown
        guard shown.contains(.receiptVerified) || shown.contains(.orderDelivered) || shown.contains(.orderChanged) else { return false }
        let end = facts[finished].range
        let purchased = step(.purchased)?.evidence.map { facts[$0].range.earliest } ?? end.earliest
        guard purchased != .distantPast, end.latest != .distantFuture, end.latest + .minutes(1) <= run.asOf else { return false }
        return appCovers(purchased, end.latest + .minutes(1))
    }
}
