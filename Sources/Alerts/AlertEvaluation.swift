import Domain

/// What an evaluation looks at.
public struct AlertEvidence: Sendable {
    /// Orders of all periods that ``AlertEvaluation/periods(of:state:asOf:from:)`` names.
    public var facts: [OrderFact]
    /// Since when there are orders at all; nil when there are none.
    public var historyFrom: Instant?
    /// The sources that are watched.
    public var sources: [WatchedSource]
    /// Findings of the run.
    public var findings: [Finding]
    /// The moment that it all speaks for.
    public var asOf: Instant

    /// Makes evidence from its parts.
    public init(facts: [OrderFact], historyFrom: Instant?, sources: [WatchedSource], findings: [Finding], asOf: Instant) {
        (self.facts, self.historyFrom, self.sources, self.findings, self.asOf) = (facts, historyFrom, sources, findings, asOf)
    }
}

/// Takes rules from one as-of to the next: a pure function of the rules, the evidence and what it remembers.
///
/// Event time only. A step is evaluated once; steps that a silent source hides wait for it (rules about too little), or count only what
/// needs no silent source and are looked at again when more is known (rules about too much).
public struct AlertEvaluation {
    let rules: RuleSet
    let evidence: AlertEvidence
    /// From where a rule is evaluated that never was; nil: as far back as it needs.
    private let start: Instant?
    /// Whether all firings are kept, for a backtest.
    private let keepsPast: Bool
    var events: [AlertEvent] = []

    /// Evaluates every rule up to the evidence's as-of.
    ///
    /// - Parameters:
    ///   - from: where rules begin that were never evaluated; nil: as far back as they need to know their state now.
    ///   - keepsPast: whether all firings stay in the state, not only those of the last ``Limits/alertHorizon``.
    /// - Returns: what began and ceased to fire, in the order of the rules.
    public static func evaluate(
        _ rules: RuleSet, _ evidence: AlertEvidence, state: inout AlertState, from start: Instant? = nil, keepsPast: Bool = false
    ) -> [AlertEvent] {
        var run = AlertEvaluation(rules: rules, evidence: evidence, start: start, keepsPast: keepsPast)
        var next = AlertState()
        next.asOf = state.asOf.map { max($0, evidence.asOf) } ?? evidence.asOf
        for rule in rules.effective {
            var memory = state.rules[rule.key] ?? AlertState.Rule()
            run.evaluate(rule, &memory, before: state.asOf)
            next.rules[rule.key] = memory
        }
        // A rule that is gone takes its alerts with it.
        for (key, memory) in state.rules.sorted(by: { $0.key < $1.key }) where next.rules[key] == nil { run.end(key, memory) }
        state = next
        return run.events
    }

    /// The periods whose orders (by creation) an evaluation needs.
    public static func periods(of rules: RuleSet, state: AlertState, asOf: Instant, from: Instant? = nil) -> [Stretch] {
        var periods: [Stretch] = []
        for rule in rules.effective where rule.query.measure.entries != nil {
            let begin = min(from ?? asOf - Limits.alertHorizon, state.rules[rule.key]?.evaluatedTo ?? asOf)
            var back = rule.window + rule.hold + rule.keepFiringFor
            switch rule.condition {
            case .flatline(let after), .newValue(let after): back = back + after
            default: if rule.restsOnAbsence { back = back + .days(1) }
            }
            periods.append(
                Stretch(
                    from: max(begin, asOf - max(Limits.alertHorizon, from.map { asOf - $0 } ?? .zero)) - back - Limits.alertReach, to: asOf)
            )
            if case .spike(_, _, let baseline) = rule.condition { periods += weeks(baseline, rule, begin, asOf) }
            if case .drop(_, _, let baseline) = rule.condition { periods += weeks(baseline, rule, begin, asOf) }
        }
        return Stretch.joined(periods)
    }

