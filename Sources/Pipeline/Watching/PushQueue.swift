import Domain
import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Lines that were pushed, on their way from the threads of a server to the engine: a sender hears that they are taken only when they
/// are in the store.
public final class PushQueue: Sendable {
    /// What a sender is told.
    public enum Answer: Sendable, Equatable {
        /// Everything is in the store.
        case kept
        /// Too much waits already, or the store cannot be written: send it again later.
        case busy
        /// It took too long: it may be in the store or not; sent again it counts once.
        case late
    }

    /// Lines of one body, by source.
    struct Batch: Sendable {
        var parts: [(source: String, lines: [UInt8])]
        let ticket: Ticket
    }

    /// Where a sender waits.
    final class Ticket: Sendable {
        private let answer = Mutex<Answer?>(nil)

        func settle(_ result: Answer) { answer.withLock { $0 = $0 ?? result } }

        /// Waits; the engine commits within milliseconds where it can.
        func wait(milliseconds: Int) -> Answer {
            for _ in 0..<max(1, milliseconds / 2) {
                if let answer = answer.withLock({ $0 }) { return answer }
                usleep(2_000)
            }
            return answer.withLock { $0 } ?? .late
        }
    }

    private struct State {
        var batches: [Batch] = []
        var bytes = 0
        var isOpen = true
    }

    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    /// Makes a queue.
    ///
    /// - Parameter wake: ends the engine's wait.
    public init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Gives lines to the engine and waits until they are in the store.
    public func push(_ parts: [(source: String, lines: [UInt8])]) -> Answer {
        let bytes = parts.reduce(0) { $0 + $1.lines.count }
        guard bytes > 0 else { return .kept }
        let ticket = Ticket()
        let isTaken = state.withLock { state in
            guard state.isOpen, state.bytes + bytes <= Limits.pushesWaiting else { return false }
            state.batches.append(Batch(parts: parts, ticket: ticket))
            state.bytes += bytes
            return true
        }
        guard isTaken else { return .busy }
        wake()
        return ticket.wait(milliseconds: Limits.pushPatience)
    }

    /// What came since the last call.
    func take() -> [Batch] {
        state.withLock { state in
            defer { (state.batches, state.bytes) = ([], 0) }
            return state.batches
        }
    }

    /// Whether anything is taken at all: not while the store cannot be written, and not at the end.
    func open(_ isOpen: Bool) {
        let refused = state.withLock { state in
            state.isOpen = isOpen
            defer { if !isOpen { (state.batches, state.bytes) = ([], 0) } }
            return isOpen ? [] : state.batches
        }
        for batch in refused { batch.ticket.settle(.busy) }
    }
}

/// Numbers of streams: never used twice in one store.
public final class StreamNumbers {
    private var free: UInt32

    /// - Parameter free: the first that no stream has.
    init(free: UInt32) { self.free = free }

    /// The next one.
    public func take() -> UInt32 {
        defer { free += 1 }
        return free
    }
}
