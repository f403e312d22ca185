import Alerts
import Domain

extension AlertRow {
    /// What is firing, pending and held by a store's own memory, for a reader that has no rule file at hand.
    public static func now(_ state: AlertState) -> [AlertRow] {
        var rows: [AlertRow] = []
        for (key, rule) in state.rules.sorted(by: { $0.key < $1.key }) {
            for (_, active) in rule.active.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                let isFiring = active.machine.state == .firing
                rows.append(
                    AlertRow(
                        state: isFiring ? "firing" : "pending", labels: active.labels, annotations: active.annotations, value: active.value,
                        activeAt: active.machine.activeAt, firedAt: isFiring ? active.machine.firedAt : nil, isLate: active.isLate,
                        heldBy: rule.heldBy))
            }
            for late in rule.late {
                rows.append(
                    AlertRow(
                        state: "firing", labels: late.event.labels, annotations: late.event.annotations, value: late.event.value,
                        firedAt: late.event.startsAt, endsAt: late.endsAt, isLate: true))
            }
            guard !rule.heldBy.isEmpty else { continue }
            // The key is the rule's group, its name and its labels.
            let parts = key.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
            rows.append(
                AlertRow(
                    state: "held", labels: [AlertEvent.Pair("alertname", parts.count > 1 ? parts[1] : key)], activeAt: rule.heldSince,
                    heldBy: rule.heldBy))
        }
        let order = ["firing", "pending", "held"]
        return rows.enumerated().sorted { a, b in
            let (x, y) = (order.firstIndex(of: a.element.state) ?? 9, order.firstIndex(of: b.element.state) ?? 9)
            return (x, a.offset) < (y, b.offset)
        }.map(\.element)
    }
}
