import Domain
import Flows
import Providers

extension BreakDefinition {
    /// 14: the cashier page failed.
    static let checkoutLoadFailed = BreakDefinition(
        .checkoutLoadFailed, stage: .checkout, owner: .client,
        flows: Flow.allCases.filter { $0 != .storekit && FlowDefinition.of($0).hasCheckoutPage },
        reasons: [
            Reason("ats", en: "App Transport Security refused the page (-1022)", zh: "被 App Transport Security 拒绝（-1022）"),
            Reason("network", en: "the network failed", zh: "网络失败"),
            Reason("other", en: "another error", zh: "其他错误"),
        ],
        among: [.checkoutFailed],
        texts: Texts(
            title: Text(en: "Cashier page failed", zh: "收银台加载失败"),
            statement: Text(en: "The cashier page failed to load, and never loaded after.", zh: "收银台页面加载失败，之后也没有成功加载。"),
            severity: Text(en: "Always major.", zh: "始终为重要。"),
            meaning: Text(en: "The payer could not even try to pay.", zh: "付款人连付款的机会都没有。"),
            confirm: Text(
                en: "`checkout.failed` with its error, and no `checkout.loaded` or wallet launch after it.",
                zh: "有 `checkout.failed` 及错误，其后没有 `checkout.loaded` 或唤起钱包。"),
            causes: Text(
                en: "An http page without an ATS exception, a lost Referer (WeChat H5), no network, an expired prepay id.",
                zh: "http 页面缺少 ATS 例外；丢失 Referer（微信 H5）；没有网络；prepay_id 过期。"),
            fix: Text(
                en: "Load the cashier by https with the registered Referer; show a retry when the page fails.",
                zh: "用 https 并带上登记的 Referer 加载收银台；失败时提供重试。")),
        examples: [
            .fires(
                "refused by ATS", .major, reason: "ats",
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.failed error="NSURLErrorDomain -1022 App Transport Security"
                """),
            .fires(
                "no network", .major, reason: "network",
                """
                10:02:11 order.created amount=9.90 flow=wechat_h5
                10:02:13 checkout.failed error="NSURLErrorDomain -1009 offline"
                """),
            .silent(
                "it loaded after",
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:13 checkout.failed error="NSURLErrorDomain -1001 timed out"
                10:02:19 checkout.loaded
                """),
            .silent(
                "a wallet's URL that failed is not the page",
                """
                10:02:11 order.created amount=9.90 flow=alipay_h5
                10:02:12 checkout.loaded
                10:02:13 checkout.failed urlScheme=alipays error="net::ERR_UNKNOWN_URL_SCHEME"
                """),
        ],
        check: { order in
            guard order.kinds.contains(.checkoutFailed), !order.outcome.everPaid else { return nil }
            let failed = order.indices(of: .checkoutFailed).last { !order.isWalletURL(at: $0) }
            guard let failed else { return nil }
            let isLoadedAfter = order.facts.indices.contains { index in
                switch order.facts[index].event {
                case .checkoutLoaded, .walletOpened: !order.isBefore(index, failed)
                case .walletIntercepted: !order.isBefore(index, failed)
                default: false
                }
            }
            guard !isLoadedAfter else { return nil }
            return Fired(.major, reason: order.loadFailure(at: failed), evidence: [failed])
        })
}

extension Case {
    /// Whether the URL of a line has the scheme of a wallet.
    func isWalletURL(at index: Int) -> Bool {
        guard facts[index].flags.contains(.urlScheme) else { return false }
        return chain.withAttributes(of: chain.events[index]) { attributes in
            attributes[.urlScheme].map { WalletDefinition.anyOwns(scheme: $0) } ?? false
        }
    }

    /// Why a page failed: App Transport Security, the network (NSURLErrorDomain -1001…-1009, net::ERR_…), or something else.
    func loadFailure(at index: Int) -> String {
        let said = [text(.code, at: index), text(.error, at: index), text(.reason, at: index), text(.detail, at: index)]
        let words = said.compactMap { $0?.lowercased() }.joined(separator: " ")
        if words.contains("-1022") || words.contains("app transport security") || words.split(separator: " ").contains("ats") {
            return "ats"
        }
        let network = [
            "-1001", "-1003", "-1004", "-1005", "-1009", "-1006", "-1200", "timed out", "timeout", "offline", "network", "connection",
            "err_internet_disconnected", "err_name_not_resolved", "err_connection", "err_timed_out", "err_network", "dns", "host",
        ]
        return network.contains { words.contains($0) } ? "network" : "other"
    }
}
