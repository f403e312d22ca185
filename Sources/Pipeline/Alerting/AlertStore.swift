import Alerts
import Configuration
import Domain
import Store

/// What alerting keeps in a store, in our terms.
public enum AlertStore {
    /// The key under which the as-of of the last evaluation stands: no rule has an empty one.
    private static let asOfKey = ""

    /// What evaluation remembers. Something unreadable is forgotten: an alert is said twice rather than never.
    public static func state(in store: Store) throws(StoreError) -> AlertState {
        var state = AlertState()
        for (key, bytes) in try store.alertStates() {
            if key == asOfKey {
                state.asOf = (try? AlertCodec.instant(bytes)) ?? nil
            } else if let rule = try? AlertCodec.rule(bytes) {
                state.rules[key] = rule
            }
        }
        return state
    }

    /// Replaces it.
    static func save(_ state: AlertState, in store: Store) throws(StoreError) {
        var states = state.rules.sorted { $0.key < $1.key }.map { (rule: $0.key, state: AlertCodec.encode($0.value)) }
        states.append((asOfKey, AlertCodec.encode(state.asOf)))
        try store.saveAlertStates(states)
    }

    /// Puts events into the queues of those who are to hear of them.
    static func enqueue(_ events: [AlertEvent], for file: RuleFile, in store: Store, now: Instant) throws(StoreError) {
        for event in events {
            for name in file.route.receivers(of: event) {
                guard let receiver = file.receivers.first(where: { $0.name == name }) else { continue }
                if event.endsAt != nil, !receiver.sendsResolved { continue }
                try store.enqueue(receiver: name, fingerprint: event.fingerprint, alert: AlertCodec.encode(event), due: now)
            }
        }
    }

    /// The event of a queued message; nil when it cannot be read any more.
    public static func event(of message: QueuedAlert) -> AlertEvent? { try? AlertCodec.event(message.alert) }
}
