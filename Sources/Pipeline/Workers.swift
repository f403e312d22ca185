import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Runs blocking work on threads of its own, never on the cooperative pool.
public enum Workers {
    /// How many cores this process may use.
    public static var available: Int {
        max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// Runs `body(0)` … `body(count - 1)` side by side and returns when all have ended.
    ///
    /// - Parameters:
    ///   - count: how many workers; one runs on the caller's thread.
    ///   - body: the work of one worker; it must not throw, it keeps its failures in what it fills.
    public static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        for index in 1..<max(count, 1) {
            let box = Unmanaged.passRetained(ThreadBody { body(index) })
            let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
            defer { attributes.deallocate() }
            pthread_attr_init(attributes)
            pthread_attr_setstacksize(attributes, 8 << 20)
            #if canImport(Glibc)
                var thread = pthread_t()
                let started = pthread_create(&thread, attributes, { runThread($0) }, box.toOpaque())
                if started == 0 { threads.append(thread) }
            #else
                var thread: pthread_t?
                let started = pthread_create(&thread, attributes, { runThread($0) }, box.toOpaque())
                if started == 0, let thread { threads.append(thread) }
            #endif
            pthread_attr_destroy(attributes)
            if started != 0 {
                // No thread to be had: the work is done here, later instead of beside.
                box.takeRetainedValue().body()
            }
        }
        body(0)
        for thread in threads { pthread_join(thread, nil) }
    }
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body() }
    return nil
}

/// Hands out the numbers 0 ..< count to workers, each once, in order.
final class WorkQueue: Sendable {
    private let next = Atomic<Int>(0)
    private let count: Int

    init(count: Int) { self.count = count }

    /// The next number, or nil when all are taken.
    func take() -> Int? {
        let index = next.add(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }
}

/// Lets workers finish numbered pieces in any order and passes them on in the order of their numbers.
final class OrderedDelivery<Piece: Sendable>: Sendable {
    private struct State {
        var ready: [Int: Piece] = [:]
        var next = 0
        var delivering = false
    }
    private let state = Mutex(State())
    private let body: @Sendable (Piece) -> Void

    init(_ body: @escaping @Sendable (Piece) -> Void) { self.body = body }

    /// Hands in piece `index`; whoever hands in the next one due also delivers it and those behind it.
    func finish(_ index: Int, _ piece: Piece) {
        state.withLock { $0.ready[index] = piece }
        while true {
            let due: Piece? = state.withLock { state in
                guard !state.delivering, let piece = state.ready.removeValue(forKey: state.next) else { return nil }
                state.delivering = true
                return piece
            }
            guard let due else { return }
            body(due)
            state.withLock { state in
                state.delivering = false
                state.next += 1
            }
        }
    }
}
