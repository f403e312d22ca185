import Domain
import Reports
import Serving
import Store
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What `/metrics` says of a store: sums that the run keeps, read once a state of the store. A store of an earlier version is counted by a walk,
/// at most every few seconds while it grows.
final class StoreMetrics: Sendable {
    private struct Kept {
        var input: MetricsInput
        var tag: String
        var at: Int64
    }

    private let kept = Mutex<Kept?>(nil)
    private static let patience: Int64 = 10

    /// The metrics of the present state, or of one a few seconds old.
    func input(_ call: Call) throws(WebFailure) -> MetricsInput {
        let now = StoreMetrics.seconds
        let tag = try call.read { _, snapshot in snapshot.tag }
        if let old = kept.withLock({ $0 }), old.tag == tag || now - old.at < StoreMetrics.patience { return old.input }
        let settings = call.settings
        let made = try call.read { (store, snapshot) throws(StoreError) in
            if let whole = settings.metrics {
                return Kept(input: try whole(store, settings.version), tag: snapshot.tag, at: now)
            }
            var input = try StoreMetrics.make(store, snapshot, version: settings.version)
            input.deliveries = try store.alertDeliveries().map { .init(receiver: $0.receiver, result: $0.result, count: $0.count) }
            if let alerts = try settings.alerts?(store) { input.alerts = StoreMetrics.counts(alerts.rows) }
            return Kept(input: input, tag: snapshot.tag, at: now)
        }
        kept.withLock { $0 = made }
        return made.input
    }

    private static func make(_ store: Store, _ snapshot: StoreReader.Snapshot, version: String) throws(StoreError) -> MetricsInput {
        var input = MetricsInput(version: version)
        guard snapshot.run != nil else { return input }
        input.take(snapshot.summary, try store.orderCounts())
        // As `take` has it; the source table has what a run that goes on has read meanwhile.
        input.sources = snapshot.sources
        return input
    }

    private static func counts(_ rows: [AlertRow]) -> [MetricsInput.Alerts] {
        var counts: [MetricsInput.Alerts: Int] = [:]
        for row in rows {
            counts[.init(name: row.label("alertname"), severity: row.label("severity"), state: row.state, count: 0), default: 0] += 1
        }
        return counts.map { MetricsInput.Alerts(name: $0.name, severity: $0.severity, state: $0.state, count: $1) }
            .sorted { ($0.name, $0.severity, $0.state) < ($1.name, $1.severity, $1.state) }
    }

    private static var seconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec)
    }
}

extension Route {
    /// What Prometheus reads.
    static let metrics = Route(
        "/metrics", .probe, Text(en: "counts of orders, breaks, sources and findings for Prometheus", zh: "供 Prometheus 抓取的订单、断点、来源与发现指标"),
        contentType: "text/plain; version=0.0.4; charset=utf-8"
    ) { (call) throws(WebFailure) in
        let format = MetricsPage.Format(accept: call.request.header("accept"))
        let bytes = MetricsPage.make(try call.metrics.input(call), format: format)
        return HTTPResponse(status: 200, headers: [.init("Content-Type", format.contentType)], body: .bytes(bytes))
    }
}
