import Domain
import Flows

extension Case {
    /// The steps of an in-app purchase (vocabulary §4).
    func judgePurchaseStep(_ rule: StepDeadline, after earlier: [JudgedStep]) -> JudgedStep {
        let within = span(of: rule.step, default: rule.within ?? .zero)
        return switch rule.step {
        case .purchased: judgePurchased(within)
        case .receiptUploaded: judgeReceiptUploaded(within, after: earlier)
        case .receiptVerified: judgeReceiptVerified(within, after: earlier)
        case .delivered: judgeDelivered(within, after: earlier)
        case .finished: judgeFinished(within, after: earlier)
        default: judgePurchasing()
        }
    }

    private func judgePurchasing() -> JudgedStep {
        let seen = facts.firstIndex { $0.event == .storeTransaction && $0.state == .created }
        return JudgedStep(step: .purchasing, state: seen == nil ? .unobserved : .seen, evidence: seen)
    }

    /// Missing where StoreKit still holds the purchase, or where the store sold and the app never heard of it.
    private func judgePurchased(_ within: TimeSpan) -> JudgedStep {
        if let seen = facts.firstIndex(where: { $0.event == .storeTransaction && $0.state == .paid }) {
            return JudgedStep(step: .purchased, state: .seen, evidence: seen)
        }
        // What came after a purchase shows that the app has it, logged or not.
        if hasSignOfPurchase { return JudgedStep(step: .purchased, state: .unobserved) }
        if storeRecordOfPurchase != nil, let paidAt {
            let due = paidAt + within
            let isCovered = isShown(.storeTransaction) && (deviceCovers(paidAt, due) || deviceCoversSincePurchasing(paidAt, within))
            return absence(.purchased, due: due, earliestDue: due, isCovered: isCovered)
        }
        guard let open = openPurchase else {
            let isBegun = kinds.contains(.storeTransaction) || outcome == .pending
            return JudgedStep(step: .purchased, state: isBegun && !outcome.everPaid ? .notDue : .unobserved)
        }
        let due = facts[open].at + within
        return absence(
            .purchased, due: due, earliestDue: range(ofRaw: due, device: facts[open].device).earliest,
            isCovered: deviceCoversRaw(facts[open].device, facts[open].at, due), onDevice: true)
    }

    /// Whether the device's logs cover, by its own clock, the time in which `purchased` should have come: the payer paid after StoreKit
    /// took the purchase up, and no later behind that than behind the order's creation.
    private func deviceCoversSincePurchasing(_ paidAt: Instant, _ within: TimeSpan) -> Bool {
        guard let created, facts[created].at <= paidAt else { return false }
        let purchasing = facts.firstIndex { $0.event == .storeTransaction && $0.state == .created && $0.binding == .direct }
        guard let purchasing, facts[purchasing].device == device?.key else { return false }
        let from = facts[purchasing].at
        return deviceCoversRaw(facts[purchasing].device, from, from + (paidAt - facts[created].at) + within)
    }

    /// Whether something stands that only a purchase in the app's hands leads to.
    private var hasSignOfPurchase: Bool {
        facts.indices.contains { index in
            switch facts[index].event {
            case .receiptUploaded: true
            case .storeTransactionFinished: facts[index].binding != .window
            case .receiptVerified: passes(index)
            default: false
            }
        }
    }

    /// The purchase that StoreKit still holds: the first `purchasing` that nothing ends. Many identical lines are one (vocabulary §7).
    var openPurchase: Int? {
        guard kinds.contains(.storeTransaction), !hasSignOfPurchase else { return nil }
        var open: Int?
        var ended: Int?
        for index in facts.indices where facts[index].event == .storeTransaction {
            switch facts[index].state {
            case .paid: return nil
            case .created where open == nil:
                // StoreKit shows what it holds again at a launch; a new try is named or tapped.
                let isNew = facts[index].binding != .window || ended.map { isTapped(between: $0, and: index) } ?? true
                if isNew { open = index }
            case .failed, .cancelled, .pending: (open, ended) = (nil, index)
            default: break
            }
        }
        return open
    }

    private func isTapped(between a: Int, and b: Int) -> Bool {
        facts.indices.contains { facts[$0].event == .payTapped && isBefore(a, $0) && isBefore($0, b) }
    }

    /// The last deferral that nothing has ended: the purchase waits for somebody's approval.
    var deferral: Int? {
        guard kinds.contains(.storeTransaction) else { return nil }
        var found: Int?
        for index in facts.indices where facts[index].event == .storeTransaction {
            switch facts[index].state {
            case .pending: found = index
            case .paid, .failed, .cancelled: found = nil
            default: break
            }
        }
        return found
    }

    private func evidence(of step: Step, in earlier: [JudgedStep]) -> Int? {
        earlier.first { $0.step == step && $0.state == .seen }?.evidence
    }

    private func judgeReceiptUploaded(_ within: TimeSpan, after earlier: [JudgedStep]) -> JudgedStep {
        let uploads = indices(of: .receiptUploaded)
        let seen = uploads.first { !facts[$0].flags.contains(.error) }
        guard let purchased = evidence(of: .purchased, in: earlier) else {
            return JudgedStep(step: .receiptUploaded, state: seen == nil ? .unobserved : .seen, evidence: seen)
        }
        let key = facts[purchased].device
        let due = facts[purchased].at + within
        if let seen {
            var judged = JudgedStep(step: .receiptUploaded, state: .seen, evidence: seen, due: due, isDueOnDevice: true)
            judged.isMissed =
                facts[seen].device == key && facts[seen].at > due && deviceCoversRaw(key, facts[purchased].at, due)
            return judged
        }
        // A receipt that the server looked at was uploaded, by whichever line.
        guard !kinds.contains(.receiptVerified) else { return JudgedStep(step: .receiptUploaded, state: .unobserved, due: due) }
        let isLogged = isShown(.receiptUploaded) || !uploads.isEmpty || serverSawNoReceipt(from: purchased, to: due)
        return absence(
            .receiptUploaded, due: due, earliestDue: range(ofRaw: due, device: key).earliest,
            isCovered: isLogged && deviceCoversRaw(key, facts[purchased].at, due) && !mayBeHandedOverAgain(purchased), onDevice: true)
    }

