import Foundation
import TestKit
import Testing

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Logs are hostile: nothing in them may crash the program, fill the memory, or reach the terminal raw.
@Suite struct HostileTests {
    /// More than the program, its buffers and a small world take, much less than what these inputs unfold to.
    static let memory = 400 << 20

    @Test("a packed log cut or changed at any byte", arguments: 0..<6)
    func damage(_ round: Int) throws {
        let scene = try Scene(seed: 1)
        let whole = try scene.verdicts()
        var random = Seeded(state: UInt64(round))
        let part = ["server/pay-json", "edge/", "client/collector"][round % 3]
        let path = try scene.path(part)
        var packed = Packing.gzip(try scene.bytes(part))
        let place = Int.random(in: 0..<packed.count, using: &random)
        let isCut = round.isMultiple(of: 2)
        if isCut { packed.removeSubrange(place...) } else { packed[place] ^= UInt8.random(in: 1...255, using: &random) }
        try FileManager.default.removeItem(atPath: path)
        try Data(packed).write(to: URL(fileURLWithPath: path + ".gz"))
        let (verdicts, run) = (try scene.verdicts(), try scene.run())
        verdicts.expect(0)
        run.expect(0)
        verdicts.expectNothingRaw()
        #expect(verdicts.peak < HostileTests.memory)
        try scene.expectNothingInvented(verdicts)
        let damaged = try run.damaged
        if damaged.isEmpty {
            // A byte of the header that says nothing, or all of the file gone.
            #expect(place < 10 || verdicts.lines == whole.lines, "\(place) of \(packed.count)")
        } else {
            #expect(damaged.allSatisfy { $0.hasPrefix(path) && $0.contains("gzip") }, "\(damaged)")
            #expect(damaged.contains { $0.contains("offset") }, "\(damaged)")
        }
    }

    @Test func `a line of 200 MB takes no memory and hides nothing around it`() throws {
        let scene = try Scene(seed: 2)
        let whole = try scene.verdicts()
        let bytes = try scene.bytes("server/pay-json")
        let middle = try #require(bytes[(bytes.count / 2)...].firstIndex(of: 10)) + 1
        let path = try scene.path("server/pay-json")
        let file = try #require(fopen(path, "w"))
        fwrite(Array(bytes[..<middle]), 1, middle, file)
        let block = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        for _ in 0..<200 { fwrite(block, 1, block.count, file) }
        fputc(10, file)
        fwrite(Array(bytes[middle...]), 1, bytes.count - middle, file)
        fclose(file)
        let ran = try scene.verdicts()
        ran.expect(0)
        #expect(ran.peak < HostileTests.memory, "\(ran.peak >> 20) MB")
        #expect(HostileTests.withoutPlaces(ran) == HostileTests.withoutPlaces(whole))
    }

    @Test("JSON nested 100,000 deep", arguments: ["{\"a\":", "[", "{\"order_no\":\"1\",\"a\":[", "\"{\\\"a\\\":"])
    func nesting(_ piece: String) throws {
        let scene = try Scene(seed: 3)
        let whole = try scene.verdicts()
        let path = try scene.path("server/pay-json")
        let bytes = try scene.bytes("server/pay-json")
        let middle = try #require(bytes[(bytes.count / 2)...].firstIndex(of: 10)) + 1
        let deep = Array(String(repeating: piece, count: 100_000).utf8) + [10]
        try Data(bytes[..<middle] + deep + bytes[middle...]).write(to: URL(fileURLWithPath: path))
        try scene.folder.write(deep + deep, to: "logs/deep.json")
        let ran = try scene.verdicts()
        ran.expect(0)
        #expect(ran.peak < HostileTests.memory, "\(ran.peak >> 20) MB")
        #expect(HostileTests.withoutPlaces(ran) == HostileTests.withoutPlaces(whole))
    }

    @Test func `a bomb of gzip in gzip is stopped, listed, and the rest is judged`() throws {
        let scene = try Scene(seed: 4)
        let whole = try scene.verdicts()
        let member = Packing.gzip([UInt8](repeating: 0, count: 16 << 20), level: 9)
        let bomb = Packing.gzip(Array((0..<64).map { _ in member }.joined()), level: 9)
        try scene.folder.write(bomb, to: "logs/bomb.gz")
        let (verdicts, run) = (try scene.verdicts(), try scene.run())
        verdicts.expect(0)
        #expect(verdicts.lines == whole.lines)
        #expect(verdicts.peak < HostileTests.memory, "\(verdicts.peak >> 20) MB")
        let damaged = try run.damaged
        #expect(damaged.contains { $0.contains("bomb.gz") && $0.contains("stopped") }, "\(damaged)")
    }

