import Domain

extension FlowDefinition {
    /// Alipay through a cashier page in a web view or browser (vocabulary §4).
    public static let alipayH5 = FlowDefinition(
        flow: .alipayH5,
        names: Text(en: "Alipay H5", zh: "支付宝 H5"),
        provider: "alipay",
        steps: [
            .orderCreated, .checkoutLoaded,
            StepRule(
                .walletOpened, after: [.checkoutLoaded], within: .seconds(60), otherwise: .init(after: .orderCreated, within: .seconds(90)),
                seenWhen: Text(en: "the app logged wallet.opened success=true", zh: "客户端记录了 wallet.opened 且成功")),
            .paid, .returned, .requeried, .notified, .markedPaid, .resultShown,
        ],
        words: [
            "alipay_h5", "QUICK_WAP_WAY", "QUICK_WAP_PAY", "alipay.trade.wap.pay", "alipay.trade.wap.pay.return", "alipay_wap",
        ],
        // facts.md §1.2, §1.5, §1.6
        urlWords: ["alipay.trade.wap.pay", "h5_route_token", "alipay_trade_wap_pay_response", "appid=20000125", "quick_wap_way"])
}
