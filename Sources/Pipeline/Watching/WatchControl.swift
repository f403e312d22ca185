import Configuration
import Domain
import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// How other threads and signal handlers talk to a ``WatchEngine``.
public final class WatchControl: Sendable {
    private let stopping = Atomic<Bool>(false)
    private let settings = Mutex<Settings?>(nil)
    private let latest = Mutex(WatchStatus())

    /// Makes one.
    public init() {}

    /// Asks the engine to take in what is there, and to end. Wake the feed afterwards.
    public func stop() { stopping.store(true, ordering: .releasing) }

    /// Whether it was asked to end.
    public var isStopping: Bool { stopping.load(ordering: .acquiring) }

    /// Gives new settings.
    public func reload(_ new: Settings) { settings.withLock { $0 = new } }

    func takeSettings() -> Settings? {
        settings.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }

    /// How the run is doing, as of the last batch.
    public var status: WatchStatus { latest.withLock { $0 } }

    func publish(_ status: WatchStatus) { latest.withLock { $0 = status } }

    func pause(milliseconds: Int) { usleep(UInt32(truncatingIfNeeded: milliseconds * 1_000)) }
}
