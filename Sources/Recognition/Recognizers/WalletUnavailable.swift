import Decoding
import Domain
import Providers

extension Recognizer {
    /// `canOpenURL` that says no, in a tagged line.
    static let walletUnavailable = Recognizer(
        name: "wallet unavailable",
        purpose: Text(
            en: "canOpenURL says no, or the scheme is not on the app's query list.",
            zh: "canOpenURL 返回否，或 scheme 不在应用的查询白名单中。"),
        scope: .tagged, anchors: ["canOpenURL", "not allowed to query for scheme"],
        examples: [
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] canOpenURL alipays:// = NO",
                gives: "client.wallet.unavailable urlScheme=alipays ok=false"),
            Example("2026/05/06 05:07:03:510  [PayCallback] canOpenURL alipays:// = YES"),
        ]
    ) { reading in
        let text = reading.text
        let isRefused = text.holds("not allowed to query for scheme")
        guard isRefused || text.holds("canOpenURL"), isRefused || reading.saysNo(behind: "canopenurl") else { return false }
        return reading.putUnavailable(isRefused: isRefused)
    }

    /// The system's own line about it; it needs no tag.
    static let systemWalletUnavailable = Recognizer(
        name: "system: wallet unavailable",
        purpose: Text(
            en: "The system's own canOpenURL failure for a wallet's scheme. Opening may work all the same (vocabulary §7).",
            zh: "系统自身关于钱包 scheme 的 canOpenURL 失败日志；实际打开仍可能成功。"),
        scope: .system, anchors: ["canOpenURL: failed", "not allowed to query for scheme"],
        examples: [
            Example(
                "2026-07-21 10:04:14.700000+0800 ShopDemo[411:16455] -canOpenURL: failed for URL: \"alipay://\" - error: "
                    + "\"This app is not allowed to query for scheme alipay\"",
                gives: "client.wallet.unavailable urlScheme=alipay detail=not_whitelisted ok=false"),
            Example(
                "2026-07-21 10:04:14.700000+0800 ShopDemo[411:16455] -canOpenURL: failed for URL: \"fb://\" - error: "
                    + "\"This app is not allowed to query for scheme fb\""),
        ]
    ) { reading in
        let isRefused = reading.text.holds("not allowed to query for scheme")
        guard isRefused || reading.text.holds("canOpenURL: failed"), WalletDefinition.anyOwns(scheme: reading.queriedScheme) else {
            return false
        }
        return reading.putUnavailable(isRefused: isRefused)
    }
}

extension Reading {
    /// Whether `false`, `NO`, `failed` or `0` stands behind a word.
    func saysNo(behind word: StaticString) -> Bool {
        guard let mark = text.findAnyCase(word) else { return false }
        let rest = text.from(mark + word.utf8CodeUnitCount)
        var i = 0
        while i < rest.count {
            while i < rest.count, !rest[i].isIdentifier { i &+= 1 }
            var end = i
            while end < rest.count, rest[end].isIdentifier { end &+= 1 }
            let token = rest.slice(i, end)
            for no in ["false", "no", "0", "failed", "unavailable"] as [StaticString] where token.equalsAnyCase(no) { return true }
            i = end &+ 1
        }
        return false
    }

    /// The scheme a query list lacks: of the URL, else the word behind `scheme`.
    var queriedScheme: Bytes {
        if let url, Reading.scheme(of: url).count > 0 { return Reading.scheme(of: url) }
        return value(behind: "for scheme") ?? value(behind: "scheme") ?? value(behind: "canopenurl") ?? .none
    }

    mutating func putUnavailable(isRefused: Bool) -> Bool {
        let scheme = queriedScheme
        guard beginClient(.walletUnavailable) else { return false }
        if scheme.count > 0 { rows.putLowered(.urlScheme, scheme.cut(to: 40)) }
        putTruth(.ok, false)
        if isRefused { rows.put(.detail, "not_whitelisted") }
        return true
    }
}
