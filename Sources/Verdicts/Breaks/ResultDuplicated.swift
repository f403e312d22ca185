import Domain

extension BreakDefinition {
    /// 24: the same final result twice.
    static let resultDuplicated = BreakDefinition(
        .resultDuplicated, stage: .result, owner: .client,
        among: [.resultShown],
        texts: Texts(
            title: Text(en: "Result shown twice", zh: "结果重复展示"),
            statement: Text(en: "The same final result was shown to the payer twice.", zh: "同一最终结果向付款人展示了两次。"),
            severity: Text(en: "Always minor.", zh: "始终为轻微。"),
            meaning: Text(en: "A flicker for the payer; a sign that two callbacks both finish the payment.", zh: "付款人看到闪动；说明有两个回调都在收尾。"),
            confirm: Text(
                en: "Two `result.shown` of one device with the same final status and no new attempt between them.",
                zh: "同一设备两条相同终态的 `result.shown`，中间没有新的支付尝试。"),
            causes: Text(
                en: "Universal Link and URL scheme both arrive; return and foregrounding both ask.",
                zh: "Universal Link 与 scheme 都到达；返回与回到前台都触发查询。"),
            fix: Text(en: "Let the first final answer close the pending order, and ignore later ones.", zh: "第一个最终结果就结束未决状态，之后的忽略。")),
        examples: [
            .fires(
                "paid, paid", .minor,
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:52 result.shown status=paid
                10:02:53 result.shown status=paid
                """),
            .silent(
                "pending, then paid",
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:52 result.shown status=pending
                10:02:53 result.shown status=paid
                """),
        ],
        check: { order in
            guard order.kinds.contains(.resultShown) else { return nil }
            let shown = order.indices(of: .resultShown)
            for (place, second) in shown.enumerated() where order.facts[second].state?.isFinalResult == true {
                let first = shown[..<place].last { index in
                    order.facts[index].state == order.facts[second].state && order.facts[index].device == order.facts[second].device
                }
                guard let first, !order.isNewAttempt(between: first, and: second) else { continue }
                return Fired(.minor, evidence: [first, second])
            }
            return nil
        })
}

extension Case {
    /// Whether the payer tried again between two events of one device.
    func isNewAttempt(between first: Int, and second: Int) -> Bool {
        facts.indices.contains { index in
            switch facts[index].event {
            case .payTapped, .walletIntercepted, .walletOpened, .checkoutLoaded: isBefore(first, index) && isBefore(index, second)
            default: false
            }
        }
    }
}
