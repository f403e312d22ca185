import Domain

extension BreakDefinition {
    /// 9: paid, and no notify ever reached us.
    static let notifyNotReceived = BreakDefinition(
        .notifyNotReceived, stage: .notify, owner: .server, flows: allButStoreKit,
        reasons: [
            Reason("provider_sent", en: "the provider's own record says that it was sent", zh: "渠道自己的记录显示已发送"),
            Reason("not_seen", en: "neither access log nor application log shows one", zh: "访问日志和应用日志里都没有"),
        ],
        texts: Texts(
            title: Text(en: "Notify not received", zh: "未收到异步通知"),
            statement: Text(
                en: "The order is paid, and no notify for it reached us although the logs cover the time.",
                zh: "订单已支付，日志也覆盖了这段时间，但没有任何它的异步通知到达。"),
            severity: Text(en: "Critical while the order is not marked paid, else minor.", zh: "订单未置为已支付时为严重，否则为轻微。"),
            meaning: Text(
                en: "Only a query by ourselves can move the order; until then the payer sees `pending`.",
                zh: "只能靠我们主动查询来推进订单；在此之前付款人一直看到“处理中”。"),
            confirm: Text(
                en:
                    "From paid_at to 4 min 30 s after it there is no POST to the notify endpoint for this order in any access log and no notify line in "
                    + "the application log; both cover the time without a gap.",
                zh: "从支付时刻起的 4 分 30 秒内，访问日志里没有该订单的通知 POST，应用日志里也没有通知记录；两者都完整覆盖这段时间。"),
            causes: Text(
                en:
                    "A wrong or intranet notify_url; DNS, firewall, certificate; a filter at the hoster by user agent or address; http against https.",
                zh: "notify_url 错误或是内网地址；DNS、防火墙、证书问题；托管商按 User-Agent 或地址过滤；http 与 https 不符。"),
            fix: Text(
                en:
                    "Call the endpoint from outside with the provider's user agent, let a job ask the provider for open orders every few minutes.",
                zh: "用渠道的 User-Agent 从外网访问该地址；对未决订单定时主动查询渠道。")),
        examples: [
            .fires(
                "nothing arrives", .critical, reason: "not_seen",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90
                """),
            .fires(
                "healed by a query half an hour later", .minor, reason: "not_seen",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=wechat_h5
                10:02:41 trade.recorded status=paid paidAt=10:02:41 amount=9.90
                10:32:10 provider.queried
                10:32:10.2 provider.answered status=paid
                10:32:10.3 order.changed from=pending to=paid by=provider_query
                """),
            .silent(
                "the access log has a hole there",
                """
                cover all
                gap edge 10:03 10:04
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90
                """),
            .silent(
                "the first delivery comes late: a remark, no break",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=9.90
                10:16:40 notify.received status=paid notifyID=n1 amount=9.90
                10:16:40.1 notify.verified ok=true
                10:16:40.2 order.changed from=pending to=paid by=notify
                """),
        ],
        check: { order in
            guard order.outcome.everPaid, order.step(.notified)?.state == .missing else { return nil }
            let sent = order.first(.notifySent)
            var fired = Fired(
                order.severityByMark, reason: sent == nil ? "not_seen" : "provider_sent",
                evidence: order.paidEvidence + (sent.map { [$0] } ?? []))
            fired.closedAt = order.markTime(after: order.paidEvidence.first)
            return fired
        })
}
