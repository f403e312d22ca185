import Configuration
import Domain
import Store

/// What a run that goes on is asked to do.
public struct WatchOptions: Sendable {
    /// Settings and memory as of a batch run; its paths are followed, its store is kept up to date.
    public var run: RunOptions
    /// The store.
    public var database: String
    /// How long rows wait at most before they are judged.
    public var interval = TimeSpan.seconds(5)
    /// Rows at which a batch is committed whatever the time.
    public var rows = 50_000
    /// How long after its last evidence an order may still get lines that come late: then it is closed, and judged again only when lines
    /// of it come or everything is settled.
    public var lateness = TimeSpan.hours(24)
    /// Share of the time that judging everything together may take.
    public var settleShare = 0.1
    /// The same where it takes more than ``longSettling`` seconds, and ticks can judge what moves.
    public var longSettleShare = 0.02
    /// See ``longSettleShare``.
    public var longSettling = 1.0
    /// Lines that are pushed; nil: none are.
    public var pushes: PushQueue?
    /// Stop when everything that is there was read.
    public var once = false

    /// Makes options.
    public init(run: RunOptions, database: String) { (self.run, self.database) = (run, database) }
}

/// How a run that goes on is doing.
public struct WatchStatus: Sendable {
    /// Lag of one source.
    public struct Source: Sendable {
        /// Its name.
        public var name: String
        /// Its newest plausible stamp.
        public var until: Instant?
        /// Its witness.
        public var witness: Witness
        /// Makes an entry.
        public init(name: String, until: Instant?, witness: Witness) { (self.name, self.until, self.witness) = (name, until, witness) }
    }

    /// Everything that was there when it began was read and judged.
    public var isReady = false
    /// What keeps it from committing; nil when nothing does.
    public var failure: StoreError?
    /// The moment verdicts speak for.
    public var asOf: Instant?
    /// Bytes, lines and rows taken in.
    public var bytes: UInt64 = 0
    /// Lines of all sources.
    public var lines: UInt64 = 0
    /// Rows of evidence.
    public var evidence: UInt64 = 0
    /// Orders known.
    public var orders = 0
    /// Orders that can still change by themselves.
    public var openOrders = 0
    /// Orders with a break.
    public var breaks = 0
    /// Batches committed, and how many of them judged everything.
    public var commits = 0
    /// See ``commits``.
    public var settles = 0
    /// Batches that judged what they can have changed.
    public var ticks = 0
    /// Seconds that the last tick and the last settle took.
    public var tickSeconds = 0.0
    /// See ``tickSeconds``.
    public var settleSeconds = 0.0
    /// Streams that are followed.
    public var streams = 0
    /// Sources that speak of time, the one that is furthest behind first.
    public var sources: [Source] = []
    /// The summary of the last batch.
    public var summary: Summary?

    /// Makes a status of a run that has not begun.
    public init() {}
}

/// Looks at every batch inside its transaction, before it is committed: alert rules are evaluated there.
public protocol WatchObserver: AnyObject {
    /// The batch is written and not yet committed: what is written to the store now is committed with it, or not at all.
    ///
    /// - Parameters:
    ///   - store: sees the batch.
    ///   - asOf: the moment its verdicts speak for.
    ///   - sources: the run's sources.
    func beforeCommit(store: Store, asOf: Instant, sources: [SourceInfo]) throws(StoreError)
    /// The batch is not kept: what was written with it is gone.
    func rolledBack()
    /// The batch is safe.
    func committed(_ changes: WatchChanges, _ status: WatchStatus)
    /// What cannot be read has become another: all of it as it is now.
    func found(_ problems: [Damage])
}

extension WatchObserver {
    /// Most do not mind.
    public func found(_ problems: [Damage]) {}
}
