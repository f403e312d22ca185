import Domain

/// One App Store transaction of an order, as provider and verified server evidence tell it (facts.md §3.3 to §3.5).
///
/// A subscription has one for its first purchase and one for every renewal; a consumable has one for each time it was bought.
struct StorePurchase {
    /// Its `transactionId`; empty where no line names one.
    var transaction: String
    /// The `originalTransactionId`, where a line names it.
    var original: String?
    /// The product, where a line names it.
    var product: String?
    /// The event that tells of it first.
    var event: Int
    /// When it was bought; its first evidence where no line dates it.
    var start: Instant
    /// Whether `start` is the store's date.
    var isDated = false
    /// When its period ends, the latest that any line names: no order of lines is promised (facts.md §12). Nil: it never ends.
    var end: Instant?
    /// Access stays until then though the period is over: a billing grace period.
    var graceUntil: Instant?
    /// When it was refunded or revoked.
    var takenBackAt: Instant?
    /// The event that says so.
    var takenBackBy: Int?
    /// When the refund was reversed.
    var givenBackAt: Instant?
    /// Its money went back; false where access alone was revoked (family sharing).
    var isRefund = false
    /// Some line proves that it was paid.
    var isProven = false
    /// A line says that it is a renewal.
    var saysRenewal = false

    /// It belongs to a later period of something bought before.
    var isRenewal: Bool { saysRenewal || original.map { $0 != transaction } ?? false }

    /// Its money is with the payer again.
    var isRefunded: Bool { isRefund && takenBackAt != nil && givenBackAt == nil }

    /// Whether it was taken back at a moment.
    func isTakenBack(at moment: Instant) -> Bool {
        guard let takenBackAt, takenBackAt <= moment else { return false }
        return givenBackAt.map { moment < $0 } ?? true
    }

    /// Whether it gave access at a moment.
    func isActive(at moment: Instant) -> Bool {
        guard start <= moment, !isTakenBack(at: moment) else { return false }
        if let end, moment >= end { return graceUntil.map { moment < $0 } ?? false }
        return true
    }
}

extension Case {
    /// The App Store transactions of the order, in the order in which evidence tells of them; empty for every other flow.
    func findPurchases() -> [StorePurchase] {
        guard flow == .storekit else { return [] }
        var found: [StorePurchase] = []
        for index in facts.indices where speaksOfPurchase(index) { note(index, in: &found) }
        return merged(found)
    }

    /// Provider and server evidence that tells of a transaction and that nothing disproves.
    private func speaksOfPurchase(_ index: Int) -> Bool {
        let fact = facts[index]
        guard fact.environment != .xcode, !fact.flags.contains(.badSignature) else { return false }
        return switch fact.event {
        case .receiptVerified: passes(index) || fact.state == .refunded
        case .storeTransactionRecorded, .storeNotified, .refundRecorded: true
        case .providerAnswered: !fact.flags.contains(.error)
        case .notifyReceived: !isRefusedNotify(index)
        default: false
        }
    }

    /// A receipt that the App Store or our own check found good.
    func passes(_ index: Int) -> Bool {
        let fact = facts[index]
        guard fact.event == .receiptVerified, !fact.flags.contains(.badSignature), fact.ok != false else { return false }
        return fact.flags.contains(.codeZero) || fact.state?.isPaidOrBeyond == true
    }

    /// A notify that failed its verification, or a probe: it says nothing.
    private func isRefusedNotify(_ index: Int) -> Bool {
        for place in chain.deliveries.indices where chain.deliveries[place].received.contains(index) {
            return notices[place].isVerified == false || !notices[place].isReal
        }
        return facts[index].witness == .serverEdge
    }

    private func note(_ index: Int, in found: inout [StorePurchase]) {
        let fact = facts[index]
        let transaction = text(.transactionID, at: index) ?? ""
        // What names neither a transaction nor a state only passes by (a request to consume, a changed preference).
        guard !transaction.isEmpty || fact.state != nil || fact.event == .refundRecorded || fact.event == .receiptVerified else { return }
        let place: Int
        if let known = found.firstIndex(where: { $0.transaction == transaction }) {
            place = known
        } else {
            found.append(StorePurchase(transaction: transaction, event: index, start: fact.paidAt ?? fact.at))
            place = found.count - 1
        }
        found[place].original = found[place].original ?? text(.originalTransactionID, at: index)
        found[place].product = found[place].product ?? text(.productID, at: index)
        if fact.flags.contains(.renewal) { found[place].saysRenewal = true }
        if let paidAt = fact.paidAt {
            found[place].start = found[place].isDated ? min(found[place].start, paidAt) : paidAt
            found[place].isDated = true
        }
        if let end = chain.instant(.expiresAt, of: chain.events[index]) { found[place].end = max(found[place].end ?? end, end) }
        if let grace = chain.instant(.graceUntil, of: chain.events[index]) {
            found[place].graceUntil = max(found[place].graceUntil ?? grace, grace)
        }
        if isProofOfPurchase(fact) { found[place].isProven = true }
        noteTakingBack(index, in: &found[place])
    }

