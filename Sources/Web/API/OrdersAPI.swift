import Domain
import Reports
import Serving
import Store

extension Route {
    /// The list of orders, a page at a time.
    static let ordersJSON = Route(
        "/api/v1/orders", .api, Text(en: "orders of a filter, newest first, a page at a time", zh: "按条件分页列出订单，新的在前"),
        parameters: OrderQuery.parameters + OrderQuery.paging,
        shape: .object([
            .init("orders", .array(.order)), .init("next", .nullable(.string), "give it as `after` to get the next page"),
            .init("total", .nullable(.integer), "how many fit; null when there are more than \(Limits.ordersCounted)"),
        ])
    ) { (call) throws(WebFailure) in
        let limit = try call.limit()
        let (page, orders, total, sources) = try call.readOrders(limit: limit)
        let lines = VerdictJSON(sources: sources)
        return .json { json in
            json.beginObject()
            json.key("orders")
            json.beginArray()
            for order in orders { lines.append(order.verdict, events: order.chain.events, to: &json) }
            json.endArray()
            json.key("next")
            json.string(page.next.map(OrderQuery.text(of:)))
            json.key("total")
            json.integer(total)
            json.endObject()
        }
    }

    /// One order with its chain.
    static let orderJSON = Route(
        "/api/v1/orders/{id}", .api,
        Text(en: "one order with its evidence, by its number or anything that stands for it", zh: "一笔订单及其证据，可用订单号或任何等价标识"),
        parameters: [
            .init(
                name: "id", isInPath: true, help: Text(en: "order number, trade number, transaction id, session", zh: "订单号、渠道交易号、交易标识、会话"),
                example: "202611020001")
        ], shape: .orderWithEvents
    ) { (call) throws(WebFailure) in
        let found = try OrderLookupAnswer.find(call.path["id"] ?? "", call)
        guard case .one(let order, let snapshot) = found else { throw found.failure(call) }
        let raw = call.settings.rawLines.map { $0(order, snapshot.places) }
        return .json { VerdictJSON(sources: snapshot.sources).append(order.verdict, chain: order.chain, rawLines: raw, to: &$0) }
    }
}

extension Call {
    /// `limit`, within its bounds.
    func limit() throws(WebFailure) -> Int {
        guard let text = query("limit") else { return Limits.ordersPerPage }
        guard let limit = Int(text), (1...Limits.ordersPerCall).contains(limit) else {
            throw WebFailure.parameter(
                "limit", text,
                wanted: Text(en: "a whole number from 1 to \(Limits.ordersPerCall)", zh: "需要 1 到 \(Limits.ordersPerCall) 之间的整数"))
        }
        return limit
    }

    /// An order as it is shown: a device may bear the name of its file, and a file somebody's number.
    func shown(_ order: StoredOrder) -> StoredOrder {
        guard let mask = settings.maskPlace else { return order }
        var order = order
        order.renameDevices(mask)
        return order
    }

    /// One page of orders as a whole; the total is nil where there are more than are counted.
    func readOrders(limit: Int) throws(WebFailure) -> (OrderListPage, [StoredOrder], Int?, [SourceInfo]) {
        let query = try OrderQuery(self, asOf: try read { _, snapshot in snapshot.asOf })
        return try read { (store, snapshot) throws(StoreError) in
            let page = try store.page(query.filter, after: query.after, count: limit)
            var orders: [StoredOrder] = []
            for row in page.rows {
                if let order = try store.order(row.order) { orders.append(shown(order)) }
            }
            let total = query.isEmpty ? snapshot.summary.orders : try reader.count(query.filter, in: store, snapshot)
            return (page, orders, total > Limits.ordersCounted && !query.isEmpty ? nil : total, snapshot.sources)
        }
    }
}

/// What an id stands for.
enum OrderLookupAnswer {
    case one(StoredOrder, StoreReader.Snapshot)
    case several([StoredOrder])
    case none(asked: String, near: [OrderNumber])

    static func find(_ text: String, _ call: Call) throws(WebFailure) -> OrderLookupAnswer {
        try call.read { (store, snapshot) throws(StoreError) in
            let found = try store.orders(named: text).orders.map(call.shown)
            if found.count == 1 { return .one(found[0], snapshot) }
            if !found.isEmpty { return .several(found) }
            return .none(asked: text, near: text.utf8.count > Limits.identifierLength ? [] : try store.numbers(like: text))
        }
    }

    /// A pasted line is not repeated as a whole.
    private static func short(_ text: String) -> String { text.count > 80 ? text.prefix(79) + "…" : text }

    func failure(_ call: Call) -> WebFailure {
        switch self {
        case .one: .noPage
        case .several(let orders):
            WebFailure(
                409, Text(en: "It stands for \(orders.count) orders.", zh: "它对应 \(orders.count) 笔订单。"),
                remedy: Text(en: "Name one of them.", zh: "请指定其中一笔。"),
                near: orders.prefix(20).map { ($0.verdict.order.description, call.link(order: $0.verdict.order)) })
        case .none(let asked, let near):
            WebFailure(
                404,
                Text(
                    en: "There is no order and no alias “\(OrderLookupAnswer.short(asked))”.",
                    zh: "没有订单或别名“\(OrderLookupAnswer.short(asked))”。"),
                remedy: Text(
                    en: "Numbers are compared exactly, upper and lower case count. Did its log belong to what was analysed?",
                    zh: "单号按原样精确比较，区分大小写。相关日志是否已被分析？"),
                near: near.map { ($0.description, call.link(order: $0)) })
        }
    }
}
