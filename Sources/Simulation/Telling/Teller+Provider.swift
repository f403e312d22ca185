import Domain

/// What the providers know and hand out: bills and records.
extension Teller {
    /// The payer pays. Providers stamp whole seconds.
    mutating func pay() {
        truth.happened(.paid)
        paidAt = now / 1_000_000 * 1_000_000
        bill(provider: order.provider, amount: order.amount, paidAt: paidAt)
    }

    /// A row of the bill of its day, if that bill is out before the logs end.
    mutating func bill(provider: Order.Provider, amount: Int64, paidAt: Int64, payment: Int = 0, attempt: Int = 1, refund: Int64 = 0) {
        guard plan.hasBill(paidAt) else { return }
        switch provider {
        case .alipay: alipayRow(amount: amount, paidAt: paidAt, payment: payment, attempt: attempt, refund: refund)
        case .wechat: wechatRow(amount: amount, paidAt: paidAt, payment: payment, attempt: attempt, refund: refund)
        }
    }

    /// Makes sure that some record of the provider proves the payment: the bill, or else what an operator's script asked for.
    mutating func proveByProvider() {
        guard !plan.hasBill(paidAt) else { return }
        open(plan.records, .none, at: min(now + 3_600_000_000, plan.end - 2_000_000))
        if order.provider == .wechat {
            wechatTransaction(Notify(order, paidAt: paidAt))
        } else {
            line.text("{\"event\":\"trade.recorded\",\"out_trade_no\":\"")
            order.outTradeNumber(&line, &calendar)
            line.text("\",\"trade_no\":\"")
            order.tradeNumber(&line, &calendar, provider: .alipay)
            line.text("\",\"total_amount\":\"")
            line.amount(order.amount)
            line.text("\",\"currency\":\"CNY\",\"trade_status\":\"TRADE_SUCCESS\",\"gmt_payment\":\"")
            calendar.wall(paidAt + Calendar.shanghai, &line)
            line.text("\"}")
        }
        close()
    }

    /// The provider's own record of a delivery that never came through.
    mutating func recordUnsent(_ number: Int64, at time: Int64) {
        open(plan.records, .none, at: time)
        line.text("{\"event\":\"notify.sent\",\"time\":\"")
        calendar.rfc3339(time + Calendar.shanghai, &line)
        line.text("\",\"out_trade_no\":\"")
        order.outTradeNumber(&line, &calendar)
        line.text("\",\"attempt\":")
        line.number(number)
        line.text(",\"http_status\":0,\"result\":\"TIMED_OUT\"}")
        close()
    }

    /// A row of `业务明细` (facts.md §1.8); the text is UTF-8 here and becomes GBK in the file.
    private mutating func alipayRow(amount: Int64, paidAt: Int64, payment: Int, attempt: Int, refund: Int64) {
        open(plan.alipayBill, .none, at: paidAt + payment64(refund), value: refund > 0 ? -refund : amount)
        order.tradeNumber(&line, &calendar, provider: .alipay, which: payment)
        line.text("\t,")
        order.outTradeNumber(&line, &calendar, attempt: attempt)
        line.text(refund > 0 ? "\t,退款," : "\t,交易,")
        line.text(Shop.products[order.product])
        line.byte(44)
        calendar.wall(paidAt - 3_000_000 + Calendar.shanghai, &line)
        line.byte(44)
        calendar.wall(paidAt + Calendar.shanghai, &line)
        line.text(",,,,,*号(139******21)\t,")
        for _ in 0..<2 {
            line.amount(refund > 0 ? -refund : amount)
            line.byte(44)
        }
        line.text("0.00,0.00,0.00,0.00,0.00,,0.00,0.00,")
        if refund > 0 {
            line.text("rf")
            line.hex(order.hash, 10)
        }
        line.text(refund > 0 ? ",0.01,0.00,\r\n" : ",-0.01,0.00,\r\n")
        close()
    }

    /// A row of the trade bill, kind ALL (facts.md §2.5).
    private mutating func wechatRow(amount: Int64, paidAt: Int64, payment: Int, attempt: Int, refund: Int64) {
        open(plan.wechatBill, .none, at: paidAt + payment64(refund), value: refund > 0 ? -refund : amount)
        line.byte(96)
        calendar.wall(paidAt + Calendar.shanghai, &line)
        line.text(",`")
        line.text(Shop.wechatAppID)
        line.text(",`")
        line.text(Shop.wechatMerchantID)
        line.text(",`0,`,`")
        order.tradeNumber(&line, &calendar, provider: .wechat, which: payment)
        line.text(",`")
        order.outTradeNumber(&line, &calendar, attempt: attempt)
        line.text(",`o-invented-0000,`")
        line.text(order.flow == .wechatSDK ? "APP" : "MWEB")
        line.text(refund > 0 ? ",`REFUND,`OTHERS,`CNY,`0.00,`0.00,`" : ",`SUCCESS,`OTHERS,`CNY,`")
        if refund > 0 {
            line.text("50000")
            line.hex(Random.mix(order.hash), 12)
            line.text(",`rf")
            line.hex(order.hash, 10)
            line.text(",`")
            line.amount(refund)
            line.text(",`0.00,`ORIGINAL,`SUCCESS,`")
        } else {
            line.amount(amount)
            line.text(",`0.00,`0,`0,`0.00,`0.00,`,`,`")
        }
        line.text(Shop.products[order.product])
        line.text(refund > 0 ? ",`,`-0.01000,`0.60%,`0.00,`" : ",`,`0.01000,`0.60%,`")
        line.amount(refund > 0 ? refund : amount)
        line.text(refund > 0 ? ",`\r\n" : ",`0.00,`\r\n")
        close()
    }

    /// Refund rows follow the payment's: a microsecond keeps the order of rows total.
    private func payment64(_ refund: Int64) -> Int64 { refund > 0 ? 1 : 0 }
}
