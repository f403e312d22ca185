import Domain
import Foundation
import Simulation
import TestKit
import Testing

@testable import Pipeline

/// How the same lines lie in files may never show in a verdict (vocabulary §8, invariants).
@Suite struct InputInvariantTests {
    @Test("a log split into rotated parts, or joined again, is the same log", arguments: [3, 4] as [UInt64])
    func rotation(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed) { ($0.rotations, $0.compression, $0.formats) = (1, .none, Self.withoutCollectors) }
        let wanted = try Judged([world.logs], settings: world.settings)
        var split = 0
        let parts = try world.copy(as: "parts") { path, bytes in
            let isRotated = path.hasPrefix("server/") || path.hasPrefix("edge/") || path.hasPrefix("client/collector")
            let isDated = path.contains(".2026-")
            guard isRotated, !isDated, let halves = Lines.halves(bytes, at: 0.4) else { return [(path, bytes)] }
            split += 1
            guard let again = Lines.halves(halves.older, at: 0.5) else { return [(path + ".1", halves.older), (path, halves.newer)] }
            return [(path + ".2", again.older), (path + ".1", again.newer), (path, halves.newer)]
        }
        #expect(split > 10)
        let apart = try Judged([parts], settings: world.settings)
        try apart.expectSame(as: wanted, places: false, "split")

