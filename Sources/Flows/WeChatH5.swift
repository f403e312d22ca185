import Domain

extension FlowDefinition {
    /// WeChat Pay through its H5 page (vocabulary §4).
    public static let wechatH5 = FlowDefinition(
        flow: .wechatH5,
        names: Text(en: "WeChat Pay H5", zh: "微信支付 H5"),
        provider: "wechat",
        steps: [
            .orderCreated, .checkoutLoaded,
            StepRule(
                .walletOpened, after: [.checkoutLoaded], within: .seconds(60), otherwise: .init(after: .orderCreated, within: .seconds(90)),
                seenWhen: Text(en: "the app logged wallet.opened success=true", zh: "客户端记录了 wallet.opened 且成功")),
            .paid, .returned, .requeried, .notified, .markedPaid, .resultShown,
        ],
        words: ["wechat_h5", "MWEB", "H5", "/v3/pay/transactions/h5", "wechat_mweb", "weixin_h5"],
        // facts.md §2.4
        urlWords: ["weixin://wap/pay", "mmpayweb-bin/checkmweb"])
}
