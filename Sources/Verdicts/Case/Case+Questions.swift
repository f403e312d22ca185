import Domain
import Flows
import Providers

extension Case {
    /// Step 6: a question after the return or the foregrounding, while the app has not shown a final result.
    func judgeRequeried(_ rule: StepDeadline, after earlier: [JudgedStep]) -> JudgedStep {
        let within = span(of: .requeried, default: rule.within ?? .zero)
        let anchors = comebacks
        guard let first = anchors.first else { return judgeRequeriedWithoutComeback() }
        let due = facts[first].at + within
        let questions = facts.indices.filter { isQuestion($0) && !isBefore($0, first) }
        var judged = JudgedStep(step: .requeried, state: .unobserved, due: due, isDueOnDevice: true)
        if let question = questions.first {
            (judged.state, judged.evidence) = (.seen, question)
            // Asked in time after any of the times the payer came back: the app does ask.
            let isTimely = questions.contains { question in anchors.contains { isWithin(within, question, after: $0) } }
            judged.isMissed =
                !isTimely && deviceCoversRaw(facts[first].device, facts[first].at, due) && !finalResultStands(at: first, within)
            return judged
        }
        if finalResultStands(at: first, within) {
            judged.state = .skipped
        } else if range(ofRaw: due, device: facts[first].device).earliest > run.asOf {
            judged.state = .notDue
        } else if deviceCoversRaw(facts[first].device, facts[first].at, due) {
            (judged.state, judged.isMissed) = (.missing, true)
        }
        return judged
    }

    /// The payer never came back on any device we see: somebody may still have asked. Only a question behind the payment tells so: one
    /// before it, or of an order that nothing shows to be paid, may be an app that asks while the payer is still away.
    private func judgeRequeriedWithoutComeback() -> JudgedStep {
        let asked = paidAt.flatMap { paid in facts.indices.first { isQuestion($0) && !isBefore($0, paid) } }
        if let asked { return JudgedStep(step: .requeried, state: .seen, evidence: asked) }
        return JudgedStep(step: .requeried, state: chain.devices.isEmpty ? .unobserved : .notDue)
    }

    /// The times the payer came back to the app after the launch, by a callback or by hand; a cancel is an answer already.
    var comebacks: [Int] {
        guard kinds.contains(.returnReceived) || kinds.contains(.appForegrounded) else { return [] }
        let opened = firstOpening
        return facts.indices.filter { index in
            switch facts[index].event {
            case .returnReceived where facts[index].meaning != .cancelled: opened.map { !isBefore(index, $0) } ?? true
            case .appForegrounded: opened.map { isBefore($0, index) } ?? isBackFromPage(index)
            default: false
            }
        }
    }

    /// Where no wallet is opened, coming to the front tells of nothing before the payment: the page stays on top while the payer goes to a
    /// bank's app and back (3-D Secure). After it, or where a line says so, the payer has closed the page.
    private func isBackFromPage(_ index: Int) -> Bool {
        guard !definition.hasWallet, definition.hasCheckoutPage else { return false }
        if facts[index].flags.contains(.detail), chain.has(.detail, "page_closed", in: chain.events[index]) { return true }
        return paidAt.map { isAfter(index, $0) } ?? false
    }

    /// Somebody asked what became of the order.
    func isQuestion(_ index: Int) -> Bool { facts[index].event == .querySent || facts[index].event == .queryReceived }

    /// Whether a question came within `span` after an event of the device.
    private func isWithin(_ span: TimeSpan, _ question: Int, after anchor: Int) -> Bool {
        if facts[question].witness == .client, facts[question].device == facts[anchor].device {
            return facts[question].at >= facts[anchor].at && facts[question].at <= facts[anchor].at + span
        }
        return facts[question].range.latest >= facts[anchor].range.earliest
            && facts[question].range.earliest <= facts[anchor].range.advanced(by: span).latest
    }

    /// Whether the app had shown a final result before a comeback's deadline.
    private func finalResultStands(at anchor: Int, _ within: TimeSpan) -> Bool {
        guard kinds.contains(.resultShown) else { return false }
        return facts.contains {
            $0.event == .resultShown && $0.state?.isFinalResult == true && $0.device == facts[anchor].device
                && $0.at <= facts[anchor].at + within
        }
    }

    /// Questions as the app sent them, else as the server saw them.
    var lastQuestion: Int? { facts.indices.last { isQuestion($0) } }
}
