import Domain
import Flows
import Verdicts

/// Orders of one kind and their money.
struct OrdersAndMoney: Sendable {
    var orders = 0
    var money = FlowMoney()

    mutating func add(_ amount: Money?, flow: Flow) {
        orders += 1
        if let amount { money.add(amount, flow: flow) }
    }

    mutating func merge(_ other: OrdersAndMoney) {
        orders += other.orders
        money.add(other.money)
    }
}

/// One provider's payments held against ours.
struct ReconciliationTally: Sendable {
    /// Paid by the provider's record, and marked paid here.
    var both = OrdersAndMoney()
    /// Paid there, and provably not marked here.
    var thereOnly = OrdersAndMoney()
    /// Paid there; no log tells whether it is marked here.
    var thereUntold = OrdersAndMoney()
    /// Marked paid here, and a complete record of that day has no payment.
    var hereOnly = OrdersAndMoney()
    /// Marked paid here, and no complete record of that day is loaded.
    var hereUncompared = OrdersAndMoney()
    /// The paid amount or currency differs: what was ordered, and what was received.
    var differing = OrdersAndMoney()
    var received = FlowMoney()

    mutating func merge(_ other: ReconciliationTally) {
        both.merge(other.both)
        thereOnly.merge(other.thereOnly)
        thereUntold.merge(other.thereUntold)
        hereOnly.merge(other.hereOnly)
        hereUncompared.merge(other.hereUncompared)
        differing.merge(other.differing)
        received.add(other.received)
    }
}

extension ConversionCollector {
    mutating func reconcile(_ verdict: Verdict, _ chain: Chain, _ money: Money?) {
        let word = verdict.segments.provider ?? FlowDefinition.of(verdict.flow).provider
        let isRecorded = chain.events.contains { ConversionCollector.recordsPayment($0, in: chain) }
        let marked = verdict.isMarkedPaid
        guard isRecorded || marked == true else { return }
        let isCompared = (verdict.paidAt ?? markedAt(verdict)).map { run.providerDays[word]?.covers($0, $0) == true } ?? false
        let isDiffering = verdict.breaks.contains { $0.code == .amountMismatch }
        let ordered = isDiffering ? verdict.amount?.assumed(provider: verdict.segments.provider, flow: verdict.flow) : nil
        let received = isDiffering ? verdict.received(in: chain) : nil
        let flow = verdict.flow
        // Counted in place: a tally that is taken out and put back costs more than the counting.
        func count(_ tally: inout ReconciliationTally) {
            switch (isRecorded, marked) {
            case (true, true?): tally.both.add(money, flow: flow)
            case (true, false?): tally.thereOnly.add(money, flow: flow)
            case (true, nil): tally.thereUntold.add(money, flow: flow)
            case (false, _): if isCompared { tally.hereOnly.add(money, flow: flow) } else { tally.hereUncompared.add(money, flow: flow) }
            }
            guard isDiffering else { return }
            tally.differing.add(ordered, flow: flow)
            if let received { tally.received.add(received, flow: flow) }
        }
        count(&reconciliation[word, default: ReconciliationTally()])
    }

    private func markedAt(_ verdict: Verdict) -> Instant? { verdict.steps.first { $0.step == .markedPaid }?.at }

    /// A row of the provider's own bill or export that says paid; a payer's export is none.
    private static func recordsPayment(_ event: Evidence, in chain: Chain) -> Bool {
        guard event.event == .tradeRecorded || event.event == .storeTransactionRecorded,
            !chain.has(.payerExport, "true", in: event)
        else { return false }
        return chain.has(.status, "paid", in: event) || chain.has(.status, "refunded", in: event) || chain.has(.paidAt, in: event)
    }
}
