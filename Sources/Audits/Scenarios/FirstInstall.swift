import Domain

extension ScenarioDefinition {
    /// 5: the app itself was just installed: the Universal Link must work.
    static let firstInstall = ScenarioDefinition(
        "first_install",
        title: Text(en: "first install of the app", zh: "首次安装应用"),
        story: Text(
            en:
                "Uninstall and reinstall the app, configure nothing, pay: the return opens the app by Universal Link once the association file took effect.",
            zh: "卸载后重新安装应用，不做任何配置，直接支付：关联文件生效后通过 Universal Link 返回应用。"),
        isFirstOfDevice: true,
        // No log shows an installation: that a device's log begins here is a hint, and whoever ran the test has to say it.
        isTried: { order in
            guard order.step(.checkoutLoaded) != nil, let began = order.began, order.launch != nil, order.walletAbsent == nil,
                order.saidNo == nil,
                let session = order.chain.devices.first(where: { $0.key == order.device }), let first = session.coverage.stretches.first
            else { return false }
            return began - first.from <= .minutes(10)
        },
        steps: [
            Step(
                Text(en: "the app was just installed", zh: "应用刚安装"),
                hint: Text(
                    en: "no log shows an installation: name the order, --order first_install=ORDER, or a folder first_install",
                    zh: "日志看不到安装：请用 --order first_install=订单号 指明，或把日志放在名为 first_install 的目录")
            ) { _ in .declared },
            .walletOpened, .paid,
            Step(
                Text(en: "the return opens the app by Universal Link", zh: "通过 Universal Link 返回应用"),
                hint: Text(en: "log return.received via=universal_link url=…", zh: "记录 return.received via=universal_link url=…"),
                fix: Text(
                    en: "check the association file and the return path: paychain aasa https://DOMAIN --url RETURN_URL",
                    zh: "检查关联文件与返回路径：paychain aasa https://域名 --url 返回链接")
            ) { order in
                let chain = order.chain
                if let linked = order.first(.returnReceived, where: { chain.has(.via, "universal_link", in: $0) }) {
                    return .shown(by: linked)
                }
                // The scheme took over: the link did not work yet.
                if let other = order.first(.returnReceived, where: { chain.has(.via, in: $0) }) { return .failed(by: other) }
                return Step.verdict(order, .returned)
            },
            .resultPaid,
        ],
        examples: [
            Example(
                "back by Universal Link", .proven, isDeclared: true, begin: Example.paidInWallet,
                """
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            Example(
                "the scheme took over", .failed, isDeclared: true, begin: Example.paidInWallet,
                """
                10:02:50 return.received via=url_scheme urlScheme=myshop urlHasOrder=true
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            Example(
                "the device's log begins here, and nobody says why", .unobserved,
                """
                cover app 09:00 12:00
                cover phone 10:02 12:00
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            Example(
                "the device's log begins here and the scheme took over: nobody says that the app was just installed", .unobserved,
                """
                cover app 09:00 12:00
                cover phone 10:02 12:00
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=url_scheme urlScheme=myshop urlHasOrder=true
                """),
            Example(
                "the app has been running for an hour", nil,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                """),
        ])
}
