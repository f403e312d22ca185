import Foundation
import Testing

@testable import Simulation

@Suite("The same options give the same bytes")
struct DeterminismTests {
    @Test("one thread and three threads", arguments: [LogCompression.none, .rotated])
    func threads(compression: LogCompression) throws {
        var options = WorldFolder.options(orders: 900)
        options.compression = compression
        options.cut = CutPlan(share: 0.3)
        options.threads = 1
        let one = try WorldFolder(options).files()
        options.threads = 3
        let three = try WorldFolder(options).files()
        #expect(one.keys.sorted() == three.keys.sorted())
        for (name, bytes) in one { #expect(three[name] == bytes, "\(name) differs") }
    }

    @Test("a slice boundary inside the world")
    func slices() throws {
        var options = WorldFolder.options(orders: 3_400)
        options.formats = [.nslog, .jsonLines, .nginx]
        options.threads = 1
        let one = try WorldFolder(options).files()
        options.threads = 2
        let two = try WorldFolder(options).files()
        #expect(one == two)
    }

    @Test("line feeds are counted right at any length and place")
    func lineFeeds() {
        var random = Random(5)
        for length in 0..<200 {
            // often a line feed, often a byte that differs from one in a single bit
            let bytes = (0..<length).map { _ in [10, 11, 8, 138, 0, 255, 65, 10][random.below(8)] as UInt8 }
            let found = bytes.withUnsafeBytes { OutputFile.lineFeeds(in: $0) }
            #expect(found == bytes.count { $0 == 10 }, "\(bytes)")
        }
    }

    @Test("hexadecimal digits are the number's last ones")
    func hex() {
        var random = Random(6)
        var bytes = Bytes()
        defer { bytes.free() }
        for width in 1...20 {
            let value = random.next()
            bytes.clear()
            bytes.hex(value, width)
            let digits = String(value, radix: 16)
            let wanted = String((String(repeating: "0", count: 24) + digits).suffix(width))
            #expect(String(decoding: bytes.buffer, as: UTF8.self) == wanted)
        }
    }

    @Test("another seed gives another world")
    func seeds() throws {
        let a = try WorldFolder(WorldFolder.options(orders: 60, seed: 1)).files()
        let b = try WorldFolder(WorldFolder.options(orders: 60, seed: 2)).files()
        #expect(a["truth.ndjson"] != b["truth.ndjson"])
    }

    @Test("logs that are already there are refused")
    func refusesOldLogs() throws {
        let folder = try WorldFolder(WorldFolder.options(orders: 20))
        #expect(throws: SimulationError.self) { try World(WorldFolder.options(orders: 20)).write(to: folder.path) }
    }

    struct BadOption: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var change: @Sendable (inout SimulationOptions) -> Void
    }

    static let badOptions: [BadOption] = [
        BadOption(testDescription: "no orders") { $0.orders = 0 },
        BadOption(testDescription: "no days") { $0.days = 0 },
        BadOption(testDescription: "skew beyond a day") { $0.clockSkewHours = 25 },
        BadOption(testDescription: "all noise") { $0.noiseShare = 1 },
        BadOption(testDescription: "no rotation") { $0.rotations = 0 },
        BadOption(testDescription: "level 0") { $0.level = 0 },
        BadOption(testDescription: "cut everything") { $0.cut = CutPlan(share: 1) },
    ]

    @Test("options out of range are refused", arguments: badOptions)
    func refuses(option: BadOption) {
        var options = SimulationOptions()
        option.change(&options)
        #expect(throws: SimulationError.self) { try options.validated() }
    }
}
