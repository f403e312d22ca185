import Configuration
import Domain
import Foundation
import Pipeline
import Store
import TestKit
import Testing

@testable import Conversion
@testable import Simulation

/// Times to a step from logs that end while three orders in ten are still open, against the times of the world that went on.
@Suite("Open cases")
struct OpenCasesTests {
    /// Four payers in five pay; nobody else is closed while the logs run.
    private static func catalog() throws -> ScenarioCatalog {
        func only(_ scenario: Scenario, weight: Int) -> Scenario {
            Scenario(
                name: scenario.name, weight: weight, flows: [.alipayH5], isQuick: true, boundsClock: scenario.boundsClock, isFault: false,
                tell: scenario.tell)
        }
        let landed = try #require(Scenario.healthy.first { "\($0.name)" == "landed" })
        return ScenarioCatalog(.realistic, scenarios: [only(landed, weight: 4), only(Scenario.stillPending, weight: 1)])
    }

    private struct Order {
        var created: Int64
        var paid: Int64?
    }

    private static func options(_ seed: UInt64) -> SimulationOptions {
        var options = SimulationOptions()
        (options.seed, options.orders, options.minutes) = (seed, 1_600, 12)
        (options.devices, options.threads, options.noiseShare) = (0, 1, 0.1)
        options.formats = [.nslog, .jsonLines, .nginx, .deviceJSON]
        return options
    }

    private static func truth(_ folder: String) throws -> [Order] {
        try String(contentsOfFile: folder + "/truth.ndjson", encoding: .utf8).split(separator: "\n").map { line in
            let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            return Order(
                created: try #require((row["created"] as? NSNumber)?.int64Value), paid: (row["paid"] as? NSNumber)?.int64Value)
        }
    }

    @Test("the median is right to two in a hundred with three orders in ten open", arguments: [UInt64](1...1))
    func median(seed: UInt64) throws {
        var options = OpenCasesTests.options(seed)
        let whole = try TemporaryFolder()
        _ = try World(options, catalog: try OpenCasesTests.catalog()).write(to: whole.path)
        let all = try OpenCasesTests.truth(whole.path)
        // The moment at which three orders in ten of those made so far are open.
        let moments = all.map(\.created).sorted().dropFirst(200)
        let cut = try #require(
            moments.last { moment in
                let made = all.filter { $0.created < moment }
                return made.count { $0.paid.map { $0 >= moment } ?? true } * 10 >= made.count * 3
            })
        options.until = Instant(microseconds: cut)
        let folder = try TemporaryFolder()
        _ = try World(options, catalog: try OpenCasesTests.catalog()).write(to: folder.path)
        var run = RunOptions(paths: [folder.path + "/logs"], settings: try Settings.load(path: folder.path + "/paychain.yaml"))
        (run.workers, run.asOf, run.database) = (2, options.until, folder.path + "/p.db")
        _ = try Run.analyze(run)
        let store = try Store.open(path: folder.path + "/p.db", mode: .readOnly)
        var collector = ConversionCollector(
            period: ReportPeriod(from: options.start, until: Instant(microseconds: cut)), zone: .shanghai,
            run: try #require(try store.run()?.context))
        let cursor = try store.orders(withProofs: true)
        while try cursor.next() != nil {
            if let verdict = try cursor.verdict(), let chain = try cursor.chain() { collector.note(verdict, chain) }
        }
        let funnel = try #require(ConversionReport(collector).funnels.first { $0.flow == .alipayH5 })
        let paid = try #require(funnel.steps.first { $0.step == .paid })
        let open = Double(paid.time.open) / Double(max(1, funnel.orders))
        #expect((0.27...0.36).contains(open), "\(open) of the orders are open")
        let spans = all.filter { $0.created < cut }.compactMap { order in order.paid.map { Double($0 - order.created) / 1e6 } }.sorted()
        let right = try #require(spans.isEmpty ? nil : spans[spans.count / 2])
        let told = paid.time.quantile(0.5)
        #expect(abs((told.seconds ?? 0) - right) <= 0.02 * right, "\(told) for \(right)")
        #expect((told.low ?? .infinity) <= right && right <= told.high ?? .infinity)
    }
}
