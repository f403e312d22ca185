import Domain

extension ExportFormat {
    /// IEEE 1849: an event log for process mining.
    static let xes = ExportFormat(
        name: "xes",
        summary: Text(en: "XES event log for process mining (pm4py, Disco, ProM)", zh: "XES 事件日志，供流程挖掘（pm4py、Disco、ProM）"),
        details: Text(
            en:
                "IEEE 1849: an order is a trace, a piece of evidence an event; concept:name is the event, org:resource its lane, time:timestamp its place in causal order, paychain:logged_at the stamp as logged. Missing steps are attributes of the trace, never events.",
            zh:
                "IEEE 1849：订单为 trace，证据为 event；concept:name 为事件名，org:resource 为泳道，time:timestamp 为因果顺序中的时刻，paychain:logged_at 为原始时间。缺失的步骤只作为 trace 的属性，不作为事件。"
        ),
        passes: 1
    ) { XESExporter(sources: $0) }
}

private struct XESExporter: OrderExporter {
    let sources: [SourceInfo]

    func begin(pass: Int, into out: inout [UInt8]) {
        out +=
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <log xes.version="1.0" xes.features="" xmlns="http://www.xes-standard.org/">
            <extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
            <extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
            <extension name="Lifecycle" prefix="lifecycle" uri="http://www.xes-standard.org/lifecycle.xesext"/>
            <extension name="Organizational" prefix="org" uri="http://www.xes-standard.org/org.xesext"/>
            <global scope="trace"><string key="concept:name" value=""/></global>
            <global scope="event"><string key="concept:name" value=""/><date key="time:timestamp" value="1970-01-01T00:00:00.000Z"/>\
            <string key="lifecycle:transition" value="complete"/><string key="org:resource" value=""/></global>
            <classifier name="Event" keys="concept:name"/>
            <classifier name="Event and lane" keys="concept:name org:resource"/>

            """.utf8
    }

    func end(pass: Int, into out: inout [UInt8]) { out += "</log>\n".utf8 }

    func add(_ verdict: Verdict, _ chain: Chain, pass: Int, into out: inout [UInt8]) {
        out += "<trace>".utf8
        string("concept:name", verdict.order.description, to: &out)
        string("paychain:flow", verdict.flow.rawValue, to: &out)
        string("paychain:outcome", verdict.outcome.rawValue, to: &out)
        if let experience = verdict.experience { string("paychain:experience", experience.rawValue, to: &out) }
        if let code = verdict.primaryBreak { string("paychain:primary_break", code.rawValue, to: &out) }
        if !verdict.breaks.isEmpty { string("paychain:breaks", verdict.breaks.map(\.code.rawValue).joined(separator: " "), to: &out) }
        if let amount = verdict.amount {
            string("paychain:amount", amount.decimal, to: &out)
            string("paychain:currency", amount.currency, to: &out)
        }
        if let version = verdict.segments.appVersion { string("paychain:app_version", version, to: &out) }
        if let platform = verdict.segments.platform { string("paychain:platform", platform, to: &out) }
        for step in verdict.missingSteps { string("paychain:missing:\(step.step.rawValue)", step.due?.rfc3339 ?? "", to: &out) }
        let events = ExportedEvents(chain, sources: sources)
        for index in chain.events.indices { add(index, of: events, to: &out) }
        out += "</trace>\n".utf8
    }

    private func add(_ index: Int, of events: ExportedEvents, to out: inout [UInt8]) {
        let event = events.chain.events[index]
        out += "\n<event>".utf8
        string("concept:name", event.event.word, to: &out)
        tag("date", "time:timestamp", events.moments[index].rfc3339, to: &out)
        string("lifecycle:transition", "complete", to: &out)
        string("org:resource", event.event.layer.rawValue, to: &out)
        tag("date", "paychain:logged_at", event.at.rfc3339, to: &out)
        string("paychain:source", events.reference(index), to: &out)
        string("paychain:binding", "\(event.binding)", to: &out)
        for (name, value) in events.attributes(index) { string("paychain:" + name, value, to: &out) }
        out += "</event>".utf8
    }

    private func string(_ key: String, _ value: String, to out: inout [UInt8]) { tag("string", key, value, to: &out) }

    private func tag(_ type: String, _ key: String, _ value: String, to out: inout [UInt8]) {
        out += "<\(type) key=\"\(key)\" value=\"".utf8
        out += XMLText.escaped(value)
        out += "\"/>".utf8
    }
}

/// Text for XML 1.0: markup escaped, characters that XML forbids made visible.
enum XMLText {
    static func escaped(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        for scalar in VisibleText.make(text).unicodeScalars {
            switch scalar {
            case "&": out += "&amp;".utf8
            case "<": out += "&lt;".utf8
            case ">": out += "&gt;".utf8
            case "\"": out += "&quot;".utf8
            case "\u{FFFE}", "\u{FFFF}": out += "\u{FFFD}".utf8
            default: out += String(scalar).utf8
            }
        }
        return out
    }
}
