import Decoding
import Domain

extension BillReader {
    /// A movement of money: a payment that came in, or a refund that went out; fees, withdrawals and what names no order are neither
    /// (facts.md §1.8, §2.5).
    ///
    /// What arrives may be less than what was ordered (coupons, settlement), so that no amount is taken from it; a refund counts as
    /// refunded so far, because a trade bill beside this one may tell of the same refund.
    mutating func putFunds(
        _ format: BillFormat, number: Bytes?, trade: Bytes?, line: Bytes, rows: inout PendingRows, into batch: inout EvidenceBatch
    ) {
        guard let number = Reading.usable(number), let kind = layout.cell(.kind, cells),
            let at = layout.cell(.time, cells).flatMap(ProviderTime.read)
        else { return }
        let isRefund = kind.equals("交易退款") || kind.equals("退款")
        let isPayment = kind.equals("在线支付") || kind.equals("交易") || kind.equals("交易付款") || kind.equals("支付")
        let income = layout.cell(.income, cells).flatMap { Money(decimal: $0)?.units } ?? 0
        let isOut = layout.cell(.state, cells)?.equals("支出") == true
        rows.reset()
        if isPayment, income > 0, !isOut {
            guard rows.begin(.tradeRecorded, .provider) else { return }
            rows.put(.orderNumber, number)
            rows.put(.status, StateWord.paid.bytes)
            rows.put(.paidAt, at)
        } else if isRefund, let back = layout.cell(.outgo, cells), Money(decimal: back)?.units ?? 0 != 0 {
            guard rows.begin(.tradeRecorded, .provider) else { return }
            rows.put(.orderNumber, number)
            rows.put(.status, StateWord.paid.bytes)
            rows.put(.refundedAmount, BillLayout.magnitude(back))
            rows.put(.closedAt, at)
        } else {
            return
        }
        if let trade = Reading.usable(trade) { rows.put(.tradeNumber, trade) }
        rows.put(.provider, format.provider)
        rows.put(.currency, "CNY")
        let row = Evidence(
            event: .tradeRecorded, at: at, resolution: .second, witness: .provider, source: sourceIndex,
            line: UInt32(truncatingIfNeeded: lines), offset: offset, identity: StableHash.of(line))
        batch.append(row, attributes: rows.attributes(of: rows[0]))
        evidence &+= 1
    }
}
