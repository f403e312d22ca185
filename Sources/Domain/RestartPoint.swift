/// A place in a gzip file from which it can be inflated without what stands before it: the beginning of a deflate block, and the 32 KiB before
/// it to which the block may refer (RFC 1951 §2; zlib's example `zran.c` reads at random in this way).
public struct RestartPoint: Hashable, Sendable {
    /// Offset in the decompressed stream.
    public var offset: UInt64
    /// Where the block begins in the file, in bits.
    public var bits: UInt64
    /// The bytes before it, packed by zlib.
    public var window: [UInt8]

    /// Names a place.
    public init(offset: UInt64, bits: UInt64, window: [UInt8]) { (self.offset, self.bits, self.window) = (offset, bits, window) }

    /// Length of the unpacked window, in bytes.
    public static let windowLength = 32 << 10
}

/// The restart points of one file. They hold as long as the file has this content and this length.
public struct RestartPoints: Hashable, Sendable {
    /// Content id of its stream.
    public var contentID: UInt64
    /// Bytes of the file as it lies on disk.
    public var size: UInt64
    /// Ascending.
    public var points: [RestartPoint]

    /// Names the points of a file.
    public init(contentID: UInt64, size: UInt64, points: [RestartPoint]) {
        (self.contentID, self.size, self.points) = (contentID, size, points)
    }
}
