import Domain
import Testing

@testable import Commands

@Suite struct ArgumentTests {
    struct Good: CustomTestStringConvertible {
        var line: String
        var command: String?
        var operands: [String] = []
        var options: [String: String] = [:]
        var testDescription: String { line }
    }

    @Test(
        "command lines are taken apart",
        arguments: [
            Good(line: "", command: nil),
            Good(line: "analyze logs", command: "analyze", operands: ["logs"]),
            Good(line: "analyze a b - --db x.db", command: "analyze", operands: ["a", "b", "-"], options: ["db": "x.db"]),
            Good(line: "analyze --db=x=y.db a", command: "analyze", operands: ["a"], options: ["db": "x=y.db"]),
            Good(line: "--lang zh analyze a --no-db", command: "analyze", operands: ["a"], options: ["lang": "zh", "no-db": ""]),
            Good(line: "analyze -- --db -x", command: "analyze", operands: ["--db", "-x"]),
            Good(line: "order -q 1", command: "order", operands: ["1"], options: ["quiet": ""]),
            Good(line: "orders --since=-2h", command: "orders", options: ["since": "-2h"]),
            Good(line: "orders --limit -5", command: "orders", options: ["limit": "-5"]),
            Good(line: "orders --break a,b --break c", command: "orders", options: ["break": "c"]),
            Good(line: "--version", command: nil, options: ["version": ""]),
            Good(line: "analyze --config - x", command: "analyze", operands: ["x"], options: ["config": "-"]),
        ])
    func good(_ item: Good) throws {
        let parsed = try ArgumentParser.parse(item.line.split(separator: " ").map(String.init))
        #expect(parsed.command?.name == item.command)
        #expect(parsed.arguments.operands == item.operands)
        for (name, value) in item.options { #expect(parsed.arguments[name] == value) }
    }

    @Test func `values of a repeating option add up`() throws {
        let parsed = try ArgumentParser.parse(["orders", "--break", "a,b", "--break=c"])
        #expect(parsed.arguments.all("break") == ["a", "b", "c"])
    }

    @Test(
        "mistakes are named, with the nearest right word",
        arguments: [
            ("analize x", "“analize”", "“analyze”"), ("analyze x --jsn", "“--jsn”", "“--json”"),
            ("analyze --memroy 1G x", "“--memroy”", "“--memory”"),
            ("orders --stuk", "“--stuk”", "“--stuck”"), ("analyze x --db", "--db", ""), ("analyze x --db --json", "--db", ""),
            ("analyze --fail-on majr x", "“majr”", "“major”"), ("order --raw=yes 1", "--raw", ""), ("order --db a --db b 1", "--db", ""),
            ("analyze x -z", "“-z”", "paychain help analyze"), ("logs/ --json", "“logs/”", "paychain analyze logs/"),
            ("zzzzz", "“zzzzz”", "paychain help"),
            ("--lang fr analyze x", "“fr”", "zh"),
        ])
    func bad(_ line: String, _ names: String, _ suggests: String) {
        do {
            _ = try ArgumentParser.parse(line.split(separator: " ").map(String.init))
            Issue.record("was taken")
        } catch {
            #expect(error.code == .usage)
            for language in Language.allCases { #expect(error.what(language).contains(names)) }
            #expect(suggests.isEmpty || error.remedy?(.en).contains(suggests) == true, "\(error.remedy?(.en) ?? "no remedy")")
        }
    }

    static let reference = Instant(microseconds: 1_793_620_800_000_000)  // 2026-11-02 12:00 UTC

    @Test(
        "moments",
        arguments: [
            ("2026-11-02T10:00:00Z", "2026-11-02T10:00:00.000Z"), ("2026-11-02t10:00:00.25+08:00", "2026-11-02T02:00:00.250Z"),
            ("2026-11-02 10:00:00 +0800", nil), ("2026-11-02T10:00:00+0800", "2026-11-02T02:00:00.000Z"),
            ("2026-11-02", "2026-11-01T16:00:00.000Z"),
            ("2026-11-02 10:00", "2026-11-02T02:00:00.000Z"), ("2026-11-02 10:00:07", "2026-11-02T02:00:07.000Z"),
            ("2h", "2026-11-02T10:00:00.000Z"),
            ("3d", "2026-10-30T12:00:00.000Z"), ("0s", "2026-11-02T12:00:00.000Z"), ("90m", "2026-11-02T10:30:00.000Z"),
            ("2026-02-29", nil), ("2028-02-29", "2028-02-28T16:00:00.000Z"), ("2026-13-01", nil), ("2026-11-02 24:00", nil),
            ("yesterday", nil), ("", nil),
            ("-2h", nil), ("99999999999999h", nil), ("2026-11-02T10", nil), ("2026-11-02T10:00:00Zx", nil), ("20261102", nil),
        ] as [(String, String?)])
    func times(_ text: String, _ wanted: String?) {
        #expect(TimeArgument.parse(text, zone: .shanghai, relativeTo: ArgumentTests.reference)?.rfc3339 == wanted)
    }

    @Test func `a relative moment needs something to count back from`() {
        #expect(TimeArgument.parse("2h", zone: .shanghai, relativeTo: nil) == nil)
    }

    @Test(
        "sizes",
        arguments: [
            ("512M", 512 << 20), ("2G", 2 << 30), ("2GiB", 2 << 30), ("64MB", 64 << 20), ("33554432", 32 << 20), ("1M", nil), ("0", nil),
            ("-1G", nil),
            ("x", nil), ("", nil), ("99999999999999G", nil),
        ] as [(String, Int?)])
    func sizes(_ text: String, _ bytes: Int?) { #expect(SizeArgument.parse(text) == bytes) }
}
