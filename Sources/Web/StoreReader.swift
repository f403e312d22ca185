import Domain
import Store
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads a store for many threads: a few open connections, and what all pages need of the run, decoded once a state of the store.
///
/// Works while others write. A file that takes the place of the one that is open is opened instead.
final class StoreReader: Sendable {
    /// What all pages need of one state of the store.
    struct Snapshot: Sendable {
        /// Names the state; another one has another name.
        var tag: String
        /// What the orders were judged by, but for the notifies without an order, which no page shows.
        fileprivate var judgedBy: RunContext?
        /// The result of the run; nil when none was stored yet.
        var run: Summary?
        /// The run's source table, as it is shown.
        var sources: [SourceInfo]
        /// The same with the places where the sources lie.
        var places: [SourceInfo]

        /// What the orders were judged by.
        var context: RunContext { judgedBy ?? RunContext(asOf: asOf) }
        /// The moment that everything speaks for.
        var asOf: Instant { run?.asOf ?? .distantPast }
        /// The result of the run.
        var summary: Summary { run ?? Summary(asOf: asOf) }

        /// Masks the names of sources wherever they stand.
        fileprivate mutating func mask(_ mask: (String) -> String) {
            for index in sources.indices { sources[index].name = mask(sources[index].name) }
            guard var summary = run else { return }
            for index in summary.coverage.indices { summary.coverage[index].source.name = mask(summary.coverage[index].source.name) }
            for index in summary.inputs.damaged.indices {
                summary.inputs.damaged[index].source = mask(summary.inputs.damaged[index].source)
            }
            for index in summary.unboundItems.indices { summary.unboundItems[index].source = mask(summary.unboundItems[index].source) }
            for index in summary.findings.indices { summary.findings[index].place = mask(summary.findings[index].place) }
            summary.notes = summary.notes.map(mask)
            run = summary
        }
    }

    /// Which file lies at the path.
    private struct Mark: Hashable {
        var device: UInt64
        var number: UInt64
    }

    /// One connection; used by whoever took it out of the pool.
    private final class Connection: @unchecked Sendable {
        let store: Store
        let mark: Mark
        init(_ store: Store, _ mark: Mark) { (self.store, self.mark) = (store, mark) }
    }

    private struct State {
        var idle: [Connection] = []
        var snapshot: Snapshot?
        var counts: [String: Int] = [:]
        var funnels: [String: FunnelCount] = [:]
    }

    let path: String
    private let state = Mutex(State())
    private static let kept = 8

    private let mask: (@Sendable (String) -> String)?

    /// - Parameter mask: masks the names of sources.
    init(path: String, mask: (@Sendable (String) -> String)? = nil) { (self.path, self.mask) = (path, mask) }

    /// Gives the store and its present state to a closure; everything in it is of one state.
    func read<R>(_ body: (Store, Snapshot) throws(StoreError) -> R) throws(StoreError) -> R {
        let connection = try take()
        let result = try connection.store.reading { () throws(StoreError) in
            try body(connection.store, try snapshot(of: connection))
        }
        give(connection)
        return result
    }

    /// The name of the present state.
    func tag() throws(StoreError) -> String {
        let connection = try take()
        let name = try tag(of: connection)
        give(connection)
        return name
    }

    /// How many orders a filter lets through, up to ``Limits/ordersCounted``; counted once a state.
    func count(_ filter: OrderFilter, in store: Store, _ snapshot: Snapshot) throws(StoreError) -> Int {
        let key = "\(snapshot.tag) \(filter)"
        if let known = state.withLock({ $0.counts[key] }) { return known }
        let count = try store.count(filter, upTo: Limits.ordersCounted + 1)
        state.withLock { state in
            if state.counts.count > 256 { state.counts = [:] }
            state.counts[key] = count
        }
        return count
    }

    /// The funnel of a filter, counted once a state.
    func funnels(
        _ filter: OrderFilter, _ snapshot: Snapshot, _ count: () throws(StoreError) -> FunnelCount
    ) throws(StoreError) -> FunnelCount {
        let key = "\(snapshot.tag) \(filter)"
        if let known = state.withLock({ $0.funnels[key] }) { return known }
        let made = try count()
        state.withLock { state in
            if state.funnels.count >= StoreReader.kept { state.funnels = [:] }
            state.funnels[key] = made
        }
        return made
    }

    private func take() throws(StoreError) -> Connection {
        let mark = self.mark()
        let found = state.withLock { state -> Connection? in
            state.idle.removeAll { $0.mark != mark }
            return state.idle.popLast()
        }
        if let found { return found }
        return Connection(try Store.open(path: path, mode: .readOnly), mark)
    }

    /// A connection after a failure is not given back: it closes. Nor is one to a store that somebody writes with a log beside it.
    private func give(_ connection: Connection) {
        guard !connection.store.hasLog else { return }
        state.withLock { if $0.idle.count < StoreReader.kept { $0.idle.append(connection) } }
    }

    private func mark() -> Mark {
        var status = stat()
        guard stat(path, &status) == 0 else { return Mark(device: 0, number: 0) }
        return Mark(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    }

    private func tag(of connection: Connection) throws(StoreError) -> String {
        "\(String(connection.mark.number, radix: 36))-\(String(try connection.store.generation(), radix: 36))"
    }

    private func snapshot(of connection: Connection) throws(StoreError) -> Snapshot {
        let tag = try tag(of: connection)
        if let known = state.withLock({ $0.snapshot }), known.tag == tag { return known }
        let places = try connection.store.sources()
        var made = Snapshot(
            tag: tag, judgedBy: try connection.store.context(), run: try connection.store.summary(), sources: places, places: places)
        if let mask { made.mask(mask) }
        state.withLock { $0.snapshot = made }
        return made
    }
}
