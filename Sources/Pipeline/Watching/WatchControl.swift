import Configuration
import Domain
import Store
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
    private let idle = Mutex<(@Sendable () -> Void)?>(nil)
    private let failure = Mutex<(@Sendable (StoreError, Int) -> Void)?>(nil)

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

    /// What the engine's thread does between two events.
    public func onIdle(_ body: @escaping () -> Void) {
        let body = OnEngine(body)
        idle.withLock { $0 = { body.run() } }
    }

    func callIdle() { idle.withLock { $0 }?() }

    /// Hears on the engine's thread that a batch could not be committed, and how often in a row by now.
    public func onFailure(_ body: @escaping (StoreError, Int) -> Void) {
        let body = OnEngineFailure(body)
        failure.withLock { $0 = { body.run($0, $1) } }
    }

    func tell(_ error: StoreError, tries: Int) { failure.withLock { $0 }?(error, tries) }

    /// How the run is doing, as of the last batch.
    public var status: WatchStatus { latest.withLock { $0 } }

    func publish(_ status: WatchStatus) { latest.withLock { $0 = status } }

    func pause(milliseconds: Int) { usleep(UInt32(truncatingIfNeeded: milliseconds * 1_000)) }
}

/// Work that only the engine's thread does.
private struct OnEngine: @unchecked Sendable {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

private struct OnEngineFailure: @unchecked Sendable {
    let run: (StoreError, Int) -> Void
    init(_ run: @escaping (StoreError, Int) -> Void) { self.run = run }
}
