import Domain
import Flows

extension BreakDefinition {
    /// 15: the wallet was never opened.
    static let walletNeverOpened = BreakDefinition(
        .walletNeverOpened, stage: .wallet, owner: .client, flows: Flow.allCases.filter { FlowDefinition.of($0).hasWallet },
        reasons: [
            Reason("not_whitelisted", en: "the scheme is not in the app's query list", zh: "应用未声明可查询该 scheme"),
            Reason(
                "https_not_handed_over", en: "an https wallet URL was loaded as a page instead of being handed over",
                zh: "https 形式的钱包链接被当作网页加载，没有交给系统"),
            Reason("open_failed", en: "the system refused to open it", zh: "系统拒绝打开"),
            Reason("not_intercepted", en: "the page's wallet URL was not intercepted and failed to load", zh: "页面里的钱包链接没有被拦截，加载失败"),
            Reason("no_effect", en: "intercepted, and nothing follows", zh: "拦截到了，但没有下文"),
            Reason("no_attempt", en: "nothing tried to open it", zh: "没有任何唤起动作"),
        ],
        explainedBy: [.checkoutLoadFailed],
        texts: Texts(
            title: Text(en: "Wallet never opened", zh: "钱包未唤起"),
            statement: Text(en: "The payer was never brought into the wallet, and did not pay.", zh: "付款人没有被带到钱包，也没有付款。"),
            severity: Text(en: "Always major.", zh: "始终为重要。"),
            meaning: Text(en: "A sale is lost in the app, before the provider knows of it.", zh: "订单在客户端就流失了，渠道毫不知情。"),
            confirm: Text(
                en:
                    "No `wallet.opened success=true` within 60 s of the cashier page though the device's log goes on and other orders show it.",
                zh: "收银台出现后 60 秒内没有 `wallet.opened success=true`，而该设备日志仍在继续，且其他订单有这种记录。"),
            causes: Text(
                en:
                    "LSApplicationQueriesSchemes or <queries> without the wallet's scheme; a navigation delegate that does not hand URLs over; the wallet is not installed.",
                zh: "LSApplicationQueriesSchemes 或 <queries> 缺少钱包 scheme；导航代理没有把链接交给系统；未安装钱包。"),
            fix: Text(
                en: "Intercept wallet schemes and https wallet hosts, call open(_:) without asking canOpenURL first, log the result.",
                zh: "拦截钱包 scheme 和 https 钱包域名，不先问 canOpenURL 直接 open，并记录结果。")),
        examples: [
            .fires(
                "the page loaded and nothing follows", .major, reason: "no_attempt",
                """
                cover all
                shown client.wallet.opened
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                """),
            .fires(
                "the system refuses", .major, reason: "open_failed",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipays
                10:02:14.1 wallet.opened ok=false
                """),
            .fires(
                "an https wallet URL was loaded as a page", .major, reason: "https_not_handed_over",
                """
                cover all
                shown client.wallet.opened
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 checkout.loaded urlScheme=https detail=https_launch
                """),
            .fires(
                "the page's wallet URL was not intercepted", .major, reason: "not_intercepted",
                """
                cover all
                shown client.wallet.opened
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipays detail=failed
                """),
            .fires(
                "intercepted, and nothing follows", .major, reason: "no_effect",
                """
                cover all
                shown client.wallet.opened
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.intercepted urlScheme=alipays
                """),
            .fires(
                "the scheme is not in the app's query list", .major, reason: "not_whitelisted",
                """
                cover all
                shown client.wallet.opened
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.unavailable detail=not_whitelisted
                """),
            .silent(
                "canOpenURL failed and yet the wallet opened",
                """
                cover all
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                10:02:14 wallet.unavailable detail=not_whitelisted
                10:02:14.1 wallet.opened ok=true
                """),
            .fires(
                "nothing bounds the device's clock, and its own log tells", .major, reason: "no_attempt",
                """
                cover all
                clock phone unknown
                shown client.wallet.opened
                10:02:10 pay.tapped
                10:02:11 order.created amount=9.90 flow=alipay_sdk
                10:02:12 order.saved
                """),
            .silent(
                "the device's log ends within the minute",
                """
                cover app 09:00 12:00
                cover phone 09:00 10:02:40
                shown client.wallet.opened
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.loaded
                """),
        ],
        check: { order in
            guard !order.outcome.everPaid, let step = order.step(.walletOpened), step.state == .missing else { return nil }
            let (reason, evidence) = order.walletFailure
            let anchor = order.step(.checkoutLoaded)?.evidence ?? order.created
            var fired = Fired(.major, reason: reason, evidence: evidence + (anchor.map { [$0] } ?? []))
            fired.restsOnClock = !step.isDueOnDevice
            return fired
        })
}

extension Case {
    /// Why the wallet did not open, with the lines that tell.
    var walletFailure: (reason: String, evidence: [Int]) {
        let unavailable = facts.indices.filter {
            facts[$0].event == .walletUnavailable && chain.has(.detail, "not_whitelisted", in: chain.events[$0])
        }
        if !unavailable.isEmpty { return ("not_whitelisted", unavailable) }
        let intercepted = indices(of: .walletIntercepted)
        let failedLoads =
            intercepted.filter { chain.has(.detail, "failed", in: chain.events[$0]) }
            + indices(of: .checkoutFailed).filter { isWalletURL(at: $0) }
        let https = intercepted.filter {
            chain.has(.urlScheme, "https", in: chain.events[$0]) || chain.has(.urlScheme, "http", in: chain.events[$0])
        }
        let pages = indices(of: .checkoutLoaded).filter { chain.has(.detail, "https_launch", in: chain.events[$0]) }
        // Handed over after all, whatever came of it: then the opening is what failed.
        let isHandedOver = kinds.contains(.walletOpened) || intercepted.count > https.count
        if !pages.isEmpty || (!https.isEmpty && !isHandedOver) { return ("https_not_handed_over", pages + https) }
        let refused = indices(of: .walletOpened).filter { facts[$0].ok == false }
        if !refused.isEmpty { return ("open_failed", refused) }
        if !failedLoads.isEmpty { return ("not_intercepted", failedLoads) }
        return intercepted.isEmpty ? ("no_attempt", []) : ("no_effect", intercepted)
    }
}
