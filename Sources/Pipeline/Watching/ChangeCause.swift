import Domain
import Store

/// Tells how a verdict moved between two judgements, and why.
enum ChangeCause {
    /// The change; nil when nothing that is followed moved.
    ///
    /// - Parameters:
    ///   - before: what the store had of the order.
    ///   - after: what is known of it now.
    ///   - sources: the run's sources, by ``Evidence/source`` of `after`.
    static func change(
        _ before: StoredOrder?, _ after: StoredOrder, sources: [SourceInfo], isSettled: Bool
    ) -> VerdictChange? {
        let new = VerdictChange.State(after.verdict)
        let old = before.map { VerdictChange.State($0.verdict) }
        guard old != new else { return nil }
        return VerdictChange(
            order: after.verdict.order, asOf: after.verdict.asOf, isSettled: isSettled, before: old, after: new,
            cause: cause(before, after, sources))
    }

    private static func cause(_ before: StoredOrder?, _ after: StoredOrder, _ sources: [SourceInfo]) -> VerdictChange.Cause {
        let known = Set(before?.chain.events.map(\.identity) ?? [])
        // An order begins with its first line; later ones move it by what is new.
        if let event = after.chain.events.first(where: { !known.contains($0.identity) }) {
            let name = Int(event.source) < sources.count ? sources[Int(event.source)].name : "?"
            return .line(source: name, line: event.line, event: event.event, at: event.at)
        }
        guard let before else { return .context }
        let passed = before.verdict.steps.compactMap { step -> (step: Step, due: Instant)? in
            guard step.state == .notDue, let due = step.due, due <= after.verdict.asOf else { return nil }
            return (step.step, due)
        }
        if let first = passed.min(by: { $0.due < $1.due }) { return .deadline(step: first.step, due: first.due) }
        return .context
    }

    /// The end of an order that is none: its number is an attempt of another one, or its lines are another's.
    static func end(_ before: StoredOrder, asOf: Instant) -> VerdictChange {
        VerdictChange(
            order: before.verdict.order, asOf: asOf, isSettled: true, before: VerdictChange.State(before.verdict), after: nil,
            cause: .merged)
    }
}
