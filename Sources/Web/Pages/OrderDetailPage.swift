import Domain
import Reports
import Serving
import Store

extension Route {
    /// One order.
    static let orderPage = Route(
        "/orders/{id}", .page, Text(en: "one order: what happened, what is missing, what to do next", zh: "一笔订单：发生了什么、缺了什么、下一步怎么做"),
        parameters: [.init(name: "id", isInPath: true, help: Text(en: "order number or any alias", zh: "订单号或别名"))]
    ) { (call) throws(WebFailure) in
        let found = try OrderLookupAnswer.find(call.path["id"] ?? "", call)
        guard case .one(let order, let snapshot) = found else { throw found.failure(call) }
        var place = OrderPage.Place()
        place.explanation = { call.link(explain: $0.rawValue) }
        place.typed.database = call.settings.database
        let content = OrderPage(
            verdict: order.verdict, chain: order.chain, run: snapshot.context, sources: snapshot.sources,
            rawLines: call.settings.rawLines.map { $0(order, snapshot.places) }, time: call.time, place: place)
        return Frame.page(call, title: content.title, current: "/orders", state: snapshot.tag) { content.write(to: &$0) }
    }
}
