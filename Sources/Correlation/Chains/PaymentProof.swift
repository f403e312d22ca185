import Domain

/// A provider's or server's word that the order was paid (vocabulary §2): never a client's.
struct PaymentProof {
    /// When the payer paid, as the proof says; nil when it does not.
    var paidAt: Instant?
    /// The provider's word, or empty.
    var provider: String
    /// Index of the event.
    var event: Int

    /// When it was paid at the latest: the stated time, else the stamp of the proof.
    func moment(in chain: Chain) -> Instant { paidAt ?? chain.events[event].at }

    /// The proof with the earliest payment; nil when the chain has none.
    static func first(in chain: Chain) -> PaymentProof? {
        var best: PaymentProof?
        let refused = refused(in: chain)
        for index in chain.events.indices {
            guard let proof = proof(index, in: chain, refused: refused) else { continue }
            guard let known = best else {
                best = proof
                continue
            }
            let (a, b) = (proof.moment(in: chain), known.moment(in: chain))
            if a < b || (a == b && proof.paidAt != nil && known.paidAt == nil) { best = proof }
        }
        return best
    }

    /// Received lines of deliveries that failed verification: they prove nothing.
    static func refused(in chain: Chain) -> Set<Int> {
        var found: Set<Int> = []
        for delivery in chain.deliveries where delivery.ok == false { found.formUnion(delivery.received) }
        return found
    }

    /// The proof that one event is, if it is one.
    static func proof(_ index: Int, in chain: Chain, refused: Set<Int>) -> PaymentProof? {
        let event = chain.events[index]
        switch event.event {
        case .tradeRecorded, .storeTransactionRecorded, .providerAnswered, .receiptVerified:
            break
        case .notifyReceived:
            guard event.witness != .serverEdge, event.witness != .client else { return nil }
            guard !refused.contains(index) else { return nil }
        default: return nil
        }
        return chain.withAttributes(of: event) { attributes in
            guard attributes[.payerExport] == nil, attributes[.probe] == nil else { return nil }
            if let environment = attributes[.environment], environment.equals("Xcode") || environment.equals("LocalTesting") { return nil }
            guard event.event != .providerAnswered || attributes[.error] == nil else { return nil }
            let paidAt = attributes[.paidAt]?.integer.map(Instant.init(microseconds:))
            let status = attributes[.status]
            let saysPaid = status.map { $0.equals("paid") || $0.equals("refunded") || ($0.equals("closed") && paidAt != nil) } ?? false
            let isReceipt =
                event.event == .receiptVerified && (attributes[.code]?.equals("0") ?? attributes[.rawStatus]?.equals("0") ?? false)
            guard saysPaid || isReceipt else { return nil }
            return PaymentProof(paidAt: paidAt, provider: attributes[.provider]?.text ?? "", event: index)
        }
    }
}
