import Alerts
import Domain
import Reports

extension Notifier {
    /// How many alerts go in one request.
    private static let bulk = 200

    /// Alertmanager's API v2: every alert with its labels; firing ones are said again, since it forgets what is not.
    static let alertmanager = Notifier(
        kind: .alertmanager, repeats: true,
        message: { events, context in
            var json = JSONWriter(capacity: 1 << 14)
            json.beginArray()
            let told = events.prefix(bulk)
            for event in told {
                json.beginObject()
                append(event.labels, "labels", to: &json)
                append(event.annotations + [AlertEvent.Pair("value", event.value)], "annotations", to: &json)
                // One that is over must be over by Alertmanager's own clock too.
                let end = event.endsAt.map { min($0, context.now) }
                json.key("startsAt")
                json.instant(min(event.startsAt, end ?? context.now))
                if let end {
                    json.key("endsAt")
                    json.instant(end)
                }
                json.endObject()
            }
            json.endArray()
            var url = context.address
            while url.hasSuffix("/") { url.removeLast() }
            if !url.hasSuffix("/api/v2/alerts") { url += "/api/v2/alerts" }
            return Message(url: url, headers: headers(context), body: json.bytes, count: told.count)
        },
        judge: judgeStatus)

    /// A webhook that takes what Alertmanager sends to webhooks (version 4); one rule a message.
    static let webhook = Notifier(
        kind: .webhook,
        message: { events, context in
            let name = events.first?.label("alertname") ?? ""
            let told = events.prefix(bulk).prefix { $0.label("alertname") == name }
            var json = JSONWriter(capacity: 1 << 14)
            json.beginObject()
            json.key("version")
            json.string("4")
            json.key("groupKey")
            json.string("{}:{alertname=\"\(name)\"}")
            json.key("truncatedAlerts")
            json.integer(0)
            json.key("status")
            json.string(told.contains { $0.endsAt == nil } ? "firing" : "resolved")
            json.key("receiver")
            json.string(context.receiver.name)
            append([AlertEvent.Pair("alertname", name)], "groupLabels", to: &json)
            append(common(told.map(\.labels)), "commonLabels", to: &json)
            append(common(told.map(\.annotations)), "commonAnnotations", to: &json)
            json.key("externalURL")
            json.string("")
            json.key("alerts")
            json.beginArray()
            for event in told {
                json.beginObject()
                json.key("status")
                json.string(event.endsAt == nil ? "firing" : "resolved")
                append(event.labels, "labels", to: &json)
                append(event.annotations + [AlertEvent.Pair("value", event.value)], "annotations", to: &json)
                json.key("startsAt")
                json.instant(event.startsAt)
                json.key("endsAt")
                // Go's zero time, as Alertmanager writes what has no end.
                json.string(event.endsAt?.rfc3339 ?? "0001-01-01T00:00:00Z")
                json.key("generatorURL")
                json.string("")
                json.key("fingerprint")
                json.string(event.fingerprint)
                json.endObject()
            }
            json.endArray()
            json.endObject()
            return Message(url: context.address, headers: headers(context), body: json.bytes, count: told.count)
        },
        judge: judgeStatus)

    private static func headers(_ context: Context) -> [String] {
        ["Content-Type: application/json"] + (context.token.map { ["Authorization: Bearer \($0)"] } ?? [])
    }

    private static func append(_ pairs: [AlertEvent.Pair], _ key: StaticString, to json: inout JSONWriter) {
        json.key(key)
        json.beginObject()
        for pair in pairs {
            json.key(pair.name)
            json.string(pair.value)
        }
        json.endObject()
    }

    /// What all of them have in common.
    private static func common(_ all: [[AlertEvent.Pair]]) -> [AlertEvent.Pair] {
        (all.first ?? []).filter { pair in all.allSatisfy { $0.contains(pair) } }
    }
}
