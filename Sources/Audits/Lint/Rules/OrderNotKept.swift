import Domain

extension LintRule {
    /// The order number is not kept before the jump.
    static let orderNotKept = LintRule(
        "order_not_kept", .must,
        title: Text(en: "no order.saved before the jump to the wallet", zh: "跳转钱包前没有 order.saved"),
        meaning: Text(
            en:
                "An app that is killed while the payer pays knows no order to ask for, unless it kept the number on disk before; the line proves that it did.",
            zh: "支付途中应用被杀时，只有事先落盘的订单号才能用来查单；该日志证明已经保存。"),
        add: [
            Addition(
                "iOS",
                #"UserDefaults.standard.set(orderNo, forKey: "pendingOrder"); pay.notice("order.saved orderNo=\(orderNo, privacy: .public)")"#
            ),
            Addition(
                "Android",
                #"prefs.edit().putString("pendingOrder", orderNo).commit(); Log.i("PayCallback", "order.saved orderNo=$orderNo")"#),
        ],
        settles: Settles(steps: [.requeried]), flows: walletFlows,
        test: .order { order in
            guard let launch = order.launch else { return nil }
            return order.chain.events[..<launch].contains { $0.event == .orderSaved } ? nil : launch
        })
}
