import Domain

/// One unit test of alert rules, in the shape of promtool's: what happened, and what must fire when.
public struct RuleTest: Sendable {
    /// Where its orders come from.
    public enum Input: Sendable {
        /// Told in the test itself.
        case facts([OrderFact], sources: [Source])
        /// Logs to be analyzed.
        case logs(String)
        /// A store.
        case store(String)
    }

    /// A source of a told world: it speaks all the time but for one stretch of silence.
    public struct Source: Sendable {
        /// Its name.
        public var name: String
        /// What it can show.
        public var witness: Witness
        /// When it is silent; what was written then comes when it is back.
        public var silence: Stretch?

        /// Makes a source.
        public init(name: String, witness: Witness, silence: Stretch?) {
            (self.name, self.witness, self.silence) = (name, witness, silence)
        }

        /// What is known of it at a moment.
        func watched(at moment: Instant) -> WatchedSource {
            var to = moment
            if let silence, silence.from <= moment, moment < silence.to { to = silence.from }
            return WatchedSource(chain: StableHash.of(name), name: name, witness: witness, to: to, pause: .seconds(1))
        }
    }

    /// What must fire at one moment.
    public struct Check: Sendable {
        /// When, counted from the start.
        public var at: TimeSpan
        /// Of which rule.
        public var alert: String
        /// Exactly these.
        public var expected: [Expected]
        /// Where it stands.
        public var line: Int

        /// Makes a check.
        public init(at: TimeSpan, alert: String, expected: [Expected], line: Int) {
            (self.at, self.alert, self.expected, self.line) = (at, alert, expected, line)
        }
    }

    /// One alert that must fire.
    public struct Expected: Sendable {
        /// All its labels, `alertname` aside.
        public var labels: [AlertEvent.Pair]
        /// Annotations that it must have; others may be there.
        public var annotations: [AlertEvent.Pair]
        /// Whether it must have come late; nil: either.
        public var isLate: Bool?

        /// Makes one.
        public init(labels: [AlertEvent.Pair], annotations: [AlertEvent.Pair], isLate: Bool?) {
            (self.labels, self.annotations, self.isLate) = (labels, annotations, isLate)
        }
    }

    /// Its name.
    public var name: String
    /// The moment from which all times count; nil: the first full hour of its orders.
    public var start: Instant?
    /// Where its orders come from.
    public var input: Input
    /// What is checked.
    public var checks: [Check]

    /// Makes a test.
    public init(name: String, start: Instant?, input: Input, checks: [Check]) {
        (self.name, self.start, self.input, self.checks) = (name, start, input, checks)
    }
}

/// What became of one test.
public struct RuleTestResult: Sendable {
    /// Its name.
    public var name: String
    /// What does not hold, each in a few lines.
    public var failures: [String]
    /// How many checks there were.
    public var checks: Int
    /// Rules that fired at any time.
    public var fired: Set<String>

    /// Makes a result.
    public init(name: String, failures: [String], checks: Int, fired: Set<String>) {
        (self.name, self.failures, self.checks, self.fired) = (name, failures, checks, fired)
    }

    /// Plays a test: evaluates step after step, each with the knowledge of its moment.
    ///
    /// - Parameters:
    ///   - facts: its orders.
    ///   - sources: the sources of its world as they are known at a moment.
    ///   - findings: the findings of its run.
    ///   - start: from where all times count.
    ///   - interval: how far the steps lie apart.
    ///   - isSteady: its sources do not change: steps between two checks may be evaluated together.
    public static func play(
        _ test: RuleTest, rules: RuleSet, facts: [OrderFact], sources: (Instant) -> [WatchedSource], findings: [Finding], start: Instant,
        interval: TimeSpan, isSteady: Bool = false
    ) -> RuleTestResult {
        var result = RuleTestResult(name: test.name, failures: [], checks: test.checks.count, fired: [])
        var state = AlertState()
        let checks = test.checks.sorted { $0.at < $1.at }
        let history = facts.compactMap(\.startedAt).min()
        var clock = start
        let end = start + (checks.last?.at ?? .zero)
        var next = 0
        if isSteady, let first = checks.first { clock = start + first.at }
        while clock <= end {
            let asOf = clock + rules.delay
            let evidence = AlertEvidence(
                facts: facts, historyFrom: history, sources: sources(asOf), findings: findings, asOf: asOf)
            for event in AlertEvaluation.evaluate(rules, evidence, state: &state, from: start - .seconds(1)) where event.endsAt == nil {
                result.fired.insert(event.rule)
            }
            let until = clock + interval
            while next < checks.count, start + checks[next].at < until {
                if let failure = failure(of: checks[next], rules: rules, state: state) { result.failures.append(failure) }
                next += 1
            }
            clock = isSteady && next < checks.count ? max(until, start + checks[next].at) : until
        }
        return result
    }

    private static func failure(of check: RuleTest.Check, rules: RuleSet, state: AlertState) -> String? {
        var found: [(labels: [AlertEvent.Pair], annotations: [AlertEvent.Pair], isLate: Bool)] = []
        for rule in rules.effective where rule.name == check.alert {
            guard let memory = state.rules[rule.key] else { continue }
            for (_, active) in memory.active.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where active.machine.state == .firing
            {
                found.append((active.labels, active.annotations, active.isLate))
            }
            // Late ones that are over already are still being said.
            for late in memory.late { found.append((late.event.labels, late.event.annotations, true)) }
        }
        var missing: [String] = []
        for expected in check.expected {
            let wanted = named(expected.labels, check.alert)
            let place = found.firstIndex { one in
                one.labels == wanted && expected.annotations.allSatisfy { one.annotations.contains($0) }
                    && expected.isLate.map { $0 == one.isLate } ?? true
            }
            if let place {
                found.remove(at: place)
            } else {
                missing.append(text(wanted, expected.annotations) + (expected.isLate == true ? " late" : ""))
            }
        }
        guard !missing.isEmpty || !found.isEmpty else { return nil }
        let at = AlertTemplate.span(check.at)
        var lines = ["line \(check.line): \(check.alert) at \(at)"]
        lines += missing.map { "  expected: \($0)" }
        lines += found.map { "  got:      \(text($0.labels, $0.annotations))" + ($0.isLate ? " late" : "") }
        if found.isEmpty { lines.append("  got:      nothing else") }
        return lines.joined(separator: "\n")
    }

    private static func named(_ labels: [AlertEvent.Pair], _ alert: String) -> [AlertEvent.Pair] {
        let all = labels.filter { $0.name != "alertname" } + [AlertEvent.Pair("alertname", alert)]
        return all.sorted { $0.name < $1.name }
    }

    private static func text(_ labels: [AlertEvent.Pair], _ annotations: [AlertEvent.Pair]) -> String {
        func list(_ pairs: [AlertEvent.Pair]) -> String { pairs.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ", ") }
        return "{" + list(labels) + "}" + (annotations.isEmpty ? "" : " (" + list(annotations) + ")")
    }
}

extension RuleTest.Input {
    /// The sources of a told world at a moment.
    public static func watched(_ sources: [RuleTest.Source], at moment: Instant) -> [WatchedSource] {
        sources.map { $0.watched(at: moment) }.sorted { $0.name < $1.name }
    }
}