    private func isProofOfPurchase(_ fact: Fact) -> Bool {
        switch fact.event {
        case .receiptVerified, .storeTransactionRecorded: true
        case .refundRecorded: false
        default: fact.state?.isPaidOrBeyond == true || fact.state == .refunded
        }
    }

    private func noteTakingBack(_ index: Int, in purchase: inout StorePurchase) {
        let fact = facts[index]
        let isRevoked = chain.has(.subscriptionState, "revoked", in: chain.events[index])
        if fact.event == .refundRecorded || fact.state == .refunded || isRevoked {
            let at = chain.instant(.closedAt, of: chain.events[index]) ?? fact.at
            if purchase.takenBackAt.map({ at < $0 }) ?? true { (purchase.takenBackAt, purchase.takenBackBy) = (at, index) }
            if fact.event == .refundRecorded || fact.state == .refunded { purchase.isRefund = true }
        } else if chain.has(.notificationType, "REFUND_REVERSED", in: chain.events[index]), purchase.takenBackAt != nil {
            purchase.givenBackAt = min(purchase.givenBackAt ?? fact.at, fact.at)
        }
    }

    /// What no line ties to a transaction speaks of the only one there is.
    private func merged(_ found: [StorePurchase]) -> [StorePurchase] {
        guard found.count == 2, let bare = found.firstIndex(where: { $0.transaction.isEmpty }) else { return found }
        var one = found[1 - bare]
        let other = found[bare]
        if other.isDated { (one.start, one.isDated) = (one.isDated ? min(one.start, other.start) : other.start, true) }
        one.event = min(one.event, other.event)
        one.end = [one.end, other.end].compactMap { $0 }.max()
        one.graceUntil = [one.graceUntil, other.graceUntil].compactMap { $0 }.max()
        if one.takenBackAt == nil { (one.takenBackAt, one.takenBackBy) = (other.takenBackAt, other.takenBackBy) }
        one.givenBackAt = one.givenBackAt ?? other.givenBackAt
        one.isRefund = one.isRefund || other.isRefund
        one.isProven = one.isProven || other.isProven
        return [one]
    }

    /// What was refunded of a StoreKit order: a transaction at a time, whatever the amounts (Apple names none in most places).
    func findStoreRefunds() -> Refunds {
        var refunds = Refunds()
        let back = purchases.filter(\.isRefunded)
        guard let first = back.compactMap(\.takenBackBy).min() else { return refunds }
        refunds.isAny = true
        refunds.event = first
        refunds.trades = back.map(\.transaction).filter { !$0.isEmpty }
        refunds.isFull = purchases.allSatisfy { $0.isRefunded || !$0.isProven }
        return refunds
    }

    /// What the store itself, and no receipt of the app, tells of the order's first purchase: a record or a notification.
    var storeRecordOfPurchase: Int? {
        facts.indices.first { index in
            let fact = facts[index]
            guard fact.environment != .xcode, fact.flags.isDisjoint(with: [.badSignature, .renewal]) else { return false }
            switch fact.event {
            case .storeTransactionRecorded: break
            case .storeNotified: guard fact.state?.isPaidOrBeyond == true else { return false }
            case .notifyReceived:
                guard fact.state?.isPaidOrBeyond == true, fact.witness != .serverEdge, !isRefusedNotify(index) else { return false }
            default: return false
            }
            guard let original = text(.originalTransactionID, at: index), let transaction = text(.transactionID, at: index) else {
                return true
            }
            return original == transaction
        }
    }

    /// The first server evidence that the purchase was taken in: a good receipt, the mark, a delivery, access granted.
    var serverConfirmation: Int? {
        facts.indices.first { index in
            switch facts[index].event {
            case .receiptVerified: passes(index)
            case .orderChanged: facts[index].to?.isPaidOrBeyond == true
            case .orderDelivered: true
            case .entitlementChanged: facts[index].ok == true
            default: false
            }
        }
    }
}
