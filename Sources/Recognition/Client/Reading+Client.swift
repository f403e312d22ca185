import Decoding
import Domain
import Flows
import Providers

extension Reading {
    /// Begins a client row with what every client line may carry. False when there is no room.
    mutating func beginClient(_ event: EventKind) -> Bool {
        guard rows.begin(event, .client) else { return false }
        putNumbers()
        putAliases()
        if let platform = fields[.platform], platform.count <= 16 { rows.putLowered(.platform, platform) }
        if record.processID.count > 0 { rows.put(.process, record.processID.cut(to: 20)) }
        if rows.last?.pointee.device == 0 {
            rows.last?.pointee.device = StableHash.of(record.process, seed: sourceHash)
        }
        return true
    }

    /// The URL of the line: its `url` field, else the first URL in the text.
    var url: Bytes? {
        if let url = fields[.url]?.trimmed.unquoted, url.count > 2 { return url }
        return URLParts.first(in: text) ?? Reading.launchURL(in: text)
    }

    /// Wallet launches may lack the two slashes: `weixin:` is none, `alipay:…` is.
    private static func launchURL(in text: Bytes) -> Bytes? {
        guard launchWords.contains(in: text), let mark = text.find("alipays:") ?? text.find("alipay:") ?? text.find("weixin:") else {
            return nil
        }
        return text.slice(mark, URLParts.end(in: text, from: mark))
    }

    private static let launchWords = AnchorScanner(literals: ["alipays:", "alipay:", "weixin:"].map { Array($0.utf8) })

    /// The scheme of a URL, also of one without `//`.
    static func scheme(of url: Bytes) -> Bytes {
        guard let colon = url.slice(0, 48).first(58), colon > 1 else { return .none }
        for i in 0..<colon where !(url[i].isIdentifier || url[i] == 43 || url[i] == 46) { return .none }
        return url.slice(0, colon)
    }

    /// Whether a URL opens a wallet: by its scheme, or an https host that hands over to it.
    static func isLaunch(_ url: Bytes) -> Bool {
        let scheme = scheme(of: url)
        if WalletDefinition.anyOwns(scheme: scheme) { return true }
        if scheme.equalsAnyCase("intent") { return url.holdsAnyCase("scheme=alipay") || url.holdsAnyCase("scheme=weixin") }
        guard scheme.equalsAnyCase("https"), let parts = URLParts(url) else { return false }
        for provider in ProviderDefinition.all {
            // Some hosts launch by their path (`/launch`), some by a `scheme=` in the query.
            let whole = url.from(scheme.count + 3 + parts.host.count)
            if provider.wallet.launches(host: parts.host, path: whole) { return true }
        }
        return false
    }

    /// Whether a URL is a provider's cashier page.
    static func isCheckout(_ url: Bytes) -> Bool {
        guard let parts = URLParts(url) else { return false }
        for provider in ProviderDefinition.all where provider.wallet.isCheckout(host: parts.host) { return true }
        return false
    }

    /// Writes what may be kept of a URL: scheme, host, the scheme that the wallet returns to, the flow it gives away, the name of a
    /// secret that stands in it; never the URL itself.
    mutating func putURL(_ url: Bytes?) {
        guard let url else { return }
        let scheme = Reading.scheme(of: url)
        if scheme.count > 0 { rows.putLowered(.urlScheme, scheme) }
        if let parts = URLParts(url), parts.host.count > 0 { rows.putLowered(.urlHost, parts.host.cut(to: 100)) }
        if let back = Reading.usable(fields[.returnScheme]) { rows.putLowered(.returnScheme, back.cut(to: 64)) }
        switch rows.last?.pointee.event {
        case .walletIntercepted, .returnReceived:
            if !rows.has(.flow), let flow = FlowDefinition.flow(ofURL: url) { rows.put(.flow, flow.bytes) }
        default: break
        }
        putSecret(in: url)
    }

    /// Writes the name of a secret that stands in a URL.
    mutating func putSecret(in url: Bytes?) {
        guard let url, !rows.has(.secret), let name = Secrets.name(in: url) else { return }
        rows.putLowered(.secret, name)
    }

    /// Writes a return into the app.
    mutating func putReturn(via: StaticString?, url: Bytes?) {
        if let via {
            rows.put(.via, via)
        } else if let via = fields[.via] {
            rows.putLowered(.via, via.cut(to: 24))
        }
        if let code = resultCode {
            rows.put(.resultCode, code)
        } else if let url, Reading.isCancelURL(url) {
            rows.put(.resultCode, "cancelled")
        }
        putURL(url)
        if let url {
            putTruth(.urlHasOrder, fields.hasNestedNumber)
            let scheme = Reading.scheme(of: url)
            if scheme.count > 0, !scheme.equalsAnyCase("http"), !scheme.equalsAnyCase("https"), !WalletDefinition.anyOwns(scheme: scheme) {
                returnScheme = scheme.map(\.lowered)
            }
        }
    }

    /// Whether a return URL is the page's way out: the last segment of its path begins with `cancel` (facts.md §4, cancel_url).
    static func isCancelURL(_ url: Bytes) -> Bool {
        guard let parts = URLParts(url) else { return false }
        var start = parts.path.count
        if start > 0, parts.path[start - 1] == 47 { start -= 1 }
        let end = start
        while start > 0, parts.path[start - 1] != 47 { start -= 1 }
        // `myapp://cancel`: an own scheme's only word stands where the host would.
        let isOwn = !Reading.scheme(of: url).hasAnyCase("http")
        return parts.path.slice(start, end).hasAnyCase("cancel") || isOwn && end == 0 && parts.host.hasAnyCase("cancel")
    }

    /// The wallet's result code: `resultCode`, `resultStatus`, WeChat's `ret` and `errCode`.
    var resultCode: Bytes? {
        guard let code = Reading.code(value(.resultCode, .resultStatus, .errorCode)), code.count <= 24 else { return nil }
        return code
    }

    private static func code(_ value: Bytes?) -> Bytes? {
        guard var value = value?.trimmed.unquoted else { return nil }
        while value.count > 0, value[0] == 123 || value[0] == 34 { value = value.from(1) }
        var end = 0
        while end < value.count, value[end].isIdentifier { end &+= 1 }
        return end > 0 ? value.slice(0, end) : nil
    }

    /// The text behind a word: over `:`, `=`, brackets, quotes and blanks up to the next of them.
    func value(behind word: StaticString) -> Bytes? {
        guard let mark = text.findAnyCase(word) else { return nil }
        var start = mark + word.utf8CodeUnitCount
        while start < text.count, !text[start].isIdentifier, text[start] != 10 { start &+= 1 }
        var end = start
        while end < text.count, text[end].isIdentifier || text[end] >= 0x80 { end &+= 1 }
        return end > start ? text.slice(start, end) : nil
    }

    /// Whether a word means that there is nothing.
    static func isNothing(_ word: Bytes) -> Bool {
        if word.count == 0 { return true }
        for known in ["none", "nil", "null", "(null)", "no", "0", "false", "undefined", "empty"] as [StaticString]
        where word.equalsAnyCase(known) { return true }
        return false
    }
}
