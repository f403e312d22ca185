import Domain
import Flows

extension Case {
    /// One step of the flow, after those before it (vocabulary §4, §5).
    func judge(_ rule: StepDeadline, after earlier: [JudgedStep]) -> JudgedStep {
        if isBillOnly, rule.step != .paid { return JudgedStep(step: rule.step, state: .unobserved) }
        switch rule.step {
        case .orderCreated: return JudgedStep(step: .orderCreated, state: created == nil ? .unobserved : .seen, evidence: created)
        case .checkoutLoaded: return judgeCheckoutLoaded(rule)
        case .walletOpened: return judgeWalletOpened(rule, after: earlier)
        case .paid: return judgePaid()
        case .returned: return judgeReturned(rule)
        case .requeried: return judgeRequeried(rule, after: earlier)
        case .notified: return judgeNotified(rule)
        case .markedPaid: return judgeMarkedPaid(rule)
        case .resultShown: return judgeResultShown(rule, after: earlier)
        case .purchasing, .purchased, .receiptUploaded, .receiptVerified, .delivered, .finished:
            return judgePurchaseStep(rule, after: earlier)
        }
    }

    /// Whether some log of the run from the same platform shows this kind of client event: a kind never logged there cannot be missed.
    func isShown(_ kind: EventKind) -> Bool {
        guard !chain.devices.isEmpty else { return false }
        return run.clientEventsShown.contains(RunContext.ShownEvent(platform: chain.devices[0].platform, event: kind))
    }

    /// The absence of a step between two moments: not due yet, missing, or not observed.
    func absence(_ step: Step, due: Instant, earliestDue: Instant, isCovered: Bool, onDevice: Bool = false) -> JudgedStep {
        var judged = JudgedStep(step: step, state: .unobserved, due: due, isDueOnDevice: onDevice)
        if earliestDue > run.asOf {
            judged.state = .notDue
        } else if isCovered {
            (judged.state, judged.isMissed) = (.missing, true)
        }
        return judged
    }

    private func judgeCheckoutLoaded(_ rule: StepDeadline) -> JudgedStep {
        let seen =
            kinds.overlaps([.checkoutLoaded, .walletIntercepted])
            ? facts.firstIndex { $0.event == .checkoutLoaded || $0.event == .walletIntercepted } : nil
        let due = created.map { facts[$0].at + span(of: .checkoutLoaded, default: rule.within ?? .zero) }
        if let seen { return JudgedStep(step: .checkoutLoaded, state: .seen, evidence: seen, due: due) }
        guard let created, let due else { return JudgedStep(step: .checkoutLoaded, state: .unobserved) }
        let isCovered =
            (isShown(.checkoutLoaded) || isShown(.walletIntercepted) || kinds.contains(.checkoutFailed))
            && (deviceCovers(facts[created].at, due) || deviceCoversSinceTap(due - facts[created].at))
        return absence(.checkoutLoaded, due: due, earliestDue: due, isCovered: isCovered)
    }

    private func judgeWalletOpened(_ rule: StepDeadline, after earlier: [JudgedStep]) -> JudgedStep {
        if let seen = firstOpening {
            return JudgedStep(step: .walletOpened, state: .seen, evidence: seen)
        }
        let absent = judgeWalletAbsent(rule, after: earlier)
        // The H5 cashier was used, or another device; where the logs would not show it, nothing is known.
        return outcome.everPaid && absent.state == .missing ? JudgedStep(step: .walletOpened, state: .skipped) : absent
    }

    private func judgeWalletAbsent(_ rule: StepDeadline, after earlier: [JudgedStep]) -> JudgedStep {
        let isLogged = isShown(.walletOpened) || walletFailureIsLogged
        if let loaded = earlier.first(where: { $0.step == .checkoutLoaded })?.evidence, facts[loaded].witness == .client {
            let from = facts[loaded].at
            let due = from + span(of: .walletOpened, default: rule.within ?? .zero)
            if endedBefore(range(ofRaw: due, device: facts[loaded].device).earliest) {
                return JudgedStep(step: .walletOpened, state: .notDue, due: due, isDueOnDevice: true)
            }
            return absence(
                .walletOpened, due: due, earliestDue: range(ofRaw: due, device: facts[loaded].device).earliest,
                isCovered: isLogged && deviceCoversRaw(facts[loaded].device, from, due), onDevice: true)
        }
        guard let created else { return JudgedStep(step: .walletOpened, state: .unobserved) }
        let within = rule.otherwise?.within ?? rule.within ?? .zero
        let due = facts[created].at + (rule.otherwise == nil ? span(of: .walletOpened, default: within) : within)
        if endedBefore(due) { return JudgedStep(step: .walletOpened, state: .notDue, due: due) }
        let isCovered = deviceCovers(facts[created].at, due) || deviceCoversSinceTap(due - facts[created].at)
        return absence(.walletOpened, due: due, earliestDue: due, isCovered: isLogged && isCovered)
    }

