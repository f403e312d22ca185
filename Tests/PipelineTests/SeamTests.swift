import Domain
import Foundation
import TestKit
import Testing

@testable import Pipeline

/// The stages as filters give the verdicts of the embedded run, whoever carries their lines (architecture.md, the seam).
@Suite struct SeamTests {
    typealias Line = ArraySlice<UInt8>

    /// Lines of a stage's output.
    static func collect(_ stage: (([UInt8]) -> Void) throws -> Void) rethrows -> [Line] {
        var bytes: [UInt8] = []
        try stage { bytes += $0 }
        return bytes.split(separator: 10)
    }

    static func extract(_ world: SmallWorld) throws -> [Line] {
        try collect { try Stages.extract(RunOptions(paths: [world.logs], settings: world.settings), to: $0) }
    }

    static func link(_ rows: [Line], _ world: SmallWorld) throws -> (lines: [Line], errors: Int) {
        var input = rows.makeIterator()
        var errors = 0
        let lines = try collect {
            errors = try Stages.link({ input.next() }, options: RunOptions(paths: [], settings: world.settings), to: $0)
        }
        return (lines, errors)
    }

    static func judge(_ rows: [Line], bucket: (remainder: Int, of: Int)? = nil) throws -> (lines: [String: String], errors: Int) {
        var input = rows.makeIterator()
        var bytes: [UInt8] = []
        let result = try Stages.judge({ input.next() }, bucket: bucket) { verdict, chain, sources in
            bytes += Judged.render(verdict, chain, sources)
        }
        let lines = try Judged.byOrder(bytes)
        #expect(lines.count == result.orders)
        return (lines, result.errors)
    }

    static func sorted(_ lines: [Line]) -> [Line] { lines.sorted { $0.lexicographicallyPrecedes($1) } }

    func expectSame(_ lines: [String: String], _ wanted: Judged, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var got = wanted
        got.lines = lines
        try got.expectSame(as: wanted, what, sourceLocation: sourceLocation)
    }

    @Test("extract, sort, link, judge in any number of buckets", arguments: [30, 31] as [UInt64])
    func buckets(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed)
        let wanted = try Judged([world.logs], settings: world.settings)
        let linked = try SeamTests.link(SeamTests.sorted(SeamTests.extract(world)), world)
        #expect(linked.errors == 0)
        for count in [1, 3, 8] {
            var all: [String: String] = [:]
            for remainder in 0..<count {
                let part = try SeamTests.judge(linked.lines, bucket: (remainder, count))
                #expect(part.errors == 0)
                all.merge(part.lines) { a, _ in a }
            }
            try expectSame(all, wanted, "\(count) buckets")
        }
        try expectSame(try SeamTests.judge(SeamTests.sorted(linked.lines)).lines, wanted, "no bucket, sorted")
    }

    @Test("lines doubled and shuffled on the way change nothing", arguments: Array(32..<40) as [UInt64])
    func carriers(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed)
        let wanted = try Judged([world.logs], settings: world.settings)
        var random = Seeded(state: seed)
        /// What an at-least-once carrier without order does.
        func carry(_ lines: [Line]) -> [Line] {
            (lines + lines.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }).shuffled(using: &random)
        }
        let linked = try SeamTests.link(carry(SeamTests.extract(world)), world)
        #expect(linked.errors == 0)
        let judged = try SeamTests.judge(carry(linked.lines))
        #expect(judged.errors == 0)
        try expectSame(judged.lines, wanted, "carried")
    }

    @Test("damaged sources are trusted no more than in one run", arguments: Array(40..<44) as [UInt64])
    func damaged(_ seed: UInt64) throws {
        let world = try DamagedWorld.make(seed)
        let wanted = try Judged([world.cutLogs], settings: world.settings)
        let rows = try SeamTests.collect {
            try Stages.extract(RunOptions(paths: [world.cutLogs], settings: world.settings), to: $0)
        }
        let linked = try SeamTests.link(SeamTests.sorted(rows), world)
        #expect(linked.errors == 0)
        try expectSame(try SeamTests.judge(linked.lines).lines, wanted, "damaged")
    }

    @Test func `a poison line is an error row, and the rest is right`() throws {
        let world = try SmallWorld(seed: 34)
        let wanted = try Judged([world.logs], settings: world.settings)
        var rows = try SeamTests.extract(world)
        var random = Seeded(state: 34)
        let poison: [[UInt8]] = [
            [], [0], Array("nonsense".utf8), Array("a\tb\tc\td\te\tf".utf8), Array("\t\t\t\t\t".utf8), Array("~\tmany".utf8),
            Array("source\tzz\t00".utf8), [0xFF, 9, 9, 9, 9, 9, 0xFE], Array(repeating: 9, count: 100),
        ]
        for line in poison { rows.insert(line[...], at: Int.random(in: 0...rows.count, using: &random)) }
        let linked = try SeamTests.link(rows, world)
        #expect(linked.errors == poison.count)
        let passedOn = linked.lines.filter { $0.starts(with: "error\t".utf8) }
        #expect(passedOn.count == poison.count)
        try expectSame(try SeamTests.judge(linked.lines).lines, wanted, "poison before link")
        var late = linked.lines.filter { !$0.starts(with: "error\t".utf8) }
        for line in poison + [Array("!\t00".utf8), Array("0001\tzz\t!\t00\t00".utf8)] {
            late.insert(line[...], at: Int.random(in: 0...late.count, using: &random))
        }
        let judged = try SeamTests.judge(late)
        #expect(judged.errors == poison.count + 2)
        try expectSame(judged.lines, wanted, "poison before judge")
    }

    @Test func `cut input is an error`() throws {
        let world = try SmallWorld(seed: 35, orders: 15)
        let rows = try SeamTests.extract(world)
        for keep in [0, 1, rows.count / 2, rows.count - 1] {
            #expect(throws: SeamError.self) { try SeamTests.link(Array(rows[..<keep]), world) }
        }
        #expect(throws: SeamError.self) { try SeamTests.link(rows.enumerated().filter { $0.offset != 5 }.map(\.element), world) }
        let linked = try SeamTests.link(rows, world).lines
        for keep in [0, 1, linked.count / 2, linked.count - 1] {
            #expect(throws: SeamError.self) { try SeamTests.judge(Array(linked[..<keep])) }
        }
        #expect(throws: SeamError.self) { try SeamTests.judge(linked.filter { !$0.starts(with: "!\t".utf8) }) }
        // A row cut in its payload is a poison line and a row too few.
        var torn = rows
        if let index = torn.firstIndex(where: { $0.split(separator: 9).count == 6 }) { torn[index] = torn[index].dropLast(7) }
        #expect(throws: SeamError.self) { try SeamTests.link(torn, world) }
    }

    @Test func `two extracts side by side are one`() throws {
        let world = try SmallWorld(seed: 36, orders: 45)
        let wanted = try Judged([world.logs], settings: world.settings)
        let folders = ["client", "server", "edge", "provider"].map { world.logs + "/" + $0 }.filter {
            FileManager.default.fileExists(atPath: $0)
        }
        var rows: [Line] = []
        // Access logs are read with the endpoints that the application's log teaches: they stay together.
        for paths in [[folders[0]], Array(folders[1...])] {
            rows += try SeamTests.collect { try Stages.extract(RunOptions(paths: paths, settings: world.settings), to: $0) }
        }
        let linked = try SeamTests.link(rows, world)
        #expect(linked.errors == 0)
        try expectSame(try SeamTests.judge(linked.lines).lines, wanted, "two extracts")
    }
}
