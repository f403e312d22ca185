import Domain
import Providers

extension Delivery {
    /// Why the provider was told no, by the first reason of vocabulary §6 that fits; nil when nothing speaks for a refusal.
    ///
    /// - Parameters:
    ///   - provider: whose rule of an accepted answer holds.
    ///   - chain: the chain whose delivery this is.
    public func refusal(by provider: ProviderDefinition, in chain: Chain) -> String? {
        let hasThrown = hasThrown(in: chain)
        let answer = provider.answer.judge(
            httpStatus: httpStatus, body: body, bytes: bytes, duration: duration, isVersion2: isVersion2(in: chain))
        if answer == .httpStatus, ok != false, !hasThrown { return "http_status" }
        if ok == false {
            switch reason {
            case "amount", "merchant", "currency", "order_unknown", "exception": return reason
            default: return "signature"
            }
        }
        // An exception that did not keep the handler from answering as demanded was no refusal.
        if hasThrown, answer != .accepted { return "exception" }
        return answer.reason
    }

    /// Whether it is one of WeChat Pay v2's, which wants XML for an answer.
    private func isVersion2(in chain: Chain) -> Bool {
        provider == "wechat"
            && received.contains { chain.events.indices.contains($0) && chain.has(.detail, "v2", in: chain.events[$0]) }
    }

    /// Whether its handler threw; what a front end says in its error log is none of the handler's.
    private func hasThrown(in chain: Chain) -> Bool {
        guard let failed, chain.events.indices.contains(failed) else { return false }
        return chain.withAttributes(of: chain.events[failed]) { $0[.detail]?.equals("edge") != true }
    }
}