        let rotated = try SmallWorld(seed: seed) { ($0.rotations, $0.compression, $0.formats) = (3, .none, Self.withoutCollectors) }
        let before = try Judged([rotated.logs], settings: rotated.settings)
        var older: [String: [UInt8]] = [:]
        var joined = 0
        for path in try rotated.files where path.hasSuffix(".1") || path.hasSuffix(".2") {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: rotated.logs + "/" + path)))
            let name = String(path.dropLast(2))
            // ".1" comes before ".2" and is younger.
            older[name] = bytes + (older[name] ?? [])
        }
        let whole = try rotated.copy(as: "whole") { path, bytes in
            if path.hasSuffix(".1") || path.hasSuffix(".2") { return [] }
            if older[path] != nil { joined += 1 }
            return [(path, (older[path] ?? []) + bytes)]
        }
        #expect(joined > 10)
        try Judged([whole], settings: rotated.settings).expectSame(as: before, places: false, "joined")
    }

    /// A collector's file in which a device has nothing but noise does not show that its log went on: not the same when it is split there.
    static let withoutCollectors = LogFormat.allCases.filter {
        ![.deviceJSON, .nslog, .logcatYear, .loki, .kibanaCSV].contains($0)
    }

    @Test("packed, plain, in two members, in any mixture", arguments: [5, 6] as [UInt64])
    func packing(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed) { $0.compression = .none }
        let wanted = try Judged([world.logs], settings: world.settings)
        var random = Seeded(state: seed)
        var packed = 0
        let other = try world.copy(as: "packed") { path, bytes in
            guard !path.hasPrefix("provider/") else { return [(path, bytes)] }
            packed += 1
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return [(path, bytes)]
            case 1: return [(path + ".gz", Packing.gzip(bytes))]
            case 2:
                let middle = Int.random(in: 0...bytes.count, using: &random)
                return [(path + ".gz", Packing.gzip(Array(bytes[..<middle])) + Packing.gzip(Array(bytes[middle...])))]
            // A packed file without the ending, and zero padding behind it.
            default: return [(path, Packing.gzip(bytes) + [UInt8](repeating: 0, count: 512))]
            }
        }
        #expect(packed > 20)
        let got = try Judged([other], settings: world.settings)
        try got.expectSame(as: wanted, places: false)
        #expect(got.summary.inputs.lines == wanted.summary.inputs.lines)
        #expect(got.summary.inputs.damaged.filter { !$0.isNote }.isEmpty)
    }

    @Test("a mixed stream interleaved in another way is the same stream", arguments: [7, 8] as [UInt64])
    func interleaving(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed) {
            ($0.rotations, $0.compression, $0.devices) = (1, .none, 0)
            $0.formats = [.compose, .deviceJSON, .nginx]
        }
        let wanted = try Judged([world.logs], settings: world.settings)
        var random = Seeded(state: seed)
        var mixed = 0
        let other = try world.copy(as: "mixed") { path, bytes in
            let lines = Lines.of(bytes)
            let key: (ArraySlice<UInt8>) -> String
            if path.contains("compose") {
                key = { String(decoding: $0.prefix { $0 != UInt8(ascii: "|") }, as: UTF8.self) }
            } else if path.contains("collector") {
                key = { line in
                    let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
                    return object?["device"] as? String ?? ""
                }
            } else {
                return [(path, bytes)]
            }
            let byWriter = Dictionary(grouping: lines, by: key)
            guard byWriter.count > 1 else { return [(path, bytes)] }
            mixed += 1
            return [(path, Array(Lines.mix(byWriter.keys.sorted().compactMap { byWriter[$0] }, using: &random).joined()))]
        }
        #expect(mixed == 2)
        try Judged([other], settings: world.settings).expectSame(as: wanted, places: false)
    }

    @Test("noise inside the span of a log changes nothing", arguments: [9, 10] as [UInt64])
    func noise(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed) {
            ($0.formats, $0.compression) = ([.deviceJSON, .jsonLines, .springBoot2, .logfmt, .nginx], .none)
        }
        let wanted = try Judged([world.logs], settings: world.settings)
        var random = Seeded(state: seed)
        var added: UInt64 = 0
        let loud = try world.copy(as: "loud") { path, bytes in
            var out: [UInt8] = []
            let lines = Lines.of(bytes)
            for (index, line) in lines.enumerated() {
                out += line
                // A copy of a line's stamp with nothing to say; the last line stays the last one of the log's span.
                guard index + 1 < lines.count, Int.random(in: 0..<2, using: &random) == 0,
                    let noise = Self.noise(like: String(decoding: line, as: UTF8.self))
                else { continue }
                out += Array(noise.utf8) + [10]
                added += 1
            }
            return [(path, out)]
        }
        #expect(added > 200)
        let got = try Judged([loud], settings: world.settings)
        try got.expectSame(as: wanted, places: false)
        #expect(got.summary.inputs.lines == wanted.summary.inputs.lines + added)
        #expect(got.summary.inputs.unbound == wanted.summary.inputs.unbound)
    }

    @Test("a device clock that is wrong by up to a day changes no verdict", arguments: [11, 12] as [UInt64])
    func clocks(_ seed: UInt64) throws {
        let world = try SmallWorld(seed: seed) {
            ($0.clockSkewHours, $0.formats, $0.compression) = (0, [.deviceJSON, .jsonLines, .nginx], .none)
        }
        let wanted = try Judged([world.logs], settings: world.settings)
        var random = Seeded(state: seed)
        var ahead: [String: Int] = [:]
        var moved = 0
        let wrong = try world.copy(as: "wrong") { path, bytes in
            guard path.hasPrefix("client/") else { return [(path, bytes)] }
            let lines = try Lines.of(bytes).map { line in
                guard var object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
                    let stamp = object["time"] as? String, let device = object["device"] as? String
                else { return Array(line) }
                let hours = ahead[device] ?? Int.random(in: -24...24, using: &random)
                ahead[device] = hours
                moved += 1
                object["time"] = try Self.moved(stamp, hours: hours)
                return Array(try JSONSerialization.data(withJSONObject: object, options: [.withoutEscapingSlashes])) + [10]
            }
            return [(path, Array(lines.joined()))]
        }
        #expect(moved > 100)
        let got = try Judged([wrong], settings: world.settings)
        #expect(got.lines.count == wanted.lines.count)
        for order in wanted.lines.keys.sorted() {
            let (a, b) = (try Verdicts(wanted.object(order)), try Verdicts(got.object(order)))
            #expect(a == b, "\(order)")
        }
    }

    /// A line of the same log at the same time that says nothing about payments; nil for lines of other logs.
    static func noise(like line: String) -> String? {
        if let match = line.firstMatch(of: #/^(\{"time":"[^"]+").*?(,"device":"[^"]+")?\}?$/#) {
            return "\(match.1),\"level\":\"info\",\"tag\":\"Cache\",\"msg\":\"refreshed 17 entries\"\(match.2 ?? "")}"
        }
        if let match = line.firstMatch(of: #/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})  *(INFO|WARN|ERROR)/#) {
            return "\(match.1)  INFO 1 --- [scheduling-1] c.e.shop.CacheRefresher : refreshed 17 entries"
        }
        if let match = line.firstMatch(of: #/^(time=\S+|ts=\S+) /#) { return "\(match.1) level=info msg=\"refreshed 17 entries\"" }
        if let match = line.firstMatch(of: #/^(\S+ \S+ \S+ \[[^\]]+\]) "/#) {
            return "\(match.1) \"GET /assets/logo.png HTTP/1.1\" 200 512 \"-\" \"Mozilla/5.0\""
        }
        return nil
    }

    /// A stamp with milliseconds and a zone, some hours later.
    static func moved(_ stamp: String, hours: Int) throws -> String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return try style.parse(stamp).addingTimeInterval(Double(hours) * 3_600).formatted(style)
    }

    /// What a verdict says beside its times: a device's raw stamps are shown as they are.
    struct Verdicts: Equatable {
        var flow: String?
        var outcome: String?
        var experience: String?
        var primary: String?
        var breaks: [String]
        var steps: [String]

        init(_ object: [String: Any]) {
            flow = object["flow"] as? String
            outcome = object["outcome"] as? String
            experience = object["experience"] as? String
            primary = object["primary_break"] as? String
            breaks = (object["breaks"] as? [[String: Any]] ?? []).map { item in
                ["code", "severity", "reason", "explained_by"].map { item[$0] as? String ?? "-" }.joined(separator: " ")
            }
            steps = (object["steps"] as? [[String: Any]] ?? []).map { item in
                ["step", "state"].map { item[$0] as? String ?? "-" }.joined(separator: " ")
            }
        }
    }
}
