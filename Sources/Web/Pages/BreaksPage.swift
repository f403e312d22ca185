import Domain
import Reports
import Serving
import Store

extension Route {
    /// Every break that fired.
    static let breaksPage = Route("/breaks", .page, Text(en: "every break that fired, the worst first", zh: "出现的全部断点，最严重的在前")) {
        (call) throws(WebFailure) in
        let snapshot = try call.read { _, snapshot in snapshot }
        return Frame.page(call, title: call.say("Breaks", "断点"), current: "/breaks", state: snapshot.tag) { page in
            page.element("h1", text: call.say("Breaks", "断点"))
            page.element(
                "p", ["class": "faint"],
                text: call.say("A break is a named fault of one order. An order may have several.", "断点是单笔订单的具名故障，一笔订单可有多个。"))
            let breaks = BreaksTable.worstFirst(snapshot.summary.breaks)
            if snapshot.summary.orders == 0 {
                page.noOrders(call, snapshot.summary)
            } else if breaks.isEmpty {
                page.element("p", ["class": "notice good"], text: call.say("No break fired.", "没有出现断点。"))
            } else {
                BreaksTable.make(call, breaks).write(to: &page)
            }
        }
    }
}

/// Breaks as a table.
enum BreaksTable {
    /// The worst severity first, then the most orders.
    static func worstFirst(_ breaks: [Summary.BreakCount]) -> [Summary.BreakCount] {
        breaks.sorted {
            let (a, b) = (worst($0), worst($1))
            return a != b ? a < b : ($1.orders, $0.code.rank) < ($0.orders, $1.code.rank)
        }
    }

    private static func worst(_ item: Summary.BreakCount) -> Severity {
        Severity.allCases.first { item.bySeverity.indices.contains($0.rank) && item.bySeverity[$0.rank] > 0 } ?? .minor
    }

    static func make(_ call: Call, _ breaks: [Summary.BreakCount]) -> PageTable {
        var table = PageTable(
            call.say("The worst first", "最严重的在前"),
            [
                .init(call.say("Severity", "严重程度")), .init(call.say("Break", "断点")), .init(call.say("Orders", "订单"), isNumber: true),
                .init(call.say("Money", "金额"), isNumber: true), .init(call.say("Owner", "负责方")), .init(call.say("Look at", "示例")),
            ])
        for item in breaks {
            let worst = worst(item)
            table.rows.append([
                .tag("\(worst.sign) \(call.say(worst.title))", tone: worst.tone),
                .written { page in
                    page.element("span") { page in
                        page.text(call.say(BreakWording.title(item.code)) + " ")
                        page.element("a", ["href": call.link(explain: item.code.rawValue), "class": "code"], text: item.code.rawValue)
                    }
                }, .link(MoneyText.count(item.orders), to: call.link("/orders", [("break", item.code.rawValue)])),
                .text(MoneyText.make(item.amounts)), .text(call.say(BreakWording.owner(item.code).shortTitle)),
                item.example.map { .link($0.description, to: call.link(order: $0)) } ?? .text("–"),
            ])
        }
        return table
    }
}
