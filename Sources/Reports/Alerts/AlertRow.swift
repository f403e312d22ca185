import Alerts
import Domain

/// One alert of a table or a JSON list.
public struct AlertRow: Sendable {
    /// `firing`, `pending`, `resolved` or `held`.
    public var state: String
    /// Labels, sorted by name.
    public var labels: [AlertEvent.Pair]
    /// Annotations; empty where they are not known any more.
    public var annotations: [AlertEvent.Pair]
    /// The value as text.
    public var value: String
    /// Since when it is true.
    public var activeAt: Instant?
    /// Since when it fires.
    public var firedAt: Instant?
    /// When it ceased to fire.
    public var endsAt: Instant?
    /// It became known late.
    public var isLate: Bool
    /// The sources that it waits for.
    public var heldBy: [String]
    /// The first complaint that it came before, and by how much; only a backtest with complaints knows.
    public var lead: TimeSpan?

    /// The value of a label, or empty.
    public func label(_ name: String) -> String { labels.first { $0.name == name }?.value ?? "" }

    /// Makes a row from its parts.
    public init(
        state: String, labels: [AlertEvent.Pair], annotations: [AlertEvent.Pair] = [], value: String = "", activeAt: Instant? = nil,
        firedAt: Instant? = nil, endsAt: Instant? = nil, isLate: Bool = false, heldBy: [String] = [], lead: TimeSpan? = nil
    ) {
        (self.state, self.labels, self.annotations, self.value, self.activeAt) = (state, labels, annotations, value, activeAt)
        (self.firedAt, self.endsAt, self.isLate, self.heldBy, self.lead) = (firedAt, endsAt, isLate, heldBy, lead)
    }

    /// What is firing, pending and held, in this order.
    public static func now(_ rules: RuleSet, _ state: AlertState) -> [AlertRow] {
        var rows: [AlertRow] = []
        for rule in rules.effective {
            guard let memory = state.rules[rule.key] else { continue }
            for (_, active) in memory.active.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                let isFiring = active.machine.state == .firing
                rows.append(
                    AlertRow(
                        state: isFiring ? "firing" : "pending", labels: active.labels, annotations: active.annotations, value: active.value,
                        activeAt: active.machine.activeAt, firedAt: isFiring ? active.machine.firedAt : nil, isLate: active.isLate,
                        heldBy: memory.heldBy))
            }
            // Late ones that are over by event time are still to be seen.
            for late in memory.late {
                rows.append(
                    AlertRow(
                        state: "firing", labels: late.event.labels, annotations: late.event.annotations, value: late.event.value,
                        firedAt: late.event.startsAt, endsAt: late.endsAt, isLate: true))
            }
            if !memory.heldBy.isEmpty {
                let labels = rule.labels(of: []).map { AlertEvent.Pair($0.name, $0.value) }
                rows.append(AlertRow(state: "held", labels: labels, activeAt: memory.heldSince, heldBy: memory.heldBy))
            }
        }
        let order = ["firing", "pending", "held"]
        return rows.enumerated().sorted { a, b in
            let (x, y) = (order.firstIndex(of: a.element.state) ?? 9, order.firstIndex(of: b.element.state) ?? 9)
            return (x, a.offset) < (y, b.offset)
        }.map(\.element)
    }

    /// Every firing of a backtest, in the order of time.
    public static func past(_ rules: RuleSet, _ state: AlertState) -> [AlertRow] {
        var rows: [AlertRow] = []
        for rule in rules.effective {
            for firing in state.rules[rule.key]?.past ?? [] {
                rows.append(
                    AlertRow(
                        state: firing.endsAt == nil ? "firing" : "resolved",
                        labels: rule.labels(of: firing.labels).map { AlertEvent.Pair($0.name, $0.value) }, activeAt: firing.activeAt,
                        firedAt: firing.firedAt, endsAt: firing.endsAt, isLate: firing.isLate))
            }
        }
        return rows.enumerated().sorted { a, b in
            let (x, y) = (a.element.firedAt ?? .distantPast, b.element.firedAt ?? .distantPast)
            return (x, a.offset) < (y, b.offset)
        }.map(\.element)
    }

    /// As an object.
    public func append(to json: inout JSONWriter) {
        json.beginObject()
        json.key("state")
        json.string(state)
        for (key, pairs) in [("labels", labels), ("annotations", annotations)] {
            json.key(key)
            json.beginObject()
            for pair in pairs {
                json.key(pair.name)
                json.string(pair.value)
            }
            json.endObject()
        }
        json.key("value")
        json.string(value.isEmpty ? nil : value)
        json.key("active_at")
        json.instant(activeAt)
        json.key("fired_at")
        json.instant(firedAt)
        json.key("ends_at")
        json.instant(endsAt)
        json.key("late")
        json.bool(isLate)
        json.key("held_by")
        json.beginArray()
        for name in heldBy { json.string(name) }
        json.endArray()
        if let lead {
            json.key("lead_seconds")
            json.number(Double(lead.microseconds) / 1_000_000)
        }
        json.endObject()
    }
}
