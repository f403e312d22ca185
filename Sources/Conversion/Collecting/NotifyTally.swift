import Domain
import Flows
import Providers
import Verdicts

/// The health of one provider's notifies.
struct NotifyTally: Sendable {
    /// Orders with at least one delivery.
    var orders = 0
    var deliveries = 0
    /// Orders by the number of the delivery that was accepted first; the last place stands for it and all beyond.
    var acceptedAt = [Int](repeating: 0, count: NotifyTally.places)
    /// Orders without an accepted delivery.
    var neverAccepted = 0
    /// Refused deliveries by reason.
    var refusals: [String: Int] = [:]
    static let places = 9

    mutating func merge(_ other: NotifyTally) {
        orders += other.orders
        deliveries += other.deliveries
        for index in acceptedAt.indices { acceptedAt[index] += other.acceptedAt[index] }
        neverAccepted += other.neverAccepted
        refusals.merge(other.refusals, uniquingKeysWith: +)
    }
}

extension ConversionCollector {
    mutating func noteNotifies(_ verdict: Verdict, _ chain: Chain) {
        var number = 0
        var acceptedAt: Int?
        var word = ""
        var refusals: [String] = []
        for delivery in chain.deliveries where delivery.isRequest(in: chain) {
            number += 1
            if word.isEmpty { word = delivery.provider.isEmpty ? FlowDefinition.of(verdict.flow).provider : delivery.provider }
            if let reason = delivery.refusal(by: ProviderDefinition.named(word), in: chain) {
                refusals.append(reason)
            } else if acceptedAt == nil {
                // Deliveries before it that no log shows are counted where the provider's schedule tells of them.
                acceptedAt = max(number, delivery.number ?? number)
            }
        }
        guard number > 0 else { return }
        let provider = ProviderDefinition.all.contains { $0.word == word } ? word : "relay"
        var tally = notifies[provider, default: NotifyTally()]
        notifies[provider] = nil
        tally.orders += 1
        tally.deliveries += number
        for reason in refusals { tally.refusals[reason, default: 0] += 1 }
        if let acceptedAt {
            tally.acceptedAt[min(acceptedAt, NotifyTally.places) - 1] += 1
        } else {
            tally.neverAccepted += 1
        }
        notifies[provider] = tally
    }
}

extension Delivery {
    /// A delivery that the provider made and that reached us: no probe, no tool, not only the provider's own record (vocabulary §7).
    func isRequest(in chain: Chain) -> Bool {
        let lines = received + [edge, answered, verified].compactMap { $0 }
        guard !lines.isEmpty || failed != nil else { return false }
        return !lines.contains { index in
            guard chain.events.indices.contains(index) else { return false }
            let event = chain.events[index]
            return chain.has(.probe, "true", in: event) || chain.has(.tool, "true", in: event) || chain.has(.agent, "tool", in: event)
                || chain.has(.agent, "scanner", in: event)
        }
    }
}
