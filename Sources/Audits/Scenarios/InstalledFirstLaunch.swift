import Domain

extension ScenarioDefinition {
    /// 1: the wallet is installed and opened for the first time.
    static let installedFirstLaunch = ScenarioDefinition(
        "installed_first_launch",
        title: Text(en: "wallet installed, first launch", zh: "已安装钱包，首次唤起"),
        story: Text(
            en: "Tap pay in the web view: the system asks, the payer says “open”, the wallet's cashier appears.",
            zh: "在 WebView 中点击支付：系统弹出“打开”提示，确认后进入钱包收银台。"),
        isFirstOfDevice: true,
        isTried: { order in order.walletAbsent == nil && (order.launch != nil || order.step(.walletOpened)?.state == .missing) },
        steps: [.cashierLoaded, .intercepted, .walletOpened],
        examples: [
            Example(
                "intercepted and opened", .proven,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipays
                10:02:14.4 wallet.opened ok=true
                """),
            Example(
                "intercepted, and the wallet never opened", .failed,
                """
                cover all
                shown client.wallet.opened
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipays
                """),
            Example(
                "the system refused to open it", .failed,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipays
                10:02:14.4 wallet.opened ok=false
                """),
            Example(
                "opened, without a line of the interception", .unobserved,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14.4 wallet.opened ok=true
                """),
            Example(
                "the wallet is not on the device", nil,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14 wallet.unavailable urlScheme=alipays ok=false
                """),
        ])
}
