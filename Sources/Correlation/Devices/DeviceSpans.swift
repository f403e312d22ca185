import Domain

/// What collector files span for each device, dealt by device so that it can leave memory: a run may know as many devices as orders.
///
/// Used by one thread at a time while it is written; then any number may read it.
public final class DeviceSpans: Sequence, @unchecked Sendable {
    private let spool: Spool

    static let bits = 6
    /// Number of parts.
    static let count = 1 << bits
    // [device, from, to, source, length of the name, length of the platform][name][platform], padded to 8 bytes
    private static let header = 40

    /// Makes an empty one.
    public init(in pool: SpillPool = SpillPool()) { spool = Spool(bits: DeviceSpans.bits, in: pool) }

    /// The part of a device: not every key is a hash.
    @inline(__always) static func name(_ device: DeviceKey) -> UInt64 { StableHash.mixed(device, 0) }

    static func part(of device: DeviceKey) -> Int { Int(name(device) >> (64 - UInt64(bits))) }

    /// Adds a span.
    public func append(_ span: DeviceSpan) {
        let (name, platform) = (Array(span.name.utf8), Array(span.platform.utf8))
        let length = DeviceSpans.header + name.count + platform.count
        let room = spool.room((length + 7) & ~7, in: spool.part(of: DeviceSpans.name(span.device)))
        room.storeBytes(of: span.device, as: UInt64.self)
        room.storeBytes(of: span.span.from.microseconds, toByteOffset: 8, as: Int64.self)
        room.storeBytes(of: span.span.to.microseconds, toByteOffset: 16, as: Int64.self)
        room.storeBytes(of: span.source, toByteOffset: 24, as: UInt32.self)
        room.storeBytes(of: UInt32(truncatingIfNeeded: name.count), toByteOffset: 28, as: UInt32.self)
        room.storeBytes(of: UInt32(truncatingIfNeeded: platform.count), toByteOffset: 32, as: UInt32.self)
        var at = room + DeviceSpans.header
        for text in [name, platform] {
            text.withUnsafeBytes { if let source = $0.baseAddress { at.copyMemory(from: source, byteCount: $0.count) } }
            at += text.count
        }
    }

    /// The spans of a part, in the order in which they were added.
    func spans(in part: Int) -> [DeviceSpan] {
        var spans: [DeviceSpan] = []
        spool.forEachPiece(of: part) { piece in
            var position = 0
            while position + DeviceSpans.header <= piece.count {
                func number<Number>(_ offset: Int, _ type: Number.Type) -> Number {
                    piece.loadUnaligned(fromByteOffset: position + offset, as: type)
                }
                let (name, platform) = (Int(number(28, UInt32.self)), Int(number(32, UInt32.self)))
                let start = position + DeviceSpans.header
                guard start + name + platform <= piece.count else { return }
                spans.append(
                    DeviceSpan(
                        device: number(0, UInt64.self), name: String(decoding: piece[start..<(start + name)], as: UTF8.self),
                        platform: String(decoding: piece[(start + name)..<(start + name + platform)], as: UTF8.self),
                        source: number(24, UInt32.self),
                        span: Stretch(
                            from: Instant(microseconds: number(8, Int64.self)), to: Instant(microseconds: number(16, Int64.self)))))
                position = start + ((name + platform + 7) & ~7)
            }
        }
        return spans
    }

    /// All spans of some, by device and source within a part.
    ///
    /// - Parameters:
    ///   - all: they are empty afterwards.
    ///   - number: the final number of a source; nil: its spans count for nothing.
    public static func gather(_ all: [DeviceSpans], in pool: SpillPool, number: (UInt32) -> UInt32?) -> DeviceSpans {
        let gathered = DeviceSpans(in: pool)
        for part in 0..<count {
            var spans: [DeviceSpan] = []
            for each in all {
                for var span in each.spans(in: part) {
                    guard let source = number(span.source) else { continue }
                    span.source = source
                    spans.append(span)
                }
                each.spool.removeAll(in: part)
            }
            spans.sort { ($0.device, $0.source) < ($1.device, $1.source) }
            for span in spans { gathered.append(span) }
        }
        return gathered
    }

    /// Goes through all spans, part by part.
    public struct Iterator: IteratorProtocol {
        fileprivate let all: DeviceSpans
        private var part = -1
        private var spans: [DeviceSpan] = []
        private var place = 0

        fileprivate init(_ all: DeviceSpans) { self.all = all }

        /// The next span; nil at the end.
        public mutating func next() -> DeviceSpan? {
            while place == spans.count {
                guard part + 1 < DeviceSpans.count else { return nil }
                part += 1
                (spans, place) = (all.spans(in: part), 0)
            }
            defer { place += 1 }
            return spans[place]
        }
    }

    /// All spans, part by part.
    public func makeIterator() -> Iterator { Iterator(self) }
}