    /// The first time the wallet opened.
    var firstOpening: Int? {
        kinds.contains(.walletOpened) ? facts.firstIndex { $0.event == .walletOpened && $0.ok != false } : nil
    }

    /// The payer or the shop ended the order before a moment: nothing was due any more.
    private func endedBefore(_ moment: Instant) -> Bool {
        for index in [statements.cancelled, statements.closedByServer] {
            if let index, facts[index].event == .orderChanged, isBefore(index, moment) { return true }
        }
        return false
    }

    /// The failure to open the wallet is itself logged.
    private var walletFailureIsLogged: Bool {
        kinds.contains(.walletUnavailable)
            || facts.contains {
                ($0.event == .walletOpened && $0.ok == false) || ($0.event == .walletIntercepted && $0.flags.contains(.detail))
            }
    }

    private func judgePaid() -> JudgedStep {
        let due = paymentWindowEnd
        if let proof = proofs.first(where: { $0.paidAt == paidAt }) {
            return JudgedStep(step: .paid, state: .seen, evidence: proof.event, due: due)
        }
        let state: StepState =
            switch outcome {
            case .pending: .notDue
            case .failed: mayBePaidAfterRefusal ? .unobserved : .missing
            case .abandoned where isClosedForGood || providerKnowsNoPayment: .missing
            default: .unobserved
            }
        return JudgedStep(step: .paid, state: state, due: due)
    }

    /// A card that was refused is one try, and the page takes another one: where the application's log has a gap behind the refusal, the payment
    /// may lie in it.
    private var mayBePaidAfterRefusal: Bool {
        guard flow == .webCheckout, let failed = statements.failed else { return false }
        let from = facts[failed].at
        return !appCovers(from, max(from, min(paymentWindowEnd ?? run.asOf, run.asOf)))
    }

    /// The return callback: at any time after the wallet opened.
    private func judgeReturned(_ rule: StepDeadline) -> JudgedStep {
        let due = paidAt.map { $0 + span(of: .returned, default: rule.within ?? .zero) }
        if let seen = firstReturn { return JudgedStep(step: .returned, state: .seen, evidence: seen, due: due) }
        guard let paidFrom, let due else { return JudgedStep(step: .returned, state: .notDue) }
        return absence(.returned, due: due, earliestDue: due, isCovered: deviceCovers(min(paidFrom, earliestReturn ?? paidFrom), due))
    }

    /// From when on the payer can have come back: when the wallet opened, which may be long before the payment (facts.md §2.4).
    private var earliestReturn: Instant? {
        (firstOpening ?? first(.checkoutLoaded) ?? created).map { facts[$0].range.earliest }
    }

    /// The first return.received that does not surely precede the opening of the wallet.
    var firstReturn: Int? {
        guard kinds.contains(.returnReceived) else { return nil }
        let opened = firstOpening
        return facts.indices.first { index in
            facts[index].event == .returnReceived && opened.map { !isBefore(index, $0) } ?? true
        }
    }

    private func judgeNotified(_ rule: StepDeadline) -> JudgedStep {
        let due = paidAt.map { $0 + span(of: .notified, default: rule.within ?? .zero) }
        for index in chain.deliveries.indices where notices[index].isReal && !speaksOfEarlierTry(index) {
            let evidence =
                chain.deliveries[index].received.first ?? chain.deliveries[index].edge ?? chain.deliveries[index].answered
                ?? chain.deliveries[index].verified ?? chain.deliveries[index].failed
            return JudgedStep(step: .notified, state: .seen, evidence: evidence, due: due)
        }
        guard let paidFrom, let due else { return JudgedStep(step: .notified, state: .notDue) }
        // Access logs alone do not say whose a request without a number is.
        let isCovered = serverCovers(paidFrom, due) && !mayHaveUnboundNotify(paidFrom, due, isAppCovered: appCovers(paidFrom, due))
        return absence(.notified, due: due, earliestDue: due, isCovered: isCovered)
    }

