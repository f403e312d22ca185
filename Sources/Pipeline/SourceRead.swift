import Domain
import Recognition

/// What one opened source gave: its parts, its damage, its counters.
struct SourceRead: Sendable {
    /// Number that its rows carry until sources are put in order.
    var number: UInt32
    /// Its name.
    var name: String
    /// Content id of its stream.
    var contentID: UInt64
    /// What extraction learnt of it.
    var report: ExtractionReport
    /// Damaged places.
    var damage: [Damage] = []
    var bytesRead: UInt64 = 0
    var bytesDecompressed: UInt64 = 0
    /// It was not read now but comes out of the store.
    var isStored = false
}

/// The sources of a run in their final order, which does not depend on how workers shared them.
struct SourceTable {
    /// Sources; rows name them by index once they went through ``index(of:)``.
    private(set) var sources: [SourceInfo] = []
    private var indices: [UInt32]
    /// Whether a source stands for itself: by number.
    private var isListed: [Bool]

    /// Arranges what was read: by the time at which sources begin, then by content.
    ///
    /// A stored source that was read again is the same source: what was read now replaces it.
    ///
    /// - Parameters:
    ///   - reads: what was read.
    ///   - places: sources that keep their place among each other, by number: they stand before all others. Nobody but a run that goes on
    ///     has any.
    init(_ reads: [SourceRead], keeping places: [UInt32: UInt32] = [:]) {
        indices = [UInt32](repeating: 0, count: Int(reads.map(\.number).max() ?? 0) + 1)
        isListed = [Bool](repeating: false, count: indices.count)
        func begin(_ read: SourceRead) -> Instant { read.report.sources.compactMap { $0.span?.from }.min() ?? .distantFuture }
        let sorted = reads.map { (begin: begin($0), read: $0) }.sorted {
            let (a, b) = (places[$0.read.number] ?? .max, places[$1.read.number] ?? .max)
            guard a == b else { return a < b }
            // What was read now stands before its stored parts, whatever their services are called.
            return ($0.begin, $0.read.contentID, $0.read.isStored ? 1 : 0, $0.read.name)
                < ($1.begin, $1.read.contentID, $1.read.isStored ? 1 : 0, $1.read.name)
        }
        let fresh = FreshSources(reads.filter { !$0.isStored })
        var known: [String: UInt32] = [:]
        var replaced: [(stored: UInt32, fresh: UInt32)] = []
        for (_, read) in sorted {
            if read.isStored, let number = fresh.replacement(of: read) {
                replaced.append((read.number, number))
                continue
            }
            let identity = "\(read.contentID) \(read.name)"
            if let index = known[identity] {
                indices[Int(read.number)] = index
                continue
            }
            let index = UInt32(sources.count)
            known[identity] = index
            (indices[Int(read.number)], isListed[Int(read.number)]) = (index, true)
            sources += read.report.sources.map { part in
                var part = part
                part.contentID = read.contentID
                return part
            }
        }
        for (stored, number) in replaced { indices[Int(stored)] = indices[Int(number)] }
    }

    /// The final index of a source number.
    @inline(__always) func index(of number: UInt32) -> UInt32 {
        Int(number) < indices.count ? indices[Int(number)] : number
    }

    /// The final index of a source that is not another's copy.
    func listed(_ number: UInt32) -> UInt32? { Int(number) < isListed.count && isListed[Int(number)] ? indices[Int(number)] : nil }

    /// Links sources into rotation chains.
    mutating func link(_ body: (inout [SourceInfo]) -> Void) { body(&sources) }
}
