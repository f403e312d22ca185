import Domain
import Providers

extension Delivery {
    /// Why the provider was told no, by the first reason of vocabulary §6 that fits; nil when nothing speaks for a refusal.
    ///
    /// - Parameter provider: whose rule of an accepted answer holds.
    public func refusal(by provider: ProviderDefinition) -> String? {
        let answer = provider.answer.judge(httpStatus: httpStatus, body: body, bytes: bytes, duration: duration)
        if answer == .httpStatus, ok != false, failed == nil { return "http_status" }
        if ok == false {
            switch reason {
            case "amount", "merchant", "currency", "order_unknown", "exception": return reason
            default: return "signature"
            }
        }
        // An exception that did not keep the handler from answering as demanded was no refusal.
        if failed != nil, answer != .accepted { return "exception" }
        return answer.reason
    }
}
