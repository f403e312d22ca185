import Domain
import Flows

/// Gathers what lint needs of a run: first the lines as they were written, then the judged orders in any order.
///
/// Memory grows with rules, platforms and lacking lines, not with orders.
public struct LintCollector: Sendable {
    /// Orders that lint cannot tell apart: same platform, flow, lacks and open verdicts.
    struct Group: Hashable, Sendable {
        var platform: String
        var flow: Flow
        /// Bit by index in ``LintRule/all``.
        var lacks: UInt64
        /// Bit by index in `Step.allCases`.
        var open: UInt32
        /// Steps that count as missing; where no line of the platform ever shows their kind, that says little.
        var missing: UInt32
        var isExperienceOpen: Bool
        var hasClientLines: Bool
    }

    /// How many orders a group has, and their money.
    struct Total: Sendable {
        var orders = 0
        var money = MoneySums()
    }

    /// What one rule was found on.
    struct Found: Sendable {
        var count = 0
        /// `file:line`, the first ones of the run.
        var examples: [Example] = []

        struct Example: Hashable, Sendable, Comparable {
            var source: String
            var line: UInt32
            static func < (a: Example, b: Example) -> Bool { (a.source, a.line) < (b.source, b.line) }
        }

        mutating func add(_ source: String, _ line: UInt32) {
            count += 1
            keep(Example(source: source, line: line))
        }

        mutating func keep(_ example: Example) {
            if examples.count == Limits.lintExamples, let last = examples.last, last <= example { return }
            guard !examples.contains(example) else { return }
            examples.append(example)
            examples.sort()
            if examples.count > Limits.lintExamples { examples.removeLast() }
        }
    }

    private var groups: [Group: Total] = [:]
    private var found = [Found](repeating: Found(), count: LintRule.all.count)
    private var shown: [String: Set<EventKind>] = [:]
    private var run = LintRun()
    /// Lacks of single lines by source and line.
    private var marks: [UInt64: UInt64] = [:]

    /// Makes an empty collector.
    public init() {}

    /// Looks at one line; before any order is noted.
    public mutating func note(_ record: LintRecord, source: String, line: UInt32) {
        var mask: UInt64 = 0
        for (index, rule) in LintRule.all.enumerated() {
            guard case .record(let test) = rule.test, test(record) else { continue }
            found[index].add(source, line)
            mask |= 1 << UInt64(index)
        }
        if mask != 0, marks.count < Limits.lintMarks { marks[LintCollector.mark(source, line), default: 0] |= mask }
    }

    /// Looks at one source with client lines.
    public mutating func note(_ source: LintSource) {
        if source.tagged > 0 { run.clientSources += 1 }
        for (index, rule) in LintRule.all.enumerated() {
            guard case .source(let test) = rule.test, test(source) else { continue }
            found[index].add(source.name, max(1, source.firstTagged))
        }
    }

    /// What one order tells; it does not change the collector, so that many workers can ask at once.
    public func look(at order: OrderView) -> Look {
        var look = Look(group: group(of: order), amount: order.verdict.amount)
        for event in order.chain.events where event.witness == .client {
            look.clientEvents += 1
            let platform = order.chain.text(.platform, of: event) ?? look.group.platform
            if !look.shown.contains(where: { $0.0 == platform && $0.1 == event.event }) { look.shown.append((platform, event.event)) }
            let source = Int(event.source)
            if !marks.isEmpty, order.sources.indices.contains(source) {
                look.group.lacks |= marks[LintCollector.mark(order.sources[source].name, event.line)] ?? 0
            }
        }
        for (index, rule) in LintRule.all.enumerated() {
            guard rule.flows.isEmpty || rule.flows.contains(order.verdict.flow) else { continue }
            guard case .order(let test) = rule.test, let event = test(order), order.chain.events.indices.contains(event) else { continue }
            look.group.lacks |= 1 << UInt64(index)
            let line = order.chain.events[event]
            let source = Int(line.source)
            look.examples.append(
                (index, Found.Example(source: order.sources.indices.contains(source) ? order.sources[source].name : "?", line: line.line)))
        }
        return look
    }

    /// What one order tells.
    public struct Look: Sendable {
        var group: Group
        var amount: Money?
        var clientEvents = 0
        var shown: [(String, EventKind)] = []
        var examples: [(Int, Found.Example)] = []
    }

