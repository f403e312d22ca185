/// Where bytes go that memory has no room for: pieces that come back by their place.
///
/// Injected, since pure rooms know no files. Used by one thread at a time.
public protocol SpillSpace: AnyObject, Sendable {
    /// Keeps bytes.
    ///
    /// - Returns: their place; nil when they cannot be kept: then they have to stay in memory.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int?

    /// Reads bytes back.
    ///
    /// - Returns: how many of them came; fewer than asked for only when the space is broken, which it reports itself.
    func read(_ place: Int, into bytes: UnsafeMutableRawBufferPointer) -> Int
}

/// What some ``Spool``s together may hold in memory. Used by one thread at a time.
public final class SpillPool: @unchecked Sendable {
    let space: (any SpillSpace)?
    let budget: Int
    /// Bytes in memory.
    private(set) var used = 0

    /// Makes a pool.
    ///
    /// - Parameters:
    ///   - space: where to put what is more; nil: everything stays in memory.
    ///   - budget: bytes to hold in memory.
    public init(space: (any SpillSpace)? = nil, budget: Int = .max) {
        (self.space, self.budget) = (space, budget)
    }

    /// Whether so many bytes more are too many.
    func isFull(for length: Int) -> Bool { space != nil && length > budget - used }

    func took(_ length: Int) { used += length }

    func gaveBack(_ length: Int) { used -= length }
}
