import Domain

extension BreakDefinition {
    /// 20: the app asked, and the server never heard.
    static let queryNotReceived = BreakDefinition(
        .queryNotReceived, stage: .query, owner: .client, flows: allButStoreKit,
        among: [.querySent],
        texts: Texts(
            title: Text(en: "Query not received", zh: "查询未到达服务端"),
            statement: Text(en: "The app sent a query for the order, and the server never saw it.", zh: "客户端发出了查询，但服务端没有收到。"),
            severity: Text(en: "Major, minor when the payer saw the right result afterwards.", zh: "重要；付款人之后看到正确结果则为轻微。"),
            meaning: Text(en: "The payer waits for an answer that cannot come.", zh: "付款人在等一个不会到来的结果。"),
            confirm: Text(
                en:
                    "`query.sent` on the device, no `query.received` nor a request to the order-status path at that (corrected) time though the server's logs cover it.",
                zh: "设备上有 `query.sent`，而服务端日志覆盖了对应（校正后）的时间，却没有 `query.received` 或订单状态请求。"),
            causes: Text(
                en:
                    "The network is not back yet right after the switch from the wallet; a wrong host; a certificate pin; a gateway that drops the request.",
                zh: "刚从钱包切回时网络尚未恢复；域名错误；证书固定；网关丢弃请求。"),
            fix: Text(
                en: "Repeat the query with growing pauses until it is answered, and log `query.failed` with its error.",
                zh: "间隔递增地重试直到有应答，并记录 `query.failed` 与错误。")),
        examples: [
            .fires(
                "sent into the void", .major,
                """
                cover all
                shown query.received
                10:02:11 order.created amount=12.80 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=sdk resultCode=9000
                10:02:51 query.sent
                10:02:56 query.failed error=timeout
                """),
            .silent(
                "answered, so it was heard",
                """
                cover all
                shown query.received
                10:02:11 order.created amount=12.80 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=sdk resultCode=9000
                10:02:51 query.sent
                10:02:51.5 client.query.answered status=paid
                """),
            .silent(
                "these server logs never show queries",
                """
                cover all
                10:02:11 order.created amount=12.80 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=sdk resultCode=9000
                10:02:51 query.sent
                """),
        ],
        check: { order in
            guard order.kinds.contains(.querySent), order.serverShowsQueries else { return nil }
            for sent in order.indices(of: .querySent) where order.isUnheard(sent) {
                let (severity, closedAt) = order.severityByResult(after: sent)
                var fired = Fired(severity, evidence: [sent])
                fired.closedAt = closedAt
                fired.restsOnClock = true
                return fired
            }
            return nil
        })
}

extension Case {
    /// Whether the run's server logs show queries at all: a kind never logged cannot be missed.
    var serverShowsQueries: Bool {
        kinds.contains(.queryReceived) || kinds.contains(.serverQueryAnswered) || run.serverEventsShown.contains(.queryReceived)
            || run.serverEventsShown.contains(.serverQueryAnswered)
    }

    /// Whether a question surely did not reach the server: nothing there at its time, no answer before the next question, full coverage.
    func isUnheard(_ sent: Int) -> Bool {
        let asked = facts[sent]
        let from = asked.range.earliest
        guard from != .distantPast, asked.range.latest != .distantFuture else { return false }
        let to = asked.range.latest + .seconds(30)
        guard to <= run.asOf, serverCovers(from, to) else { return false }
        for (index, fact) in facts.enumerated() where index != sent {
            switch fact.event {
            case .queryReceived, .serverQueryAnswered:
                if fact.range.latest >= from, fact.range.earliest <= to { return false }
            case .clientQueryAnswered:
                guard fact.device == asked.device, fact.at >= asked.at else { continue }
                let isNextAsked = facts.contains {
                    $0.event == .querySent && $0.device == asked.device && $0.at > asked.at && $0.at <= fact.at
                }
                if !isNextAsked { return false }
            default: break
            }
        }
        return true
    }
}
