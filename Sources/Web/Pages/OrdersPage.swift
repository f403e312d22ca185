import Domain
import Flows
import Reports
import Serving
import Store
import Verdicts

extension Route {
    /// The list of orders.
    static let ordersPage = Route(
        "/orders", .page, Text(en: "orders of a filter, newest first", zh: "按条件列出订单，新的在前"),
        parameters: OrderQuery.parameters + OrderQuery.paging
    ) { (call) throws(WebFailure) in
        let asOf = try call.read { _, snapshot in snapshot.asOf }
        let query = try OrderQuery(call, asOf: asOf)
        let (page, total, snapshot) = try call.read { (store, snapshot) throws(StoreError) in
            let total = query.isEmpty ? snapshot.summary.orders : try call.reader.count(query.filter, in: store, snapshot)
            return (try store.page(query.filter, after: query.after, count: Limits.ordersPerPage), total, snapshot)
        }
        return Frame.page(call, title: call.say("Orders", "订单"), current: "/orders", state: snapshot.tag) { html in
            html.element("h1", text: call.say("Orders", "订单"))
            FilterForm.write(call, action: "/orders", to: &html)
            OrdersList.write(page, total: total, isFiltered: !query.isEmpty, snapshot.summary, call, to: &html)
        }
    }

    /// Finds an order by any id.
    static let search = Route(
        "/search", .page,
        Text(en: "one order by any id, or by an address or a log line that holds one: leads to its page", zh: "按任意标识，或含有标识的网址、日志行查找订单并跳转"),
        parameters: [
            .init(name: "q", help: Text(en: "order number, any other id, a pasted address or log line", zh: "订单号、其他标识，或粘贴的网址、日志行"))
        ]
    ) { (call) throws(WebFailure) in
        var text = Substring(call.query("q") ?? "")
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        guard !text.isEmpty else { return HTTPResponse(status: 303, headers: [.init("Location", call.link("/orders"))]) }
        let found = try OrderLookupAnswer.find(String(text), call)
        guard case .one(let order, _) = found else { throw found.failure(call) }
        return HTTPResponse(status: 303, headers: [.init("Location", call.link(order: order.verdict.order))])
    }
}

/// The filter of a list as a form: it works by GET alone, so that every list has an address.
enum FilterForm {
    static func write(_ call: Call, action: String, to page: inout HTMLWriter) {
        page.element("form", ["class": "filter", "action": call.address(action), "method": "get"]) { page in
            select(
                "break", call.say("Break", "断点"), BreakCode.allCases.map { ($0.rawValue, call.say(BreakWording.title($0))) }, call, &page)
            select("outcome", call.say("Outcome", "结果"), Outcome.allCases.map { ($0.rawValue, call.say($0.title)) }, call, &page)
            select("experience", call.say("Experience", "体验"), Experience.allCases.map { ($0.rawValue, call.say($0.title)) }, call, &page)
            select("flow", call.say("Flow", "流程"), Flow.allCases.map { ($0.rawValue, call.say(FlowDefinition.of($0).names)) }, call, &page)
            field("since", call.say("Created from", "创建从"), "2026-11-02, 2h", call, &page)
            field("until", call.say("Created before", "创建早于"), "2026-11-03 10:00", call, &page)
            field("app_version", call.say("App version", "应用版本"), "5.2.1", call, &page)
            page.element("p", ["class": "check"]) { page in
                page.open(
                    "input",
                    ["type": "checkbox", "id": "f-stuck", "name": "stuck", "value": "1", "checked": call.query("stuck") == nil ? nil : ""])
                page.element("label", ["for": "f-stuck"], text: call.say("Paid, not marked", "已支付未入账"))
            }
            Frame.language(call, &page)
            page.element("p") { page in
                page.element("button", ["type": "submit"], text: call.say("Apply", "应用"))
                page.text(" ")
                page.element("a", ["href": call.link(action)], text: call.say("Clear", "清除"))
            }
        }
    }

    private static func select(
        _ name: String, _ label: String, _ words: [(value: String, title: String)], _ call: Call, _ page: inout HTMLWriter
    ) {
        let chosen = call.query(name)
        page.element("p") { page in
            page.element("label", ["for": "f-\(name)"], text: label)
            page.element("select", ["id": "f-\(name)", "name": name]) { page in
                page.element("option", ["value": ""], text: call.say("any", "不限"))
                // Several values come from an address, not from this form: they stay as one choice.
                if let chosen, !words.contains(where: { $0.value == chosen }) {
                    page.element("option", ["value": chosen, "selected": ""], text: chosen)
                }
                for word in words {
                    page.element("option", ["value": word.value, "selected": word.value == chosen ? "" : nil], text: word.title)
                }
            }
        }
    }

    private static func field(_ name: String, _ label: String, _ hint: String, _ call: Call, _ page: inout HTMLWriter) {
        page.element("p") { page in
            page.element("label", ["for": "f-\(name)"], text: label)
            page.open(
                "input", ["id": "f-\(name)", "name": name, "size": "14", "maxlength": "64", "value": call.query(name), "placeholder": hint])
        }
    }
}

/// A page of orders as a table, with the way to the next one.
enum OrdersList {
    static func write(_ list: OrderListPage, total: Int, isFiltered: Bool, _ summary: Summary, _ call: Call, to page: inout HTMLWriter) {
        let isMany = isFiltered && total > Limits.ordersCounted
        let count = MoneyText.count(min(total, isMany ? Limits.ordersCounted : total))
        guard !list.rows.isEmpty else {
            return page.noOrders(call, summary)
        }
        var table = PageTable(
            isMany
                ? call.say("More than \(count) orders, newest first", "超过 \(count) 笔，新的在前")
                : call.say("\(count) \(total == 1 ? "order" : "orders"), newest first", "\(count) 笔，新的在前"),
            [
                .init(call.say("Order", "订单")), .init(call.say("Created", "创建时间")), .init(call.say("Money", "金额"), isNumber: true),
                .init(call.say("Flow", "流程")), .init(call.say("Outcome", "结果")), .init(call.say("Experience", "体验")),
                .init(call.say("Primary break", "首要断点")),
            ])
        for row in list.rows {
            table.rows.append([
                .link(row.order.description, to: call.link(order: row.order)),
                .text((row.createdAt ?? row.paidAt ?? row.lastEvidenceAt).map(call.time.full) ?? "–"),
                .text(row.amount.map { MoneyText.make($0.assumed(provider: row.segments.provider, flow: row.flow)) } ?? "–"),
                .text(call.say(FlowDefinition.of(row.flow).names)), .text(call.say(row.outcome.title)),
                .text(row.experience.map { call.say($0.title) } ?? "–"), breakCell(row, call),
            ])
        }
        table.write(to: &page)
        page.element("nav", ["class": "pager", "aria-label": call.say("Pages", "分页")]) { page in
            if call.query("after") != nil {
                page.element("a", ["href": call.link(changing: [("after", nil)])], text: call.say("← First page", "← 首页"))
            }
            if let next = list.next {
                page.element(
                    "a", ["href": call.link(changing: [("after", OrderQuery.text(of: next))]), "rel": "next"],
                    text: call.say("Older orders →", "更早的订单 →"))
            }
        }
    }

    private static func breakCell(_ row: OrderRow, _ call: Call) -> PageTable.Cell {
        guard let code = row.primaryBreak else { return .text("–") }
        let severity = row.severity ?? .minor
        return .tag("\(severity.sign) \(call.say(BreakWording.title(code)))", tone: severity.tone)
    }
}
