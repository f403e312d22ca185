import Domain

extension ScenarioDefinition {
    /// 2: the wallet is installed, and the payment is made.
    static let installedPaid = ScenarioDefinition(
        "installed_paid",
        title: Text(en: "wallet installed, paid", zh: "已安装钱包，完成支付"),
        story: Text(
            en: "Pay a small amount in the wallet: the app comes back by itself and shows “paid”.",
            zh: "在钱包内完成小额支付：自动返回应用，并显示支付成功。"),
        isTried: { order in
            (order.launch != nil || order.first(.returnReceived) != nil) && order.walletAbsent == nil && order.saidNo == nil
                && order.restarted == nil
        },
        steps: [.walletOpened, .paid, .returned, .requeried, .resultPaid],
        examples: [
            Example(
                "there and back again", .proven,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14 wallet.intercepted urlScheme=alipays
                10:02:14.4 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            Example(
                "paid, and never back", .failed, begin: Example.paidInWallet),
            Example(
                "back, and shown as failed", .failed, begin: Example.paidInWallet,
                """
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
                10:02:51 query.sent
                10:02:52 result.shown status=failed
                """),
            Example(
                "the H5 cashier took the payment, the wallet never opened", .failed,
                """
                cover all
                shown client.wallet.opened
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipays
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=webview urlScheme=https urlHasOrder=true
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            Example(
                "back from an SDK whose opening nobody logs", .unobserved,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_sdk
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=sdk resultCode=9000
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            Example(
                "no log of a server or provider: nobody proves the payment", .unobserved,
                """
                cover phone 09:00 12:00
                10:02:11 pay.tapped flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true resultCode=9000
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            Example(
                "cancelled by the payer", nil,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:50 return.received via=url_scheme resultCode=6001
                """),
        ])
}
