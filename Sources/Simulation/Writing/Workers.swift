import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Does numbered pieces of work on several threads; which thread takes which piece is left to chance and must not matter.
enum Workers {
    /// How many threads to use when nobody says.
    static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    private final class Job: Sendable {
        let count: Int
        let next = Atomic<Int>(0)
        let worker = Atomic<Int>(0)
        let failure = Mutex<SimulationError?>(nil)
        let body: @Sendable (Int, Int) throws(SimulationError) -> Void

        init(_ count: Int, _ body: @escaping @Sendable (Int, Int) throws(SimulationError) -> Void) {
            (self.count, self.body) = (count, body)
        }

        func run() {
            let me = worker.add(1, ordering: .relaxed).oldValue
            while true {
                let piece = next.add(1, ordering: .relaxed).oldValue
                guard piece < count, failure.withLock({ $0 == nil }) else { return }
                do throws(SimulationError) { try body(me, piece) } catch {
                    failure.withLock { $0 = $0 ?? error }
                    return
                }
            }
        }
    }

    /// Runs `body(worker, piece)` for every piece and waits; throws the first failure.
    static func run(
        _ threads: Int, pieces: Int, _ body: @escaping @Sendable (Int, Int) throws(SimulationError) -> Void
    ) throws(SimulationError) {
        let job = Job(pieces, body)
        var started: [pthread_t] = []
        for _ in 1..<max(1, min(threads, pieces)) {
            let box = Unmanaged.passRetained(job).toOpaque()
            #if canImport(Glibc)
                var thread = pthread_t()
                let status = pthread_create(&thread, nil, { Workers.enter($0) }, box)
                if status == 0 { started.append(thread) } else { Unmanaged<Job>.fromOpaque(box).release() }
            #else
                var thread: pthread_t?
                let status = pthread_create(&thread, nil, { Workers.enter($0) }, box)
                if status == 0, let thread { started.append(thread) } else { Unmanaged<Job>.fromOpaque(box).release() }
            #endif
        }
        job.run()
        for thread in started { pthread_join(thread, nil) }
        if let failure = job.failure.withLock({ $0 }) { throw failure }
    }

    private static func enter(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let box else { return nil }
        Unmanaged<Job>.fromOpaque(box).takeRetainedValue().run()
        return nil
    }
}
