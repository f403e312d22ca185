import Alerts
import Configuration
import Domain
import Notifying
import Pipeline
import Store
import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Evaluates alert rules inside the transaction of each batch, and delivers what they say on a thread of its own.
final class AlertWatch: WatchObserver {
    /// Of the engine's thread.
    private var engine: AlertEngine
    /// Whom delivery tells; counted, so that it sees when they change.
    private let told: Mutex<(file: RuleFile, version: Int)>
    private let isStopping = Atomic<Bool>(false)
    private let hasEnded = Atomic<Bool>(true)

    init(_ file: RuleFile) {
        engine = AlertEngine(file)
        told = Mutex((file, 0))
    }

    /// Goes on with other rules and receivers, on the engine's thread. What the store remembers of a rule that stays is kept; a rule that is
    /// gone resolves its alerts at the next batch.
    func reload(_ file: RuleFile) {
        engine = AlertEngine(file)
        told.withLock { $0 = (file, $0.version + 1) }
    }

    func beforeCommit(store: Store, asOf: Instant, sources: [SourceInfo]) throws(StoreError) {
        try engine.evaluate(
            in: store, asOf: asOf, sources: sources, findings: try store.run()?.summary.findings ?? [], now: AlertRunning.now())
    }

    func committed(_ changes: WatchChanges, _ status: WatchStatus) {}

    func rolledBack() { engine.reset() }

    /// Begins to deliver.
    ///
    /// - Parameters:
    ///   - path: the store; delivery has a connection of its own.
    ///   - tell: hears of messages that could not be delivered.
    func deliver(from path: String, tell: @escaping @Sendable (Text) -> Void) {
        hasEnded.store(false, ordering: .releasing)
        let thread = DeliveryThread { [self] in
            run(path, tell)
            hasEnded.store(true, ordering: .releasing)
        }
        if !thread.start() { hasEnded.store(true, ordering: .releasing) }
    }

    /// Ends delivery; what is not delivered stays in the store.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        for _ in 0..<500 where !hasEnded.load(ordering: .acquiring) { usleep(20_000) }
    }

    private func run(_ path: String, _ tell: @escaping @Sendable (Text) -> Void) {
        var pause: Int64 = 1
        var failing: Set<String> = []
        while !isStopping.load(ordering: .acquiring) {
            let (file, version) = told.withLock { $0 }
            guard !file.receivers.isEmpty else {
                usleep(500_000)
                continue
            }
            do {
                let store = try Store.open(path: path, mode: .readWrite)
                let now = AlertRunning.now()
                let delivery = Delivery(
                    receivers: file.receivers, queue: StoreDeliveryQueue(store, file: file), now: now,
                    seed: UInt64(bitPattern: now.microseconds))
                delivery.report = { note in
                    if let failure = note.failure {
                        failing.insert(note.receiver)
                        tell(Text(en: "\(note.receiver): not delivered yet: \(failure)", zh: "\(note.receiver)：尚未送达：\(failure)"))
                    } else if failing.remove(note.receiver) != nil {
                        tell(Text(en: "\(note.receiver): delivered again", zh: "\(note.receiver)：已恢复送达"))
                    }
                }
                while !isStopping.load(ordering: .acquiring), told.withLock({ $0.version }) == version {
                    let next = try delivery.step(now: AlertRunning.now())
                    pause = 1
                    let wait = next.map { ($0 - AlertRunning.now()).microseconds } ?? 1_000_000
                    usleep(UInt32(clamping: max(20_000, min(wait, 500_000))))
                }
            } catch {
                // The store is locked or full: messages stay in it, and are tried again.
                for _ in 0..<(pause * 20) where !isStopping.load(ordering: .acquiring) { usleep(50_000) }
                pause = min(60, pause * 2)
            }
        }
    }
}

/// One thread that runs to its end.
private struct DeliveryThread {
    private let body: Body

    init(_ body: @escaping () -> Void) { self.body = Body(body) }

    func start() -> Bool {
        let box = Unmanaged.passRetained(body)
        #if canImport(Glibc)
            var thread = pthread_t()
            let code = pthread_create(&thread, nil, { runDelivery($0) }, box.toOpaque())
            if code == 0 { pthread_detach(thread) }
        #else
            var thread: pthread_t?
            let code = pthread_create(&thread, nil, { runDelivery($0) }, box.toOpaque())
            if code == 0, let thread { pthread_detach(thread) }
        #endif
        if code != 0 { box.release() }
        return code == 0
    }

    final class Body: @unchecked Sendable {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }
}

private func runDelivery(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<DeliveryThread.Body>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