    /// Whether a delivery from before the payment tells of a try that was not it: it says so, as of a card that was refused.
    private func speaksOfEarlierTry(_ delivery: Int) -> Bool {
        guard let paidAt = paidFrom, notices[delivery].says == .failed || notices[delivery].says == .open else { return false }
        return chain.deliveries[delivery].at + chain.deliveries[delivery].resolution.width < paidAt
    }

    /// Whether a notify that found no order, or another order by inference, may have been this order's.
    ///
    /// - Parameter isAppCovered: whether the application's log is whole there. Else the line that names the order's notify path may be
    ///   damaged, and requests that others got by inference may be this order's.
    private func mayHaveUnboundNotify(_ from: Instant, _ to: Instant, isAppCovered: Bool = true) -> Bool {
        guard !run.unboundNotifies.isEmpty else { return false }
        let path = isAppCovered ? created.flatMap { text(.notifyPath, at: $0) } : nil
        return run.hasUnboundNotify(
            from: from, to: to, path: path ?? "", provider: definition.provider, withInferred: !isAppCovered)
    }

    private func judgeMarkedPaid(_ rule: StepDeadline) -> JudgedStep {
        let due = paidAt.map { $0 + span(of: .markedPaid, default: rule.within ?? .zero) }
        if let mark {
            var judged = JudgedStep(step: .markedPaid, state: .seen, evidence: mark, due: due)
            if let paidFrom, let due, isAfter(mark, due, by: .zero) {
                // The line itself may say that the state was the earlier one until then.
                let saysEarlier = facts[mark].from.map { !$0.isPaidOrBeyond && $0 != .refunded } ?? false
                judged.isMissed = saysEarlier || appCovers(paidFrom, due)
            }
            return judged
        }
        guard let paidFrom, let due else { return JudgedStep(step: .markedPaid, state: .notDue) }
        return absence(
            .markedPaid, due: due, earliestDue: due, isCovered: appCovers(paidFrom, due) && !mayBeMarkedUnsaid(from: paidFrom, by: due))
    }

    /// Whether the order may have been marked without a line that says so: no log of the run ever tells of a state change, and yet the
    /// server answered `paid`, or took the notify without its application saying in words known here what became of it.
    ///
    /// An answer `pending` after the deadline says that it was not.
    private func mayBeMarkedUnsaid(from paidAt: Instant, by due: Instant) -> Bool {
        guard !run.serverEventsShown.isEmpty, !run.serverEventsShown.contains(.orderChanged) else { return false }
        let speaksOtherwise = run.serverEventsShown.isDisjoint(with: [.notifyVerified, .notifyAnswered])
        var isTaken = mayHaveUnboundNotify(paidAt, due)
        isTaken =
            isTaken
            || chain.deliveries.indices.contains { index in
                let delivery = chain.deliveries[index]
                return notices[index].isReal && notices[index].refusal == nil && delivery.verified == nil && delivery.answered == nil
                    && (speaksOtherwise || delivery.received.allSatisfy { facts[$0].witness == .serverEdge })
            }
        for index in facts.indices where facts[index].event == .serverQueryAnswered || facts[index].event == .clientQueryAnswered {
            if facts[index].state?.isPaidOrBeyond == true {
                isTaken = true
            } else if facts[index].event == .serverQueryAnswered, facts[index].state == .pending, isAfter(index, due, by: .zero) {
                return false
            }
        }
        return isTaken
    }

    private func judgeResultShown(_ rule: StepDeadline, after earlier: [JudgedStep]) -> JudgedStep {
        let seen =
            kinds.contains(.resultShown)
            ? facts.firstIndex { $0.event == .resultShown && $0.state?.isPaidOrBeyond == true } : nil
        if let seen { return JudgedStep(step: .resultShown, state: .seen, evidence: seen) }
        guard paidAt != nil, let device else {
            return JudgedStep(step: .resultShown, state: paidAt == nil ? .notDue : .unobserved)
        }
        guard let asked = earlier.first(where: { $0.step == .requeried && $0.state == .seen })?.evidence,
            let marked = earlier.first(where: { $0.step == .markedPaid && $0.state == .seen })?.evidence
        else { return JudgedStep(step: .resultShown, state: .notDue) }
        let from = max(facts[asked].range.latest, facts[marked].range.latest)
        let due = from + span(of: .resultShown, default: rule.within ?? .zero)
        guard from != .distantFuture else { return JudgedStep(step: .resultShown, state: .unobserved) }
        let isCovered = isShown(.resultShown) && device.covers(ClockRange(earliest: from, latest: due))
        return absence(.resultShown, due: due, earliestDue: due, isCovered: isCovered)
    }
}