    private static func weeks(_ baseline: Baseline, _ rule: AlertRule, _ from: Instant, _ to: Instant) -> [Stretch] {
        (1...max(1, baseline.weeks)).map { week in
            let back = TimeSpan.days(7 * Int64(week))
            return Stretch(from: from - back - rule.window - Limits.alertReach, to: to - back)
        }
    }

    private mutating func evaluate(_ rule: AlertRule, _ memory: inout AlertState.Rule, before: Instant?) {
        let series = RuleSeries(rule, evidence, rules.sources)
        sayResolved(&memory)
        let settled = evidence.asOf - rules.delay
        let reach = series.reach(rule.query.witnesses)
        let limit = Grid.floor(rule.restsOnAbsence ? min(settled, reach) : settled, step: rule.interval)
        let looksBack = !rule.restsOnAbsence && rule.query.measure.entries != nil
        if let done = memory.evaluatedTo, looksBack { amend(rule, series, &memory, upTo: done) }
        let isFirst = memory.evaluatedTo == nil
        let back = max(TimeSpan.hours(1), rule.window + rule.hold + rule.keepFiringFor)
        var begin = memory.evaluatedTo ?? (start ?? limit - back)
        if start == nil { begin = max(begin, evidence.asOf - Limits.alertHorizon) }
        var index = Grid.index(of: begin, step: rule.interval) + 1
        while Grid.moment(index, step: rule.interval) <= limit {
            let step = Grid.moment(index, step: rule.interval)
            let isLate = !isFirst && (before.map { step <= $0 - rules.delay } ?? false)
            take(Step(at: step, reach: reach, isLate: isLate, isFirst: isFirst && start == nil), rule, series, &memory)
            memory.evaluatedTo = step
            index += 1
        }
        refresh(rule, memory)
        let done = max(memory.evaluatedTo ?? limit, min(limit, begin))
        memory.evaluatedTo = done
        hold(rule, &memory, settled: settled)
        if looksBack { memory.digests = series.digests(done - Limits.alertHorizon, done) }
        if !keepsPast { memory.past.removeAll { ($0.endsAt ?? evidence.asOf) < evidence.asOf - Limits.alertHorizon } }
    }

    /// One step of event time.
    private struct Step {
        var at: Instant
        /// Up to where the rule's sources tell everything.
        var reach: Instant
        /// It lies in a time that was over at the evaluation before.
        var isLate: Bool
        /// The rule was never evaluated: what began and ended before now is no news.
        var isFirst: Bool
    }

