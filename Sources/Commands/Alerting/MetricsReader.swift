import Alerts
import Domain
import Pipeline
import Reports
import Store

/// Fills ``MetricsInput`` from a store: for a server that reads one, and for a watch that writes one.
enum MetricsReader {
    /// Reads everything that a store tells.
    static func read(_ store: Store, version: String) throws(StoreError) -> MetricsInput {
        var input = MetricsInput(version: version)
        guard let summary = try store.summary() else { return input }
        input.take(summary, try store.orderCounts())
        input.sources = try store.sources()
        input.alerts = alerts(of: try AlertStore.state(in: store))
        input.deliveries = try store.alertDeliveries().map { .init(receiver: $0.receiver, result: $0.result, count: $0.count) }
        return input
    }

    /// Alerts by name, severity and state.
    static func alerts(of state: AlertState) -> [MetricsInput.Alerts] {
        var counts: [MetricsInput.Alerts: Int] = [:]
        func add(_ name: String, _ severity: String, _ word: String) {
            counts[MetricsInput.Alerts(name: name, severity: severity, state: word, count: 0), default: 0] += 1
        }
        for (key, rule) in state.rules {
            for active in rule.active.values {
                let name = active.labels.first { $0.name == "alertname" }?.value ?? ""
                let severity = active.labels.first { $0.name == "severity" }?.value ?? ""
                add(name, severity, active.machine.state == .firing ? "firing" : "pending")
            }
            if !rule.heldBy.isEmpty {
                let parts = key.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
                let severity = parts.first { $0.hasPrefix("severity=") }.map { String($0.dropFirst(9)) } ?? ""
                add(parts.count > 1 ? parts[1] : key, severity, "held")
            }
        }
        return counts.map { key, count in MetricsInput.Alerts(name: key.name, severity: key.severity, state: key.state, count: count) }
            .sorted { ($0.name, $0.severity, $0.state) < ($1.name, $1.severity, $1.state) }
    }
}
