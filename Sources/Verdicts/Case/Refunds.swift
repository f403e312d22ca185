import Domain

/// What was refunded, from recorded refunds.
struct Refunds {
    /// At least one refund is recorded.
    var isAny = false
    /// They reach the paid amount.
    var isFull = false
    /// Trade numbers that were refunded.
    var trades: [String] = []
    /// The first event that records one.
    var event: Int?
    /// The last event that speaks of one without saying that money went back: it began, it is under way, it was given up.
    var open: Int?
}

extension Case {
    func findRefunds() -> Refunds {
        if flow == .storekit { return findStoreRefunds() }
        var refunds = Refunds()
        guard !proofs.isEmpty, mentionsRefund else { return refunds }
        // What statements say was refunded so far, by trade: of one payment of two it is not the whole.
        var cumulative: [(trade: String, sum: Sum)] = []
        var recorded = Sum()
        var counted: [String] = []
        var saysFull = false
        func note(_ index: Int) {
            refunds.isAny = true
            refunds.event = refunds.event ?? index
            if let trade = text(.tradeNumber, at: index), !refunds.trades.contains(trade) { refunds.trades.append(trade) }
        }
        func noteRefund(_ index: Int) {
            note(index)
            let key = text(.refundNumber, at: index) ?? "\(index)"
            guard !counted.contains(key) else { return }
            counted.append(key)
            recorded.add(chain.money(of: chain.events[index], key: .refundedAmount) ?? chain.money(of: chain.events[index]))
        }
        for (index, fact) in facts.enumerated() where fact.event == .refundRecorded && !fact.flags.contains(.refundOpen) {
            noteRefund(index)
        }
        func noteStatement(_ index: Int, saysRefunded: Bool) {
            if facts[index].flags.contains(.refundedAmount) {
                // WeChat's documents name each refund's own amount (facts.md §2.2), the others what was refunded so far.
                if chain.has(.provider, "wechat", in: chain.events[index]), chain.has(.refundNumber, in: chain.events[index]) {
                    return noteRefund(index)
                }
                note(index)
                let trade = text(.tradeNumber, at: index) ?? ""
                let place = cumulative.firstIndex { $0.trade == trade } ?? cumulative.count
                if place == cumulative.count { cumulative.append((trade, Sum())) }
                cumulative[place].sum.raise(chain.money(of: chain.events[index], key: .refundedAmount))
            } else if saysRefunded {
                note(index)
                saysFull = true
            }
        }
        for (index, fact) in facts.enumerated() {
            switch fact.event {
            case .tradeRecorded, .tradeClosed: noteStatement(index, saysRefunded: saysRefunded(fact))
            case .providerAnswered where !fact.flags.contains(.error): noteStatement(index, saysRefunded: saysRefunded(fact))
            default: break
            }
        }
        refunds.open = openRefund
        for index in notices.indices where notices[index].isVerified == true {
            for event in chain.deliveries[index].received where event < facts.count {
                noteStatement(event, saysRefunded: notices[index].says == .refunded && !facts[event].flags.contains(.refundOpen))
            }
        }
        guard refunds.isAny else { return refunds }
        guard let paid = paidTotal() else {
            refunds.isFull = saysFull
            return refunds
        }
        let trades = payments.map(\.trade)
        let isEachRefunded = trades.count < 2 || trades.allSatisfy(refunds.trades.contains)
        var stated = Sum()
        for item in cumulative where item.trade != "" { stated.add(item.sum.money) }
        for item in cumulative where item.trade == "" { stated.raise(item.sum.money) }
        refunds.isFull = saysFull && isEachRefunded || stated.reaches(paid) || recorded.reaches(paid)
        return refunds
    }

    /// A trade closed after it was paid went back whole (vocabulary §7).
    private func saysRefunded(_ fact: Fact) -> Bool { fact.state == .refunded || fact.state == .closed && fact.paidAt != nil }

