import Domain

extension Case {
    /// What the payer lived through (vocabulary §2); nil for orders never paid.
    func judgeExperience() -> Experience? {
        guard outcome.everPaid, let paidFrom else { return nil }
        let returned = step(flow == .storekit ? .purchased : .returned)
        guard let returned, !chain.devices.isEmpty else { return .unobserved }
        let sawResult = rightResult(returned: returned) != nil
        switch returned.state {
        case .seen where sawResult: return .landed
        case .missing where sawResult: return .recovered
        case .seen, .missing: return deviceCoversToLastDeadline(from: paidFrom) ? .lost : .unobserved
        case .notDue, .unobserved, .skipped: return .unobserved
        }
    }

    /// The event that showed the payer the right result. Where no log of the run ever shows `result.shown`, the last answer to a query
    /// stands in for it, and without one the return itself.
    func rightResult(returned: JudgedStep?) -> Int? {
        guard outcome.everPaid, let paidFrom else { return nil }
        if kinds.contains(.resultShown) {
            return facts.indices.first {
                facts[$0].event == .resultShown && isRight(facts[$0].state) && !isBefore($0, paidFrom)
            }
        }
        guard !chain.devices.isEmpty, !runShowsResults else { return nil }
        if let last = facts.lastIndex(where: { $0.event == .clientQueryAnswered || $0.event == .serverQueryAnswered }) {
            return isRight(facts[last].state) ? last : nil
        }
        // A return that led nowhere showed nothing.
        return returned?.state == .seen && unroutedReturn == nil ? returned?.evidence : nil
    }

    private func isRight(_ state: StateWord?) -> Bool { state?.isPaidOrBeyond == true || state == .refunded }

    private var runShowsResults: Bool {
        run.clientEventsShown.contains { $0.event == .resultShown }
    }

    /// Whether the device's logs cover the time from the payment to the deadline of the last step that became due.
    private func deviceCoversToLastDeadline(from paidAt: Instant) -> Bool {
        let device = chain.devices[0]
        let offset = device.offset
        guard offset.isConsistent, paidAt != .distantPast, offset.low.microseconds != .min, offset.high.microseconds != .max else {
            return false
        }
        let from = paidAt + offset.low
        var to = from
        for judged in steps {
            guard let due = judged.due, judged.state != .notDue else { continue }
            switch judged.step {
            case .returned, .requeried, .resultShown, .purchased, .receiptUploaded, .finished:
                to = max(to, judged.isDueOnDevice ? due : due + offset.high)
            default: break
            }
        }
        return device.coverage.covers(from, to)
    }
}
