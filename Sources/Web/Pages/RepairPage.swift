import Domain
import Flows
import Reports
import Serving
import Store
import Synchronization
import Verdicts

extension Route {
    /// The repair list.
    static let repairPage = Route(
        "/repair", .page, Text(en: "the repair list: paid, and provably not marked paid", zh: "补单清单：已支付，且确证未置为已支付"),
        parameters: OrderQuery.paging
    ) { (call) throws(WebFailure) in
        let query = try OrderQuery(call, asOf: .distantPast)
        let filter = RepairList.filter
        let (page, orders, snapshot) = try call.read { (store, snapshot) throws(StoreError) in
            let page = try store.page(filter, after: query.after, newestFirst: false, count: Limits.ordersPerPage)
            var orders: [StoredOrder] = []
            for row in page.rows {
                if let order = try store.order(row.order) { orders.append(order) }
            }
            return (page, orders, snapshot)
        }
        return Frame.page(call, title: call.say("Repair list", "补单清单"), current: "/repair", state: snapshot.tag) { html in
            RepairList(call: call, summary: snapshot.summary).write(page, orders, to: &html)
        }
    }

    /// The repair list as a table to download.
    static let repairCSV = Route(
        "/api/v1/repair.csv", .api,
        Text(en: "the repair list as CSV; cells that a spreadsheet would run are neutralised", zh: "补单清单 CSV；可能被表格软件执行的单元格已处理"),
        parameters: [OrderQuery.language], contentType: "text/csv; charset=utf-8"
    ) { (call) throws(WebFailure) in
        let filter = RepairList.filter
        // Made page by page while it is sent, so that a long list takes no memory.
        let stream = Mutex<(place: OrderPlace?, isFirst: Bool, isOver: Bool)>((nil, true, false))
        _ = try call.read { _, snapshot in snapshot.tag }
        return HTTPResponse(
            status: 200,
            headers: [
                .init("Content-Type", "text/csv; charset=utf-8"), .init("Content-Disposition", "attachment; filename=\"repair-list.csv\""),
            ],
            body: .pieces {
                stream.withLock { stream -> [UInt8]? in
                    guard !stream.isOver else { return nil }
                    // A byte order mark, or spreadsheets take UTF-8 for something else.
                    var out: [UInt8] = stream.isFirst ? [0xEF, 0xBB, 0xBF] + RepairCSV.header(call) : []
                    stream.isFirst = false
                    let page = try? call.reader.read { (store, _) throws(StoreError) in
                        let page = try store.page(filter, after: stream.place, newestFirst: false, count: 500)
                        for row in page.rows {
                            if let order = try store.order(row.order) { out += RepairCSV.line(order, call) }
                        }
                        return page
                    }
                    stream.place = page?.next
                    stream.isOver = page?.next == nil
                    return out.isEmpty ? nil : out
                }
            })
    }
}

/// The repair list as a page.
private struct RepairList {
    let call: Call
    let summary: Summary

    static let filter: OrderFilter = {
        var filter = OrderFilter()
        filter.isStuck = true
        return filter
    }()

    func write(_ list: OrderListPage, _ orders: [StoredOrder], to page: inout HTMLWriter) {
        let count = MoneyText.count(summary.stuckOrders)
        page.element("h1", text: call.say("Repair list", "补单清单"))
        guard summary.orders > 0 else { return page.noOrders(call, summary) }
        guard !orders.isEmpty else {
            let none = call.say(StuckText.none(summary)) + call.say(".", "。")
            page.element(
                "p", ["class": StuckText.untold(summary) == 0 ? "notice good" : "notice"],
                text: none.prefix(1).uppercased() + none.dropFirst())
            return
        }
        page.element("p", ["class": "notice bad"]) { page in
            page.element(
                "strong",
                text: call.say(
                    "\(count) \(summary.stuckOrders == 1 ? "order" : "orders") paid and not marked: \(MoneyText.make(summary.stuckAmounts))",
                    "\(count) 笔已支付未入账：\(MoneyText.make(summary.stuckAmounts))"))
        }
        page.element("p") { page in
            page.element(
                "a", ["href": call.link("/api/v1/repair.csv"), "download": "repair-list.csv"], text: call.say("Download as CSV", "下载 CSV"))
        }
        var table = PageTable(
            call.say("The oldest payment first", "最早支付的在前"),
            [
                .init(call.say("Order", "订单")), .init(call.say("Received", "实收"), isNumber: true), .init(call.say("Paid at", "支付时间")),
                .init(call.say("Age", "已过")), .init(call.say("Trade number", "渠道交易号")), .init(call.say("Owner", "负责方")),
                .init(call.say("Why", "原因")),
            ])
        for order in orders {
            let repair = RepairRow(order)
            table.rows.append([
                .link(repair.verdict.order.description, to: call.link(order: repair.verdict.order)),
                .text(repair.money.map(MoneyText.make) ?? "–"), .text(repair.verdict.paidAt.map(call.time.full) ?? "–"),
                .text(repair.age.map(call.time.span) ?? "–"),
                .written { $0.element("span", ["class": "mono"], text: repair.tradeNumber ?? "–") },
                .text(repair.item.map { call.say($0.owner.shortTitle) } ?? "–"), .text(repair.why(call)),
            ])
        }
        if orders.contains(where: { StuckText.refund($0.verdict) != nil }) {
            page.element("p", ["class": "notice warn"], text: call.say(StuckText.refundNote))
        }
        table.write(to: &page)
        page.element("nav", ["class": "pager", "aria-label": call.say("Pages", "分页")]) { page in
            if let next = list.next {
                page.element(
                    "a", ["href": call.link(changing: [("after", OrderQuery.text(of: next))]), "rel": "next"],
                    text: call.say("More →", "更多 →"))
            }
        }
    }
}

/// One order of the repair list.
private struct RepairRow {
    let verdict: Verdict
    let money: Money?
    let item: Break?
    let tradeNumber: String?

    init(_ order: StoredOrder) {
        verdict = order.verdict
        money =
            order.verdict.received(in: order.chain)
            ?? order.verdict.amount?.assumed(provider: order.verdict.segments.provider, flow: order.verdict.flow)
        item = order.verdict.breaks.first { $0.code == order.verdict.primaryBreak }
        tradeNumber = order.verdict.aliases.first { $0.kind == .tradeNumber }?.values.first
    }

    var age: TimeSpan? { verdict.paidAt.map { verdict.asOf - $0 } }

    func why(_ call: Call) -> String {
        let refund = StuckText.refund(verdict).map { call.say($0) + (item == nil ? "" : call.say("; ", "；")) } ?? ""
        guard let item else { return refund.isEmpty ? "–" : refund }
        return refund + call.say(BreakWording.title(item.code)) + (BreakWording.reason(item).map { " — " + call.say($0) } ?? "")
    }
}

/// The repair list as CSV (RFC 4180).
private enum RepairCSV {
    static func header(_ call: Call) -> [UInt8] {
        CSVText.line(["order", "money", "currency", "paid_at", "age_seconds", "trade_number", "owner", "break", "reason", "why"])
    }

    static func line(_ order: StoredOrder, _ call: Call) -> [UInt8] {
        let row = RepairRow(order)
        return CSVText.line([
            row.verdict.order.description, row.money?.decimal ?? "", row.money?.currency ?? "", row.verdict.paidAt?.rfc3339 ?? "",
            row.age.map { String($0.wholeSeconds) } ?? "", row.tradeNumber ?? "", row.item?.owner.rawValue ?? "",
            row.item?.code.rawValue ?? "",
            row.item?.reason ?? "", row.why(call),
        ])
    }
}
