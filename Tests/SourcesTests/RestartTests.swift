import Domain
import Sources
import TestKit
import Testing

/// Reading again from the middle of packed files.
@Suite struct RestartTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file as it was packed.
    enum Form: String, CaseIterable, Sendable {
        case fast, best, stored, members, marked, damaged

        func pack(_ text: [UInt8]) -> [UInt8] {
            switch self {
            case .fast: return Packing.gzip(text, level: 1)
            case .best: return Packing.gzip(text, level: 9)
            case .stored: return Packing.gzip(text, level: 0)
            case .members, .marked:
                let mark: [UInt8] = self == .marked ? [0xEF, 0xBB, 0xBF] : []
                return stride(from: 0, to: text.count, by: 700_001).flatMap {
                    Packing.gzip(mark + Array(text[$0..<min(text.count, $0 + 700_001)]))
                }
            case .damaged:
                var bytes = Packing.gzip(text)
                bytes[bytes.count * 2 / 3] ^= 0x55
                return bytes + Packing.gzip(Array("2026-11-02 10:00:00 INFO the next member\n".utf8))
            }
        }
    }

    @Test(arguments: Form.allCases, [InflaterChoice.fastest, .zlib]) func everyPlaceLeadsToTheSameLines(
        _ form: Form, _ inflater: InflaterChoice
    ) throws {
        let text = Packing.log(lines: 30_000, seed: 5)
        let path = try folder.write(form.pack(text), to: "a.log.gz")
        let reader = try #require(SourceReader.open(DiscoveredFile(path: path), inflater: inflater).readers.first)
        reader.restartSpacing = form == .stored ? 200_000 : 30_000
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { room.deallocate() }
        var lines: [(offset: UInt64, text: [UInt8])] = []
        var line: [UInt8] = []
        var (at, start): (UInt64, UInt64) = (0, 0)
        while true {
            let got = reader.read(into: room)
            if got == 0 { break }
            for byte in room[..<got] {
                at += 1
                guard byte == 10 else {
                    line.append(byte)
                    continue
                }
                lines.append((reader.originalOffset(start), line))
                (line, start) = ([], at)
            }
        }
        let points = reader.restartPoints
        // A block of stored bytes has next to no header to stop in.
        #expect(points.count >= (form == .stored ? 2 : 5))
        #expect(zip(points, points.dropFirst()).allSatisfy { $0.offset < $1.offset && $0.bits < $1.bits })
        let size = UInt64(form.pack(text).count)
        // Lines before the first place, between all of them, and behind the last.
        let chosen = stride(from: 0, to: lines.count, by: 97).map { lines[$0] } + [lines[lines.count - 1]]
        let restarts = chosen.map { line in points.last { $0.offset <= line.offset } }
        #expect(Set(restarts.map { $0?.bits }).count >= 3)
        let again = RawLines.read(
            name: reader.name, contentID: reader.contentID, offsets: chosen.map(\.offset), restarts: [size: restarts])
        let wrong = zip(chosen, again).filter { $0.0.text != $0.1 }
        let first = wrong.first.map {
            "\($0.0.offset): \(String(decoding: $0.1 ?? [], as: UTF8.self)), not \(String(decoding: $0.0.text, as: UTF8.self))"
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(chosen.count); \(first ?? "")")
        // One line alone, in any order, from its own place.
        for (line, restart) in zip(chosen, restarts).reversed().prefix(20) {
            let one = RawLines.read(name: reader.name, offsets: [line.offset], restarts: [size: [restart]])
            #expect(one == [line.text])
        }
    }

    @Test func aFileThatIsAnotherOneGivesNothing() throws {
        let path = try folder.write(Packing.gzip(Packing.log(lines: 20_000, seed: 5)), to: "a.log.gz")
        let reader = try #require(SourceReader.open(DiscoveredFile(path: path)).readers.first)
        reader.restartSpacing = 30_000
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { room.deallocate() }
        while reader.read(into: room) > 0 {}
        let point = try #require(reader.restartPoints.last)
        let other = Packing.gzip(Packing.log(lines: 20_000, seed: 6))
        try folder.write(other, to: "a.log.gz")
        let restarts = [UInt64(other.count): [point as RestartPoint?]]
        #expect(RawLines.read(name: path, contentID: reader.contentID, offsets: [point.offset + 9], restarts: restarts) == [nil])
        // Bytes that no inflater takes are no line either.
        var broken = point
        broken.bits += 1
        let blind = RawLines.read(name: path, offsets: [point.offset + 40_000], restarts: [UInt64(other.count): [broken]])
        #expect(blind.count == 1)
    }

    @Test func nobodyAskedNothingNoted() throws {
        let path = try folder.write(Packing.gzip(Packing.log(lines: 20_000, seed: 5)), to: "a.log.gz")
        let reader = try #require(SourceReader.open(DiscoveredFile(path: path)).readers.first)
        #expect(!Reading(reader).bytes.isEmpty && reader.restartPoints.isEmpty)
    }
}
