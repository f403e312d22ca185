import CMicrohttpd
import Domain
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An HTTP server (libmicrohttpd): one event loop a thread, bounded in memory, connections and time, whatever its clients do.
///
/// Block SIGTERM and SIGINT before making one, so that its threads do not take them, and ignore SIGPIPE.
public final class HTTPServer: Sendable {
    /// Certificate chain and private key, as PEM texts.
    public struct TLS: Sendable {
        /// The chain, the server's own certificate first.
        public var certificate: String
        /// Its key.
        public var key: String

        /// Makes an identity.
        public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
    }

    /// Where it really listens.
    public let address: ListenAddress
    private let core: ServerCore
    private let daemon: Daemon
    private let sweeper: Sweeper

    /// Starts serving.
    public init(
        listening wanted: ListenAddress, service: any HTTPService, limits: ServerLimits = ServerLimits(), tls: TLS? = nil
    ) throws(ServingError) {
        guard let library = MicrohttpdLibrary.shared else { throw ServingError(.noLibrary) }
        if tls != nil, !library.hasTLS { throw ServingError(.noTLS) }
        HTTPServer.raiseFileLimit(to: limits.connections + 512)
        let socket = try ListeningSocket(wanted)
        address = socket.address
        core = ServerCore(library: library, service: service, limits: limits, isSecure: tls != nil)
        daemon = Daemon(library: library, listening: socket.descriptor, tls: tls)
        sweeper = Sweeper(core.table)
        guard daemon.start(core, limits) else {
            close(socket.descriptor)
            throw ServingError(.refused(withTLS: tls != nil))
        }
        sweeper.start()
    }

    /// What it has done so far.
    public var counts: ServerCounts { core.table.counts }

    /// Refuses new connections, lets requests under way finish for a while, and stops. Does nothing the second time.
    public func stop(patience: TimeSpan = .seconds(10)) {
        guard daemon.quiesce() else { return }
        core.isStopping.store(true, ordering: .relaxed)
        core.table.endIdle()
        let end = ConnectionTable.now + max(patience.wholeSeconds, 1)
        while core.table.busy > 0, ConnectionTable.now < end { usleep(20_000) }
        daemon.stop()
        sweeper.stop()
        if case .file(let path) = address.place { unlink(path) }
    }

    deinit { stop(patience: .seconds(1)) }

    /// Every connection is a descriptor, and the usual limit is 1,024.
    private static func raiseFileLimit(to wanted: Int) {
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard getrlimit(files, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
        _ = setrlimit(files, &limit)
    }
}

/// The running library.
private final class Daemon: @unchecked Sendable {
    private let library: MicrohttpdLibrary
    private let listening: Int32
    // The library keeps the addresses of both texts.
    private let certificate: UnsafeMutablePointer<CChar>?
    private let key: UnsafeMutablePointer<CChar>?
    private let handle = Mutex<UInt>(0)
    private let isQuiet = Mutex(false)

    init(library: MicrohttpdLibrary, listening: Int32, tls: HTTPServer.TLS?) {
        (self.library, self.listening) = (library, listening)
        (certificate, key) = (tls.flatMap { strdup($0.certificate) }, tls.flatMap { strdup($0.key) })
    }

    deinit {
        free(certificate)
        free(key)
    }

    func start(_ core: ServerCore, _ limits: ServerLimits) -> Bool {
        var settings = paychain_mhd_settings()
        settings.context = Unmanaged.passUnretained(core).toOpaque()
        settings.access = ServerCore.access
        settings.target = ServerCore.target
        settings.completed = ServerCore.completed
        settings.connection = ServerCore.connection
        settings.listening = listening
        settings.threads = UInt32(max(1, limits.threads))
        // Room beyond our own bound: it is we who choose which connection makes way, the library would let the new ones wait.
        settings.connections = UInt32(clamping: limits.connections * 2 + 64)
        settings.idle_seconds = UInt32(clamping: limits.silence.wholeSeconds)
        // The headers, and as much again for those of the answer and for what is read of a body.
        settings.memory = limits.headerLength * 2
        settings.certificate = UnsafePointer(certificate)
        settings.key = UnsafePointer(key)
        guard let started = paychain_mhd_start(library.start, &settings) else { return false }
        handle.withLock { $0 = UInt(bitPattern: started) }
        return true
    }

    /// False when it is quiet already, or never ran.
    func quiesce() -> Bool {
        let running = handle.withLock { $0 }
        guard running != 0,
            isQuiet.withLock({ old in
                !old
                    && {
                        old = true; return true
                    }()
            })
        else { return false }
        _ = library.quiesce(OpaquePointer(bitPattern: running))
        close(listening)
        return true
    }

    func stop() {
        let running = handle.withLock { handle in
            defer { handle = 0 }
            return handle
        }
        if running != 0 { library.stop(OpaquePointer(bitPattern: running)) }
    }
}

/// A thread that looks once a second for connections that took too long.
private final class Sweeper: Sendable {
    private let table: ConnectionTable
    private let isOver = Atomic(false)

    init(_ table: ConnectionTable) { self.table = table }

    func start() {
        let box = Unmanaged.passRetained(self).toOpaque()
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let code = pthread_create(
            &thread, nil,
            { box in
                #if canImport(Glibc)
                    guard let box else { return nil }
                #endif
                Unmanaged<Sweeper>.fromOpaque(box).takeRetainedValue().run()
                return nil
            }, box)
        guard code == 0 else { return Unmanaged<Sweeper>.fromOpaque(box).release() }
        #if canImport(Glibc)
            pthread_detach(thread)
        #else
            if let thread { pthread_detach(thread) }
        #endif
    }

    func stop() { isOver.store(true, ordering: .relaxed) }

    private func run() {
        while !isOver.load(ordering: .relaxed) {
            table.sweep()
            sleep(1)
        }
    }
}
