import Decoding
import Domain
import Flows

extension Reading {
    /// `order.created` and `checkout.created`: money, flow, URLs, payment window.
    mutating func putOrder(_ event: EventKind) {
        if fields.has(.totalFee), !fields.has(.amount), !fields.has(.totalAmount) {
            putFen(fields[.totalFee])
        } else {
            putAmount(value(.amount, .totalAmount))
        }
        putCurrency()
        for key in [FieldKey.flow, .productCode, .tradeType, .method, .channel] where !rows.has(.flow) {
            guard let word = fields[key]?.trimmed.unquoted, let flow = words.flows.flow(of: word) else { continue }
            rows.put(.flow, flow.bytes)
            // The bill of that provider is the one that shows whether the order was paid.
            if flow == .webCheckout, let provider = FlowDefinition.provider(ofWord: word), !rows.has(.provider) {
                rows.put(.provider, provider)
            }
        }
        putAlias(.productID, .productID)
        putAlias(.appID, .appID)
        putAlias(.merchantID, .merchantID)
        putEndpoints()
        putWindow()
    }

    /// The end of the payment window: `time_expire`, or the creation plus `timeout_express` (facts.md §1.3).
    private mutating func putWindow() {
        if let end = fields[.timeExpire] {
            putTime(.expiresAt, end)
        } else if let text = fields[.timeoutExpress]?.trimmed.unquoted, text.count >= 2, let at = record.at,
            let number = text.slice(0, text.count - 1).integer, number > 0, number < 1_000
        {
            switch text[text.count - 1].lowered {
            case 109: rows.put(.expiresAt, at + .minutes(number))
            case 104: rows.put(.expiresAt, at + .hours(number))
            case 100: rows.put(.expiresAt, at + .days(number))
            // `1c`: the end of the Beijing day
            case 99:
                var day = CivilTime(at, offset: ProviderTime.beijing)
                (day.hour, day.minute, day.second, day.microsecond) = (0, 0, 0, 0)
                rows.put(.expiresAt, day.instant(offset: ProviderTime.beijing) + .days(number))
            default: break
            }
        }
    }

    /// What an order's own URLs tell: hosts and paths, the number in them as `*`; they are learnt as the merchant's endpoints.
    private mutating func putEndpoints() {
        if let url = fields[.returnURL]?.trimmed.unquoted {
            if url.count == 0 || Reading.isNothing(url) {
                rows.put(.returnURLEmpty, "true")
            } else {
                putEndpoint(url, host: .returnHost, path: .returnPath)
                putSecret(in: url)
            }
        }
        if let url = fields[.notifyURL]?.trimmed.unquoted, url.count > 0 {
            putEndpoint(url, host: .notifyHost, path: .notifyPath)
            putSecret(in: url)
        }
    }

    private mutating func putEndpoint(_ url: Bytes, host: AttributeKey, path: AttributeKey) {
        guard let parts = URLParts(url) else { return }
        rows.putLowered(host, parts.host.cut(to: 100))
        let first = number
        let second = Reading.usable(fields[.attemptNumber])
        // The memory of the last template serves for this one.
        var whole = template
        template = []
        let pathLength = Endpoint.split(path: parts.path, query: parts.query, first: first, second: second, into: &whole)
        whole.withUnsafeBytes { rows.put(path, $0.slice(0, pathLength).cut(to: 200)) }
        let name = StableHash.of(whole, seed: UInt64(path.rawValue))
        defer { template = whole }
        // Every order teaches the same few templates.
        guard learntNames[name] == nil else { return }
        learntNames[name] = learntNames.count
        let text = String(decoding: whole, as: UTF8.self)
        if path == .notifyPath { learnt.notify.insert(text) } else { learnt.returns.insert(text) }
    }
}
