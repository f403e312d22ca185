import Domain
import Recognition

/// What one opened source gave: its parts, its damage, its counters.
struct SourceRead: Sendable {
    /// Number that the worker gave it; rows carry it until sources are put in order.
    var number: UInt32
    /// Its name.
    var name: String
    /// Content id of its stream.
    var contentID: UInt64
    /// What extraction learnt of it.
    var report: ExtractionReport
    /// Damaged places.
    var damage: [Damage]
    var bytesRead: UInt64
    var bytesDecompressed: UInt64
}
