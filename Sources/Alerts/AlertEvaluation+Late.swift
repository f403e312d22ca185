import Domain

extension AlertEvaluation {
    /// Raises what would have fired had everything been known in time: a source came back, a device sent its logs, a bill came.
    ///
    /// Only where what is counted has changed since it was looked at. From the first changed hour on a rule is evaluated again, from
    /// nothing; what fires there and never fired then is late truth, said once with its event time.
    mutating func amend(_ rule: AlertRule, _ series: RuleSeries, _ memory: inout AlertState.Rule, upTo done: Instant) {
        let horizon = max(done - Limits.alertHorizon, evidence.asOf - Limits.alertHorizon)
        let now = series.digests(horizon, done)
        // The first hour may have begun before the horizon of either: it cannot be compared.
        let first = Hour.of(horizon) + 1
        let changed = Set(now.keys).union(memory.digests.keys).filter { $0 >= first && now[$0] != memory.digests[$0] }.min()
        guard let changed else { return }
        let from = Hour.start(changed) - rule.hold - rule.keepFiringFor
        for shadow in firings(rule, series, from: from, to: done) where !wasSaid(shadow, rule, memory) {
            raise(shadow, rule, &memory)
        }
    }

    /// A firing that the past should have had.
    struct Shadow {
        var labels: [String]
        var active: AlertState.Active
        var endsAt: Instant?
    }

    /// Evaluates a stretch of the past from nothing. What is still firing at its end has no end.
    private func firings(_ rule: AlertRule, _ series: RuleSeries, from: Instant, to: Instant) -> [Shadow] {
        let reach = series.reach(rule.query.witnesses)
        var machines: [[String]: AlertState.Active] = [:]
        var found: [Shadow] = []
        var index = Grid.index(of: from, step: rule.interval) + 1
        while Grid.moment(index, step: rule.interval) <= to {
            let step = Grid.moment(index, step: rule.interval)
            index += 1
            var readings: [[String]: AlertReading] = [:]
            var trueOnes: Set<[String]> = []
            for one in series.readings(at: step, rules.sources) {
                readings[one.labels] = one.reading
                if one.isTrue { trueOnes.insert(one.labels) }
            }
            for labels in Set(machines.keys).union(trueOnes).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                let isTrue = trueOnes.contains(labels)
                if !isTrue, step > reach { continue }
                var active = machines[labels] ?? AlertState.Active()
                let change = active.machine.step(isTrue, at: step, hold: rule.hold, keep: rule.keepFiringFor)
                if isTrue, let reading = readings[labels] {
                    active.isLate = true
                    active.labels = rule.labels(of: labels).map { AlertEvent.Pair($0.name, $0.value) }
                    active.value = reading.value.text(rule.query.measure.unit)
                    active.annotations = words(rule, labels, reading, at: step, isLate: true)
                }
                if change == .resolved { found.append(Shadow(labels: labels, active: active, endsAt: step)) }
                machines[labels] = active.machine.state == nil ? nil : active
            }
        }
        for (labels, active) in machines.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where active.machine.state == .firing {
            found.append(Shadow(labels: labels, active: active))
        }
        return found
    }

    /// Whether somebody was told already: a firing of the same alert overlaps it.
    private func wasSaid(_ shadow: Shadow, _ rule: AlertRule, _ memory: AlertState.Rule) -> Bool {
        let machine = shadow.active.machine
        return memory.past.contains { past in
            past.labels == shadow.labels && past.activeAt <= (shadow.endsAt ?? .distantFuture)
                && (past.endsAt ?? .distantFuture) >= machine.activeAt
        } || (memory.active[shadow.labels]?.machine.state == .firing)
    }

    private mutating func raise(_ shadow: Shadow, _ rule: AlertRule, _ memory: inout AlertState.Rule) {
        var active = shadow.active
        let machine = active.machine
        memory.past.append(
            AlertState.Firing(
                labels: shadow.labels, activeAt: machine.activeAt, firedAt: machine.firedAt, endsAt: shadow.endsAt, isLate: true))
        let said = event(rule, shadow.labels, active, endsAt: nil)
        events.append(said)
        if let end = shadow.endsAt {
            memory.late.append(AlertState.LateFiring(event: said, endsAt: end))
        } else {
            active.isLate = true
            memory.active[shadow.labels] = active
        }
    }
}

extension Stretch {
    /// Stretches in order, those that touch joined.
    static func joined(_ stretches: [Stretch]) -> [Stretch] {
        var out: [Stretch] = []
        for next in stretches.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            if let last = out.indices.last, next.from <= out[last].to {
                out[last].to = max(out[last].to, next.to)
            } else {
                out.append(next)
            }
        }
        return out
    }
}

extension RuleSet {
    /// The rules with the one about sources that are down in front, where the file has none about them.
    public var effective: [AlertRule] {
        let hasOwn = rules.contains { $0.query.measure.name == MeasureDefinition.sourceLag.name }
        return hasOwn ? rules : [AlertRule.sourceDown(sources)] + rules
    }
}