    /// Whether the line of a purchase may be StoreKit's second: it hands over again, at each launch, what is not finished (facts.md §3.1), so
    /// that the receipt may have been uploaded before the log begins.
    private func mayBeHandedOverAgain(_ purchased: Int) -> Bool {
        let (key, at) = (facts[purchased].device, facts[purchased].at)
        let isBegun = facts.indices.contains { index in
            guard facts[index].device == key, facts[index].at <= at, index != purchased else { return false }
            return facts[index].event == .payTapped || facts[index].event == .storeTransaction && facts[index].state == .created
        }
        if isBegun { return false }
        if let created, deviceCovers(facts[created].at, facts[purchased].range.latest) { return false }
        return created != nil || !deviceCoversRaw(key, at - .minutes(1), at)
    }

    /// Whether a server that logs receipts covers the time and has none.
    private func serverSawNoReceipt(from purchased: Int, to due: Instant) -> Bool {
        guard run.serverEventsShown.contains(.receiptVerified), serverConfirmation == nil else { return false }
        let (from, to) = (facts[purchased].range.earliest, range(ofRaw: due, device: facts[purchased].device).latest)
        guard from != .distantPast, to != .distantFuture else { return false }
        return appCovers(from, to + .minutes(1))
    }

    private func judgeReceiptVerified(_ within: TimeSpan, after earlier: [JudgedStep]) -> JudgedStep {
        let verified = indices(of: .receiptVerified)
        let uploaded = evidence(of: .receiptUploaded, in: earlier)
        var from: ClockRange?
        if let uploaded { from = facts[uploaded].range } else if let refused = verified.first { from = facts[refused].range }
        let isBounded = from.map { $0.earliest != .distantPast && $0.latest != .distantFuture } ?? false
        let due = isBounded ? from.map { $0.latest + within } : nil
        if let seen = verified.first(where: passes) {
            return JudgedStep(step: .receiptVerified, state: .seen, evidence: seen, due: due)
        }
        guard let from, let due else {
            return JudgedStep(step: .receiptVerified, state: uploaded == nil && !outcome.everPaid ? .notDue : .unobserved)
        }
        let isLogged = !verified.isEmpty || run.serverEventsShown.contains(.receiptVerified)
        var judged = absence(.receiptVerified, due: due, earliestDue: due, isCovered: isLogged && appCovers(from.earliest, due))
        // Taken in by another proof.
        if judged.state == .missing, serverConfirmation != nil { (judged.state, judged.isMissed) = (.skipped, false) }
        return judged
    }

    private func judgeDelivered(_ within: TimeSpan, after earlier: [JudgedStep]) -> JudgedStep {
        let due = evidence(of: .receiptVerified, in: earlier).map { facts[$0].at + within }
        let seen = first(.orderDelivered) ?? facts.firstIndex { $0.event == .entitlementChanged && $0.ok == true }
        if let seen { return JudgedStep(step: .delivered, state: .seen, evidence: seen, due: due) }
        guard let due else { return JudgedStep(step: .delivered, state: outcome.everPaid ? .unobserved : .notDue) }
        let shown = run.serverEventsShown
        let isLogged = shown.contains(.orderDelivered) || shown.contains(.entitlementChanged)
        return absence(.delivered, due: due, earliestDue: due, isCovered: isLogged && appCovers(due - within, due))
    }

    private func judgeFinished(_ within: TimeSpan, after earlier: [JudgedStep]) -> JudgedStep {
        let purchased = evidence(of: .purchased, in: earlier)
        let transaction = purchased.flatMap { text(.transactionID, at: $0) }
        let seen = indices(of: .storeTransactionFinished).first { index in
            guard let transaction, let other = text(.transactionID, at: index) else { return true }
            return transaction == other
        }
        guard let delivered = evidence(of: .delivered, in: earlier) else {
            let state: StepState = seen != nil ? .seen : outcome.everPaid ? .unobserved : .notDue
            return JudgedStep(step: .finished, state: state, evidence: seen)
        }
        let due = facts[delivered].at + within
        // StoreKit hands over again only what was not finished (facts.md §3.1).
        let isHandedOverAgain = facts.indices.contains { index in
            guard let purchased, index != purchased, facts[index].event == .storeTransaction, facts[index].state == .paid else {
                return false
            }
            guard let transaction, text(.transactionID, at: index) == transaction else { return false }
            return isAfter(index, due, by: .zero) && seen.map { isBefore(index, $0) } ?? true
        }
        // An app may finish before the delivery: then the line stands anywhere behind the purchase.
        let began = purchased.map { facts[$0].range.earliest } ?? created.map { facts[$0].at } ?? facts[delivered].at
        let isCovered = deviceCovers(min(began, facts[delivered].at), due)
        if let seen {
            var judged = JudgedStep(step: .finished, state: .seen, evidence: seen, due: due)
            judged.isMissed = isAfter(seen, due, by: .zero) && (isCovered || isHandedOverAgain)
            return judged
        }
        return absence(
            .finished, due: due, earliestDue: due, isCovered: isHandedOverAgain || isShown(.storeTransactionFinished) && isCovered)
    }
}
