import Decoding
import Domain

extension Recognizer {
    /// `queryPendingOrder`: the app asks for the order it remembers, or has none.
    static let pendingQuery = Recognizer(
        name: "pending query",
        purpose: Text(
            en: "queryPendingOrder: a query when an order number follows, a foregrounding without one when it says none.",
            zh: "queryPendingOrder：带订单号是查单，none 表示没有待查订单。"),
        scope: .tagged, anchors: ["queryPendingOrder"],
        examples: [
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] queryPendingOrder orderNo=TK0506", gives: "client.query.sent orderNumber=TK0506"),
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] queryPendingOrder: TK-0506-1", gives: "client.query.sent orderNumber=TK-0506-1"),
            Example("2026/05/06 05:08:38:510  [PayCallback] queryPendingOrder -> none", gives: "client.app.foregrounded pending=none"),
        ]
    ) { reading in
        guard let mark = reading.text.find("queryPendingOrder") else { return false }
        if let number = reading.number ?? Reading.usable(reading.fields[.pending]) {
            guard reading.beginClient(.querySent) else { return false }
            if !reading.rows.has(.orderNumber) { reading.rows.put(.orderNumber, number) }
            return true
        }
        guard let word = Reading.answer(in: reading.text, from: mark + 17) else { return false }
        if Reading.isNothing(word) {
            guard reading.beginClient(.appForegrounded) else { return false }
            reading.rows.put(.pending, "none")
            return true
        }
        guard word.contains(where: \.isDigit), let number = Reading.usable(word), reading.beginClient(.querySent) else { return false }
        reading.rows.put(.orderNumber, number)
        return true
    }
}
