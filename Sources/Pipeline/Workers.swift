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
final class OrderedDelivery<Piece: Sendable>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    /// A piece was passed on.
    private let moved: UnsafeMutablePointer<pthread_cond_t>
    private var ready: [Int: Piece] = [:]
    private var next = 0
    private var isDelivering = false
    private let ahead: Int
    private let body: @Sendable (Piece) -> Void

    /// - Parameters:
    ///   - ahead: how many pieces may wait for the one before them: a worker with a further one waits, so that what is made faster than it is
    ///     passed on does not fill memory. Only for numbers that workers take in order: then the one that has the next number never waits.
    ///   - body: gets the pieces, never two at once.
    init(ahead: Int = .max, _ body: @escaping @Sendable (Piece) -> Void) {
        (self.ahead, self.body) = (ahead, body)
        (lock, moved) = (.allocate(capacity: 1), .allocate(capacity: 1))
        lock.initialize(to: pthread_mutex_t())
        moved.initialize(to: pthread_cond_t())
        pthread_mutex_init(lock, nil)
        pthread_cond_init(moved, nil)
    }

    deinit {
        pthread_cond_destroy(moved)
        pthread_mutex_destroy(lock)
        moved.deallocate()
        lock.deallocate()
    }

    /// Hands in piece `index`; whoever hands in the next one due also delivers it and those behind it.
    func finish(_ index: Int, _ piece: Piece) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while index - next > ahead { pthread_cond_wait(moved, lock) }
        ready[index] = piece
        while !isDelivering, let due = ready.removeValue(forKey: next) {
            isDelivering = true
            pthread_mutex_unlock(lock)
            body(due)
            pthread_mutex_lock(lock)
            isDelivering = false
            next += 1
            pthread_cond_broadcast(moved)
        }
    }
}
