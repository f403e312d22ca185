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
        payerRow(provider, amount: amount, paidAt: paidAt, payment: payment, attempt: attempt, isRefund: refund > 0)
        // the money's own bill tells of every other order
        guard order.hash & 32 == 0 else { return }
        fundRows(provider, amount: refund > 0 ? refund : amount, paidAt: paidAt, payment: payment, attempt: attempt, isRefund: refund > 0)
    }

    /// Makes sure that some record of the provider proves the payment: the bill, or else what an operator's script asked for.
    mutating func proveByProvider() {
        guard !plan.hasBill(paidAt) else { return }
        open(plan.records, .none, at: min(now + 3_600_000_000, plan.end - 2_000_000))
        if order.provider == .wechat {
            wechatTransaction(Notify(order, paidAt: paidAt))
        } else if order.hash & 64 == 0 {
            // a table that somebody made of the same
            open(plan.trades, .none, at: min(now + 3_600_000_000, plan.end - 2_000_000))
            line.text("TRADE_SUCCESS,")
            line.amount(order.amount)
            line.byte(44)
            calendar.wall(paidAt + Calendar.shanghai, &line)
            line.byte(44)
            order.tradeNumber(&line, &calendar, provider: .alipay)
            line.byte(44)
            order.outTradeNumber(&line, &calendar)
            line.text(",\"ShopDemo, order\"")
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

    /// The payment and its fee, or the refund, as movements of money (facts.md §1.8, §2.5).
    private mutating func fundRows(
        _ provider: Order.Provider, amount: Int64, paidAt: Int64, payment: Int, attempt: Int, isRefund: Bool
    ) {
        let fee = max(1, amount / 200)
        for isFee in isRefund ? [false] : [false, true] {
            let moved = isFee ? -fee : isRefund ? -amount : amount
            let time = paidAt + payment64(isRefund ? 1 : 0) + (isFee ? 2 : 0)
            open(provider == .alipay ? plan.alipayFunds : plan.wechatFunds, .none, at: time, value: moved)
            let flow = Random.mix(order.hash &+ UInt64(payment) &* 7 &+ (isFee ? 1 : 0) &+ (isRefund ? 2 : 0))
            switch provider {
            case .alipay:
                line.digits(Int64(flow >> 1), 18)
                line.text("\t,")
                order.tradeNumber(&line, &calendar, provider: .alipay, which: payment)
                line.text("\t,")
                order.outTradeNumber(&line, &calendar, attempt: attempt)
                line.text("\t,")
                line.text(Shop.products[order.product])
                line.byte(44)
                calendar.wall(paidAt + Calendar.shanghai, &line)
                line.text(",139******21\t,")
                line.amount(max(0, moved))
                line.byte(44)
                line.amount(min(0, moved))
                line.text(",1000.00,")
                line.text(isFee ? "支付宝,收费,\r\n" : isRefund ? "支付宝,交易退款,\r\n" : "支付宝,交易,\r\n")
            case .wechat:
                line.byte(96)
                calendar.wall(paidAt + Calendar.shanghai, &line)
                line.text(",`")
                if isRefund {
                    line.text("50000")
                    line.hex(Random.mix(order.hash), 12)
                } else {
                    order.tradeNumber(&line, &calendar, provider: .wechat, which: payment)
                }
                line.text(",`")
                line.digits(Int64(flow >> 1), 18)
                line.text(isFee ? ",`扣除交易手续费,`扣除交易手续费,`支出,`" : isRefund ? ",`退款,`退款,`支出,`" : ",`交易,`交易,`收入,`")
                line.amount(abs(moved))
                line.text(",`1000.00,`system,`,`")
                if isRefund {
                    line.text("rf")
                    line.hex(order.hash, 10)
                } else {
                    order.outTradeNumber(&line, &calendar, attempt: attempt)
                }
                line.text("\r\n")
            }
            close()
        }
    }

    /// A row of the shop's own table, as somebody dumped it at the end; orders in a state that they reached by detours are left out.
    mutating func dumpOrder() {
        guard order.hash & 384 == 0, isDumpable else { return }
        let isPaid = markedAt != nil
        open(plan.dump, .none, at: plan.end - 1)
        line.number(Int64(order.index))
        line.byte(9)
        order.number(&line, &calendar)
        line.text(isPaid ? "\tPAID\t" : "\tWAIT_PAY\t")
        line.amount(order.amount)
        line.byte(9)
        calendar.wall(order.createdAt + Calendar.shanghai, &line)
        line.byte(9)
        if let markedAt { calendar.wall(markedAt + Calendar.shanghai, &line) } else { line.text("\\N") }
        line.byte(9)
        calendar.wall((markedAt ?? order.createdAt) + Calendar.shanghai, &line)
        close()
    }

    /// Whether the order's state was reached without detours, so that the table's one row tells all of it.
    var isDumpable: Bool {
        let state = UnsafeRawBufferPointer(start: state.utf8Start, count: state.utf8CodeUnitCount)
        let isPaid = state.elementsEqual("paid".utf8)
        return truth.has(.orderCreated) && isPaid == (markedAt != nil) && (isPaid || state.elementsEqual("pending".utf8))
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
