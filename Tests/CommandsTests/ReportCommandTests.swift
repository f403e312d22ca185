import Domain
import Foundation
import Testing

@testable import Commands

/// `report` on the store of a simulated world, against its truth.
@Suite struct ReportCommandTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("paychain-report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func call(_ words: String...) -> Called { Called(words, engine: .pipeline) }

    /// Writes a world, takes a tenth of its client logs away, and analyzes the rest.
    private func world(_ seed: Int, orders: Int) throws {
        #expect(call("simulate", path("w"), "--seed", "\(seed)", "--orders", "\(orders)", "--devices", "40", "--quiet").code == .done)
        let client = path("w/logs/client")
        let files = try FileManager.default.subpathsOfDirectory(atPath: client).filter { $0.contains(".") }.sorted()
        for (index, file) in files.enumerated() where (index * 7 + seed) % 10 == 0 {
            try FileManager.default.removeItem(atPath: client + "/" + file)
        }
        let analyzed = call(
            "analyze", path("w/logs"), "--config", path("w/paychain.yaml"), "--db", path("p.db"), "--quiet")
        #expect(analyzed.code == .done)
    }

    private func truth() throws -> [String: [String: Any]] {
        var truth: [String: [String: Any]] = [:]
        for line in try String(contentsOfFile: path("w/truth.ndjson"), encoding: .utf8).split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            if let order = object["order"] as? String { truth[order] = object }
        }
        return truth
    }

    @Test("With a tenth of the client logs gone the truth lies inside the bounds", arguments: [1, 2, 3])
    func bounds(seed: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try world(seed, orders: 120)
        let called = call(
            "report", "--db", path("p.db"), "--from", "2026-01-01", "--to", "2027-01-01", "--compare", "none", "--json", "--quiet")
        #expect(called.code == .done && called.errors.isEmpty)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(called.output.utf8)) as? [String: Any])
        let truth = try truth()
        var flows: [String: [[String: Any]]] = [:]
        for line in call("orders", "--db", path("p.db"), "--ndjson").output.split(separator: "\n") {
            let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard let order = row["order"] as? String, let flow = row["flow"] as? String, let told = truth[order] else { continue }
            if (row["remarks"] as? [String] ?? []).contains("bill_only") { continue }
            flows[flow, default: []].append(told)
        }
        var checked = 0
        for funnel in report["funnels"] as? [[String: Any]] ?? [] {
            let flow = try #require(funnel["flow"] as? String)
            let mine = flows[flow] ?? []
            #expect(funnel["orders"] as? Int == mine.count)
            let gate = flow == "storekit" ? "purchased" : "paid"
            var isBehind = false
            for step in funnel["steps"] as? [[String: Any]] ?? [] {
                let word = try #require(step["step"] as? String)
                let reached = try #require(step["reached"] as? [String: Any])
                let really = mine.filter { told in
                    let events = told["events"] as? [String] ?? []
                    let isPaid =
                        gate == "paid"
                        ? told["outcome"] as? String == "paid" || told["outcome"] as? String == "refunded" : events.contains(gate)
                    return word == gate ? isPaid : events.contains(word) && (!isBehind || isPaid)
                }.count
                let counts = try ["yes", "no", "open", "unseen"].map { try #require(reached[$0] as? Int) }
                // Without sampling error: these very orders.
                #expect(counts[0] <= really && really <= mine.count - counts[1], "\(flow) \(word): \(really) of \(mine.count), \(counts)")
                isBehind = isBehind || word == gate
                checked += 1
            }
        }
        #expect(checked > 20)
    }

    @Test func `periods, files and exit codes`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(call("report", "--db", path("none.db")).code == .store)
        try world(4, orders: 60)
        let db = path("p.db")
        // One day of data: no whole week.
        let first = call("report", "--db", db)
        #expect(first.code == .done && first.output.contains("Conversion report 2026-W45") && first.errors.contains("no whole week"))
        #expect(call("report", "--db", db, "--lang", "zh").output.contains("转化报告 2026-W45"))
        let files = ["r.html", "r.md", "r.json", "r.csv"].map(path)
        let written = call("report", "--db", db, "--week", "2026-W45", "-o", files[0], "-o", files[1], "-o", files[2], "-o", files[3])
        #expect(written.code == .done && written.output.hasPrefix("report: 2026-W45 ") && written.output.hasSuffix("\n"))
        #expect(written.output.split(separator: "\n").count == 1)
        for file in files { #expect(try !Data(contentsOf: URL(fileURLWithPath: file)).isEmpty) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix("~") })
        #expect(call("report", "--db", db, "--week", "2020-W01").code == .notFound)
        #expect(call("report", "--db", db, "--week", "2026-W54").code == .usage)
        #expect(call("report", "--db", db, "--day", "2026-11-02", "--week", "2026-W45").code == .usage)
        #expect(call("report", "--db", db, "--from", "2026-11-03", "--to", "2026-11-02").code == .usage)
        #expect(call("report", "--db", db, "-o", path("r.pdf")).code == .usage)
        #expect(call("report", "--db", db, "--day", "2026-11-02", "-o", "/nowhere/r.html").code == .store)
        #expect(call("report", "--db", db, "--day", "2026-11-02", "--compare", "soon").code == .usage)
        #expect(call("report", "--db", db, "--day", "2026-11-02", "--compare", "2026-11-02", "--fail-if-drop").code == .done)
    }
}
