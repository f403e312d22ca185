import Decoding
import Domain

extension TableFormat {
    /// The shop's own orders table, dumped with its header (facts.md §6.27).
    static let orderDump = TableFormat(
        name: "order table dump",
        purpose: Text(
            en: "The shop's orders table as CSV, TSV or a console's table: each order's creation, and the state it is in with the time the "
                + "table has for it.",
            zh: "商家订单表导出（CSV、TSV 或控制台表格）：订单的创建，以及当前状态和表中记录的时间。"),
        witness: .serverApp, zone: .source,
        columns: [
            (["order_no", "order_sn", "order_id", "order_number", "orderNo", "订单号", "订单编号"], .orderNumber),
            (["out_trade_no", "mch_order_no", "pay_no", "payment_no"], .attemptNumber),
            (["trade_no", "transaction_id", "provider_trade_no", "channel_trade_no"], .tradeNumber),
            (["status", "state", "order_status", "pay_status", "payment_status", "状态", "订单状态"], .state),
            (["trade_status", "trade_state"], .providerState),
            (["amount", "total_amount", "order_amount", "pay_amount", "payable_amount", "订单金额", "金额"], .amount), (["currency"], .currency),
            (["created_at", "create_time", "gmt_create", "created", "created_time", "order_time", "创建时间", "下单时间"], .createdAt),
            (["paid_at", "pay_time", "payment_time", "paid_time", "支付时间", "付款时间"], .paidAt),
            (["closed_at", "close_time", "cancelled_at", "canceled_at", "cancel_time", "expired_at"], .closedAt),
            (["refunded_at", "refund_time"], .refundedAt),
            (["updated_at", "update_time", "gmt_modified", "modified_at", "更新时间"], .updatedAt),
        ],
        requires: [[.orderNumber], [.state], [.createdAt, .paidAt, .updatedAt]], excludes: [.providerState],
        examples: [
            Recognizer.Example(
                "id,order_no,status,amount,created_at,paid_at,updated_at\n"
                    + "1,LP0117,PAID,19.90,2026-09-03 15:00:11,2026-09-03 15:00:34,2026-09-03 15:00:35\n"
                    + "2,LP0118,created,5.00,2026-09-03 15:01:11,NULL,2026-09-03 15:01:11\n",
                gives: "server.order.created orderNumber=LP0117 amount=19.90", "server.order.changed orderNumber=LP0117 to=paid by=database",
                "server.order.created orderNumber=LP0118 amount=5.00"),
            Recognizer.Example(
                "order_no\tstatus\tpaid_at\tupdated_at\nLP0117\tclosed\t\\N\t2026-09-03 15:30:00\n",
                gives: "server.order.changed orderNumber=LP0117 to=closed by=database"),
            Recognizer.Example(
                "+----------+--------+---------------------+\n| order_no | status | paid_at             |\n"
                    + "+----------+--------+---------------------+\n| LP0117   | paid   | 2026-09-03 15:00:34 |\n"
                    + "+----------+--------+---------------------+\n",
                gives: "server.order.changed orderNumber=LP0117 to=paid by=database"),
        ]
    ) { row in row.putOrder() }
}

extension TableRow {
    /// Writes an order of the shop: its creation, and the state it is in.
    mutating func putOrder() {
        guard identifier(.orderNumber) != nil else { return }
        if let created = time(.createdAt), begin(.orderCreated, at: created) {
            putNumbers()
            putAmount(.amount, .amount, minor: nil)
            putCurrency()
            rows.put(.detail, "database")
        }
        guard let word = cell(.state), let state = words.states.state(of: word) else { return }
        let paid = time(.paidAt)
        let updated = time(.updatedAt)
        // What came after the payment has no column of its own here: the payment is what the table surely dates.
        let moment: (at: Instant, resolution: Resolution)?
        let to: StateWord
        switch state {
        case .created, .pending, .notExist: return
        case .paid, .shipped, .delivered, .completed: (moment, to) = (paid ?? (state == .paid ? updated : nil), .paid)
        case .refunded: (moment, to) = (time(.refundedAt) ?? updated, .refunded)
        case .failed, .cancelled, .closed, .expired: (moment, to) = (time(.closedAt) ?? updated, state)
        }
        guard let moment, begin(.orderChanged, at: moment) else { return }
        putNumbers()
        putIdentifier(.tradeNumber, .tradeNumber)
        rows.put(.to, to.bytes)
        rows.put(.by, "database")
    }
}
