import Domain
import Foundation
import Reports
import Store
import Testing

@testable import Commands

/// `order` and `orders` on a real store.
@Suite struct StoreCommandTests {
    private let folder: URL
    private let path: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("paychain-commands-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appendingPathComponent("p.db").path
        let log = folder.appendingPathComponent("app.log").path
        let content = "first line\nsecond \u{1B}[31mline\n"
        try content.write(toFile: log, atomically: true, encoding: .utf8)
        let builder = try StoreBuilder(path: path)
        var batch = OrderBatch()
        for index in 0..<70 {
            let order = OrderNumber("A\(1_000 + index)")
            var verdict = Verdict(order: order, asOf: StoreCommandTests.at(600))
            verdict.flow = .alipayH5
            verdict.outcome = .paid
            verdict.experience = .unobserved
            verdict.amount = Money(units: 100 + Int64(index), scale: 2, currency: "CNY")
            (verdict.createdAt, verdict.paidAt) = (StoreCommandTests.at(index), StoreCommandTests.at(index + 1))
            verdict.aliases = [(.tradeNumber, ["T\(index)"]), (.session, ["shared"])]
            verdict.steps = [StepVerdict(step: .markedPaid, state: index < 3 ? .missing : .seen, due: StoreCommandTests.at(index + 6))]
            if index < 3 {
                verdict.breaks = [
                    Break(code: .paidNotMarked, stage: .mark, severity: .critical, owner: .server, reason: "not_moved", evidence: [0])
                ]
                verdict.primaryBreak = .paidNotMarked
            }
            var chain = Chain(order: order)
            chain.events = [
                Evidence(
                    event: .orderCreated, at: StoreCommandTests.at(index), resolution: .second, witness: .serverApp, source: 0, line: 2,
                    offset: 11, identity: UInt64(index))
            ]
            batch.append(verdict, chain)
        }
        try builder.write(batch)
        var summary = Summary(asOf: StoreCommandTests.at(600))
        summary.orders = 70
        try builder.commit(
            context: RunContext(asOf: StoreCommandTests.at(600)), summary: summary,
            sources: [SourceInfo(name: log, contentID: StableHash.of(content), witness: .serverApp)])
    }

    /// Minutes after 2026-11-02 00:00 in Shanghai.
    private static func at(_ minutes: Int) -> Instant {
        CivilTime(year: 2026, month: 11, day: 2).instant(offset: .hours(8)) + .minutes(Int64(minutes))
    }

    private func call(_ line: String) -> Called { Called(line.split(separator: " ").map(String.init) + ["--db", path]) }

    @Test func `order by number, by alias, and not at all`() {
        let byNumber = call("order A1001")
        #expect(byNumber.code == .done)
        #expect(byNumber.output.hasPrefix("Order A1001  ¥1.01"))
        #expect(call("order T1").output == byNumber.output)
        let absent = call("order A9")
        #expect(absent.code == .notFound)
        #expect(absent.output.isEmpty && absent.errors.contains("“A9”"))
        #expect(call("order a1001").code == .notFound)
    }

    @Test func `an alias of many orders lists them`() {
        let shared = call("order shared")
        #expect(shared.code == .notFound)
        #expect(shared.output.contains("A1000") && shared.errors.contains("70 orders"))
    }

    @Test func `raw lines are read again and made visible`() throws {
        let raw = call("order A1001 --raw").output
        #expect(raw.contains("second ␛[31mline"))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(call("order A1001 --raw --json").output.utf8)) as? [String: Any])
        let events = try #require(object["events"] as? [[String: Any]])
        #expect(events.first?["raw"] as? String == "second \u{1B}[31mline")
        try FileManager.default.removeItem(at: folder.appendingPathComponent("app.log"))
        #expect(call("order A1001 --raw").output.contains("cannot be read any more"))
    }

    @Test func `the repair list has money and age`() {
        let stuck = call("orders --stuck")
        #expect(stuck.code == .done)
        #expect(stuck.output.hasPrefix("3 orders paid and not marked: ¥3.03"))
        #expect(stuck.output.contains("9 h 59 min") && stuck.output.contains("Paid, not marked"))
        #expect(!stuck.output.contains("A1003"))
        #expect(call("orders --stuck --since 2026-11-03").code == .notFound)
    }