    @Test func `names in a zip that lead outside are only names`() throws {
        let scene = try Scene(seed: 5)
        let wanted = try scene.verdicts()
        let path = try scene.path("server/pay-json")
        let zip = Packing.zip([
            (Array("../../../escaped.log".utf8), try scene.bytes("server/pay-json")),
            (Array("/tmp/\u{1B}[31mred\u{202E}.log".utf8), Array("x\n".utf8)),
        ])
        try FileManager.default.removeItem(atPath: path)
        try scene.folder.write(zip, to: "logs/server/a.zip")
        let before = try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path).sorted()
        let ran = try scene.verdicts()
        ran.expect(0)
        #expect(HostileTests.withoutPlaces(ran) == HostileTests.withoutPlaces(wanted))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path).sorted() == before)
        #expect(!FileManager.default.fileExists(atPath: scene.folder.path + "/../escaped.log"))
        for words in [["--json"], []] {
            let run = try Ran(["analyze", "--no-db", "--config", scene.configuration, scene.logs] + words)
            run.expect(0)
            run.expectNothingRaw()
        }
    }

    @Test func `loops of links, pipes and sockets in a folder are passed by`() throws {
        let scene = try Scene(seed: 6)
        let whole = try scene.verdicts()
        try FileManager.default.createSymbolicLink(atPath: scene.logs + "/loop", withDestinationPath: ".")
        try FileManager.default.createSymbolicLink(atPath: scene.logs + "/a", withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: scene.logs + "/b", withDestinationPath: "a")
        try FileManager.default.createSymbolicLink(atPath: scene.logs + "/gone", withDestinationPath: "/nonexistent")
        #expect(mkfifo(scene.logs + "/pipe.log", 0o600) == 0)
        let ran = try scene.verdicts()
        ran.expect(0)
        #expect(ran.lines == whole.lines)
        // The same file by two names is one file.
        try FileManager.default.createSymbolicLink(atPath: scene.logs + "/again.log", withDestinationPath: scene.path("server/pay-json"))
        let twice = try scene.verdicts()
        twice.expect(0)
        #expect(HostileTests.withoutPlaces(twice) == HostileTests.withoutPlaces(whole))
    }

    @Test func `what may not be read is listed, the rest is judged`() throws {
        let scene = try Scene(seed: 7)
        let locked = try scene.path("client/collector")
        let kept = try scene.folder.write("x", to: "logs/closed/x.log")
        let closed = (kept as NSString).deletingLastPathComponent
        chmod(locked, 0)
        chmod(closed, 0)
        defer { chmod(closed, 0o700) }
        // The administrator may read everything: be somebody else then.
        let isRoot = geteuid() == 0
        guard !isRoot || access("/usr/bin/setpriv", X_OK) == 0 else { return }
        chmod(scene.folder.path, 0o755)
        let drop = isRoot ? "/usr/bin/setpriv --reuid 65534 --clear-groups " : ""
        let script = "exec \(drop)\"$PAYCHAIN\" analyze --no-db --json --config \"$1\" \"$2\""
        let ran = try Ran(script: script, [scene.configuration, scene.logs])
        ran.expect(0)
        let damaged = try ran.damaged
        #expect(damaged.count == 2, "\(damaged)")
        #expect(damaged.contains { $0.contains(locked) } && damaged.contains { $0.contains(closed) }, "\(damaged)")
        #expect(try ran.object["orders"] as? Int ?? 0 > 10)
        let alone = try Ran(script: script, [scene.configuration, locked])
        alone.expect(3)
        #expect(alone.errorText.contains(locked))
    }

    @Test("binary garbage, whatever its name", arguments: ["x.log", "x.gz", "x.zip"])
    func garbage(_ name: String) throws {
        let scene = try Scene(seed: 8)
        let whole = try scene.verdicts()
        var random = Seeded(state: UInt64(name.utf8.count))
        var bytes: [UInt8] = []
        switch name {
        case "x.gz": bytes = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        case "x.zip": bytes = [0x50, 0x4B, 3, 4]
        case "x.csv": bytes = [0xEF, 0xBB, 0xBF]
        case "x.json": bytes = [UInt8(ascii: "{")]
        default: break
        }
        for _ in 0..<50_000 { withUnsafeBytes(of: random.next()) { bytes += $0 } }
        try scene.folder.write(bytes, to: "logs/\(name)")
        let ran = try scene.verdicts()
        ran.expect(0)
        #expect(ran.lines == whole.lines)
        #expect(ran.peak < HostileTests.memory, "\(ran.peak >> 20) MB")
        let report = try Ran(["analyze", "--no-db", "--config", scene.configuration, scene.logs])
        report.expect(0)
        report.expectNothingRaw()
    }

    /// Verdict lines with the evidence's places taken out, without trouble about the order of the rest.
    static func withoutPlaces(_ ran: Ran) -> [String] {
        ran.lines.map { $0.replacing(/"evidence":(\[[^\]]*\]|"[^"]*")/, with: "") }
    }
}
