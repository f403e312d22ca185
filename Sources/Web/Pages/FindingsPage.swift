import Domain
import Reports
import Serving
import Store

extension Route {
    /// Faults of the system.
    static let findingsPage = Route("/findings", .page, Text(en: "faults of the system that no single order can show", zh: "单笔订单看不出的系统级问题"))
    {
        (call) throws(WebFailure) in
        let snapshot = try call.read { _, snapshot in snapshot }
        let findings = snapshot.summary.findings
        return Frame.page(call, title: call.say("Findings", "系统级发现"), current: "/findings", state: snapshot.tag) { page in
            page.element("h1", text: call.say("Findings", "系统级发现"))
            page.element(
                "p", ["class": "faint"], text: call.say("Faults of the system that no single order can show.", "单笔订单看不出的系统级问题。"))
            let acting = findings.filter { !$0.isNote }
            if acting.isEmpty {
                page.element("p", ["class": "notice good"], text: call.say("Nothing to act on.", "没有需要处理的问题。"))
            } else {
                FindingsList.write(acting, call.say("To act on", "待处理"), call, to: &page)
            }
            let notes = findings.filter(\.isNote)
            guard !notes.isEmpty else { return }
            page.element("h2", text: call.say("Notes", "说明"))
            FindingsList.write(notes, call.say("For information", "供参考"), call, to: &page)
        }
    }
}

/// Findings as a table.
enum FindingsList {
    static func write(_ findings: [Finding], _ title: String, _ call: Call, to page: inout HTMLWriter) {
        var table = PageTable(
            title,
            [
                .init(call.say("What", "问题")), .init(call.say("Where", "位置")), .init(call.say("Times", "次数"), isNumber: true),
                .init(call.say("Orders", "订单"), isNumber: true), .init(call.say("When", "时间")),
            ])
        for finding in findings {
            let place = finding.place + (finding.httpStatus.map { " → HTTP \($0)" } ?? "")
            let span = finding.span.map { "\(call.time.full($0.from)) – \(call.time.brief($0.to, on: $0.from))" } ?? "–"
            table.rows.append([
                .link(call.say(finding.code.title), to: call.link(explain: "finding/" + finding.code.rawValue)),
                .written { $0.element("span", ["class": "mono"], text: place) }, .text(MoneyText.count(finding.count)),
                .text(finding.orders > 0 ? MoneyText.count(finding.orders) : "–"), .text(span),
            ])
        }
        table.write(to: &page)
    }
}
