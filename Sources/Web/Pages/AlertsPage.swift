import Alerts
import Domain
import Reports
import Serving
import Store

/// What alert rules said of a store, and what became of their messages.
public struct StoredAlerts: Sendable {
    /// The moment up to which rules were evaluated; nil: none ever was.
    public var asOf: Instant?
    /// What is firing, pending and held.
    public var rows: [AlertRow]

    /// Makes an answer.
    public init(asOf: Instant?, rows: [AlertRow]) { (self.asOf, self.rows) = (asOf, rows) }
}

extension Route {
    /// The alerts.
    static let alertsPage = Route(
        "/alerts", .page, Text(en: "what alert rules say, and what became of their messages", zh: "告警规则的结果与消息投递情况")
    ) {
        (call) throws(WebFailure) in
        let (alerts, deliveries, state) = try call.readAlerts()
        return Frame.page(call, title: call.say("Alerts", "告警"), current: "/alerts", state: state) { page in
            page.element("h1", text: call.say("Alerts", "告警"))
            AlertsTable.write(alerts, deliveries, call, to: &page)
        }
    }

    /// The alerts for machines.
    static let alertsJSON = Route(
        "/api/v1/alerts", .api, Text(en: "what alert rules say, and what became of their messages", zh: "告警规则的结果与消息投递情况"),
        shape: .object([
            .init("as_of", .nullable(.instant), "up to when rules were evaluated; null: none ever was"),
            .init("alerts", .array(.alert)),
            .init(
                "messages",
                .array(
                    .object([
                        .init("receiver", .string), .init("result", .words(["delivered", "failed", "waiting"])), .init("count", .integer),
                    ]))),
        ])
    ) { (call) throws(WebFailure) in
        let (alerts, deliveries, _) = try call.readAlerts()
        return .json { json in
            json.beginObject()
            json.key("as_of")
            json.asOf(alerts.asOf ?? .undated)
            json.key("alerts")
            json.beginArray()
            for row in alerts.rows { row.append(to: &json) }
            json.endArray()
            json.key("messages")
            json.beginArray()
            for one in deliveries {
                json.beginObject()
                json.key("receiver")
                json.string(one.receiver)
                json.key("result")
                json.string(one.result)
                json.key("count")
                json.integer(one.count)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
    }
}

extension Shape {
    static let alert = Shape.named("Alert") {
        .object([
            .init("state", .words(["firing", "pending", "resolved", "held"])), .init("labels", .map(.string)),
            .init("annotations", .map(.string)),
            .init("value", .nullable(.string)), .init("active_at", .nullable(.instant), "since when it is true"),
            .init("fired_at", .nullable(.instant)), .init("ends_at", .nullable(.instant)), .init("late", .boolean, "it became known late"),
            .init("held_by", .array(.string), "the sources that it waits for"), .init("lead_seconds", .nullable(.number), isOptional: true),
        ])
    }
}

extension Call {
    func readAlerts() throws(WebFailure) -> (StoredAlerts, [AlertDeliveryCount], String) {
        try read { (store, snapshot) throws(StoreError) in
            (try settings.alerts?(store) ?? StoredAlerts(asOf: nil, rows: []), try store.alertDeliveries(), snapshot.tag)
        }
    }
}

/// Alerts as tables.
private enum AlertsTable {
    static func write(_ alerts: StoredAlerts, _ deliveries: [AlertDeliveryCount], _ call: Call, to page: inout HTMLWriter) {
        guard let asOf = alerts.asOf, !asOf.isUndated else {
            page.element("p", ["class": "notice"]) { page in
                page.prose(
                    call.say(
                        "No alert rule was evaluated over this store yet: `paychain watch --rules FILE` and `paychain alerts run` do.",
                        "尚未对此存储评估过告警规则：可用 `paychain watch --rules 文件` 或 `paychain alerts run`。"))
            }
            return
        }
        page.element("p", ["class": "faint"], text: call.say("evaluated up to \(call.time.full(asOf))", "评估至 \(call.time.full(asOf))"))
        if alerts.rows.isEmpty {
            page.element("p", ["class": "notice good"], text: call.say("Nothing is firing, pending or held.", "没有触发、待定或暂停的告警。"))
        } else {
            table(alerts.rows, call).write(to: &page)
        }
        guard !deliveries.isEmpty else { return }
        page.element("h2", text: call.say("Messages", "消息投递"))
        var table = PageTable(
            call.say("By receiver", "按接收方"),
            [.init(call.say("Receiver", "接收方")), .init(call.say("Result", "结果")), .init(call.say("Messages", "消息"), isNumber: true)])
        for one in deliveries {
            table.rows.append([.text(one.receiver), .text(word(one.result, call)), .text(MoneyText.count(one.count))])
        }
        table.write(to: &page)
    }

    private static func table(_ rows: [AlertRow], _ call: Call) -> PageTable {
        var table = PageTable(
            call.say("Firing first", "触发的在前"),
            [
                .init(call.say("State", "状态")), .init(call.say("Alert", "告警")), .init(call.say("For", "对象")),
                .init(call.say("Value", "数值"), isNumber: true),
                .init(call.say("True since", "成立自")), .init(call.say("Fires since", "触发自")), .init(call.say("What it says", "说明")),
            ])
        for row in rows {
            let others = row.labels.filter { $0.name != "alertname" }.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
            let told = row.annotations.first { $0.name == "summary" } ?? row.annotations.first
            let held = row.heldBy.isEmpty ? "" : call.say("waits for ", "等待 ") + row.heldBy.joined(separator: ", ")
            table.rows.append([
                .tag(
                    sign(row.state) + " " + word(row.state, call), tone: row.state == "firing" ? "bad" : row.state == "held" ? "warn" : ""),
                .text(row.label("alertname")), .written { $0.element("span", ["class": "mono"], text: others.isEmpty ? "–" : others) },
                .text(row.value.isEmpty ? "–" : row.value), .text(row.activeAt.map(call.time.full) ?? "–"),
                .text(row.firedAt.map(call.time.full) ?? "–"),
                .text([told?.value ?? "", held].filter { !$0.isEmpty }.joined(separator: "; ")),
            ])
        }
        return table
    }

    private static func sign(_ state: String) -> String { state == "firing" ? "✖" : state == "held" ? "◔" : "△" }

    private static func word(_ state: String, _ call: Call) -> String {
        switch state {
        case "firing": call.say("firing", "触发")
        case "pending": call.say("pending", "待定")
        case "held": call.say("held", "暂停")
        case "delivered": call.say("delivered", "已送达")
        case "failed": call.say("failed", "失败")
        case "waiting": call.say("waiting", "等待中")
        default: state
        }
    }
}
