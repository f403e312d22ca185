/// A place of a source's UTF-8 stream at which bytes are missing.
public struct Loss: Hashable, Sendable {
    /// Where the missing bytes would stand: everything before it was delivered, what follows comes from behind the hole.
    public var utf8Offset: UInt64
    /// Why: `gzip: unexpected end`.
    public var reason: String
    /// Whether nothing follows.
    public var untilEnd: Bool

    /// Makes a loss.
    public init(utf8Offset: UInt64, reason: String, untilEnd: Bool) {
        (self.utf8Offset, self.reason, self.untilEnd) = (utf8Offset, reason, untilEnd)
    }
}

/// A damaged place before it carries the name of its source.
struct Fault: Hashable {
    /// Offset in the bytes as they lie in the container.
    var offset: UInt64?
    var reason: String
    var isNote = false
    /// Whether the offset counts inside an inner container.
    var isInner = false

    /// The words for `Damage.at`.
    var place: String {
        guard let offset else { return "" }
        return isInner ? "offset \(offset) of the inner stream" : "offset \(offset)"
    }
}