    /// The last line of the provider's that speaks of a refund which has given nothing back so far.
    private var openRefund: Int? {
        guard !flags.isDisjoint(with: [.refundOpen, .refundBegun]) else { return nil }
        return facts.indices.last { index in
            switch facts[index].event {
            case .providerAnswered where facts[index].flags.contains(.error): false
            case .providerAnswered, .tradeRecorded, .refundRecorded, .notifyReceived:
                !facts[index].flags.isDisjoint(with: [.refundOpen, .refundBegun])
            default: false
            }
        }
    }

    /// Whether anything of the chain speaks of a refund at all.
    private var mentionsRefund: Bool {
        kinds.contains(.refundRecorded) || !flags.isDisjoint(with: [.refundedAmount, .refundDocument, .refundBegun])
            || facts.contains { $0.state == .refunded || $0.state == .closed && $0.paidAt != nil }
            || notices.contains { $0.says == .refunded }
    }

    /// What was paid in all: the sum over distinct trades, each with the amount its proof carries; the order's own amount where none does.
    private func paidTotal() -> Money? {
        var total = Sum()
        var trades: [String] = []
        for proof in proofs {
            var amount = chain.money(of: chain.events[proof.event])
            if amount == nil, let delivery = proof.delivery {
                amount = firstReceived(of: delivery) { chain.money(of: chain.events[$0]) }
            }
            guard !isRefundDocument(proof.event), let amount else { continue }
            let trade = tradeNumber(of: proof) ?? ""
            guard !trades.contains(trade), trade != "" || trades.isEmpty else { continue }
            trades.append(trade)
            total.add(amount)
        }
        let own = created.flatMap { chain.money(of: chain.events[$0]) }
        // A second payment whose lines name no amount was one of the order's amount.
        let others = payments
        if others.count > 1, !trades.isEmpty, !trades.contains("") {
            for payment in others where !trades.contains(payment.trade) { total.add(own) }
        }
        return total.money ?? own
    }

    /// The provider's number of the trade a proof speaks of.
    func tradeNumber(of proof: Proof) -> String? {
        if let number = text(.tradeNumber, at: proof.event) { return number }
        guard let delivery = proof.delivery else { return nil }
        return firstReceived(of: delivery) { text(.tradeNumber, at: $0) }
    }

    /// The first thing that the received lines of a delivery tell.
    func firstReceived<Found>(of delivery: Int, _ read: (Int) -> Found?) -> Found? {
        for event in chain.deliveries[delivery].received where event < facts.count {
            if let found = read(event) { return found }
        }
        return nil
    }
}

/// A running sum of exact amounts; magnitudes only, because bills write refunds as negative numbers.
struct Sum {
    private(set) var money: Money?

    /// Adds an amount that is known and fits.
    mutating func add(_ amount: Money?) {
        guard let amount else { return }
        guard let so = money else { return money = Money(units: absolute(amount.units), scale: amount.scale, currency: amount.currency) }
        let scale = max(so.scale, amount.scale)
        guard let a = so.rescaled(to: scale), let b = amount.rescaled(to: scale) else { return }
        let (sum, overflow) = a.addingReportingOverflow(absolute(b))
        if !overflow { money = Money(units: sum, scale: scale, currency: so.currency) }
    }

    /// Takes a cumulative amount when it is the larger one.
    mutating func raise(_ amount: Money?) {
        guard let amount else { return }
        let size = Money(units: absolute(amount.units), scale: amount.scale, currency: amount.currency)
        if !reaches(size) { money = size }
    }

    /// Whether the sum is at least `wanted`.
    func reaches(_ wanted: Money) -> Bool {
        guard let money else { return false }
        let scale = max(money.scale, wanted.scale)
        guard let a = money.rescaled(to: scale), let b = wanted.rescaled(to: scale) else { return false }
        return a >= b
    }

    private func absolute(_ units: Int64) -> Int64 { units == .min ? .max : abs(units) }
}
