import Domain
import Reports
import Store
import Verdicts

extension CommandDefinition {
    /// `paychain orders`: the list, and the repair list.
    static let orders = CommandDefinition(
        name: "orders",
        summary: Text(en: "list orders; --stuck: paid and not marked, with money and age", zh: "列出订单；--stuck：已支付未入账的补单清单，含金额与时长"),
        details: Text(
            en:
                "Options narrow the list together; one option with several values (--break a,b) takes any of them. The exit code is 1 when no order fits.",
            zh: "多个选项同时生效；同一选项的多个值（--break a,b）任一即可。没有符合条件的订单时退出码为 1。"),
        options: [.store] + OrderSelection.options + [
            .timeZone, .json, .ndjson,
        ],
        examples: [
            ("paychain orders --stuck", Text(en: "the repair list", zh: "补单清单")),
            ("paychain orders --break notify_rejected --since 2h", Text(en: "a break of the last two hours", zh: "最近两小时内的某类断点")),
            ("paychain orders --experience lost --flow alipay_h5 --ndjson", Text(en: "for a script", zh: "供脚本使用")),
        ]
    ) { invocation throws(CommandError) in
        try invocation.refuse("json", with: "ndjson")
        let zone = try invocation.zone()
        let store = try storing { () throws(StoreError) in try Store.open(path: invocation.storePath, mode: .readOnly) }
        let filter = try OrderSelection.filter(invocation, zone: zone) { () throws(StoreError) in try store.run()?.summary.asOf }
        return try storing { () throws(StoreError) in
            let total = try store.count(filter)
            let isEmpty = total == 0 ? try store.count(OrderFilter(), upTo: 1) == 0 : false
            if invocation.arguments.has("ndjson") || invocation.arguments.has("json") {
                try writeJSON(filter, total: total, of: store, invocation)
                if isEmpty { invocation.tell(EmptyStore.fact) }
            } else if isEmpty {
                invocation.console.write(EmptyStore.paragraph(invocation.language) + "\n")
            } else {
                try writeTable(filter, total: total, of: store, invocation.style(zone: zone), invocation.console)
            }
            return total == 0 ? .notFound : .done
        }
    }

    /// Order by order, so that a million of them take no memory.
    private static func writeJSON(
        _ filter: OrderFilter, total: Int, of store: Store, _ invocation: Invocation
    ) throws(StoreError) {
        let lines = VerdictJSON(sources: try store.sources())
        let isOneObject = invocation.arguments.has("json")
        var json = JSONWriter(capacity: 1 << 14)
        if isOneObject {
            json.beginObject()
            json.key("total")
            json.integer(total)
            json.key("orders")
            json.beginArray()
        }
        let cursor = try store.orders(filter)
        while !invocation.console.isClosed, let row = try cursor.next() {
            guard let order = try store.order(row.order) else { continue }
            lines.append(order.verdict, events: order.chain.events, to: &json)
            if !isOneObject { json.newline() }
            invocation.console.write(json.bytes)
            json.removeBytes()
        }
        if isOneObject {
            json.endArray()
            json.endObject()
            json.newline()
        }
        invocation.console.write(json.bytes)
    }

    private static func writeTable(
        _ filter: OrderFilter, total: Int, of store: Store, _ style: ReportStyle, _ console: Console
    ) throws(StoreError) {
        var page = filter
        page.limit = filter.limit ?? 50
        let cursor = try store.orders(page)
        var entries: [OrdersTable.Entry] = []
        while let row = try cursor.next() {
            if filter.isStuck, let order = try store.order(row.order) {
                entries.append(OrdersTable.Entry(order.verdict, received: order.verdict.received(in: order.chain)))
            } else {
                entries.append(
                    OrdersTable.Entry(
                        order: row.order, flow: row.flow, outcome: row.outcome, experience: row.experience,
                        amount: row.amount?.assumed(provider: row.segments.provider, flow: row.flow),
                        createdAt: row.createdAt, paidAt: row.paidAt, primaryBreak: row.primaryBreak, severity: row.severity))
            }
        }
        let table = OrdersTable(style: style)
        guard filter.isStuck else { return console.write(table.list(entries, total: total)) }
        var all = filter
        all.limit = nil
        var sums = FlowMoney()
        let cursorOfAll = try store.orders(all)
        while let row = try cursorOfAll.next() {
            var amount = row.amount
            // Only these need more than the columns to be counted right.
            if row.breaks.contains(.amountMismatch) || amount?.currency.isEmpty == true, let order = try store.order(row.order) {
                amount = order.verdict.countedAmount(in: order.chain)
            }
            if let amount { sums.add(amount, flow: row.flow) }
        }
        console.write(table.repair(entries, total: total, amounts: sums.amounts(knowing: sums)))
    }
}