    /// Adds what one order told.
    public mutating func add(_ look: Look) {
        run.orders += 1
        run.clientEvents += look.clientEvents
        groups[look.group, default: Total()].orders += 1
        if let amount = look.amount { groups[look.group, default: Total()].money.add(amount) }
        for (platform, event) in look.shown { shown[platform, default: []].insert(event) }
        for (index, example) in look.examples {
            found[index].count += 1
            found[index].keep(example)
        }
    }

    private func group(of order: OrderView) -> Group {
        var open: UInt32 = 0
        var missing: UInt32 = 0
        for (index, step) in Step.allCases.enumerated() {
            switch order.step(step)?.state {
            case .unobserved: open |= 1 << UInt32(index)
            case .missing: missing |= 1 << UInt32(index)
            default: break
            }
        }
        return Group(
            platform: order.chain.devices.first?.platform ?? "", flow: order.verdict.flow, lacks: 0, open: open, missing: missing,
            isExperienceOpen: order.verdict.experience == .unobserved, hasClientLines: order.hasClientLines)
    }

    private static func mark(_ source: String, _ line: UInt32) -> UInt64 { StableHash.of(source) &+ UInt64(line) &* 0x9E37_79B9_7F4A_7C15 }

    /// The lacks of the run: those that would settle most first.
    public var report: LintReport {
        var lacks: [LintLack] = []
        for (index, rule) in LintRule.all.enumerated() {
            guard let platforms = lackingPlatforms(rule, index) else { continue }
            var lack = LintLack(
                rule: rule, count: found[index].count, platforms: platforms.filter { !$0.isEmpty }.sorted(),
                examples: found[index].examples.map { "\($0.source):\($0.line)" })
            var money = MoneySums()
            for (group, total) in groups where concerns(rule, index, group, platforms) {
                lack.orders += total.orders
                guard settles(rule, group) else { continue }
                lack.settles += total.orders
                money.add(total.money)
            }
            lack.amounts = money.amounts
            lacks.append(lack)
        }
        var open = LintCollector.Total()
        for (group, total) in groups where group.isExperienceOpen || group.open & LintCollector.clientSteps != 0 {
            open.orders += total.orders
            open.money.add(total.money)
        }
        return LintReport(
            lacks: lacks.enumerated().sorted { LintLack.ranks($0.element, before: $1.element) ?? ($0.offset < $1.offset) }.map(\.element),
            orders: run.orders, openOrders: open.orders, openAmounts: open.money.amounts, clientSources: run.clientSources)
    }

    private static let clientSteps: UInt32 = Step.allCases.enumerated().reduce(0) { mask, step in
        LintRule.Settles.everyClientStep.steps.contains(step.element) ? mask | 1 << UInt32(step.offset) : mask
    }

    /// The platforms that lack something; nil when nothing is lacking. A platform without a name stands for all of them.
    private func lackingPlatforms(_ rule: LintRule, _ index: Int) -> [String]? {
        switch rule.test {
        case .order, .record, .source: return found[index].count > 0 ? [] : nil
        case .run(let test): return test(run) ? [] : nil
        case .never(let kind):
            let bound = Set(
                groups.keys.filter { $0.hasClientLines && (rule.flows.isEmpty || rule.flows.contains($0.flow)) }.map(\.platform))
            let lacking = bound.filter { shown[$0]?.contains(kind) != true && !(shown[""]?.contains(kind) ?? false) }
            return lacking.isEmpty ? nil : lacking.sorted()
        }
    }

    private func concerns(_ rule: LintRule, _ index: Int, _ group: Group, _ platforms: [String]) -> Bool {
        guard rule.flows.isEmpty || rule.flows.contains(group.flow) else { return false }
        if rule.settles.hidesNumbers, !group.hasClientLines { return true }
        switch rule.test {
        case .order, .record: return group.lacks & (1 << UInt64(index)) != 0
        case .source: return group.hasClientLines
        case .run: return !group.hasClientLines
        case .never: return group.hasClientLines && platforms.contains(group.platform)
        }
    }

    private func settles(_ rule: LintRule, _ group: Group) -> Bool {
        if rule.settles.experience, group.isExperienceOpen { return true }
        var steps = group.open
        if case .never = rule.test { steps |= group.missing }
        return rule.settles.steps.contains { step in
            Step.allCases.firstIndex(of: step).map { steps & (1 << UInt32($0)) != 0 } ?? false
        }
    }
}
