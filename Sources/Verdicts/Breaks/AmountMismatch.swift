import Domain

extension BreakDefinition {
    /// 2: another amount or currency was paid than ordered.
    static let amountMismatch = BreakDefinition(
        .amountMismatch, stage: .payment, owner: .server, flows: allButStoreKit,
        reasons: [
            Reason("amount", en: "the amounts differ", zh: "金额不一致"),
            Reason("currency", en: "the currencies differ", zh: "币种不一致"),
        ],
        among: [.orderCreated],
        texts: Texts(
            title: Text(en: "Amount mismatch", zh: "金额不符"),
            statement: Text(
                en: "What was paid differs from what was ordered.", zh: "实付金额或币种与订单不一致。"),
            severity: Text(en: "Always critical.", zh: "始终为严重。"),
            meaning: Text(
                en: "The shop gave goods for the wrong price, or refuses a genuine payment for it.", zh: "商户以错误的价格交付，或因此拒绝了真实付款。"),
            confirm: Text(
                en: "Compare the amount of order.created with total_amount (Alipay), amount.total (WeChat) or the bill's order amount.",
                zh: "比较 order.created 的金额与 total_amount（支付宝）、amount.total（微信）或账单的订单金额。"),
            causes: Text(
                en:
                    "Fen taken for yuan (a factor of 100), a price changed between order and payment, a tampered request, two orders mixed up.",
                zh: "分与元混用（相差 100 倍）、下单后改价、请求被篡改、两笔订单混淆。"),
            fix: Text(
                en: "Create the payment from the stored order only, compare exact decimals on every notify, and alert on a difference.",
                zh: "只用已存订单创建支付，每次通知都精确比较金额，不一致即告警。")),
        examples: [
            .fires(
                "fen taken for yuan", .critical, reason: "amount",
                """
                10:02:11 order.created amount=128.00 currency=CNY flow=alipay_h5
                10:02:40 notify.received status=paid notifyID=n1 amount=1.28
                10:02:40.1 notify.verified ok=true
                """),
            .fires(
                "another currency", .critical, reason: "currency",
                """
                10:02:11 order.created amount=12.00 currency=EUR flow=web_checkout
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=12.00 currency=USD
                """),
            .silent(
                "12.8 and 12.80 are one amount, and a notify without an amount is not judged",
                """
                10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
                10:02:40 notify.received status=paid notifyID=n1 amount=12.8
                10:02:40.1 notify.verified ok=true
                10:02:43 notify.received status=paid notifyID=n2
                10:02:43.1 notify.verified ok=true
                """),
        ],
        check: { order in
            guard let created = order.created, order.facts[created].flags.contains(.amount) else { return nil }
            let paidAmounts = order.paidAmounts.filter { !order.isSameAmount(created, $0) }
            guard !paidAmounts.isEmpty, let ordered = order.chain.money(of: order.chain.events[created]) else { return nil }
            for index in paidAmounts {
                guard let paid = order.chain.money(of: order.chain.events[index]), let reason = ordered.difference(to: paid) else {
                    continue
                }
                return Fired(.critical, reason: reason, evidence: [created, index])
            }
            return nil
        })
}

extension Case {
    /// Events whose amount says what was paid: of notifies that were not refused for another cause, of provider answers and records.
    var paidAmounts: [Int] {
        var found: [Int] = []
        for index in notices.indices where notices[index].says == .paid || notices[index].says == .refunded {
            if chain.deliveries[index].ok == false {
                let reason = chain.deliveries[index].reason
                guard reason == "amount" || reason == "currency" else { continue }
            }
            for event in chain.deliveries[index].received where event < facts.count && facts[event].flags.contains(.amount) {
                found.append(event)
            }
        }
        for (index, fact) in facts.enumerated() where fact.flags.contains(.amount) {
            switch fact.event {
            case .tradeRecorded where fact.state?.isPaidOrBeyond == true: found.append(index)
            case .providerAnswered where fact.state?.isPaidOrBeyond == true && !fact.flags.contains(.error): found.append(index)
            default: break
            }
        }
        return found
    }
}

extension Case {
    /// Whether two lines write the same amount in the same way, so that it needs no reading.
    fileprivate func isSameAmount(_ a: Int, _ b: Int) -> Bool {
        chain.withAttributes(of: chain.events[a]) { x in
            chain.withAttributes(of: chain.events[b]) { y in
                guard let ordered = x[.amount], let paid = y[.amount], ordered.equals(paid) else { return false }
                guard let currency = x[.currency], let other = y[.currency] else { return true }
                return currency.equals(other)
            }
        }
    }
}

extension Money {
    /// `amount` or `currency` when `other` is not the same sum; nil when it is, or when it cannot be told.
    func difference(to other: Money) -> String? {
        let scale = max(self.scale, other.scale)
        guard let a = rescaled(to: scale), let b = other.rescaled(to: scale) else { return nil }
        if a != b { return "amount" }
        return currency.isEmpty || other.currency.isEmpty || currency == other.currency ? nil : "currency"
    }
}
