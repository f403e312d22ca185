import CScan
import Domain

/// Turns the blocks of one stream into records.
///
/// ```swift
/// var decoder = RecordDecoder(name: "pay.log", zone: .shanghai, anchors: anchors)
/// while let block = … {
///     decoder.load(block)
///     while decoder.next(&record) { … }
/// }
/// decoder.finish()
/// while decoder.next(&record) { … }
/// ```
///
/// With anchors only records that hold one of them come out; the others are counted, and their stamps noted. Blocks follow each
/// other and may be cut anywhere: any cutting gives the same records.
public struct RecordDecoder: ~Copyable {
    /// What the stream as a whole has shown, and each service of a mixed one.
    public private(set) var statistics: [StreamStatistics] = [StreamStatistics()]

    /// Starts a stream. `name` may carry a day (`pay-2026-06-03.log`), for stamps without one; `reference` is a moment near the stamps.
    public init(name: String, zone: ZoneRule = .shanghai, anchors: AnchorScanner? = nil, reference: Instant? = nil) {
    }

    /// Adds the next block; it is copied and may be reused at once. Call ``next(_:)`` until it is false before the next block.
    public mutating func load(_ block: UnsafeRawBufferPointer) {
    }

    /// No more blocks come: the last records are complete.
    public mutating func finish() {
    }

    /// The next record; false when more bytes are needed. Its slices are valid until the next call of any method.
    public mutating func next(_ record: inout Record) -> Bool {
        false
    }
}
