import Domain

/// Gathers the tries of a run, in any order and on any number of workers, and says what became of each scenario.
public struct ScenarioCollector: Sendable {
    /// Which order was named as a try at which scenario.
    public var declared: [String: Set<String>]
    private var tries: [[ScenarioTry]] = ScenarioDefinition.all.map { _ in [] }

    /// Makes an empty collector.
    ///
    /// - Parameter declared: order numbers by scenario code.
    public init(declared: [String: Set<String>] = [:]) { self.declared = declared }

    /// Looks at one judged order.
    public mutating func note(_ order: OrderView) {
        let number = order.verdict.order.description
        let folder = folderScenario(order)
        // An order somebody named for one scenario is no try at another.
        let own = Set(ScenarioDefinition.all.map(\.code).filter { declared[$0]?.contains(number) == true || folder == $0 })
        for (index, definition) in ScenarioDefinition.all.enumerated() {
            if !own.isEmpty, !own.contains(definition.code) { continue }
            guard let one = definition.attempt(order, isDeclared: own.contains(definition.code)) else { continue }
            tries[index].append(one)
            if tries[index].count > 2 * Limits.triesPerScenario { trim(index) }
        }
    }

    /// The scenario that a client log's path is named after.
    private func folderScenario(_ order: OrderView) -> String? {
        for event in order.chain.events where event.witness == .client {
            guard order.sources.indices.contains(Int(event.source)) else { continue }
            let name = order.sources[Int(event.source)].name.lowercased()
            let parts = name.split { $0 == "/" || $0 == "!" || $0 == "." }.map {
                $0.split { $0 == "-" || $0 == " " }.joined(separator: "_")
            }
            if let found = ScenarioDefinition.all.first(where: { parts.contains($0.code) }) { return found.code }
        }
        return nil
    }

    /// Keeps the latest tries; of scenarios about a device's first order the earliest of each of some devices, always the same ones.
    private mutating func trim(_ index: Int) {
        guard ScenarioDefinition.all[index].isFirstOfDevice else {
            tries[index] = Array(ordered(index).suffix(Limits.triesPerScenario))
            return
        }
        tries[index] = Array(
            ordered(index).sorted { ($0.isDeclared ? 0 : 1, $0.device) < ($1.isDeclared ? 0 : 1, $1.device) }.prefix(
                Limits.triesPerScenario))
    }

    private func ordered(_ index: Int) -> [ScenarioTry] {
        var sorted = tries[index].sorted { ($0.at, $0.order.description) < ($1.at, $1.order.description) }
        // What somebody named counts; guesses beside it do not.
        if sorted.contains(where: \.isDeclared) { sorted = sorted.filter(\.isDeclared) }
        guard ScenarioDefinition.all[index].isFirstOfDevice else { return sorted }
        var seen: Set<DeviceKey> = []
        return sorted.filter { $0.isDeclared || seen.insert($0.device).inserted }
    }

    /// Adds what another worker gathered.
    public mutating func merge(_ other: ScenarioCollector) {
        for index in tries.indices {
            tries[index] += other.tries[index]
            if tries[index].count > 2 * Limits.triesPerScenario { trim(index) }
        }
    }

    /// What became of each scenario, in their order.
    public var results: [ScenarioResult] {
        ScenarioDefinition.all.enumerated().map { ScenarioResult(definition: $0.element, tries: ordered($0.offset)) }
    }
}

/// What became of one scenario.
public struct ScenarioResult: Sendable {
    /// The scenario.
    public let definition: ScenarioDefinition
    /// Its tries, the latest last.
    public let tries: [ScenarioTry]

    /// The try that speaks for the scenario: the last one that decides it, since testers try again after mending; else the last one.
    public var decisive: ScenarioTry? { tries.last { $0.state == .proven || $0.state == .failed } ?? tries.last }

    /// What became of it.
    public var state: ScenarioState { decisive?.state ?? .notTried }
}
