import Domain
import Sources
import TestKit
import Testing

@Suite struct RawLinesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Packs the same lines in every way; the offsets that the reader gives must lead back to each line.
    @Test(arguments: ["plain", "marked", "gzip", "members", "zip", "GBK", "GBK in zip", "UTF-16", "zeros", "holes"])
    func everyLineAgain(_ form: String) throws {
        let lines = String(decoding: Packing.log(lines: 14_000, seed: 12), as: UTF8.self).split(separator: "\n").map { String($0) }
        let text = lines.map { "\($0)\r\n" }.joined()
        let utf8 = Array(text.utf8)
        let bytes: [UInt8] =
            switch form {
            case "marked": [0xEF, 0xBB, 0xBF] + utf8
            case "gzip": Packing.gzip(utf8, level: 1)
            case "members":
                Packing.gzip(Array(utf8[..<1000])) + Packing.gzip([0xEF, 0xBB, 0xBF] + Array(utf8[1000..<2000]))
                    + Packing.gzip(Array(utf8[2000...]))
            case "zip": Packing.zip([(Array("other!".utf8), []), (Array("a!b.log".utf8), utf8)])
            case "GBK": EncodingTests.gbk(text)
            case "GBK in zip": Packing.zip([(EncodingTests.gbk("支付!.log"), EncodingTests.gbk(text))])
            case "UTF-16": EncodingTests.utf16(text, little: true)
            case "zeros": [0, 0, 0] + Array(utf8[..<70_000]) + [0, 0] + Array(utf8[70_000...])
            case "holes": Packing.gzip(utf8, level: 1) + [1, 2, 3, 0xFF] + Packing.gzip(Array("x\n".utf8))
            default: utf8
            }
        let path = try folder.write(bytes, to: "odd!name.log")
        let reader = try #require(SourceReader.open(DiscoveredFile(path: path)).readers.last)
        // Where each line begins, as the pipeline would ask: right after its block.
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: Limits.bufferAlignment)
        defer { room.deallocate() }
        var offsets: [UInt64] = []
        var expected: [String] = []
        var at: UInt64 = 0
        var starts = true
        while true {
            let got = reader.read(into: room)
            if got == 0 { break }
            for index in 0..<got {
                if starts {
                    offsets.append(reader.originalOffset(at + UInt64(index)))
                    expected.append(offsets.count <= lines.count ? lines[offsets.count - 1] : "x")
                }
                starts = room[index] == 10
            }
            at += UInt64(got)
        }
        #expect(offsets.count >= lines.count)
        let again = RawLines.read(name: reader.name, offsets: offsets)
        #expect(again.map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "nil" } == expected)
        let middle = lines.count / 2
        #expect(RawLines.read(name: reader.name, offset: offsets[middle], maximum: 1 << 20) == Array(lines[middle].utf8))
        #expect(RawLines.read(name: reader.name, offset: offsets[middle], maximum: 10) == Array(lines[middle].utf8.prefix(10)))
        #expect(
            RawLines.read(name: reader.name, offsets: [offsets[middle]], lines: 2)[0]
                == Array("\(lines[middle])\r\n\(lines[middle + 1])".utf8))
        // In any order, with repeats, and behind the end.
        let some = RawLines.read(name: reader.name, offsets: [offsets[7], .max, offsets[3], offsets[7]])
        #expect(some == [Array(lines[7].utf8), nil, Array(lines[3].utf8), Array(lines[7].utf8)])
    }

    @Test func cannotBeReadAgain() throws {
        #expect(RawLines.read(name: "-", offset: 0, maximum: 10) == nil)
        #expect(RawLines.read(name: "\(folder.path)/gone.log", offset: 0, maximum: 10) == nil)
        #expect(RawLines.read(name: "\(folder.path)/gone.zip!a", offset: 0, maximum: 10) == nil)
        #expect(RawLines.read(name: folder.path, offset: 0, maximum: 10) == nil)
        #expect(RawLines.read(name: "/dev/null", offset: 0, maximum: 10) == nil)
    }

    /// A line is given only where the file is the one that was read: short ones may have grown meanwhile, and nothing else.
    @Test(arguments: [false, true]) func ofAChangedFileNothing(isPacked: Bool) throws {
        let was = "2026-09-03 10:00:00 order A1\n2026-09-03 10:00:01 order A2\n"
        func give(_ now: String) throws -> String? {
            let bytes = isPacked ? Packing.gzip(Array(now.utf8), level: 1) : Array(now.utf8)
            let path = try folder.write(bytes, to: "short.log")
            let line = RawLines.read(name: path, contentID: StableHash.of(was), offsets: [29])[0]
            return line.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try give(was) == "2026-09-03 10:00:01 order A2")
        #expect(try give(was + "2026-09-03 10:00:02 order A3\n") == "2026-09-03 10:00:01 order A2")
        let long = was + String(repeating: "2026-09-03 10:00:02 order A3\n", count: 4_000)
        #expect(try give(long) == "2026-09-03 10:00:01 order A2")
        #expect(try give("2026-09-03 10:00:09 order B9\n" + was) == nil)
        #expect(try give(String(was.dropFirst(29))) == nil)
        #expect(try give(String(long.dropFirst(29))) == nil)
        #expect(try give(String(was.dropLast(29))) == nil)
    }
}
