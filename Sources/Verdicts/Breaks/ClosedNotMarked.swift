import Domain

extension BreakDefinition {
    /// 12: the provider closed it, the shop keeps it open.
    static let closedNotMarked = BreakDefinition(
        .closedNotMarked, stage: .mark, owner: .server,
        texts: Texts(
            title: Text(en: "Closed, not marked", zh: "已关闭未关单"),
            statement: Text(
                en: "The provider closed the unpaid trade, and five minutes later the shop's order is still open.",
                zh: "渠道已关闭未付款的交易，五分钟后商户订单仍未关闭。"),
            severity: Text(en: "Always minor.", zh: "始终为轻微。"),
            meaning: Text(en: "Stock stays reserved and open orders pile up.", zh: "库存被占用，未决订单堆积。"),
            confirm: Text(
                en:
                    "TRADE_CLOSED without gmt_payment (or CLOSED) and no `order.changed` to closed, cancelled, expired, failed or paid up to 5 min later.",
                zh: "出现没有 gmt_payment 的 TRADE_CLOSED（或 CLOSED），其后 5 分钟内没有订单变为 closed、cancelled、expired、failed 或 paid。"),
            causes: Text(
                en: "The handler knows only TRADE_SUCCESS and drops everything else.", zh: "处理器只认 TRADE_SUCCESS，其余状态一律丢弃。"),
            fix: Text(en: "Handle the closing notify, or close open orders by a job after their window.", zh: "处理关闭通知，或在支付窗口结束后由任务关单。")),
        examples: [
            .fires(
                "a closing notify that is dropped", .minor,
                """
                cover all
                10:02:11 order.created amount=59.00 flow=alipay_h5
                10:33:03 notify.received status=closed notifyID=n1
                10:33:03.1 notify.verified ok=true
                10:33:03.2 notify.answered httpStatus=200 body=success
                """),
            .silent(
                "the shop closed it before",
                """
                cover all
                10:02:11 order.created amount=59.00 flow=alipay_h5
                10:32:11 order.changed from=pending to=closed by=timeout
                10:33:03 notify.received status=closed notifyID=n1
                10:33:03.1 notify.verified ok=true
                """),
            .silent(
                "closed with gmt_payment: refunded after payment",
                """
                cover all
                10:02:11 order.created amount=59.00 flow=alipay_h5
                10:33:03 notify.received status=closed paidAt=10:03:00 refundedAmount=59.00 notifyID=n1
                10:33:03.1 notify.verified ok=true
                """),
        ],
        check: { order in
            guard !order.outcome.everPaid, let closed = order.statements.closed else { return nil }
            let due = closed.at + .minutes(5)
            let ended = order.facts.firstIndex {
                $0.event == .orderChanged && ($0.to?.endsUnpaid == true || $0.to?.isPaidOrBeyond == true)
            }
            if let ended, !order.isAfter(ended, due, by: .zero) { return nil }
            guard due <= order.run.asOf else { return nil }
            let saysEarlier = ended.flatMap { order.facts[$0].from }.map { !$0.endsUnpaid } ?? false
            guard saysEarlier || order.appCovers(closed.at, due) else { return nil }
            var fired = Fired(.minor, evidence: [closed.event] + (ended.map { [$0] } ?? []))
            fired.closedAt = ended.map { order.facts[$0].at }
            return fired
        })
}
