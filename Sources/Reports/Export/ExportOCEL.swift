import Domain

extension ExportFormat {
    /// OCEL 2.0 as JSON: an object-centric event log.
    static let ocel = ExportFormat(
        name: "ocel",
        summary: Text(en: "OCEL 2.0 (JSON): events of orders, attempts and devices", zh: "OCEL 2.0（JSON）：订单、支付尝试与设备的事件"),
        details: Text(
            en:
                "Objects are orders, attempts and devices; an event names each it belongs to. Missing steps are attributes of the order, never events. The store is read twice: first for the objects, then for the events.",
            zh: "对象为订单、支付尝试与设备，每个事件关联其所属对象。缺失的步骤只作为订单的属性，不作为事件。存储会读两遍：先写对象，再写事件。"),
        passes: 2
    ) { OCELExporter(sources: $0) }
}

private struct OCELExporter: OrderExporter {
    let sources: [SourceInfo]
    /// Devices that have been written: two orders of one device name one object. 8 bytes a device.
    private var devices: Set<DeviceKey> = []
    private var json = JSONWriter(capacity: 1 << 14)

    init(sources: [SourceInfo]) { self.sources = sources }

    private static let orderAttributes = [
        "flow", "outcome", "experience", "primary_break", "breaks", "missing_steps", "amount", "currency", "app_version",
    ]
    private static let eventAttributes = ["logged_at", "source", "binding", "lane"]

    mutating func begin(pass: Int, into out: inout [UInt8]) {
        guard pass == 0 else {
            out += "],\n\"events\":[".utf8
            return
        }
        json.beginObject()
        json.key("objectTypes")
        json.beginArray()
        type("order", OCELExporter.orderAttributes)
        type("attempt", ["provider", "flow"])
        type("device", ["platform"])
        json.endArray()
        json.key("eventTypes")
        json.beginArray()
        for kind in EventKind.allCases { type(kind.name, OCELExporter.eventAttributes) }
        json.endArray()
        json.key("objects")
        json.beginArray()
        out += json.bytes
        json.removeBytes()
    }

    mutating func end(pass: Int, into out: inout [UInt8]) { if pass == 1 { out += "]}\n".utf8 } }

    mutating func add(_ verdict: Verdict, _ chain: Chain, pass: Int, into out: inout [UInt8]) {
        if pass == 0 { objects(verdict, chain) } else { events(chain) }
        if pass == 1, !hasEvent, !json.bytes.isEmpty {
            // The comma before the first event belongs to the objects.
            out += json.bytes.dropFirst(json.bytes.first == UInt8(ascii: ",") ? 1 : 0)
            hasEvent = true
        } else {
            out += json.bytes
        }
        json.removeBytes()
    }

    private var hasEvent = false

    private mutating func type(_ name: String, _ attributes: [String]) {
        json.beginObject()
        json.key("name")
        json.string(name)
        json.key("attributes")
        json.beginArray()
        for attribute in attributes {
            json.beginObject()
            json.key("name")
            json.string(attribute)
            json.key("type")
            json.string("string")
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private mutating func objects(_ verdict: Verdict, _ chain: Chain) {
        let first = chain.events.map(\.at).min() ?? verdict.createdAt ?? verdict.asOf
        let values = [
            verdict.flow.rawValue, verdict.outcome.rawValue, verdict.experience?.rawValue ?? "", verdict.primaryBreak?.rawValue ?? "",
            verdict.breaks.map(\.code.rawValue).joined(separator: " "), verdict.missingSteps.map(\.step.rawValue).joined(separator: " "),
            verdict.amount?.decimal ?? "", verdict.amount?.currency ?? "", verdict.segments.appVersion ?? "",
        ]
        let attempts = chain.attempts.indices.map { attempt($0, of: chain) }
        let orderDevices = chain.devices.map { OCELExporter.device($0.key) }
        object(
            "order:\(chain.order)", "order", zip(OCELExporter.orderAttributes, values).map { ($0, $1) }, at: first,
            related: attempts.map { ($0, "attempt") } + orderDevices.map { ($0, "device") })
        for (index, one) in chain.attempts.enumerated() {
            object(attempts[index], "attempt", [("provider", one.provider), ("flow", one.flow.rawValue)], at: first, related: [])
        }
        for device in chain.devices where devices.insert(device.key).inserted {
            object(OCELExporter.device(device.key), "device", [("platform", device.platform)], at: first, related: [])
        }
    }

    private mutating func object(
        _ id: String, _ type: String, _ attributes: [(String, String)], at: Instant, related: [(id: String, qualifier: String)]
    ) {
        json.beginObject()
        json.key("id")
        json.string(id)
        json.key("type")
        json.string(type)
        json.key("attributes")
        json.beginArray()
        for (name, value) in attributes where !value.isEmpty {
            json.beginObject()
            json.key("name")
            json.string(name)
            json.key("time")
            json.string(at.rfc3339)
            json.key("value")
            json.string(value)
            json.endObject()
        }
        json.endArray()
        relationships(related)
        json.endObject()
    }

    private mutating func relationships(_ related: [(id: String, qualifier: String)]) {
        json.key("relationships")
        json.beginArray()
        for one in related {
            json.beginObject()
            json.key("objectId")
            json.string(one.id)
            json.key("qualifier")
            json.string(one.qualifier)
            json.endObject()
        }
        json.endArray()
    }

    private mutating func events(_ chain: Chain) {
        let events = ExportedEvents(chain, sources: sources)
        for (index, event) in chain.events.enumerated() {
            json.beginObject()
            json.key("id")
            json.string("event:\(chain.order):\(index + 1)")
            json.key("type")
            json.string(event.event.name)
            json.key("time")
            json.string(events.moments[index].rfc3339)
            json.key("attributes")
            json.beginArray()
            let values = [event.at.rfc3339, events.reference(index), "\(event.binding)", event.event.layer.rawValue]
            for (name, value) in zip(OCELExporter.eventAttributes, values) {
                json.beginObject()
                json.key("name")
                json.string(name)
                json.key("value")
                json.string(value)
                json.endObject()
            }
            json.endArray()
            var related = [(id: "order:\(chain.order)", qualifier: "order")]
            if let number = attempt(of: event, chain) { related.append((attempt(number, of: chain), "attempt")) }
            if event.device != 0, chain.devices.contains(where: { $0.key == event.device }) {
                related.append((OCELExporter.device(event.device), "device"))
            }
            relationships(related)
            json.endObject()
        }
    }

    private static func device(_ key: DeviceKey) -> String { "device:" + OTLPIDs.hex(key) }

    private func attempt(_ index: Int, of chain: Chain) -> String { "attempt:\(chain.order):\(index + 1)" }

    /// The attempt whose number or trade number an event carries.
    private func attempt(of event: Evidence, _ chain: Chain) -> Int? {
        let carried = [AttributeKey.attemptNumber, .tradeNumber].compactMap { chain.text($0, of: event) }
        guard !carried.isEmpty else { return chain.attempts.count == 1 ? 0 : nil }
        return chain.attempts.firstIndex { carried.contains($0.number) || !$0.tradeNumbers.allSatisfy { !carried.contains($0) } }
    }
}
