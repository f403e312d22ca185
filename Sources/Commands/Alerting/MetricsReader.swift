import Alerts
import Domain
import Pipeline
import Reports
import Store
import Web

/// Fills ``MetricsInput`` from a store: for a server that reads one, and for a watch that writes one.
///
/// Walks over every order, so that it costs what a list of all orders costs: keep the result until the store has changed.
enum MetricsReader {
    /// Reads everything that a store tells.
    static func read(_ store: Store, version: String) throws(StoreError) -> MetricsInput {
        var input = MetricsInput(version: version)
        guard let record = try store.run() else { return input }
        input.take(record.summary)
        input.sources = try store.sources()
        var sums = Sums()
        let cursor = try store.orders(withProofs: true)
        while try cursor.next() != nil {
            guard let verdict = try cursor.verdict() else { continue }
            sums.add(verdict, try cursor.chain())
        }
        sums.fill(&input)
        let state = try AlertStore.state(in: store)
        input.alerts = alerts(of: state)
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

    private struct Sums {
        struct OrderKey: Hashable { var flow: Flow, outcome: Outcome, experience: Experience? }
        struct BreakKey: Hashable { var code: BreakCode, severity: Severity, owner: Owner, flow: Flow }
        struct StepKey: Hashable { var flow: Flow, step: Step, state: StepState }
        struct NotifyKey: Hashable { var provider: String, answer: String }

        var orders: [OrderKey: (count: Int, money: MoneySums)] = [:]
        var breaks: [BreakKey: (count: Int, money: MoneySums)] = [:]
        var steps: [StepKey: Int] = [:]
        var notifies: [NotifyKey: Int] = [:]

        mutating func add(_ verdict: Verdict, _ chain: Chain?) {
            let order = OrderKey(flow: verdict.flow, outcome: verdict.outcome, experience: verdict.experience)
            orders[order, default: (0, MoneySums())].count += 1
            if let amount = verdict.amount { orders[order]?.money.add(amount) }
            for fired in verdict.breaks {
                let key = BreakKey(code: fired.code, severity: fired.severity, owner: fired.owner, flow: verdict.flow)
                breaks[key, default: (0, MoneySums())].count += 1
                if let amount = verdict.amount { breaks[key]?.money.add(amount) }
            }
            for step in verdict.steps { steps[StepKey(flow: verdict.flow, step: step.step, state: step.state), default: 0] += 1 }
            for delivery in chain?.deliveries ?? [] {
                notifies[
                    NotifyKey(provider: delivery.provider, answer: MetricsInput.Notifies.answer(delivery.httpStatus)), default: 0] += 1
            }
        }

        func fill(_ input: inout MetricsInput) {
            input.orders = orders.map {
                .init(flow: $0.flow, outcome: $0.outcome, experience: $0.experience, count: $1.count, money: $1.money.amounts)
            }
            input.breaks = breaks.map {
                .init(code: $0.code, severity: $0.severity, owner: $0.owner, flow: $0.flow, count: $1.count, money: $1.money.amounts)
            }
            input.steps = steps.map { .init(flow: $0.flow, step: $0.step, state: $0.state, count: $1) }
            input.notifies = notifies.map { .init(provider: $0.provider, answer: $0.answer, count: $1) }
        }
    }
}

extension WebSettings {
    /// Shows what alerting remembers in the store, on the page of alerts and in `/metrics`.
    mutating func readAlertsAndMetrics() {
        alerts = { (store) throws(StoreError) in
            let state = try AlertStore.state(in: store)
            return StoredAlerts(asOf: state.asOf, rows: AlertRow.now(state))
        }
        metrics = { (store, version) throws(StoreError) in try MetricsReader.read(store, version: version) }
    }
}
