#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Waits for signals on a thread of its own, so that what they ask for need not be safe in a signal handler.
enum SignalThread {
    /// Signals that a run that goes on hears.
    static let heard = [SIGTERM, SIGINT, SIGHUP]

    /// Blocks the signals in this thread and all that it starts, and hears them on another. Call it before other threads are there.
    ///
    /// - Parameter body: gets one signal after the other.
    static func start(_ body: @escaping @Sendable (Int32) -> Void) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in heard { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let box = Unmanaged.passRetained(SignalBody(body))
        #if canImport(Glibc)
            var thread = pthread_t()
            let started = pthread_create(&thread, nil, { waitForSignals($0) }, box.toOpaque())
            if started == 0 { pthread_detach(thread) }
        #else
            var thread: pthread_t?
            let started = pthread_create(&thread, nil, { waitForSignals($0) }, box.toOpaque())
            if started == 0, let thread { pthread_detach(thread) }
        #endif
        guard started != 0 else { return }
        // Without the thread the signals do what they always do.
        box.release()
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Lets a signal do what it always does, to this process, now.
    static func obey(_ signal: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(getpid(), signal)
    }
}

private final class SignalBody: Sendable {
    let body: @Sendable (Int32) -> Void
    init(_ body: @escaping @Sendable (Int32) -> Void) { self.body = body }
}

private func waitForSignals(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let body = Unmanaged<SignalBody>.fromOpaque(context).takeRetainedValue().body
    var set = sigset_t()
    sigemptyset(&set)
    for signal in SignalThread.heard { sigaddset(&set, signal) }
    while true {
        var signal: Int32 = 0
        if sigwait(&set, &signal) == 0 { body(signal) }
    }
}
