import Domain

/// A day in a shop: the committed `sample-logs/`, always the same bytes.
///
/// Every scenario is told once, between orders in which all is well, from Monday 10:00 to Tuesday 10:00.
public enum SampleShop {
    /// The options of that world.
    public static var options: SimulationOptions {
        var options = SimulationOptions()
        options.seed = 20_261_102
        options.orders = script.count
        options.devices = 26
        options.noiseShare = 0.25
        options.clockSkewHours = 3
        options.rotations = 3
        options.compression = .rotated
        return options
    }

    /// Writes it into a folder: `logs/…`, `truth.ndjson`, `paychain.yaml`.
    public static func write(to directory: String) throws(SimulationError) -> SimulationReport {
        try World(options, catalog: nil, script: script).write(to: directory)
    }

    /// Every fault and trap once, spread over the opening hours, a healthy order between each two of them; a quiet night; a morning; and
    /// two payers who are still in the wallet when the logs end.
    static var script: [ScriptedVisit] {
        let landed = Scenario.every[0]
        var visits: [ScriptedVisit] = []
        let minute: Int64 = 60_000_000
        // 12 hours for the shop's day
        let gap = 12 * 60 * minute / Int64(Scenario.wallets.count)
        for (index, scenario) in Scenario.wallets.enumerated() {
            let after = 4 * minute + Int64(index) * gap
            visits.append(
                ScriptedVisit(
                    scenario: scenario, after: after, hasClient: scenario.client != .none && index % 4 != 3 || scenario.client == .required)
            )
            visits.append(ScriptedVisit(scenario: landed, after: after + gap / 2, hasClient: index % 5 != 0))
        }
        // between two in the night and nine in the morning
        for hour in 14..<22 { visits.append(ScriptedVisit(scenario: landed, after: Int64(hour) * 60 * minute, hasClient: true)) }
        for left in [7, 4] {
            visits.append(
                ScriptedVisit(scenario: Scenario.stillPending, after: 24 * 60 * minute - Int64(left) * minute, hasClient: true))
        }
        // The App Store and the card pages, between all of them.
        let others = Scenario.purchases + Scenario.subscriptions + Scenario.purchaseFaults + Scenario.pages
        let step = 12 * 60 * minute / Int64(others.count)
        for (index, scenario) in others.enumerated() {
            let hasClient = scenario.client != .none && index % 4 != 3 || scenario.client == .required
            visits.append(ScriptedVisit(scenario: scenario, after: 7 * minute + Int64(index) * step, hasClient: hasClient))
        }
        return visits
    }
}
