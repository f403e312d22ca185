import Domain

extension BreakDefinition {
    /// 31: delivered, and StoreKit was not told.
    static let neverFinished = BreakDefinition(
        .neverFinished, stage: .purchase, owner: .client, flows: [.storekit],
        texts: Texts(
            title: Text(en: "Transaction never finished", zh: "交易没有 finish"),
            statement: Text(
                en: "The goods were delivered, and within 5 minutes the app did not finish the transaction.", zh: "商品已交付，但 5 分钟内应用没有结束交易。"),
            severity: Text(en: "Always minor.", zh: "始终为轻微。"),
            meaning: Text(
                en: "StoreKit hands the transaction over at every launch: it is uploaded again, and may be delivered again.",
                zh: "StoreKit 每次启动都会再次给出该交易：会重复上传，甚至重复发货。"),
            confirm: Text(
                en:
                    "No `iap.finished` of the transaction behind the delivery; the same `transactionId` appears as `purchased` at later launches.",
                zh: "交付之后没有该交易的 `iap.finished`；以后每次启动都有同一 `transactionId` 的 `purchased`。"),
            causes: Text(
                en:
                    "An early return between the server's answer and finishTransaction; the transaction object was dropped with the screen; the server's \"already delivered\" is treated as an error.",
                zh: "服务端应答与 finishTransaction 之间提前返回；交易对象随页面释放；把服务端的“已发货”当成错误。"),
            fix: Text(
                en:
                    "Finish after every answer that means \"booked\", the repeated one included; go through unfinished transactions at launch.",
                zh: "凡是表示“已入账”的应答（包括重复应答）都要 finish；启动时处理未结束交易。")),
        examples: [
            .fires(
                "delivered, and no finish", .minor,
                """
                cover all
                shown client.iap.finished
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:41 receipt.uploaded transactionID=2000001
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:02:43 order.delivered transactionID=2000001
                """),
            .fires(
                "handed over again at the next launch", .minor,
                """
                cover app 09:00 12:00
                cover phone 09:00 10:04
                cover phone 10:30 10:40
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:02:43 order.delivered transactionID=2000001
                10:30:05 iap.transaction transactionState=purchased transactionID=2000001
                """),
            .silent(
                "finished a second later",
                """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:02:43 order.delivered transactionID=2000001
                10:02:44 iap.finished transactionID=2000001
                """),
            .silent(
                "the app's log ends within the five minutes",
                """
                cover app 09:00 12:00
                cover phone 09:00 10:06
                shown client.iap.finished
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:02:43 order.delivered transactionID=2000001
                """),
            .silent(
                "no device's log at all",
                """
                cover app 09:00 12:00
                shown client.iap.finished
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:02:43 order.delivered transactionID=2000001
                """),
        ],
        check: { order in
            guard let step = order.step(.finished), step.isMissed, let delivered = order.step(.delivered)?.evidence,
                let purchased = order.step(.purchased)?.evidence
            else { return nil }
            let last = order.facts.indices.last { order.facts[$0].event == .storeTransaction && order.facts[$0].state == .paid }
            var fired = Fired(.minor, evidence: [purchased, delivered] + [last, step.evidence].compactMap { $0 })
            fired.closedAt = step.evidence.map { order.facts[$0].at }
            fired.restsOnClock = true
            return fired
        })
}
