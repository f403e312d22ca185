import Domain
import Flows
import Providers

extension BreakDefinition {
    /// 17: the payer paid and never came back by a callback.
    static let returnNeverLanded = BreakDefinition(
        .returnNeverLanded, stage: .return, owner: .web, flows: allButStoreKit,
        reasons: [
            Reason("relay_failed", en: "the return page was served, and the app did not open", zh: "返回页已打开，但没有拉起应用"),
            Reason(
                "other_app", owner: .client, en: "the wallet was told to return to a scheme that is not this app's",
                zh: "告诉钱包返回的 scheme 不是本应用的"),
            Reason(
                "stuck_in_wallet", owner: .client, en: "nobody asked for the return page: the payer stayed in the wallet",
                zh: "没有人请求返回页：付款人停留在钱包里"),
            Reason("unknown", en: "no access log tells", zh: "没有访问日志可以判断"),
        ],
        explainedBy: [.returnURLMissing],
        texts: Texts(
            title: Text(en: "Return never landed", zh: "付款后未返回"),
            statement: Text(en: "The payer paid, and the app never received a return callback.", zh: "付款人付了款，但应用始终没有收到返回回调。"),
            severity: Text(en: "Major, minor when the payer saw the right result afterwards.", zh: "重要；付款人之后看到正确结果则为轻微。"),
            meaning: Text(
                en: "The payer does not see that it worked, pays again or calls support.", zh: "付款人看不到结果，会重复支付或联系客服。"),
            confirm: Text(
                en:
                    "No `return.received` on the device, whose log covers the two minutes after the payment; then look for a GET of the return page: "
                    + "with one, the page failed to open the app; without one, the payer stayed in the wallet or went to another app.",
                zh: "设备日志覆盖付款后的两分钟但没有 `return.received`；再看返回页的 GET：有则说明页面没能拉起应用，没有则付款人停留在钱包或去了别的应用。"),
            causes: Text(
                en:
                    "A Universal Link that is not claimed (apple-app-site-association, same-domain navigation); fromAppUrlScheme left at the wallet's own; "
                    + "a scheme registered twice or with characters the system refuses; the payer switches by hand.",
                zh: "Universal Link 未生效（关联文件、同域跳转）；fromAppUrlScheme 仍是钱包自己的；scheme 重复注册或含非法字符；付款人手动切回。"),
            fix: Text(
                en:
                    "Claim the return path as Universal Link on another domain than the page before it, put the app's own scheme into the launch, "
                    + "offer a button on the return page, and ask for pending orders whenever the app becomes active.",
                zh: "用与前一页不同的域名声明返回路径的 Universal Link；唤起时写入应用自己的 scheme；返回页提供按钮；应用回到前台时查询未决订单。")),
        examples: [
            .fires(
                "Safari fetched the return page, the payer came back by hand and saw `paid`", .minor, reason: "relay_failed",
                """
                cover all
                10:02:11 order.created amount=58.00 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipay returnScheme=alipays
                10:02:14.4 wallet.opened ok=true
                10:02:40 notify.received status=paid paidAt=10:02:38 notifyID=n1
                10:02:40.1 notify.verified ok=true
                10:02:40.2 order.changed from=pending to=paid by=notify
                10:02:44 edge return.served httpStatus=200
                10:03:50 app.foregrounded
                10:03:51 query.sent
                10:03:52 client.query.answered status=paid
                10:03:52.5 result.shown status=paid
                """),
            .fires(
                "the launch named the wallet's own scheme, and nobody asked for the page", .major, reason: "other_app",
                """
                cover all
                10:02:11 order.created amount=58.00 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipay returnScheme=alipays
                10:02:14.4 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                """),
            .fires(
                "no return, no GET", .major, reason: "stuck_in_wallet",
                """
                cover all
                10:02:11 order.created amount=58.00 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14.4 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                """),
            .silent(
                "a working Universal Link leaves no GET",
                """
                cover all
                10:02:11 order.created amount=58.00 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            .silent(
                "the device's log ends before the deadline",
                """
                cover app 09:00 12:00
                cover phone 09:00 10:03:30
                10:02:11 order.created amount=58.00 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                """),
        ],
        check: { order in
            guard order.outcome.everPaid, let step = order.step(.returned), step.state == .missing, let paidAt = order.paidAt else {
                return nil
            }
            var evidence = order.paidEvidence
            let reason: String
            if let served = order.returnPageServed {
                reason = "relay_failed"
                evidence.append(served)
            } else if let launch = order.launchToOtherApp {
                reason = "other_app"
                evidence.append(launch)
            } else if order.definition.hasWallet, let due = step.due, order.edgeCovers(paidAt, due) {
                reason = "stuck_in_wallet"
            } else {
                reason = "unknown"
            }
            let (severity, closedAt) = order.severityByResult()
            var fired = Fired(severity, reason: reason, evidence: evidence + order.comebacks)
            fired.closedAt = closedAt
            fired.restsOnClock = true
            return fired
        })
}

extension Case {
    /// A GET of the return page that speaks of a payer who came back. WeChat redirects by timer within 5 s of the launch: that one tells
    /// nothing (vocabulary §7), nor does one before the wallet was opened.
    var returnPageServed: Int? {
        guard kinds.contains(.returnServed) else { return nil }
        let opened = facts.lastIndex { $0.event == .walletOpened && $0.ok != false }
        let isWeChat = definition.provider == "wechat"
        return facts.indices.last { index in
            guard facts[index].event == .returnServed, !facts[index].flags.contains(.tool) else { return false }
            guard let opened else { return true }
            let launch = facts[opened].range
            guard isWeChat else { return !isBefore(index, opened) }
            return launch.latest != .distantFuture && facts[index].range.earliest > launch.latest + .seconds(5)
        }
    }

    /// The launch that told the wallet to return to a scheme that is not this app's.
    var launchToOtherApp: Int? {
        facts.indices.last { index in
            guard facts[index].flags.contains(.returnScheme), let scheme = text(.returnScheme, at: index), !scheme.isEmpty else {
                return false
            }
            if scheme == "https" || scheme == "http" { return false }
            if run.appSchemes.isEmpty { return WalletDefinition.anyOwns(scheme: scheme) }
            return !run.appSchemes.contains(scheme)
        }
    }
}
