import Domain

extension BreakDefinition {
    /// 11: paid and marked, and nothing was handed over.
    static let paidNotDelivered = BreakDefinition(
        .paidNotDelivered, stage: .delivery, owner: .server, flows: allButStoreKit, explainedBy: [.paidNotMarked],
        among: [.orderChanged],
        texts: Texts(
            title: Text(en: "Paid, not delivered", zh: "已支付未发货"),
            statement: Text(
                en: "The order is paid and marked, and 60 s later nothing was delivered.", zh: "订单已支付并已入账，但 60 秒后仍未交付。"),
            severity: Text(en: "Critical, minor once delivered.", zh: "严重；之后交付则为轻微。"),
            meaning: Text(en: "The payer has paid and waits for the goods.", zh: "付款人付了钱，还在等商品。"),
            confirm: Text(
                en:
                    "Other orders of these logs show `order.delivered`; this one has none within 60 s of its mark though the application log covers the time.",
                zh: "这些日志里其他订单有 `order.delivered`，而本单在入账后 60 秒内没有，且应用日志覆盖了这段时间。"),
            causes: Text(
                en: "A queue that stands still, an exception after the mark, a delivery that starts only from one of several handlers.",
                zh: "队列停滞；入账之后抛异常；只有部分处理路径会触发交付。"),
            fix: Text(
                en: "Deliver from the order's state with a job that repeats until it is done, not from the handler.",
                zh: "由订单状态驱动、可重复执行的任务来交付，而不是在处理器里交付。")),
        examples: [
            .fires(
                "marked, and nothing follows", .critical,
                """
                cover all
                shown order.delivered
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 notify.received status=paid paidAt=10:02:38 notifyID=n1 amount=9.90
                10:02:40.1 notify.verified ok=true
                10:02:40.2 order.changed from=pending to=paid by=notify
                """),
            .fires(
                "delivered ten minutes later", .minor,
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 notify.received status=paid paidAt=10:02:38 notifyID=n1 amount=9.90
                10:02:40.1 notify.verified ok=true
                10:02:40.2 order.changed from=pending to=paid by=notify
                10:12:40.2 order.delivered
                """),
            .silent(
                "these logs never show deliveries",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 notify.received status=paid paidAt=10:02:38 notifyID=n1 amount=9.90
                10:02:40.1 notify.verified ok=true
                10:02:40.2 order.changed from=pending to=paid by=notify
                """),
        ],
        check: { order in
            guard order.outcome == .paid, let mark = order.mark, let paidAt = order.paidAt else { return nil }
            guard order.kinds.contains(.orderDelivered) || order.run.serverEventsShown.contains(.orderDelivered) else { return nil }
            let from = max(order.facts[mark].at, paidAt)
            let due = from + .seconds(60)
            let delivered =
                order.first(.orderDelivered)
                ?? order.facts.firstIndex {
                    $0.event == .orderChanged && ($0.to == .shipped || $0.to == .delivered || $0.to == .completed)
                }
            if let delivered, !order.isAfter(delivered, due, by: .zero) { return nil }
            guard due <= order.run.asOf, order.appCovers(from, due) else { return nil }
            var fired = Fired(delivered == nil ? .critical : .minor, evidence: [mark] + (delivered.map { [$0] } ?? []))
            fired.closedAt = delivered.map { order.facts[$0].at }
            return fired
        })
}
