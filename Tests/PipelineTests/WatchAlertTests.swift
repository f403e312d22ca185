import Alerts
import Configuration
import Domain
import Foundation
import Store
import TestKit
import Testing

@testable import Pipeline

/// Evaluates rules inside every batch, as the command does.
private final class Alerting: WatchObserver {
    private let engine: AlertEngine
    private(set) var said: [AlertEvent] = []

    init(_ file: RuleFile) { engine = AlertEngine(file) }

    func beforeCommit(store: Store, asOf: Instant, sources: [SourceInfo]) throws(StoreError) {
        said += try engine.evaluate(in: store, asOf: asOf, sources: sources, now: asOf)
    }
    func rolledBack() { engine.reset() }
    func committed(_ changes: WatchChanges, _ status: WatchStatus) {}
}

/// What a watch remembers of alerts outlives whatever else is done to its store.
@Suite struct WatchAlertTests {
    private static let rules = """
        groups:
          - name: g
            rules:
              - {alert: Lost, measure: break_count, by: [break], window: 24h, threshold: "> 0"}
        receivers: [{name: am, type: alertmanager, url: "http://localhost:1"}]
        route: {receiver: am}
        """

    @Test("analyze into a store that was watched: alerts that fire go on firing, and nothing is said twice")
    func analyzeBetween() throws {
        let file = try RuleFile.parse(Array(Self.rules.utf8), path: "rules.yaml")
        let world = try WatchWorld(seed: 46, orders: 120)
        while !world.isWritten { try world.write(pieces: 50, longest: 1 << 20) }
        let database = world.world.folder.path + "/watch.db"
        let first = Alerting(file)
        _ = try world.engine(database, observers: [first]).run()
        try #require(!first.said.isEmpty)
        func remembered() throws -> (state: AlertState, queued: [QueuedAlert]) {
            let store = try Store.open(path: database, mode: .readOnly)
            return (try AlertStore.state(in: store), try store.queuedAlerts(receiver: "am", limit: 10_000))
        }
        let before = try remembered()
        #expect(before.queued.count == first.said.count)
        _ = try Judged([world.live], settings: world.world.settings) { $0.database = database }
        let after = try remembered()
        #expect(after.state == before.state && after.queued == before.queued)
        let second = Alerting(file)
        _ = try world.engine(database, observers: [second]).run()
        #expect(second.said.isEmpty, "\(second.said)")
        #expect(try remembered().queued == before.queued)
        // What the analysis left counts as evidence met again; the verdicts are the same.
        #expect(try WatchWorld.told(database).lines == world.batch().lines)
    }
}
