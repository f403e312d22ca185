import Domain

/// One proof of payment (vocabulary §2): a provider record, a verified notify, a provider's answer to a query, a verified receipt.
struct Proof {
    /// The event it rests on.
    var event: Int
    /// When the payer paid, or when it was learnt where the proof carries no date.
    var paidAt: Instant
    /// Whether `paidAt` is the provider's date.
    var isDated: Bool
    /// Where it comes from.
    var source: Source
    /// The delivery, for a notify.
    var delivery: Int?

    /// Where a proof comes from.
    enum Source {
        case notify, query, record, receipt
        /// The order's own statement, where the run's logs hold no line of the kind it refers to.
        case statement
    }

    /// The server knew it at the time: not a record learnt later.
    var isKnownToServer: Bool { source != .record }
}

extension Case {
    /// Every proof of payment, in chain order.
    func findProofs(into proofs: inout [Proof]) {
        proofs.removeAll(keepingCapacity: true)
        for index in notices.indices where notices[index].isVerified == true {
            guard notices[index].says == .paid || notices[index].says == .refunded else { continue }
            guard
                let event = chain.deliveries[index].verified ?? chain.deliveries[index].received.first ?? chain.deliveries[index].answered
                    ?? chain.deliveries[index].edge, event < facts.count
            else { continue }
            guard facts[event].environment != .xcode, !receivesWorthless(index) else { continue }
            proofs.append(
                Proof(
                    event: event, paidAt: notices[index].paidAt ?? chain.deliveries[index].at, isDated: notices[index].paidAt != nil,
                    source: .notify,
                    delivery: index))
        }
        for (index, fact) in facts.enumerated() where !isWorthless(index) {
            let source: Proof.Source
            switch fact.event {
            case .providerAnswered where !fact.flags.contains(.error) && (isPaid(fact.state) || isRepaid(fact)): source = .query
            case .tradeRecorded where isPaid(fact.state) || (fact.state == .closed && isRefund(fact)): source = .record
            case .notifySent where isPaid(fact.state): source = .record
            case .refundRecorded: source = .record
            case .storeTransactionRecorded: source = .record
            case .storeNotified where isPaid(fact.state): source = .record
            case .receiptVerified where fact.ok != false && (fact.flags.contains(.codeZero) || isPaid(fact.state)): source = .receipt
            case .orderChanged where isStatedProof(fact): source = .statement
            default: continue
            }
            // A refund's own date is not the payment's.
            let dated = fact.paidAt ?? (source == .record && fact.event == .tradeRecorded ? fact.at : nil)
            proofs.append(Proof(event: index, paidAt: dated ?? fact.at, isDated: dated != nil, source: source))
        }
    }

    /// Whether a delivery was received with a line that proves nothing.
    private func receivesWorthless(_ delivery: Int) -> Bool {
        for place in chain.deliveries[delivery].received.indices where isWorthless(chain.deliveries[delivery].received[place]) {
            return true
        }
        return false
    }

    /// A local StoreKit test, or a signed document whose signature is wrong: it proves nothing.
    private func isWorthless(_ index: Int) -> Bool {
        facts[index].environment == .xcode || facts[index].flags.contains(.badSignature)
    }

    /// A provider state that means that money was paid.
    private func isPaid(_ state: StateWord?) -> Bool {
        guard let state else { return false }
        return state.isPaidOrBeyond || state == .refunded
    }

    /// A closed trade that carries a payment or a refund was paid (facts.md §1.1.1).
    private func isRefund(_ fact: Fact) -> Bool { fact.paidAt != nil || fact.flags.contains(.refundedAmount) }

    /// An answer that says paid before: a closed trade with a payment, or a refund of it, which a provider takes for a paid trade only and
    /// which counts as paid from its beginning on (facts.md §2.3).
    private func isRepaid(_ fact: Fact) -> Bool {
        fact.flags.contains(.refundDocument) || fact.flags.contains(.refundedAmount) || fact.state == .closed && isRefund(fact)
    }

    /// Whether a line is the provider's word on a refund: its own time is not the payment's.
    func isRefundDocument(_ index: Int) -> Bool {
        facts[index].event == .refundRecorded || facts[index].flags.contains(.refundDocument)
            || facts[index].event == .providerAnswered && facts[index].flags.contains(.refundedAmount) && facts[index].state == nil
    }

    /// Whether a delivery is one about a refund.
    func speaksOfRefund(_ delivery: Int) -> Bool {
        chain.deliveries[delivery].received.contains { $0 < facts.count && facts[$0].flags.contains(.refundDocument) }
    }

    /// From when on the order can have been paid: the moment itself where it is told, or is learnt of as it happens. A refund proves that it
    /// was paid, and only tells until when: then since its creation, and where no line shows that, nobody knows since when.
    func earliestPayment() -> Instant? {
        guard let paidAt, flow != .storekit else { return paidAt }
        let isTold = proofs.contains { proof in
            proof.paidAt == paidAt
                && (proof.isDated
                    || !isRefundDocument(proof.event) && !facts[proof.event].flags.contains(.refundBegun)
                        && facts[proof.event].state != .refunded && !(proof.delivery.map(speaksOfRefund) ?? false))
        }
        return isTold ? paidAt : created.map { min(facts[$0].at, paidAt) } ?? .distantPast
    }

    /// An order that says by which proof it moved is verified server evidence where the run's logs never show a line of that kind: a kind
    /// that is never logged cannot be missed (vocabulary §4).
    private func isStatedProof(_ fact: Fact) -> Bool {
        guard fact.to?.isPaidOrBeyond == true else { return false }
        let shown = run.serverEventsShown
        return switch fact.by {
        case .notify:
            !kinds.contains(.notifyReceived) && !kinds.contains(.notifyVerified) && !shown.contains(.notifyReceived)
                && !shown.contains(.notifyVerified)
        case .providerQuery: !kinds.contains(.providerAnswered) && !shown.contains(.providerAnswered)
        case .receipt: !kinds.contains(.receiptVerified) && !shown.contains(.receiptVerified)
        default: false
        }
    }
}
