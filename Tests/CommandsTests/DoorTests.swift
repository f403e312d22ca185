import Domain
import Foundation
import Reports
import Testing

@testable import Commands

@Suite struct DoorTests {
    static func summary(_ severities: [Int]) -> Summary {
        var summary = Summary(asOf: Instant(microseconds: 1_793_620_800_000_000))
        summary.orders = 1
        summary.outcomes = [.paid: 1]
        summary.breaks = [Summary.BreakCount(code: .notifyRejected, orders: 1, primary: 1, amounts: [], bySeverity: severities)]
        return summary
    }

    @Test(
        "exit codes of contract.md",
        arguments: [
            ("--version", ExitCode.done), ("help", .done), ("help analyze", .done), ("analyze --help", .done), ("--help", .done),
            ("", .usage),
            ("nonsense", .usage), ("analyze", .usage), ("order", .usage), ("order 1 2", .usage), ("orders x", .usage),
            ("analyze x --json --ndjson", .usage),
            ("analyze x --db a --no-db", .usage), ("analyze x --tz Nowhere/At_All", .usage), ("analyze x --as-of never", .usage),
            ("analyze x --memory 3", .usage), ("analyze x --workers 0", .usage), ("analyze x --config /nonexistent/paychain.yaml", .usage),
            ("analyze x --no-db", .done), ("explain lost", .done), ("explain", .done), ("explain nonsense_at_all", .notFound),
            ("order 1 --db /nonexistent/x.db", .store), ("orders --db /nonexistent/x.db", .store), ("help nonsense", .usage),
            ("stage", .usage),
            ("stage cook", .usage), ("stage judge", .done), ("simulate", .usage), ("simulate x --orders 0", .usage),
            ("simulate x --profile odd", .usage),
        ])
    func exitCodes(_ line: String, _ code: ExitCode) {
        let called = Called(line)
        #expect(called.code == code, "\(called.errors)")
        #expect(code == .done || line.isEmpty || !called.errors.isEmpty)
    }

    @Test(
        "--fail-on",
        arguments: [
            ([0, 0, 3], "major", ExitCode.done), ([0, 1, 0], "major", .notFound), ([1, 0, 0], "major", .notFound),
            ([0, 1, 0], "critical", .done),
            ([1, 0, 0], "critical", .notFound),
        ] as [([Int], String, ExitCode)])
    func failOn(_ severities: [Int], _ word: String, _ code: ExitCode) {
        #expect(Called("analyze x --no-db --fail-on \(word)", engine: .fake(summary: DoorTests.summary(severities))).code == code)
        #expect(Called("analyze x --no-db", engine: .fake(summary: DoorTests.summary(severities))).code == .done)
    }

    @Test("every mistake of a configuration has a line of its own")
    func mistakes() throws {
        let path = FileManager.default.temporaryDirectory.path + "/paychain-\(UInt64.random(in: 0 ... .max)).yaml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "tmezone: Asia/Shanghai\nmax_memry: 1\n".write(toFile: path, atomically: true, encoding: .utf8)
        let called = Called("analyze x --no-db --config \(path)")
        #expect(called.code == .usage)
        let lines = called.errors.split(separator: "\n").filter { $0.contains(path) }
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("paychain: \(path):") }, "\(called.errors)")
        #expect(!called.errors.contains("␊"))
    }

    @Test("the engine's failures become exit codes", arguments: [ExitCode.unreadable, .store, .usage])
    func engineFailures(_ code: ExitCode) {
        let failing = CommandError(code, Text(en: "what\u{1B}", zh: "什么"), remedy: Text(en: "do this", zh: "这样做"))
        let called = Called("analyze x --no-db", engine: .fake(failing: failing))
        #expect(called.code == code)
        // Without a home there is a word about the masking key before it.
        #expect(called.errors.hasSuffix("paychain: what␛\n  do this\n"))
    }

    @Test(
        "the language comes from --lang, LC_ALL, LC_MESSAGES, LANG",
        arguments: [
            ([:], "", Language.en), (["LANG": "zh_CN.UTF-8"], "", .zh), (["LANG": "zh_CN.UTF-8", "LC_ALL": "C"], "", .en),
            (["LC_MESSAGES": "zh_TW"], "", .zh),
            (["LANG": "zh_CN.UTF-8"], "--lang en", .en), ([:], "--lang=zh", .zh), (["LC_ALL": "", "LANG": "zh"], "", .zh),
        ] as [([String: String], String, Language)])
    func language(_ environment: [String: String], _ option: String, _ language: Language) {
        let called = Called("help \(option)", environment: environment)
        #expect(called.output.contains(language == .zh ? "退出码" : "Exit codes"))
        let wrong = Called("analyze x --nonsense \(option)", environment: environment)
        #expect(wrong.errors.contains(language == .zh ? "没有选项" : "there is no option"))
    }

    @Test func `colours only when always, for a pipe`() {
        #expect(!Called("help").output.contains("\u{1B}"))
        #expect(Called("help --color always").output.contains("\u{1B}[1m"))
        #expect(!Called("help --color never").output.contains("\u{1B}"))
    }

    @Test func `analyze passes on what was typed`() throws {
        nonisolated(unsafe) var seen: AnalyzeRequest?
        let called = Called(
            "analyze a - --db x.db --memory 512M --workers 3 --as-of 2026-11-02 --tz UTC", engine: .fake { seen = $0 })
        #expect(called.code == .done)
        let request = try #require(seen)
        #expect(request.paths == ["a", "-"])
        #expect(request.database == "x.db")
        #expect(request.memory == 512 << 20)
        #expect(request.workers == 3)
        #expect(request.settings.zone.name == "UTC")
        #expect(request.settings.asOf?.rfc3339 == "2026-11-02T00:00:00.000Z")
        _ = Called("analyze a", engine: .fake { seen = $0 })
        #expect(seen?.database == "paychain.db")
        #expect(seen?.settings.zone.name == "Asia/Shanghai")
        _ = Called("analyze a --no-db", engine: .fake { seen = $0 })
        #expect(seen?.database == nil)
    }

    @Test func `ndjson is one object a line, json one object`() throws {
        let orders = (0..<3).map {
            (Verdict(order: OrderNumber("A\($0)"), asOf: .init(microseconds: 0)), Chain(order: OrderNumber("A\($0)")))
        }
        let lines = Called("analyze x --no-db --ndjson", engine: .fake(orders: orders)).output.split(separator: "\n")
        #expect(lines.count == 3)
        for (index, line) in lines.enumerated() {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["order"] as? String == "A\(index)")
        }
        let run = Called("analyze x --no-db --json", engine: .fake(summary: DoorTests.summary([1, 0, 0]))).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.utf8)) as? [String: Any])
        #expect(object["orders"] as? Int == 1)
    }
}
