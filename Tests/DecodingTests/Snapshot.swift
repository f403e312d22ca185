import Decoding
import Domain

/// What one record said, as values that outlive the decoder.
struct Snapshot: Equatable, CustomStringConvertible {
    var at: Int64?
    var resolution: Resolution
    var offset: UInt64
    var line: UInt32
    var identity: UInt64
    var origin: RecordOrigin
    var level: RecordLevel
    var process: [UInt8]
    var processID: [UInt8]
    var category: [UInt8]
    var service: [UInt8]
    var message: [UInt8]
    var text: [UInt8]
    var format: String
    var access: String?

    init(_ record: Record) {
        (at, resolution, offset, line) = (record.at?.microseconds, record.resolution, record.offset, record.line)
        (identity, origin, level) = (record.identity, record.origin, record.level)
        (process, processID, category) = (Array(record.process), Array(record.processID), Array(record.category))
        (service, message, text) = (Array(record.service), Array(record.message), Array(record.text))
        format = "\(record.format)"
        access = record.access.map {
            "\($0.method.text) \($0.target.text) \($0.status) \($0.bytes) \($0.duration) \($0.agent.text)"
        }
    }

    var description: String {
        "\(line)@\(offset) \(at.map { Instant(microseconds: $0).rfc3339 } ?? "-") \(format) \(level) [\(String(decoding: message, as: UTF8.self))]"
    }
}

/// Decodes bytes handed over in blocks of the given lengths (the last one repeats), all at once by default.
func decode(
    _ bytes: [UInt8], name: String = "example.log", blocks: [Int] = [], anchors: AnchorScanner? = nil, zone: ZoneRule = .shanghai,
    statistics: ((borrowing RecordDecoder) -> Void)? = nil
) -> [Snapshot] {
    var decoder = RecordDecoder(name: name, zone: zone, anchors: anchors)
    var found: [Snapshot] = []
    var record = Record(offset: 0, line: 0)
    var start = 0
    var index = 0
    while start < bytes.count {
        let length = blocks.isEmpty ? bytes.count : max(1, blocks[min(index, blocks.count - 1)])
        index += 1
        let end = min(bytes.count, start + length)
        bytes[start..<end].withUnsafeBytes { decoder.load($0) }
        start = end
        while decoder.next(&record) {
            decoder.complete(&record)
            found.append(Snapshot(record))
        }
    }
    decoder.finish()
    while decoder.next(&record) {
        decoder.complete(&record)
        found.append(Snapshot(record))
    }
    statistics?(decoder)
    return found
}

func decode(_ text: String, name: String = "example.log", blocks: [Int] = [], anchors: AnchorScanner? = nil) -> [Snapshot] {
    decode(Array(text.utf8), name: name, blocks: blocks, anchors: anchors)
}

/// A seeded generator (SplitMix64): the same sequence on every machine.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
