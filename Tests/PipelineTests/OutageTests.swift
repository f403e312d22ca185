import Alerts
import Configuration
import Domain
import Foundation
import Simulation
import Store
import TestKit
import Testing

@testable import Pipeline

/// A simulated shop whose application log stops for two hours and then brings everything: evaluated from stores made every twenty minutes,
/// each by a new process as it were.
struct OutageTests {
    private static let rules = """
        groups:
          - name: shop
            rules:
              - alert: Missing
                measure: break_count
                break: [paid_not_marked, notify_not_received, closed_not_marked, paid_not_delivered, query_not_received]
                by: [break]
                window: 10m
                threshold: "> 0"
                severity: critical
              - alert: NoOrders
                measure: order_count
                window: 40m
                flatline: {after: 3h}
                severity: critical
              - alert: FewMarked
                measure: step_conversion
                step: marked_paid
                from: paid
                window: 1h
                threshold: "< 10%"
                severity: critical
        receivers: [{name: am, type: alertmanager, url: "http://localhost:1"}]
        route: {receiver: am}
        """

    private func at(_ minutes: Int64) -> Instant { SimulationOptions().start + .minutes(minutes) }

    @Test func oneSourceStopsForTwoHours() throws {
        let world = try SmallWorld(seed: 11, orders: 400) { options in
            options.formats = [.springBoot3, .nginx, .nslog]
            options.compression = .none
            options.rotations = 1
            options.clockSkewHours = 0
            options.devices = 3
        }
        let application = try #require(try world.files.first { $0.contains("spring-boot-3") })
        let whole = try String(contentsOfFile: world.logs + "/" + application, encoding: .utf8)
        let file = try RuleFile.parse(Array(OutageTests.rules.utf8), path: "rules.yaml")
        let database = world.folder.path + "/shop.db"
        let (silentFrom, silentTo) = (Int64(120), Int64(240))
        var said: [AlertEvent] = []
        var past: [String: [AlertState.Firing]] = [:]
        for minute in stride(from: 60, through: 360, by: 20) as StrideThrough<Int64> {
            // Shanghai is eight hours ahead; a stack trace stays with the line before it.
            let known = minute > silentFrom && minute < silentTo ? silentFrom : minute
            let limit = String((at(known) + .hours(8)).rfc3339.prefix(19))
            var isIn = true
            let lines = whole.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
                if line.utf8.first.map({ (48...57).contains($0) }) == true { isIn = line.prefix(19) <= limit }
                return isIn
            }
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: world.logs + "/" + application))
            var options = RunOptions(paths: [world.logs], settings: world.settings, database: database)
            (options.asOf, options.workers) = (at(minute), 2)
            let summary = try Run.analyze(options)
            let store = try Store.open(path: database, mode: .readWrite)
            let engine = AlertEngine(file)
            try store.alerting { () throws(StoreError) in
                said += try engine.evaluate(
                    in: store, asOf: at(minute), sources: try store.sources(), findings: summary.findings, now: at(minute))
            }
            let state = try AlertStore.state(in: store)
            for (key, rule) in state.rules { past[key] = rule.past }
            let held = state.rules.values.filter { !$0.heldBy.isEmpty }.count
            #expect(held == (minute > silentFrom + 10 && minute < silentTo ? 3 : 0), "at \(minute)")
            if minute == 360 { try check(said, past, file, store) }
        }
    }

    private func check(_ said: [AlertEvent], _ past: [String: [AlertState.Firing]], _ file: RuleFile, _ store: Store) throws {
        let down = said.filter { $0.label("alertname") == "SourceDown" }
        #expect(down.filter { $0.endsAt == nil }.count == 1)
        #expect(down.filter { $0.endsAt != nil }.count == 1)
        #expect(said.allSatisfy { !["NoOrders", "FewMarked"].contains($0.label("alertname")) })
        let missing = try #require(file.rules.rules.first { $0.name == "Missing" })
        let firings = past[missing.key] ?? []
        let facts = try FactReader.read([Stretch(from: at(-600), to: at(360))], from: store)
        // Every true break of the time evaluated is in a firing, and every firing has a true break.
        var truths = 0
        for fact in facts {
            for fired in fact.breaks where missing.query.breaks.contains(fired.code) && fired.at > at(60) && fired.at <= at(355) {
                truths += 1
                let step = Instant(microseconds: (fired.at.microseconds / 60_000_000 + 1) * 60_000_000)
                #expect(
                    firings.contains {
                        $0.labels == [fired.code.rawValue] && $0.activeAt <= step && ($0.endsAt ?? .distantFuture) > fired.at
                    },
                    "\(fired.code) of \(fact.order) at \(fired.at.rfc3339)")
            }
        }
        #expect(truths > 5)
        for firing in firings {
            #expect(
                facts.contains { fact in
                    fact.breaks.contains {
                        $0.code.rawValue == firing.labels[0] && $0.at > firing.activeAt - .minutes(10) && $0.at <= firing.activeAt
                    }
                }, "\(firing.labels) at \(firing.activeAt.rfc3339)")
        }
        // Steps up to 219 were reachable before the log came back.
        let late = firings.filter { $0.firedAt > at(122) && $0.firedAt <= at(219) }
        #expect(!late.isEmpty && late.allSatisfy(\.isLate))
        // What was said waits for its receiver, although every analysis made a new store.
        let waiting = try store.queuedAlerts(receiver: "am", limit: 1_000)
        #expect(waiting.count == said.count)
        #expect(AlertStore.event(of: try #require(waiting.first)) == said.first)
    }
}