    /// One step for every series of a rule.
    private mutating func take(_ step: Step, _ rule: AlertRule, _ series: RuleSeries, _ memory: inout AlertState.Rule) {
        var there: Set<[String]> = []
        for one in series.readings(at: step.at, rules.sources) {
            there.insert(one.labels)
            guard one.isTrue || memory.active[one.labels] != nil else { continue }
            // What is not seen while a source is silent is not known to be over.
            if !one.isTrue, step.at > step.reach { continue }
            var active = memory.active[one.labels] ?? AlertState.Active()
            let change = active.machine.step(one.isTrue, at: step.at, hold: rule.hold, keep: rule.keepFiringFor)
            if change == .fired { active.isLate = step.isLate }
            if one.isTrue {
                active.labels = rule.labels(of: one.labels).map { AlertEvent.Pair($0.name, $0.value) }
                active.value = one.reading.value.text(rule.query.measure.unit)
                active.annotations = words(rule, one.labels, one.reading, at: step.at, isLate: active.isLate)
            }
            apply(change, step, rule, one.labels, active, &memory)
        }
        guard step.at <= step.reach else { return }
        for labels in memory.active.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) where !there.contains(labels) {
            guard var active = memory.active[labels] else { continue }
            let change = active.machine.step(false, at: step.at, hold: rule.hold, keep: rule.keepFiringFor)
            apply(change, step, rule, labels, active, &memory)
        }
    }

    private mutating func apply(
        _ change: AlertMachine.Change?, _ step: Step, _ rule: AlertRule, _ labels: [String], _ active: AlertState.Active,
        _ memory: inout AlertState.Rule
    ) {
        memory.active[labels] = active.machine.state == nil ? nil : active
        switch change {
        case nil: return
        case .fired:
            let machine = active.machine
            memory.past.append(
                AlertState.Firing(labels: labels, activeAt: machine.activeAt, firedAt: machine.firedAt, isLate: active.isLate))
            events.append(event(rule, labels, active, endsAt: nil))
        case .resolved:
            if let place = memory.past.lastIndex(where: { $0.labels == labels && $0.endsAt == nil }) { memory.past[place].endsAt = step.at }
            let said = event(rule, labels, active, endsAt: nil)
            let place = events.lastIndex { $0.rule == said.rule && $0.labels == said.labels && $0.endsAt == nil }
            if let place, step.isFirst {
                events.remove(at: place)
            } else if let place, active.isLate {
                memory.late.append(AlertState.LateFiring(event: events[place], endsAt: step.at))
            } else {
                events.append(event(rule, labels, active, endsAt: step.at))
            }
        }
    }

    /// What began to fire in this evaluation and still does says what it reads now.
    private mutating func refresh(_ rule: AlertRule, _ memory: AlertState.Rule) {
        for place in events.indices where events[place].rule == rule.key && events[place].endsAt == nil {
            guard
                let active = memory.active.values.first(where: {
                    $0.labels == events[place].labels && $0.machine.state == .firing && $0.machine.firedAt == events[place].startsAt
                })
            else { continue }
            (events[place].value, events[place].annotations) = (active.value, active.annotations)
        }
    }

    func event(_ rule: AlertRule, _ labels: [String], _ active: AlertState.Active, endsAt: Instant?) -> AlertEvent {
        AlertEvent(
            rule: rule.key, labels: rule.labels(of: labels).map { AlertEvent.Pair($0.name, $0.value) }, annotations: active.annotations,
            startsAt: active.machine.firedAt, endsAt: endsAt, value: active.value, isLate: active.isLate, raisedAt: evidence.asOf)
    }

    func words(
        _ rule: AlertRule, _ labels: [String], _ reading: AlertReading, at step: Instant, isLate: Bool
    ) -> [AlertEvent.Pair] {
        let named = rule.labels(of: labels)
        var words = rule.annotations.map { AlertEvent.Pair($0.name, $0.template.text(reading, labels: named, rule: rule, at: step)) }
        if isLate { words += [AlertEvent.Pair("late", "true"), AlertEvent.Pair("event_time", step.rfc3339)] }
        return words
    }

    /// Says which sources a rule waits for.
    private func hold(_ rule: AlertRule, _ memory: inout AlertState.Rule, settled: Instant) {
        let down = evidence.sources.filter { rule.query.witnesses.contains($0.witness) && $0.isDown(at: settled, rules.sources) }
        memory.heldBy = down.map(\.name)
        memory.heldSince = down.map(\.to).min()
    }

    /// Late firings that were over when they were said are resolved once somebody could have seen them.
    private mutating func sayResolved(_ memory: inout AlertState.Rule) {
        let due = memory.late.filter { evidence.asOf - $0.event.raisedAt >= Limits.lateAlertStays }
        memory.late.removeAll { evidence.asOf - $0.event.raisedAt >= Limits.lateAlertStays }
        for one in due {
            var event = one.event
            (event.endsAt, event.raisedAt) = (one.endsAt, evidence.asOf)
            events.append(event)
        }
    }

    /// Resolves what a rule left that does not exist any more.
    private mutating func end(_ key: String, _ memory: AlertState.Rule) {
        for (_, active) in memory.active.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where active.machine.state == .firing {
            events.append(
                AlertEvent(
                    rule: key, labels: active.labels, annotations: active.annotations, startsAt: active.machine.firedAt,
                    endsAt: max(evidence.asOf, active.machine.firedAt), value: active.value, isLate: active.isLate, raisedAt: evidence.asOf)
            )
        }
    }
}
