import Domain
import Sources
import Testing

/// Everything that one source gave.
struct Reading: Equatable {
    var bytes: [UInt8] = []
    var losses: [Loss] = []
    var damage: [Damage] = []
    var encoding = ""
    var contentID: UInt64 = 0

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var reasons: [String] { damage.filter { !$0.isNote }.map(\.reason) }
    var notes: [String] { damage.filter(\.isNote).map(\.reason) }

    init(_ reader: SourceReader, block: Int = Limits.blockLength) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: Limits.bufferAlignment)
        defer { room.deallocate() }
        while true {
            let got = reader.read(into: room)
            if got == 0 { break }
            bytes += room[..<got]
        }
        (losses, damage, encoding, contentID) = (reader.losses, reader.damage, reader.encoding, reader.contentID)
    }

    /// The only source of a file.
    init(_ path: String, inflater: InflaterChoice = .fastest, block: Int = Limits.blockLength) throws {
        let reader = try #require(SourceReader.open(DiscoveredFile(path: path), inflater: inflater).readers.first)
        self.init(reader, block: block)
    }
}

extension Array where Element == UInt8 {
    init(_ text: String) { self = Array(text.utf8) }
}
