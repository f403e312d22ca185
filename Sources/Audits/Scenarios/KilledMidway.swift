import Domain

extension ScenarioDefinition {
    /// 6: the app is killed while the payer is in the wallet.
    static let killedMidway = ScenarioDefinition(
        "killed_midway",
        title: Text(en: "app killed while paying", zh: "支付中途杀掉应用"),
        story: Text(
            en:
                "Jump to the wallet, kill the app, pay, open the app by hand: it knows the pending order, asks the server and shows “paid”.",
            zh: "跳转钱包后杀掉应用，在钱包内完成支付，再手动打开应用：应用仍记得未决订单，触发查单并显示支付成功。"),
        isTried: { order in order.restarted != nil && order.saidNo == nil },
        steps: [
            .walletOpened,
            Step(
                Text(en: "the app was killed: another process writes on", zh: "应用被杀：换了进程"),
                hint: Text(
                    en: "the lines carry no process id: use a logger that writes one (NSLog, os_log, logcat)",
                    zh: "日志不含进程号：请使用会记录进程号的日志（NSLog、os_log、logcat）")
            ) { order in
                if let restarted = order.restarted { return .shown(by: restarted) }
                return order.namesProcesses && order.comeback != nil ? .failed(by: order.comeback) : .unobserved
            },
            .paid,
            Step(
                Text(en: "the app in front again knows the pending order", zh: "回到前台时仍记得未决订单"),
                hint: Text(
                    en: "log app.foregrounded pending=ORDER in applicationDidBecomeActive",
                    zh: "在 applicationDidBecomeActive 中记录 app.foregrounded pending=订单号"),
                fix: Text(
                    en: "keep the order number on disk before the jump, not in memory", zh: "跳转前把订单号落盘，不要只放内存")
            ) { order in
                let chain = order.chain
                guard let launch = order.opened ?? order.launch else { return .unobserved }
                if let lost = order.verdict.breaks.first(where: { $0.code == .pendingNotRequeried && $0.reason == "pending_order_lost" }) {
                    return .failed(by: lost.evidence.last)
                }
                if let known = order.first(
                    .appForegrounded, after: launch, where: { chain.has(.pending, in: $0) && !chain.has(.pending, "none", in: $0) })
                {
                    return .shown(by: known)
                }
                return order.first(.returnReceived, after: launch).map { .shown(by: $0) } ?? .unobserved
            },
            .requeried, .resultPaid,
        ],
        examples: [
            Example(
                "another process asks and shows", .proven,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:13 order.saved process=411
                10:02:14.4 wallet.opened ok=true process=411
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:03:10 app.foregrounded pending=ORDER-1 process=502
                10:03:10.5 query.sent process=502
                10:03:11 result.shown status=paid process=502
                """),
            Example(
                "the order was kept in memory only", .failed,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true process=411
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:03:10 app.foregrounded pending=none process=502
                """),
            Example(
                "the same process comes back", nil,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true process=411
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:03:10 app.foregrounded pending=ORDER-1 process=411
                """),
            Example(
                "named as a try, and the lines name no process", .unobserved, isDeclared: true, begin: Example.paidInWallet,
                """
                10:03:10 app.foregrounded pending=ORDER-1
                10:03:10.5 query.sent
                10:03:11 result.shown status=paid
                """),
        ])
}