    @Test(
        "filters",
        arguments: [
            ("orders --ndjson", 70), ("orders --ndjson --limit 5", 5), ("orders --ndjson --break paid_not_marked", 3),
            ("orders --ndjson --outcome paid,refunded", 70), ("orders --ndjson --outcome failed", 0),
            ("orders --ndjson --flow wechat_h5", 0),
            ("orders --ndjson --since 9h", 10), ("orders --ndjson --until 2026-11-02T00:10:00+08:00", 10),
            ("orders --ndjson --since 00", -1), ("orders --ndjson --break nonsense", -1), ("orders --ndjson --limit 0", -1),
        ] as [(String, Int)])
    func filters(_ line: String, _ count: Int) {
        let called = call(line)
        guard count >= 0 else {
            #expect(called.code == .usage)
            return
        }
        #expect(called.output.split(separator: "\n").count == count)
        #expect(called.code == (count == 0 ? .notFound : .done))
    }

    @Test func `a table shows fifty and says how many there are`() {
        let table = call("orders").output
        #expect(table.contains("50 of 70"))
        #expect(call("orders --limit 70").output.split(separator: "\n").count == 71)
        #expect(call("orders --outcome failed").output.contains("No order fits"))
    }

    @Test func `json is one object with the total`() throws {
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(call("orders --json --limit 2").output.utf8)) as? [String: Any])
        #expect(object["total"] as? Int == 70)
        #expect((object["orders"] as? [Any])?.count == 2)
    }

    @Test func `a file that is no store is left alone`() throws {
        let other = folder.appendingPathComponent("other.db").path
        try "not a store, but long enough to be looked at".write(toFile: other, atomically: true, encoding: .utf8)
        for line in ["order 1 --db \(other)", "orders --db \(other)"] { #expect(Called(line).code == .store) }
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "not a store, but long enough to be looked at")
    }

    @Test func `a number that is not exact is suggested, with the store that was named`() {
        let called = call("order a1001")
        #expect(called.code == .notFound && called.output.isEmpty)
        #expect(called.errors.contains("`paychain order --db \(path) A1001`"))
        #expect(call("order A10").errors.contains("`paychain orders --db \(path)`"))
        // What somebody pasted holds it.
        for pasted in [" A1001 ", "https://shop.example.com/pay?orderNo=A1001&x=1", "2026-11-02 10:00 order A1001 was refused"] {
            #expect(Called(["order", pasted, "--db", path]).output == call("order A1001").output)
        }
    }

    @Test func `lines that name the order and were not understood are found by reading again`() throws {
        let log = folder.appendingPathComponent("app.log").path
        let text = "first A1001 here\nsecond \u{1B}[31mline A1001\nA10011 is another, _A1001 too\n\tat A1001\nlast=A1001"
        try text.write(toFile: log, atomically: true, encoding: .utf8)
        let found = call("order A1001 --search").output
        #expect(
            found.contains("2 lines name this order and were not understood") && found.contains("app.log:1") && found.contains("app.log:5"))
        #expect(call("order A1002 --search --lang zh").output.contains("没有其他日志行提到该订单"))
        #expect(!call("order A1001").output.contains("Searched"))
        try FileManager.default.removeItem(atPath: log)
        #expect(call("order A1001 --search").output.contains("cannot be read any more"))
    }

    @Test func `an order becomes a file, whole or not at all`() throws {
        let page = folder.appendingPathComponent("case.html").path
        let written = call("case export A1001 -q -o \(page)")
        #expect(written.code == .done && written.output.isEmpty)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("second ␛[31mline") && html.contains("A1001"))
        #expect(call("order A1001 --html").output == html)
        #expect(call("case export T1 -o \(folder.path)/case.json").code == .done)
        #expect(call("case export A9 -o \(page).2.html").code == .notFound)
        #expect(!FileManager.default.fileExists(atPath: page + ".2.html"))
        #expect(call("case export A1001 -o \(folder.path)/case.docx").code == .usage)
        #expect(call("case export A1001 -o /nonexistent/case.html").code == .store)
        #expect(call("case import A1001").code == .usage && call("order A1001 --html --raw").code == .usage)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".part") }.isEmpty)
    }

    @Test func `orders are exported in every format, narrowed like the list`() throws {
        for format in ExportFormat.all {
            let all = call("export --format \(format.name)")
            #expect(all.code == .done && all.output.contains("A1069"), "\(format.name)")
            let some = call("export --format \(format.name) --break paid_not_marked")
            #expect(some.output.contains("A1002") && !some.output.contains("A1069"))
            let none = call("export --format \(format.name) --outcome failed")
            #expect(none.code == .notFound)
        }
        #expect(call("export --format csv --limit 2").output.split(separator: "\r\n").count == 3)
        #expect(call("export").code == .usage && call("export --format pdf").code == .usage)
    }
}
