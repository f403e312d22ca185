import Domain
import Providers

extension BreakDefinition {
    /// 18: the callback arrived and led nowhere.
    static let returnUnrouted = BreakDefinition(
        .returnUnrouted, stage: .return, owner: .client, flows: allButStoreKit,
        reasons: [
            Reason("no_route", en: "the app found no route for the URL", zh: "应用没有匹配该链接的路由"),
            Reason("no_order_number", en: "the URL carried no order number", zh: "链接里没有订单号"),
            Reason("not_handed_on", en: "the system called the app, and nothing behind it heard", zh: "系统调用了应用，但后面的代码没有收到"),
        ],
        among: [.returnReceived, .returnUnrouted],
        texts: Texts(
            title: Text(en: "Return not routed", zh: "返回后无人处理"),
            statement: Text(en: "The return callback reached the app, and the app did nothing with it.", zh: "返回回调到达了应用，但应用没有做任何处理。"),
            severity: Text(en: "Major, minor when the payer saw the right result afterwards.", zh: "重要；付款人之后看到正确结果则为轻微。"),
            meaning: Text(en: "The payer stands on the old page and believes that the payment failed.", zh: "付款人停在旧页面，以为支付失败。"),
            confirm: Text(
                en:
                    "`return.received` on the device, and in the next 60 s no query, no result and no `return.unrouted` though its log goes on.",
                zh: "设备上有 `return.received`，其后 60 秒没有查询、结果或 `return.unrouted`，而日志仍在继续。"),
            causes: Text(
                en:
                    "An empty completion block in a Flutter, React Native or Cordova bridge; a scene delegate that takes the URL instead of the app delegate; a new path.",
                zh: "Flutter、React Native 或 Cordova 桥接的空回调；SceneDelegate 抢走了 AppDelegate 的回调；新增路径未配置。"),
            fix: Text(
                en:
                    "Hand every return URL to one router, log what it does with it, and let it ask for the pending order when it understands nothing.",
                zh: "所有返回链接交给同一个路由并记录处理结果；看不懂时就查询未决订单。")),
        examples: [
            .fires(
                "continueUserActivity, then silence", .major, reason: "not_handed_on",
                """
                cover all
                10:02:11 order.created amount=35.00 flow=alipay_sdk
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true resultCode=9000
                """),
            .fires(
                "the router knows no such path, the payer asks later", .minor, reason: "no_route",
                """
                cover all
                10:02:11 order.created amount=35.00 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
                10:02:50.1 return.unrouted urlScheme=https
                10:02:55 query.sent
                10:02:56 result.shown status=paid
                """),
            .fires(
                "the URL carries no order number", .major, reason: "no_order_number",
                """
                cover all
                10:02:11 order.created amount=35.00 flow=alipay_h5
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 ~window return.received via=url_scheme urlScheme=shopdemo urlHasOrder=false resultCode=9000
                """),
            .silent(
                "WeChat's own return never carries one",
                """
                cover all
                10:02:11 order.created amount=35.00 flow=wechat_sdk
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 ~window return.received via=url_scheme urlScheme=wx00aa11bb22cc33dd urlHasOrder=false resultCode=0
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            .silent(
                "handed on: the app asks within the minute",
                """
                cover all
                10:02:11 order.created amount=35.00 flow=alipay_sdk
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=sdk resultCode=9000
                10:02:51 query.sent
                10:02:52 result.shown status=paid
                """),
            .silent(
                "the log ends at the callback",
                """
                cover app 09:00 12:00
                cover phone 09:00 10:02:50
                10:02:11 order.created amount=35.00 flow=alipay_sdk
                10:02:14 wallet.opened ok=true
                10:02:40 trade.recorded status=paid paidAt=10:02:40
                10:02:50 return.received via=universal_link urlScheme=https urlHasOrder=true
                """),
        ],
        check: { order in
            guard order.kinds.contains(.returnReceived) || order.kinds.contains(.returnUnrouted) else { return nil }
            guard let (reason, evidence) = order.unroutedReturn else { return nil }
            let (severity, closedAt) = order.severityByResult(after: evidence.first)
            var fired = Fired(severity, reason: reason, evidence: evidence)
            fired.closedAt = closedAt
            return fired
        })
}

extension Case {
    /// The return that led nowhere, and why.
    var unroutedReturn: (reason: String, evidence: [Int])? {
        let returns = indices(of: .returnReceived).filter { facts[$0].meaning != .cancelled }
        if let unrouted = first(.returnUnrouted) { return ("no_route", returns + [unrouted]) }
        if let bare = returns.first(where: { lacksOrderNumber(at: $0) }) { return ("no_order_number", [bare]) }
        guard let arrived = returns.first else { return nil }
        let until = facts[arrived].at + .seconds(60)
        let isHandedOn = facts.indices.contains { index in
            switch facts[index].event {
            case .resultShown: facts[index].at <= until && !isAfterRaw(arrived, index) || isEarlierResult(index, than: arrived)
            case .querySent, .returnUnrouted, .queryFailed, .clientQueryAnswered: isWithinRaw(index, from: arrived, to: until)
            case .queryReceived, .serverQueryAnswered:
                facts[index].range.latest >= facts[arrived].range.earliest
                    && facts[index].range.earliest <= range(ofRaw: until, device: facts[arrived].device).latest
            default: false
            }
        }
        guard !isHandedOn, deviceCoversRaw(facts[arrived].device, facts[arrived].at, until) else { return nil }
        let lacksNumber = facts[arrived].flags.contains(.urlLacksOrder) && lacksOrderNumber(at: arrived)
        return (lacksNumber ? "no_order_number" : "not_handed_on", [arrived])
    }

    /// A return URL of the shop's own that carries no order number. The wallets' own return forms never carry one (facts.md §10).
    private func lacksOrderNumber(at index: Int) -> Bool {
        let fact = facts[index]
        guard fact.flags.contains(.urlScheme), fact.via != .sdk, !fact.flags.contains(.urlHasOrder) else { return false }
        // An app that names the order beside such a URL knows it by itself; whether it acts on it is asked below.
        guard !fact.flags.contains(.namesOrder) else { return false }
        let scheme = text(.urlScheme, at: index) ?? ""
        let host = text(.urlHost, at: index) ?? ""
        // wx<appid>, the SDK's safepay, and WeChat H5's authorised domain used as a scheme
        return !(scheme.hasPrefix("wx") && scheme.utf8.count > 8) && host != "safepay" && !scheme.utf8.contains(UInt8(ascii: "."))
    }

    private func isWithinRaw(_ index: Int, from arrived: Int, to until: Instant) -> Bool {
        guard facts[index].device == facts[arrived].device else { return true }
        return facts[index].at >= facts[arrived].at && facts[index].at <= until
    }

    private func isAfterRaw(_ a: Int, _ b: Int) -> Bool { facts[a].device == facts[b].device && facts[a].at > facts[b].at }

    /// A final result that the payer had seen before: there was nothing left to hand on.
    private func isEarlierResult(_ index: Int, than arrived: Int) -> Bool {
        facts[index].state?.isFinalResult == true && isBefore(index, arrived)
    }
}
