import Domain

/// What people export besides: payers from their wallets, the shop from its gateways and its database. Every line repeats what a record,
/// a bill or a log of this world tells already, so that the truth is the same with it and without it.
extension Teller {
    /// Begins a line of an export; false when this world has none of that format.
    mutating func openExport(_ format: LogFormat, at time: Int64, value: Int64 = 0) -> Bool {
        guard let source = plan.exports[format] else { return false }
        open(source, .none, at: time, component: UInt8(order.article), value: value)
        return true
    }

    /// What the payer's own export has of a payment: every sixteenth payer sent one.
    mutating func payerRow(
        _ provider: Order.Provider, amount: Int64, paidAt: Int64, payment: Int, attempt: Int, isRefund: Bool
    ) {
        guard order.hash & 0xF000 == 0, !isRefund else { return }
        let format: LogFormat = provider == .wechat ? .wechatPayer : order.hash & 0x1_0000 == 0 ? .alipayPayer : .alipayPayerWeb
        guard openExport(format, at: paidAt + 5) else { return }
        switch format {
        case .alipayPayer:
            calendar.wall(paidAt + Calendar.shanghai, &line)
            line.text(",日用百货,示例商店,sho***@example.com,")
            line.text(Shop.products[order.product])
            line.text(",支出,")
            line.amount(amount)
            line.text(",余额,交易成功,")
            order.tradeNumber(&line, &calendar, provider: .alipay, which: payment)
            line.text("\t,")
            order.outTradeNumber(&line, &calendar, attempt: attempt)
            line.text("\t,,\r\n")
        case .alipayPayerWeb:
            order.tradeNumber(&line, &calendar, provider: .alipay, which: payment)
            line.text("       ,")
            order.outTradeNumber(&line, &calendar, attempt: attempt)
            line.text("     ,")
            for time in [paidAt - 3_000_000, paidAt, paidAt] {
                calendar.wall(time + Calendar.shanghai, &line)
                line.text(" ,")
            }
            line.text("其他     ,即时到账交易 ,示例商店 ,")
            line.text(Shop.products[order.product])
            line.text(" ,")
            line.amount(amount)
            line.text("   ,支出      ,交易成功    ,0.00     ,0.00     ,   ,已支出      ,\r\n")
        default:
            calendar.wall(paidAt + Calendar.shanghai, &line)
            line.text(",商户消费,示例商店,\"")
            line.text(Shop.products[order.product])
            line.text("\",支出,¥")
            line.amount(amount)
            line.text(",零钱,支付成功,\"")
            order.tradeNumber(&line, &calendar, provider: .wechat, which: payment)
            line.text("\"\t,\"")
            order.outTradeNumber(&line, &calendar, attempt: attempt)
            line.text("\"\t,\"/\"\r\n")
        }
        close()
    }

    /// What exports have of an order whose story is told.
    mutating func exportOrder() {
        if let pagePaidAt { exportPage(paidAt: pagePaidAt) }
        if order.flow == .storekit, paidAt > 0 {
            if openExport(.appStoreSales, at: paidAt, value: order.amount) { close() }
            if openExport(.appStoreFinance, at: paidAt, value: order.amount) { close() }
        }
        // another part of the orders than ``dumpOrder()`` has
        guard order.hash & 384 == 128, isDumpable, openExport(.orderTable, at: plan.end - 1) else { return }
        line.number(Int64(order.index))
        line.byte(44)
        order.number(&line, &calendar)
        line.text(markedAt == nil ? ",created," : ",paid,")
        line.amount(order.amount)
        line.byte(44)
        calendar.wall(order.createdAt + Calendar.shanghai, &line)
        line.byte(44)
        if let markedAt { calendar.wall(markedAt + Calendar.shanghai, &line) } else { line.text("NULL") }
        line.byte(44)
        calendar.wall((markedAt ?? order.createdAt) + Calendar.shanghai, &line)
        close()
    }

    private mutating func exportPage(paidAt: Int64) {
        if order.gateway == .stripe {
            if openExport(.stripePayments, at: paidAt) { stripePayment(paidAt: paidAt) }
            if openExport(.stripeBalance, at: paidAt) { stripeMovement(at: paidAt, isRefund: false) }
            if let pageRefundedAt, openExport(.stripeBalance, at: pageRefundedAt) { stripeMovement(at: pageRefundedAt, isRefund: true) }
            return
        }
        for (time, isRefund) in [(paidAt, false), (pageRefundedAt, true)] {
            guard let time else { continue }
            if openExport(.paypalTransactions, at: time) { payPalTransaction(at: time, isRefund: isRefund) }
            if openExport(.paypalActivity, at: time) { payPalActivity(at: time, isRefund: isRefund) }
        }
    }

