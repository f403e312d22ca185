/// Why a packed blob could not be read. Damage in a store never traps; it comes back as this.
public struct CodecError: Error, Hashable, Sendable {
    /// The kinds of damage.
    public enum Reason: Hashable, Sendable {
        /// The first byte names a version that this program does not know.
        case version(UInt8)
        /// The blob ends inside a value.
        case cut
        /// A value is outside its range.
        case value
        /// Bytes are left over behind the last value.
        case excess
    }

    /// What is wrong.
    public let reason: Reason
    /// Byte offset in the blob.
    public let offset: Int

    /// Makes an error.
    public init(_ reason: Reason, offset: Int) {
        (self.reason, self.offset) = (reason, offset)
    }

    /// `cut short at byte 17`.
    var detail: String {
        switch reason {
        case .version(let version): "packed form \(version) is unknown"
        case .cut: "cut short at byte \(offset)"
        case .value: "impossible value at byte \(offset)"
        case .excess: "excess bytes from byte \(offset)"
        }
    }
}
