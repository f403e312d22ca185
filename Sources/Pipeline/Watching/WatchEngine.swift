import Configuration
import Correlation
import Domain
import Recognition
import Sources
import Store

/// A run that goes on: takes bytes from a feed, and keeps the store as a batch run over everything read so far would have made it.
///
/// Two ways lead to a verdict. A *tick* judges what a batch can have changed: orders that new lines touch and orders that are open. It uses
/// the engine of batch runs on that part of the evidence. A *settling* judges all evidence together, exactly as a batch run does; it comes
/// as often as its cost allows, and at the end. What was read, what was judged and where files stand is committed in one transaction.
///
/// Used by one thread; ``WatchControl`` talks to it from others.
public final class WatchEngine {
    var options: WatchOptions
    let store: WatchStore
    let feed: any WatchFeed
    let observers: [any WatchObserver]
    let control: WatchControl
    var plans: WatchPlans
    /// All streams, by id.
    var streams: [UInt32: WatchedStream] = [:]
    let numbers: StreamNumbers
    /// The stream that takes what is pushed to a source.
    var pushed: [String: UInt32] = [:]
    /// Senders that wait for this batch.
    var tickets: [PushQueue.Ticket] = []
    /// Long streams that this batch reads again, and what stood for them before.
    var rereads: [UInt32] = []
    var replaced: [UInt32: WatchedStream] = [:]
    /// Streams that are to be forgotten.
    var removed: [UInt32] = []
    var active = ActiveEvidence()
    var status = WatchStatus()
    /// What the last settling found.
    var settled: Settled?
    /// Rows that are not committed.
    var waiting = 0
    var hasNews = false
    /// Everything has to be judged together at the next chance.
    var needsSettling = true
    /// What the next tick begins from, once this one is committed.
    var ticked: ActiveEvidence?
    let block: UnsafeMutableRawBufferPointer
    private let lock: StoreLock?
    private let began = ContinuousClock.now
    private var nextCommit = ContinuousClock.now
    var nextSettling = ContinuousClock.now
    private var failures = 0
    /// What was said that cannot be read.
    private var told: [Damage] = []

    /// Opens the store and goes on from what it has.
    ///
    /// - Parameters:
    ///   - options: what is asked for.
    ///   - control: how others talk to it.
    ///   - observers: who looks at every batch.
    ///   - waiting: called once when another process has the store.
    ///   - feed: makes the feed, from what the last process kept of it.
    public init(
        _ options: WatchOptions, control: WatchControl, observers: [any WatchObserver] = [], waiting: () -> Void = {},
        feed: (_ checkpoint: [UInt8]?, _ numbers: StreamNumbers) -> any WatchFeed
    ) throws(StoreError) {
        (self.options, self.control, self.observers) = (options, control, observers)
        Heap.keepLittle()
        lock = try StoreLock.take(options.database, patience: .seconds(Limits.watchPatience), waiting: waiting)
        store = try WatchStore(path: options.database, cache: options.run.memory / 8)
        plans = WatchPlans(options.run.settings, maskKey: options.run.maskKey, now: WallClock.now)
        if try store.streams().isEmpty { try WatchEngine.takeOver(store) }
        let known = try store.streams().map(\.id).max()
        numbers = StreamNumbers(free: known.map { $0 + 1 } ?? 0)
        self.feed = feed(try store.value("feed"), numbers)
        block = .allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        try restore()
    }

    deinit { block.deallocate() }

    private func restore() throws(StoreError) {
        for (id, state) in try store.streams() {
            do throws(CodecError) { streams[id] = try WatchedStream.read(state, id: id) } catch {
                throw StoreError(.damaged, path: options.database, detail: "stream \(id)")
            }
            // Nothing was read of it: it appears again if it is still there.
            if let stream = streams[id], stream.length == 0, !stream.isClosed, !stream.isStored {
                streams[id] = nil
                removed.append(id)
            }
        }
        learn(exactly: false)
        for stream in ordered where stream.isPushed && !stream.isClosed { try rebuildPushed(stream) }
    }

    /// Runs until it is told to stop, or until everything is read with ``WatchOptions/once``.
    ///
    /// - Returns: the status at the end.
    /// - Throws: ``StoreError`` when the store cannot be written any more, or not at the end.
    public func run() throws(StoreError) -> WatchStatus {
        var isDraining = false
        while true {
            if !isDraining, options.once || control.isStopping {
                feed.drain()
                isDraining = true
            }
            control.callIdle()
            if let settings = control.takeSettings() { reload(settings) }
            let isPushed = takePushes()
            let event = feed.next(into: block, waitMilliseconds: isPushed ? 0 : wait)
            if case .drained = event { break }
            handle(event)
            if isPushed, due == nil {
                // A sender waits: what it sent is kept now, and judged when its time comes.
                let news = hasNews
                try commitOrWait(.reading, isDraining: isDraining)
                (hasNews, needsSettling) = (hasNews || news, true)
            } else if let mode = due {
                try commitOrWait(mode, isDraining: isDraining)
            }
        }
        options.pushes?.open(false)
        _ = takePushes()
        try finish()
        return status
    }

    /// Everything is read; what came since the last settling is judged together with all the rest.
    private func finish() throws(StoreError) {
        for attempt in 0... {
            do throws(StoreError) {
                try commit(.final)
                return
            } catch {
                note(error)
                guard isPassing(error), attempt < Limits.watchLastTries else { throw error }
                control.pause(milliseconds: 200 << min(attempt, 4))
            }
        }
    }

