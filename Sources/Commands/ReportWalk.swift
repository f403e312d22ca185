import Conversion
import Domain
import Pipeline
import Store
import Synchronization

/// Walks over the orders of a period, order by order, so that a million of them take no memory; on a few threads where there are cores.
struct ReportWalk {
    let store: Store
    let path: String
    let run: RunContext
    let zone: ZoneTable
    /// More threads wait for the disk and for each other, and each has counts of its own.
    private static let mostWorkers = 8
    /// Orders that a thread is worth.
    private static let ordersPerWorker = 5_000

    /// Sums up the orders of a period.
    func collect(_ period: ReportPeriod) throws(StoreError) -> ConversionCollector {
        try store.reading { () throws(StoreError) in
            let generation = try store.generation()
            let orders = try store.count(ReportWalk.filter(period), upTo: ReportWalk.mostWorkers * ReportWalk.ordersPerWorker)
            let workers = min(Workers.available, ReportWalk.mostWorkers, 1 + orders / ReportWalk.ordersPerWorker)
            if workers > 1, let whole = try collect(period, generation: generation, workers: workers) { return whole }
            return try ReportWalk.walk(ConversionCollector(period: period, zone: zone, run: run), nil, in: store)
        }
    }

    /// Sums up on several connections; nil when one of them sees another state of the store, because somebody writes it right now.
    private func collect(_ period: ReportPeriod, generation: Int64, workers: Int) throws(StoreError) -> ConversionCollector? {
        let (path, empty) = (path, ConversionCollector(period: period, zone: zone, run: run))
        let parts = Mutex<[Int: Result<ConversionCollector?, StoreError>]>([:])
        Workers.run(workers) { worker in
            let part = Result { () throws(StoreError) -> ConversionCollector? in
                let mine = try Store.open(path: path, mode: .readOnly)
                return try mine.reading { () throws(StoreError) in
                    guard try mine.generation() == generation else { return nil }
                    return try ReportWalk.walk(empty, OrderFilter.Part(worker, of: workers), in: mine)
                }
            }
            parts.withLock { $0[worker] = part }
        }
        var whole: ConversionCollector?
        for worker in 0..<workers {
            guard let part = try parts.withLock({ $0[worker] })?.get() else { return nil }
            if whole == nil { whole = part } else { whole?.merge(part) }
        }
        return whole
    }

    private static func walk(
        _ empty: ConversionCollector, _ part: OrderFilter.Part?, in store: Store
    ) throws(StoreError) -> ConversionCollector {
        var collector = empty
        var filter = filter(empty.period)
        filter.part = part
        let cursor = try store.proofs(filter)
        while let (verdict, chain) = try cursor.next() { collector.note(verdict, chain) }
        return collector
    }

    private static func filter(_ period: ReportPeriod) -> OrderFilter {
        var filter = OrderFilter()
        filter.period = Stretch(from: period.from, to: Instant(microseconds: period.until.microseconds - 1))
        return filter
    }
}
