import Domain
import Flows

/// How one order stands to one step: the four answers that bounds are made of.
public enum Reach: Hashable, Sendable {
    /// It reached the step.
    case yes
    /// It did not, and surely: the step is missing, or the order ended before it.
    case no
    /// Its time is not over.
    case open
    /// No log would show it.
    case unseen
}

extension Verdict {
    /// Whether the order was ever paid, as far as is known.
    public var paidReach: Reach {
        switch outcome {
        case .paid, .refunded: .yes
        case .failed, .cancelled, .abandoned: .no
        case .pending: .open
        case .unknown: .unseen
        }
    }

    /// The step from which on only paid orders count.
    static func gate(of flow: Flow) -> Step { flow == .storekit ? .purchased : .paid }

    /// How the order stands to every step of its flow, in the flow's order.
    ///
    /// A step behind the payment is reached by paid orders only: a payer who comes back without having paid is no conversion. A step that is
    /// not due because an earlier one was not seen is out of reach only where that one surely did not happen and the device's logs cover
    /// the order; else nothing is known of it (vocabulary §5: absence of evidence is not evidence of absence).
    public func reaches() -> [(step: Step, reach: Reach)] {
        let gate = Verdict.gate(of: flow)
        let coversClient = coverage.contains { $0.witness == .client && $0.state == .covered }
        var out: [(step: Step, reach: Reach)] = []
        out.reserveCapacity(steps.count)
        var paid: Reach?
        for judged in steps {
            var reach = own(judged, earlier: out, coversClient: coversClient)
            if judged.step == gate {
                if gate == .paid { reach = paidReach }
                paid = reach
            } else if let paid, paid != .yes, reach != .no {
                reach = paid
            }
            out.append((judged.step, reach))
        }
        return out
    }

    private func own(_ judged: StepVerdict, earlier: [(step: Step, reach: Reach)], coversClient: Bool) -> Reach {
        switch judged.state {
        case .seen: return .yes
        case .missing, .skipped: return .no
        case .unobserved: return .unseen
        case .notDue:
            if let due = judged.due, due > asOf || outcome == .pending { return .open }
            let needed = FlowDefinition.of(flow).rule(for: judged.step)?.after ?? []
            for one in earlier where needed.contains(one.step) {
                if one.reach == .open { return .open }
                if one.reach == .unseen { return .unseen }
            }
            return coversClient ? .no : .unseen
        }
    }

    /// Whether nothing but a provider's bill speaks of it: such an order was found because it was paid, and says nothing about how many
    /// orders get paid.
    public var isBillOnly: Bool { remarks.contains(.billOnly) }

    /// The moment that decides to which period the order belongs: its creation, else its payment, else its first evidence.
    public func periodInstant(_ chain: Chain) -> Instant? { createdAt ?? paidAt ?? chain.events.map(\.at).min() }
}