    /// A row of Stripe's payments export (facts.md §4).
    private mutating func stripePayment(paidAt: Int64) {
        line.text("ch_3")
        line.hex(Random.mix(order.hash &+ 14), 16)
        line.text(",\"Order, invented\",Payment complete.,")
        calendar.wall(paidAt, &line)
        line.byte(44)
        line.amount(order.amount)
        line.byte(44)
        line.amount(pageRefundedAt == nil ? 0 : order.amount)
        line.text(",cny,")
        line.text(pageRefundedAt == nil ? "Paid," : "Refunded,")
        if let pageRefundedAt { calendar.wall(pageRefundedAt, &line) }
        line.byte(44)
        order.payment(&line)
        line.byte(44)
        order.number(&line, &calendar)
        close()
    }

    /// A row of Stripe's balance history: what was paid, or went back (facts.md §4).
    private mutating func stripeMovement(at time: Int64, isRefund: Bool) {
        let fee = isRefund ? 0 : max(1, order.amount / 30)
        let moved = isRefund ? -order.amount : order.amount
        line.text("txn_1")
        line.hex(Random.mix(order.hash &+ (isRefund ? 31 : 30)), 16)
        line.text(isRefund ? ",refund,re_3" : ",charge,ch_3")
        line.hex(Random.mix(order.hash &+ (isRefund ? 16 : 14)), 16)
        line.byte(44)
        line.amount(moved)
        line.byte(44)
        line.amount(fee)
        line.byte(44)
        line.amount(moved - fee)
        line.text(",cny,")
        calendar.wall(time, &line)
        line.byte(44)
        calendar.wall(time + 7 * 86_400_000_000, &line)
        line.text(",invented,")
        order.payment(&line)
        line.byte(44)
        order.number(&line, &calendar)
        close()
    }

    /// An entry of PayPal's transaction search (facts.md §4).
    private mutating func payPalTransaction(at time: Int64, isRefund: Bool) {
        line.text("{\"transaction_info\":{\"transaction_id\":\"")
        if isRefund { payPalRefund() } else { order.payment(&line) }
        if isRefund {
            line.text("\",\"paypal_reference_id\":\"")
            order.payment(&line)
        }
        line.text(isRefund ? "\",\"transaction_event_code\":\"T1107" : "\",\"transaction_event_code\":\"T0006")
        line.text("\",\"transaction_initiation_date\":\"")
        calendar.date(time, &line)
        line.byte(84)
        calendar.time(time, &line)
        line.text("+0000\",\"transaction_amount\":{\"currency_code\":\"CNY\",\"value\":\"")
        line.amount(isRefund ? -order.amount : order.amount)
        line.text("\"},\"transaction_status\":\"S\",\"invoice_id\":\"")
        order.number(&line, &calendar)
        line.text("\"}}")
        close()
    }

    /// A row of PayPal's activity download, times in the shop's zone (facts.md §4).
    private mutating func payPalActivity(at time: Int64, isRefund: Bool) {
        let civil = CivilTime(Instant(microseconds: time + Calendar.shanghai))
        line.byte(34)
        line.number(Int64(civil.month))
        line.byte(47)
        line.number(Int64(civil.day))
        line.byte(47)
        line.number(Int64(civil.year))
        line.text("\",\"")
        calendar.time(time + Calendar.shanghai, &line)
        line.text("\",\"CST\",\"Payer, invented\",\"")
        line.text(isRefund ? "Payment Refund" : "Express Checkout Payment")
        line.text("\",\"Completed\",\"CNY\",\"")
        line.amount(isRefund ? -order.amount : order.amount)
        line.text("\",\"0.00\",\"")
        line.amount(isRefund ? -order.amount : order.amount)
        line.text("\",\"")
        if isRefund { payPalRefund() } else { order.payment(&line) }
        line.text("\",\"")
        order.number(&line, &calendar)
        line.text("\",\"\",\"")
        if isRefund { order.payment(&line) }
        line.byte(34)
        close()
    }

    private mutating func payPalRefund() {
        line.text("1JU0")
        line.digits(Int64(Random.mix(order.hash &+ 15) >> 2), 13)
    }
}
