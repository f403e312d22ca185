#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Time as a follower measures it, in milliseconds; another one than the system's makes a long day short.
public struct FollowTime: Sendable {
    /// Only goes forward.
    public var elapsed: @Sendable () -> Int64
    /// Since 1970, to be compared with the times of files.
    public var wall: @Sendable () -> Int64

    /// Makes a time.
    public init(elapsed: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Int64) {
        (self.elapsed, self.wall) = (elapsed, wall)
    }

    /// The system's.
    public static let system = FollowTime(elapsed: { read(CLOCK_MONOTONIC) }, wall: { read(CLOCK_REALTIME) })

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000 &+ Int64(time.tv_nsec) / 1_000_000
    }
}
