import Foundation
import Simulation
import TestKit
import Testing

/// What scripts rely on (contract.md), tried with the program itself.
@Suite struct ContractTests {
    @Test func `exit codes`() throws {
        let scene = try Scene(seed: 20)
        let empty = try scene.folder.write("", to: "empty.log")
        let database = scene.folder.path + "/a.db"
        let noStore = try scene.folder.write("these are my notes\n", to: "notes.db")
        let cases: [([String], Int32)] = [
            (["analyze", "--no-db", scene.logs], 0), (["analyze", "--no-db", empty], 0), (["analyze", "--no-db", "/nonexistent"], 3),
            (["analyze", "--no-db", scene.logs, "/nonexistent"], 0), (["analyze", "--no-db", scene.logs, "--fail-on", "critical"], 1),
            (["analyze", "--db", database, scene.logs], 0), (["analyze", "--db", noStore, scene.logs], 4),
            (["analyze", "--db", "/nonexistent/a.db", scene.logs], 4), (["analyze"], 2),
            (["analyze", "--no-db", scene.logs, "--tz", "Mars"], 2),
            (["order", "no-such-order", "--db", database], 1), (["orders", "--db", database], 0), (["orders", "--db", noStore], 4),
            (["orders", "--db", scene.folder.path + "/none.db"], 4), (["explain", "notify_rejected"], 0),
        ]
        for (words, code) in cases {
            let ran = try Ran(words)
            #expect(ran.code == code && ran.signal == 0, "\(words): \(ran.code) \(ran.errorText)")
        }
        #expect(try String(contentsOfFile: noStore, encoding: .utf8) == "these are my notes\n")
        let two = try Ran(["analyze", "--no-db", "--json", scene.logs, "/nonexistent"])
        #expect(try two.damaged.contains { $0.contains("/nonexistent") })
        #expect(try Ran(["analyze", "--no-db", "--json", empty]).object["orders"] as? Int == 0)
    }

    @Test func `standard input, a folder and both inflaters give the same verdicts`() throws {
        let scene = try Scene(seed: 21, orders: 60) { ($0.compression, $0.formats, $0.rotations) = (.all, [], 3) }
        let wanted = try scene.verdicts()
        wanted.expect(0)
        #expect(wanted.lines.count == 60)
        #expect(try scene.verdicts(environment: ["PAYCHAIN_INFLATER": "zlib"]).output == wanted.output)
        let one = try scene.path("server/pay-json")
        let alone = try scene.verdicts([one])
        let piped = try Ran(
            ["analyze", "--no-db", "--ndjson", "--config", scene.configuration, "-"], input: scene.bytes("server/pay-json"))
        piped.expect(0)
        #expect(HostileTests.withoutPlaces(piped) == HostileTests.withoutPlaces(alone))
    }

    @Test("stages as a shell pipeline", arguments: [22] as [UInt64])
    func stages(_ seed: UInt64) throws {
        let scene = try Scene(seed: seed, orders: 60) { ($0.formats, $0.rotations, $0.compression) = ([], 3, .rotated) }
        let wanted = try scene.verdicts()
        let whole = try Ran(
            script: """
                "$PAYCHAIN" stage extract --config "$2" "$1" | LC_ALL=C sort | "$PAYCHAIN" stage link --config "$2" | LC_ALL=C sort \
                | "$PAYCHAIN" stage judge
                """, [scene.logs, scene.configuration])
        whole.expect(0)
        let verdicts = whole.lines.filter { !$0.hasPrefix("{\"trailer\"") }
        #expect(verdicts == wanted.lines)
        #expect(whole.lines.contains { $0.contains("\"orders\":60") && $0.contains("\"errors\":0") })
        let parts = try Ran(
            script: """
                "$PAYCHAIN" stage extract --config "$2" "$1" | "$PAYCHAIN" stage link --config "$2" > "$3"
                for part in 0 1 2; do "$PAYCHAIN" stage judge $part/3 < "$3" || exit 9; done
                """, [scene.logs, scene.configuration, scene.folder.path + "/linked"])
        parts.expect(0)
        #expect(parts.lines.filter { !$0.hasPrefix("{\"trailer\"") } == wanted.lines)
        let cut = try Ran(
            script: """
                "$PAYCHAIN" stage extract --config "$2" "$1" | head -n 100 | "$PAYCHAIN" stage link --config "$2"
                """, [scene.logs, scene.configuration])
        #expect(cut.code != 0 && cut.signal == 0)
        #expect(cut.errorText.contains("cut"))
        let poisoned = try Ran(
            script: """
                { "$PAYCHAIN" stage extract --config "$2" "$1"; echo poison; } | "$PAYCHAIN" stage link --config "$2" > "$3"
                code=$?
                "$PAYCHAIN" stage judge < "$3"
                exit $code
                """, [scene.logs, scene.configuration, scene.folder.path + "/linked"])
        #expect(poisoned.code == 1)
        #expect(poisoned.lines.filter { !$0.hasPrefix("{\"trailer\"") } == wanted.lines)
    }

    @Test func `no room to spill: everything stays in memory, and the notes say so`() throws {
        let scene = try Scene(seed: 24, orders: 90)
        let words = ["analyze", "--no-db", "--config", scene.configuration, scene.logs, "--memory", "16M", "--workers", "64"]
        let spilled = try Ran(words + ["--ndjson"])
        let kept = try Ran(words + ["--ndjson"], environment: ["TMPDIR": "/nonexistent"])
        kept.expect(0)
        #expect(kept.output == spilled.output)
        let notes = try Ran(words + ["--json"], environment: ["TMPDIR": "/nonexistent"]).object["notes"] as? [String]
        #expect(notes?.contains { $0.contains("stayed in memory") } == true, "\(notes ?? [])")
        let usual = try Ran(words + ["--json"]).object["notes"] as? [String]
        #expect(usual?.contains { $0.contains("stayed in memory") } == false)
    }
}
