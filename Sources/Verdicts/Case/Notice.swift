import Domain
import Flows
import Providers

/// What one delivery of the notify ledger says and what became of it.
struct Notice {
    /// What it reports.
    var says: Says = .unreadable
    /// Verification: passed, failed, or nil when no line tells and none can be assumed.
    var isVerified: Bool?
    /// The reason word of a refusal, in the order of vocabulary §6; nil when nothing speaks for one.
    var refusal: String?
    /// A probe, a developer's tool or a provider's own record without a request of ours: no delivery (vocabulary §7).
    var isReal = true
    /// The payment time it carries.
    var paidAt: Instant?

    /// The content of a notify.
    enum Says {
        /// Paid, or paid before and refunded since.
        case paid
        case refunded
        case closed
        case failed
        /// Still open.
        case open
        /// Encrypted, or only an access-log line.
        case unreadable
    }
}

extension Case {
    /// Judges every delivery: what it says, whether it was verified, whether it was refused and why.
    func judgeNotices(into notices: inout [Notice]) {
        notices.removeAll(keepingCapacity: true)
        for index in chain.deliveries.indices { notices.append(judgeNotice(index)) }
        for index in notices.indices where notices[index].refusal == "response_body" {
            if mayCountTheHead(index), !comesAgain(index, in: notices) { notices[index].refusal = nil }
        }
    }

    /// Whether the byte count of a 2xx answer may be the head's, too (Apache `%O`, nginx `$bytes_sent`, load balancers): it is as much
    /// larger than the body that the provider demands as a head is, and no line says another body.
    private func mayCountTheHead(_ index: Int) -> Bool {
        let delivery = chain.deliveries[index]
        guard let bytes = delivery.bytes, case .exactBody(let wanted) = provider(of: index).answer.form else { return false }
        let length = wanted.utf8CodeUnitCount
        guard bytes >= length + 100, bytes <= length + 900 else { return false }
        guard var body = delivery.body else { return true }
        return body.withUTF8 { UnsafeRawBufferPointer($0).equals(wanted) }
    }

    /// Whether the provider sent a notification again, or may have where no log covers its first retry: an answer that it took ends it.
    private func comesAgain(_ index: Int, in notices: [Notice]) -> Bool {
        guard let schedule = provider(of: index).retries else { return true }
        let delivery = chain.deliveries[index]
        let due = delivery.at + schedule.firstRetry
        let again = chain.deliveries.indices.contains { other in
            other > index && notices[other].isReal && chain.deliveries[other].at >= due
                && (chain.deliveries[other].notifyID == nil || delivery.notifyID == nil
                    || chain.deliveries[other].notifyID == delivery.notifyID)
        }
        return again || !serverCovers(delivery.at, due + .minutes(2))
    }

    private func judgeNotice(_ index: Int) -> Notice {
        var notice = Notice()
        notice.isReal = isReal(index)
        let state = chain.deliveries[index].status.flatMap(Case.state) ?? chain.deliveries[index].verified.flatMap { facts[$0].state }
        var refunded = false
        for event in chain.deliveries[index].received where event < facts.count {
            notice.paidAt = notice.paidAt ?? facts[event].paidAt
            refunded = refunded || facts[event].flags.contains(.refundedAmount)
        }
        notice.says =
            switch state {
            case .paid, .shipped, .delivered, .completed: .paid
            case .refunded: .refunded
            // paid and fully refunded, not "never paid" (facts.md §1.1.1)
            case .closed, .cancelled, .expired: notice.paidAt != nil || refunded ? .refunded : .closed
            case .failed: .failed
            case .created, .pending, .notExist: .open
            case nil: refunded ? .refunded : .unreadable
            }
        notice.isVerified = isVerified(index, says: notice.says)
        if notice.says == .unreadable, notice.isVerified == true, movesOrder(index) || provider(of: index).word == "wechat" {
            notice.says = .paid
        }
        notice.refusal = notice.isReal ? refusal(of: index) : nil
        return notice
    }

    private static func state(_ word: String) -> StateWord? {
        var word = word
        return word.withUTF8 { StateWord(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// A delivery the provider made, not a probe, a tool, or only the provider's own record of one.
    private func isReal(_ index: Int) -> Bool {
        func isFalse(_ event: Int?) -> Bool {
            guard let event, event < facts.count else { return false }
            return !facts[event].flags.isDisjoint(with: [.probe, .tool])
        }
        for event in chain.deliveries[index].received where isFalse(event) { return false }
        let (edge, answered) = (chain.deliveries[index].edge, chain.deliveries[index].answered)
        let (verified, failed) = (chain.deliveries[index].verified, chain.deliveries[index].failed)
        if isFalse(edge) || isFalse(answered) || isFalse(verified) { return false }
        return !chain.deliveries[index].received.isEmpty || edge != nil || answered != nil || verified != nil || failed != nil
    }

    /// Verification of a delivery. Where no line of the run ever tells of one, the handler's own action stands for it: an order that moved
    /// by this notify was verified as far as this application logs at all.
    private func isVerified(_ index: Int, says: Notice.Says) -> Bool? {
        if let ok = chain.deliveries[index].ok { return ok }
        // Our own check of a signed document against its issuer's root stands for a line that tells of one.
        for event in chain.deliveries[index].received where event < facts.count {
            if facts[event].flags.contains(.badSignature) { return false }
            if facts[event].flags.contains(.goodSignature) { return true }
        }
        guard !run.serverEventsShown.contains(.notifyVerified), !kinds.contains(.notifyVerified) else { return nil }
        return movesOrder(index) ? true : nil
    }

    /// Whether the order was moved by a notify within a minute of the delivery.
    private func movesOrder(_ index: Int) -> Bool {
        guard kinds.contains(.orderChanged) else { return false }
        let at = chain.deliveries[index].at
        let width = chain.deliveries[index].resolution.width
        let isRefund = speaksOfRefund(index)
        return facts.contains {
            $0.event == .orderChanged && ($0.by == .notify || $0.by == .unsaid)
                && ($0.to?.isPaidOrBeyond == true || isRefund && $0.to == .refunded)
                && $0.range.latest >= at && $0.at <= at + width + .minutes(1)
        }
    }

    /// The provider that made a delivery: where its lines do not tell, the flow's.
    func provider(of delivery: Int) -> ProviderDefinition {
        let word = chain.deliveries[delivery].provider
        return ProviderDefinition.named(word.isEmpty ? definition.provider : word)
    }

    private func refusal(of index: Int) -> String? { chain.deliveries[index].refusal(by: provider(of: index), in: chain) }
}
