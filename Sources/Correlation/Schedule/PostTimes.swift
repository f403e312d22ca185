import Domain

/// The minutes in which there are waiting posts of an endpoint: a sieve, so that deliveries far from all of them are not kept.
struct PostTimes: Sendable {
    private var bits = [UInt64](repeating: 0, count: 1 << 15)
    private static let ofAnyPath: UInt64 = 1
    /// A delivery that took longer is kept unasked.
    private static let mostMinutes: Int64 = 64

    private static func minute(_ at: Instant) -> Int64 { at.microseconds / TimeSpan.minutes(1).microseconds }

    private static func bit(_ minute: Int64, _ path: UInt64) -> (word: Int, mask: UInt64) {
        let hash = StableHash.mixed(UInt64(bitPattern: minute), path)
        return (Int(hash >> 49), 1 << (hash & 63))
    }

    mutating func note(_ post: WaitingPosts.Post) {
        let minute = PostTimes.minute(post.end)
        for path in [post.path, PostTimes.ofAnyPath] {
            let bit = PostTimes.bit(minute, path)
            bits[bit.word] |= bit.mask
        }
    }

    private func has(_ minute: Int64, _ path: UInt64) -> Bool {
        let bit = PostTimes.bit(minute, path)
        return bits[bit.word] & bit.mask != 0
    }

    /// Whether a post that ended in `[from, to]` may be of a path: theirs or its own is not known (0), or both are the same.
    func mayHave(from: Instant, to: Instant, path: UInt64) -> Bool {
        let (first, last) = (PostTimes.minute(from), PostTimes.minute(to))
        guard first <= last, last - first < PostTimes.mostMinutes else { return true }
        return (first...last).contains { minute in
            path == 0 ? has(minute, PostTimes.ofAnyPath) : has(minute, path) || has(minute, 0)
        }
    }
}
