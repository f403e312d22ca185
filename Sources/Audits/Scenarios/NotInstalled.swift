import Domain

extension ScenarioDefinition {
    /// 4: the wallet is not on the device: the H5 cashier takes the payment.
    static let notInstalled = ScenarioDefinition(
        "not_installed",
        title: Text(en: "wallet not installed", zh: "未安装钱包"),
        story: Text(
            en: "On a device without the wallet the web view shows the H5 cashier and takes the payment; the page shows the right result.",
            zh: "在未安装钱包的真机上：WebView 展示 H5 收银台并完成支付，页面正确显示结果。"),
        isTried: { order in order.walletAbsent != nil },
        steps: [
            Step(
                Text(en: "the wallet is not there", zh: "设备上没有钱包"),
                hint: Text(
                    en: "log wallet.unavailable scheme=… installed=false", zh: "记录 wallet.unavailable scheme=… installed=false")
            ) { order in
                if let opened = order.opened { return .failed(by: opened) }
                return order.walletAbsent.map { .shown(by: $0) } ?? .unobserved
            },
            .cashierLoaded, .paid,
            Step(
                Text(en: "the page or the app shows the result", zh: "页面或应用展示结果"),
                hint: Text(
                    en: "log result.shown, or give the access log with the return page", zh: "记录 result.shown，或提供含返回页的访问日志")
            ) { order in
                let proof = Step.resultPaid.proof(order)
                if case .shown = proof { return proof }
                if case .failed = proof { return proof }
                guard order.verdict.outcome.everPaid, let served = order.first(.returnServed) else { return .unobserved }
                return .shown(by: served)
            },
        ],
        examples: [
            Example(
                "paid in the H5 cashier", .proven,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.unavailable urlScheme=alipays ok=false
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:42 edge return.served
                10:02:43 query.sent
                10:02:44 result.shown status=paid
                """),
            Example(
                "the dead end: no wallet, and the order was closed unpaid", .failed,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.unavailable urlScheme=alipays ok=false
                10:30:00 trade.closed
                """),
            Example(
                "canOpenURL failed, and yet the wallet opened", nil,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14 wallet.unavailable urlScheme=alipays ok=false
                10:02:14.4 wallet.opened ok=true
                """),
            Example(
                "named as a try on a device that has the wallet", .failed, isDeclared: true,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                """),
        ])
}
