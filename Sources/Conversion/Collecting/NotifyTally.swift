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

    /// Counts one order.
    mutating func note(deliveries number: Int, acceptedAt: Int?, _ reasons: [String]) {
        orders += 1
        deliveries += number
        for reason in reasons { refusals[reason, default: 0] += 1 }
        if let acceptedAt {
            self.acceptedAt[min(acceptedAt, NotifyTally.places) - 1] += 1
        } else {
            neverAccepted += 1
        }
    }

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
        notifies[provider, default: NotifyTally()].note(deliveries: number, acceptedAt: acceptedAt, refusals)
    }
}

extension Delivery {
    /// A delivery that the provider made and that reached us: no probe, no tool, not only the provider's own record (vocabulary §7).
    func isRequest(in chain: Chain) -> Bool {
        guard !received.isEmpty || edge != nil || answered != nil || verified != nil || failed != nil else { return false }
        func isForeign(_ index: Int?) -> Bool {
            guard let index, chain.events.indices.contains(index) else { return false }
            return chain.withAttributes(of: chain.events[index]) { attributes in
                if attributes[.probe]?.equals("true") == true || attributes[.tool]?.equals("true") == true { return true }
                guard let agent = attributes[.agent] else { return false }
                return agent.equals("tool") || agent.equals("scanner")
            }
        }
        return !(received.contains(where: isForeign) || isForeign(edge) || isForeign(answered) || isForeign(verified))
    }
}
