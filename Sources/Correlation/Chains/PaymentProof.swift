import Domain

/// A provider's or server's word that the order was paid (vocabulary §2): never a client's.
struct PaymentProof {
    /// When the payer paid, as the proof says; nil when it does not.
    var paidAt: Instant?
    /// When it was paid at the latest: the stated time, else the stamp of the proof.
    var moment: Instant
    /// Index of the event.
    var event: Int

    /// The proof with the earliest payment, one that states its time before one that does not.
    static func first(in view: ChainView, refused: [Int]) -> PaymentProof? {
        var best: PaymentProof?
        for index in view.events.indices {
            guard let proof = proof(index, in: view, refused: refused) else { continue }
            guard let known = best else {
                best = proof
                continue
            }
            if proof.moment < known.moment || (proof.moment == known.moment && proof.paidAt != nil && known.paidAt == nil) { best = proof }
        }
        return best
    }

    /// Received lines of deliveries that failed verification, in order: they prove nothing.
    static func refused(in deliveries: [Delivery]) -> [Int] {
        var found: [Int] = []
        for index in deliveries.indices where deliveries[index].ok == false { found += deliveries[index].received }
        if found.count > 1 { found.sort() }
        return found
    }

    private static func isRefused(_ index: Int, _ refused: [Int]) -> Bool {
        guard !refused.isEmpty else { return false }
        let place = refused.endOfPrefix { $0 < index }
        return place < refused.count && refused[place] == index
    }

    private static let keys = AttributeKeys(
        .payerExport, .probe, .signature, .environment, .error, .paidAt, .status, .code, .rawStatus)

    /// The proof that one event is, if it is one.
    @inline(__always) static func proof(_ index: Int, in view: ChainView, refused: [Int]) -> PaymentProof? {
        // Most events are of no kind that could be one.
        switch view.events[index].event {
        case .tradeRecorded, .storeTransactionRecorded, .storeNotified, .providerAnswered, .receiptVerified: break
        case .notifyReceived:
            let witness = view.events[index].witness
            guard witness != .serverEdge, witness != .client, !isRefused(index, refused) else { return nil }
        default: return nil
        }
        return read(index, in: view)
    }

    private static func read(_ index: Int, in view: ChainView) -> PaymentProof? {
        let event = view.events[index].event
        var paidAt: Instant?
        var saysPaid = false
        var isClosed = false
        let keys = PaymentProof.keys
        let attributes = view.attributes(index)
        guard attributes.keys.mayHold(.status) || event == .receiptVerified else { return nil }
        var cursor = AttributeCursor(attributes)
        while cursor.next(among: keys) {
            let value = cursor.value
            switch cursor.code {
            case AttributeKey.payerExport.rawValue, AttributeKey.probe.rawValue: return nil
            case AttributeKey.signature.rawValue: if value.equals("invalid") { return nil }
            case AttributeKey.environment.rawValue: if value.equals("Xcode") || value.equals("LocalTesting") { return nil }
            case AttributeKey.error.rawValue: if event == .providerAnswered { return nil }
            case AttributeKey.paidAt.rawValue: paidAt = value.integer.map(Instant.init(microseconds:))
            case AttributeKey.status.rawValue:
                saysPaid = saysPaid || value.equals("paid") || value.equals("refunded")
                isClosed = value.equals("closed")
            case AttributeKey.code.rawValue, AttributeKey.rawStatus.rawValue:
                if event == .receiptVerified, value.equals("0") { saysPaid = true }
            default: break
            }
        }
        guard saysPaid || (isClosed && paidAt != nil) else { return nil }
        return PaymentProof(paidAt: paidAt, moment: paidAt ?? view.events[index].at, event: index)
    }
}