    private func commitOrWait(_ mode: Mode, isDraining: Bool) throws(StoreError) {
        do throws(StoreError) {
            try commit(mode)
            failures = 0
        } catch {
            note(error)
            guard isPassing(error) else { throw error }
            failures += 1
            control.tell(error, tries: failures)
            nextCommit = .now + .milliseconds(min(30_000, 250 << min(failures, 7)))
            // Nothing more is read than can be kept in mind: whoever writes the logs keeps them.
            while waiting >= options.rows * 2, ContinuousClock.now < nextCommit, !control.isStopping { control.pause(milliseconds: 50) }
            if isDraining, failures > Limits.watchLastTries { throw error }
        }
    }

    /// Troubles that may pass: the disk is freed, another process lets go of the lock.
    private func isPassing(_ error: StoreError) -> Bool {
        switch error.problem {
        case .locked, .full, .notWritable, .unreadable, .failed: true
        case .missing, .notAStore, .newer, .older, .changedMeanwhile, .damaged: false
        }
    }

    private func note(_ error: StoreError) {
        status.failure = error
        for observer in observers { observer.rolledBack() }
        answerPushes(.busy)
        options.pushes?.open(false)
        for (id, stream) in replaced { streams[id] = stream }
        (rereads, replaced) = ([], [:])
        // What was judged is not in the store: the next batch judges everything.
        (settled, ticked, needsSettling, nextSettling) = (nil, nil, true, .now)
        control.publish(status)
    }

    /// Whether something is judged only in part, or not at all yet.
    private var isBehind: Bool { needsSettling && (status.isReady || feed.isCaughtUp) }

    private var wait: Int {
        guard hasNews || isBehind else { return 1_000 }
        let left = ((hasNews ? nextCommit : max(nextCommit, nextSettling)) - ContinuousClock.now).components
        return max(0, min(1_000, Int(left.seconds) * 1_000 + Int(left.attoseconds / 1_000_000_000_000_000)))
    }

    /// What a settling found, for the ticks behind it.
    struct Settled {
        var summary: Summary
    }

    /// What the next commit has to do.
    enum Mode {
        /// Keep what was read.
        case reading
        case tick
        case settling
        case final
    }

    /// What is to be committed now; nil: nothing yet.
    private var due: Mode? {
        let now = ContinuousClock.now
        if waiting >= options.rows || hasNews && now >= nextCommit { return mode }
        return isBehind && now >= max(nextCommit, nextSettling) && mode == .settling ? .settling : nil
    }

    private var mode: Mode {
        guard feed.isCaughtUp || status.isReady, !streams.values.contains(where: \.isRebuilding) else { return .reading }
        if ContinuousClock.now >= nextSettling { return .settling }
        return needsSettling && settled == nil || active.isTooLarge ? .reading : .tick
    }

    /// Commits a batch.
    private func commit(_ wanted: Mode) throws(StoreError) {
        let start = ContinuousClock.now
        let mode = prepare(wanted)
        try store.transaction { () throws(StoreError) in
            try writeStreams()
            try readLongAgain(isLast: mode == .final)
            switch mode {
            case .reading: break
            case .tick: try tick()
            case .settling, .final: try settle(isFinal: mode == .final)
            }
            if mode != .reading, let asOf = status.asOf {
                for observer in observers { try observer.beforeCommit(store: store.store, asOf: asOf, sources: try store.store.sources()) }
            }
            try store.set("feed", feed.checkpoint { id in self.streams[id].map { !$0.isClosed && !$0.isEnded } ?? true })
        }
        let took = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1_000
        done(mode, took)
        let changes = WatchChanges(store: store)
        for observer in observers { observer.committed(changes, status) }
        tellProblems()
    }

    private func done(_ mode: Mode, _ seconds: Double) {
        let isJudged = mode != .tick || ticked != nil
        keepRecent(after: mode)
        confirmStreams()
        answerPushes(.kept)
        if status.failure != nil { options.pushes?.open(true) }
        (waiting, hasNews) = (0, mode == .tick && active.hasMore)
        status.failure = nil
        status.commits += 1
        switch mode {
        case .reading: break
        case .tick:
            status.tickSeconds = seconds
            // It could not tell: a settling has to.
            if !isJudged { nextSettling = .now }
            needsSettling = true
        case .settling, .final:
            status.settles += 1
            (status.settleSeconds, status.isReady, needsSettling) = (seconds, true, false)
            // A long history is settled less often: ticks must not wait for it, and hardly ever say otherwise.
            let isLong = seconds > options.longSettling && !active.isTooLarge
            let share = isLong ? options.longSettleShare : options.settleShare
            nextSettling = .now + .milliseconds(Int(seconds * 1_000 * (1 / share - 1)))
        }
        if mode != .reading || !status.isReady { Heap.giveBack() }
        // What was only kept still waits for its turn to be judged.
        guard mode != .reading || !status.isReady else { return control.publish(status) }
        // Orders that are due and found no room in this tick need not wait for the next lines.
        let interval = mode == .tick && active.hasMore ? 0 : Int(options.interval.microseconds / 1_000)
        nextCommit = .now + .milliseconds(max(interval, mode == .tick ? Int(seconds * 1_000) : 0))
        control.publish(status)
    }

    /// Says what cannot be read, whenever that is another than before.
    func tellProblems() {
        let problems = feed.problems.filter { !$0.isNote }
        guard problems != told else { return }
        told = problems
        for observer in observers { observer.found(problems) }
    }

    private func reload(_ settings: Settings) {
        options.run.settings = settings
        plans = WatchPlans(settings, maskKey: options.run.maskKey, now: WallClock.now)
        learn(exactly: false)
        (needsSettling, hasNews) = (true, true)
        nextSettling = .now
    }

    /// Seconds since it began.
    var elapsedSeconds: Double { Double((ContinuousClock.now - began) / .milliseconds(1)) / 1_000 }
}
