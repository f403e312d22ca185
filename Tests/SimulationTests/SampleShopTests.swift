import Domain
import Foundation
import Testing

@testable import Simulation

@Suite("sample-logs")
struct SampleShopTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    @Test("are what the generator writes, byte for byte")
    func reproduced() throws {
        let folder = try WorldFolder(SampleShop.options, script: SampleShop.script)
        let made = try folder.files("logs")
        // After a wanted change of the world: RECORD_SAMPLE_LOGS=1 writes it anew, and fails once.
        if ProcessInfo.processInfo.environment["RECORD_SAMPLE_LOGS"] != nil {
            try SampleShopTests.record(made, truth: folder.path + "/truth.ndjson")
        }
        let kept = try WorldFolder.files(at: SampleShopTests.root + "/sample-logs").filter { $0.key.contains("/") }
        #expect(made.keys.sorted() == kept.keys.sorted())
        for (name, bytes) in made {
            guard let other = kept[name], other != bytes else { continue }
            // another zlib may pack the same bytes in another way: then their CRC and length still agree
            #expect(name.hasSuffix(".gz") || name.hasSuffix(".zip"), "\(name) differs")
            #expect(SampleShopTests.checks(bytes, name) == SampleShopTests.checks(other, name), "\(name) differs")
        }
        let truth = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/truth.ndjson"))
        let fixture = SampleShopTests.root + "/Tests/Fixtures/sample-logs.truth.ndjson"
        #expect(try truth == Data(contentsOf: URL(fileURLWithPath: fixture)))
        let configuration = SampleShopTests.root + "/sample-logs/paychain.yaml"
        #expect(try String(contentsOfFile: configuration, encoding: .utf8) == Shop.configuration)
    }

    /// Puts a world in place of the committed one; its README stays.
    private static func record(_ made: [String: Data], truth: String) throws {
        let files = FileManager.default
        for name in try WorldFolder.files(at: root + "/sample-logs").keys where name.contains("/") {
            try files.removeItem(atPath: root + "/sample-logs/" + name)
        }
        for (name, bytes) in made {
            let url = URL(fileURLWithPath: root + "/sample-logs/" + name)
            try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: url)
        }
        try Data(contentsOf: URL(fileURLWithPath: truth)).write(to: URL(fileURLWithPath: root + "/Tests/Fixtures/sample-logs.truth.ndjson"))
        Issue.record("recorded")
    }

    @Test("stay small and show every break")
    func complete() throws {
        let kept = try WorldFolder.files(at: SampleShopTests.root + "/sample-logs")
        #expect(kept.values.map(\.count).reduce(0, +) < 2_000_000)
        let story = String(decoding: kept["README.md"] ?? Data(), as: UTF8.self)
        let truth = try WorldFolder(SampleShop.options, script: SampleShop.script).truth()
        for code in BreakCode.allCases {
            #expect(truth.contains { ($0["breaks"] as? [String])?.contains(code.rawValue) ?? false }, "\(code.rawValue)")
            #expect(story.contains("`\(code.rawValue)`"))
        }
        for line in truth where !(line["breaks"] as? [String] ?? []).isEmpty {
            #expect(story.contains("`\(line["order"] as? String ?? "?")`"))
        }
    }

    /// CRC and length of what is packed: the last eight bytes of a gzip file, of a zip's entries the fields in its directory.
    private static func checks(_ data: Data, _ name: String) -> [[UInt8]] {
        let bytes = [UInt8](data)
        guard name.hasSuffix(".zip") else { return [Array(bytes.suffix(8))] }
        return bytes.indices.dropLast(46).filter { Array(bytes[$0..<($0 + 4)]) == [0x50, 0x4B, 0x01, 0x02] }.map {
            Array(bytes[($0 + 16)..<($0 + 20)]) + Array(bytes[($0 + 24)..<($0 + 28)])
        }
    }
}
