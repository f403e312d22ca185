import Alerts
import Configuration
import Domain
import Notifying
import Pipeline
import Store

/// The queue of messages that lies in a store, seen by delivery. Used by one thread; give it a store of its own beside a running watch.
public struct StoreDeliveryQueue: DeliveryQueue {
    private let store: Store
    private let file: RuleFile

    /// Makes a queue over a store that is open for writing.
    public init(_ store: Store, file: RuleFile) { (self.store, self.file) = (store, file) }

    /// See ``DeliveryQueue``.
    public func waiting(for receiver: String, limit: Int) throws -> [WaitingAlert] {
        var unreadable: [Int64] = []
        let messages = try store.queuedAlerts(receiver: receiver, limit: limit).compactMap { message -> WaitingAlert? in
            guard let event = AlertStore.event(of: message) else {
                unreadable.append(message.id)
                return nil
            }
            return WaitingAlert(id: message.id, event: event, attempts: message.attempts, due: message.due)
        }
        // What a later version wrote cannot be said, and must not block the rest.
        if !unreadable.isEmpty { try finish(unreadable, receiver: receiver, delivered: false) }
        return messages
    }

    /// See ``DeliveryQueue``.
    public func firing(for receiver: String) throws -> [AlertEvent] {
        let state = try AlertStore.state(in: store)
        var events: [AlertEvent] = []
        for rule in file.rules.effective {
            for (_, active) in (state.rules[rule.key]?.active ?? [:]).sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
            where active.machine.state == .firing {
                events.append(
                    AlertEvent(
                        rule: rule.key, labels: active.labels, annotations: active.annotations, startsAt: active.machine.firedAt,
                        value: active.value, isLate: active.isLate, raisedAt: state.asOf ?? active.machine.firedAt))
            }
            events += (state.rules[rule.key]?.late ?? []).map(\.event)
        }
        return events.filter { file.route.receivers(of: $0).contains(receiver) }
    }

    /// See ``DeliveryQueue``.
    public func finish(_ ids: [Int64], receiver: String, delivered: Bool) throws {
        try store.alerting { () throws(StoreError) in try store.finishAlerts(ids, receiver: receiver, delivered: delivered) }
    }

    /// See ``DeliveryQueue``.
    public func postpone(_ ids: [Int64], until due: Instant) throws {
        try store.alerting { () throws(StoreError) in try store.postponeAlerts(ids, until: due) }
    }
}
