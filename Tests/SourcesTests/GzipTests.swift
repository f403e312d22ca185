import CZlib
import Domain
import Sources
import TestKit
import Testing

@Suite struct GzipTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Both inflaters and several block sizes must agree; gives what they agree on.
    func read(_ bytes: [UInt8], name: String = "a.log.gz", blocks: [Int] = [Limits.blockLength]) throws -> Reading {
        let path = try folder.write(bytes, to: name)
        let reading = try Reading(path, inflater: .zlib)
        for block in blocks {
            let other = try Reading(path, inflater: .fastest, block: block)
            #expect(other == reading)
        }
        return reading
    }

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var text: String
        var reasons: [String] = []
        var notes: [String] = []
        var losses: [Loss] = []
    }

    static let one = Packing.gzip("one\n")
    static let two = Packing.gzip("two\n")

    static func flipped(_ bytes: [UInt8], _ index: Int, _ mask: UInt8 = 1) -> [UInt8] {
        var bytes = bytes
        bytes[index < 0 ? bytes.count + index : index] ^= mask
        return bytes
    }

    static let cases: [Case] = [
        Case(testDescription: "one member", bytes: one, text: "one\n"),
        Case(testDescription: "several members", bytes: one + two + one, text: "one\ntwo\none\n"),
        Case(testDescription: "an empty member between", bytes: one + Packing.gzip("") + two, text: "one\ntwo\n"),
        Case(
            testDescription: "a byte order mark at the start of each member",
            bytes: Packing.gzip("\u{FEFF}one\n") + Packing.gzip("\u{FEFF}two\n"), text: "one\ntwo\n"),
        Case(
            testDescription: "zero padding", bytes: one + [UInt8](repeating: 0, count: 700), text: "one\n",
            notes: ["gzip: 700 bytes of zero padding"]),
        Case(
            testDescription: "a member behind zero padding", bytes: one + [0, 0, 0] + two, text: "one\ntwo\n",
            notes: ["gzip: 3 bytes of zero padding"]),
        Case(
            testDescription: "plain lines behind, then a member", bytes: one + Array("plain 支付\n".utf8) + two, text: "one\nplain 支付\ntwo\n",
            notes: ["gzip: plain lines behind the compressed ones"]),
        Case(
            testDescription: "foreign bytes behind", bytes: one + [1, 2, 0xFF, 3, 4], text: "one\n",
            reasons: ["gzip: foreign bytes behind the compressed ones"]),
        Case(
            testDescription: "foreign bytes between", bytes: one + [1, 2, 0xFF, 3, 4] + two, text: "one\ntwo\n",
            reasons: ["gzip: foreign bytes behind the compressed ones"],
            losses: [Loss(utf8Offset: 4, reason: "gzip: foreign bytes", untilEnd: false)]),
        Case(
            testDescription: "checksum mismatch", bytes: flipped(one, -6) + two, text: "one\ntwo\n", reasons: ["gzip: checksum mismatch"]),
        Case(testDescription: "length mismatch", bytes: flipped(one, -2) + two, text: "one\ntwo\n", reasons: ["gzip: length mismatch"]),
        Case(
            testDescription: "without footer", bytes: Array(one.dropLast(8)), text: "one\n", reasons: ["gzip: unexpected end"],
            losses: [Loss(utf8Offset: 4, reason: "gzip: unexpected end", untilEnd: true)]),
        Case(
            testDescription: "still written to", bytes: Packing.gzip(Array("one\n".utf8), finish: false), text: "one\n",
            reasons: ["gzip: unexpected end"], losses: [Loss(utf8Offset: 4, reason: "gzip: unexpected end", untilEnd: true)]),
        Case(
            testDescription: "killed while writing, then started again",
            bytes: Packing.gzip(Array("one\npart".utf8), finish: false) + two, text: "one\npart\ntwo\n",
            reasons: ["gzip: invalid block type"],
            losses: [Loss(utf8Offset: 9, reason: "gzip: invalid block type", untilEnd: false)]),
        Case(
            testDescription: "packed twice", bytes: Packing.gzip(one + two), text: "one\ntwo\n"),
        Case(
            testDescription: "packed three times", bytes: Packing.gzip(Packing.gzip(one)), text: "",
            reasons: ["gzip: packed more than twice; unpack it first"],
            losses: [Loss(utf8Offset: 0, reason: "not opened", untilEnd: true)]),
        Case(
            testDescription: "first header damaged", bytes: flipped(one, 0) + two, text: "two\n", reasons: ["gzip: invalid header"],
            losses: [Loss(utf8Offset: 0, reason: "gzip: invalid header", untilEnd: false)]),
        Case(
            testDescription: "last header damaged", bytes: one + flipped(two, 0), text: "one\n",
            reasons: ["gzip: foreign bytes behind the compressed ones"],
            losses: [Loss(utf8Offset: 4, reason: "gzip: foreign bytes", untilEnd: true)]),
        Case(
            testDescription: "plain in spite of its name", bytes: Array("one\n".utf8), text: "one\n",
            notes: ["named like a gzip and plain inside"]),
        Case(testDescription: "empty in spite of its name", bytes: [], text: ""),
        Case(
            testDescription: "only a beginning", bytes: [0x1F, 0x8B], text: "", reasons: ["gzip: unexpected end"],
            losses: [Loss(utf8Offset: 0, reason: "gzip: unexpected end", untilEnd: true)]),
    ]

    @Test(arguments: cases) func container(_ given: Case) throws {
        let reading = try read(given.bytes, blocks: [1, 4096, Limits.blockLength])
        #expect(reading.text == given.text)
        #expect(reading.reasons == given.reasons)
        #expect(reading.notes == given.notes)
        #expect(reading.losses == given.losses)
    }

    @Test func cutAtEveryByte() throws {
        let text = Packing.log(lines: 60, seed: 1)
        let packed = Packing.gzip(text)
        for length in 1..<packed.count {
            let reading = try read(Array(packed[..<length]))
            let reference = Packing.gunzip(Array(packed[..<length]), capacity: text.count + 1)
            #expect(reading.bytes == reference)
            #expect(reading.reasons == ["gzip: unexpected end"])
            #expect(reading.losses == [Loss(utf8Offset: UInt64(reference.count), reason: "gzip: unexpected end", untilEnd: true)])
        }
    }

    @Test func membersCutAtEveryByte() throws {
        let parts = (0..<3).map { Packing.log(lines: 8, seed: $0) }
        let packed = parts.map { Packing.gzip($0, level: 1) }
        let whole = packed.flatMap { $0 }
        let ends = [0, packed[0].count, packed[0].count + packed[1].count]
        for length in 1..<whole.count {
            let reading = try read(Array(whole[..<length]))
            #expect(parts.flatMap { $0 }.starts(with: reading.bytes))
            #expect(reading.losses.isEmpty == ends.contains(length))
            #expect(reading.reasons.isEmpty == ends.contains(length))
        }
    }

    struct Flips: CustomTestStringConvertible {
        var testDescription: String
        var level: Int32
        var strategy: Int32
        var lines: Int
    }

    @Test(arguments: [
        Flips(testDescription: "dynamic", level: 6, strategy: Z_DEFAULT_STRATEGY, lines: 1500),
        Flips(testDescription: "fixed", level: 6, strategy: Z_FIXED, lines: 200),
        Flips(testDescription: "stored", level: 0, strategy: Z_DEFAULT_STRATEGY, lines: 200),
        Flips(testDescription: "Huffman only", level: 6, strategy: Z_HUFFMAN_ONLY, lines: 300),
        Flips(testDescription: "short", level: 9, strategy: Z_DEFAULT_STRATEGY, lines: 3),
    ]) func flippedBits(_ flips: Flips) throws {
        let parts = (0..<3).map { Packing.log(lines: flips.lines, seed: UInt64($0)) }
        let members = parts.map { Packing.gzip($0, level: flips.level, strategy: flips.strategy) }
        let whole = members.flatMap { $0 }
        var random = Seeded(state: UInt64(flips.lines))
        for _ in 0..<250 {
            let place = Int.random(in: 10..<whole.count, using: &random)
            let reading = try read(Self.flipped(whole, place, 1 << UInt8.random(in: 0..<8, using: &random)))
            // Whatever is hit, the members that are not hit are there.
            let hit = place < members[0].count ? 0 : place < members[0].count + members[1].count ? 1 : 2
            if hit > 0 { #expect(reading.bytes.starts(with: parts[0])) }
            if hit < 2 { #expect(reading.bytes.suffix(parts[2].count).elementsEqual(parts[2])) }
        }
    }

    @Test func blocksDoNotMatter() throws {
        let text = Packing.log(lines: 20_000, seed: 9)
        let packed = Packing.gzip(text)
        let sound = try read(packed, blocks: [1000, 70_000, 256 << 10, 3 << 20])
        #expect(sound.bytes == text)
        let damaged = try read(Self.flipped(packed, packed.count / 2), blocks: [1000, 70_000, 256 << 10, 3 << 20])
        #expect(text.starts(with: damaged.bytes.prefix(text.count / 3)))
        #expect(damaged.damage.count == 1)
    }

    @Test func bomb() throws {
        let inner = Packing.gzip([UInt8](repeating: 65, count: 96 << 20), level: 9)
        let reading = try Reading(folder.write(Packing.gzip(inner, level: 9), to: "bomb.gz"))
        #expect(reading.reasons == ["inflates to more than 2000 times its size: stopped"])
        #expect(reading.bytes.count <= Limits.inflateFloor + 2 * Limits.blockLength)
        #expect(reading.losses.map(\.untilEnd) == [true])
    }
}
