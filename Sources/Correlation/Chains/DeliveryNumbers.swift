import Domain
import Providers

/// Estimates which delivery of its notification each one is (vocabulary §7): a fourth one proves three refused before it.
enum DeliveryNumbers {
    /// Sets `number` of every delivery that can be placed on its provider's retry table.
    ///
    /// - Parameters:
    ///   - deliveries: the deliveries, earliest first.
    ///   - view: the chain they belong to.
    ///   - drafts: what they were put together from, one by one.
    static func estimate(_ deliveries: inout [Delivery], _ view: ChainView, _ drafts: UnsafeMutableBufferPointer<DeliveryDraft>) {
        let paid = PaymentProof.first(in: view, refused: PaymentProof.refused(in: deliveries))
        var firsts: [UInt64: Int] = [:]
        for i in deliveries.indices {
            let id = drafts[i].notifyID
            defer { if id != 0, deliveries.count > 1, firsts[id] == nil { firsts[id] = i } }
            // One copy for all questions, each of which would make its own.
            let delivery = deliveries[i]
            guard let retries = schedule(of: delivery, paid, view) else { continue }
            if let stated = stated(delivery, view) {
                deliveries[i].number = stated
                continue
            }
            if let delay = delay(delivery, view) {
                deliveries[i].number = retries.deliveryNumber(delay: delay)?.number
                continue
            }
            // the same notification before: as far behind that one as behind it
            if let first = firsts[id], let number = deliveries[first].number {
                let offset = retries.offsets.indices.contains(number - 1) ? retries.offsets[number - 1] : .zero
                deliveries[i].number = retries.deliveryNumber(delay: delivery.at - deliveries[first].at + offset)?.number
                continue
            }
            // only where and when: a delivery of the payment's own notification sits on a slot behind it
            let isOfPayment = delivery.status == nil || delivery.status == "paid"
            guard isOfPayment, let at = paid?.paidAt, !isAfterwards(delivery, view) else { continue }
            let delay = delivery.at - at
            deliveries[i].number = (retries.slot(delay: delay) ?? retries.slot(delay: delay + .seconds(-30))).map { $0 + 1 }
        }
    }

    private static func schedule(of delivery: Delivery, _ paid: PaymentProof?, _ view: ChainView) -> RetrySchedule? {
        if !delivery.provider.isEmpty { return RetryTables.table(delivery.provider) }
        guard let paid, let provider = view.attributes(paid.event)[.provider] else { return nil }
        return RetryTables.table(provider.text)
    }

    /// The provider counts by itself.
    private static func stated(_ delivery: Delivery, _ view: ChainView) -> Int? {
        if let sent = delivery.sent, let number = view.attributes(sent)[.attemptIndex]?.integer, number > 0 { return Int(clamping: number) }
        for index in delivery.received {
            if let number = view.attributes(index)[.attemptIndex]?.integer, number > 0 { return Int(clamping: number) }
        }
        return nil
    }

    /// How long after its occasion it was sent: Alipay `notify_time − gmt_payment` (a refund's or closing's own time for those), WeChat
    /// `Wechatpay-Timestamp − create_time` (facts.md §1.1.3, §2.2).
    private static func delay(_ delivery: Delivery, _ view: ChainView) -> TimeSpan? {
        for index in delivery.received {
            let sent = view.instant(.sentAt, index)
            if let notified = view.instant(.notifiedAt, index) { return (sent ?? delivery.at) - notified }
            guard let sent else { continue }
            if delivery.status == "closed" || delivery.status == "refunded" || isAfterwards(delivery, view) {
                return view.instant(.closedAt, index).map { sent - $0 }
            }
            guard let paid = view.instant(.paidAt, index) else { continue }
            return sent - paid
        }
        return nil
    }

    /// A notification of something that happened after the payment: a refund, the end of the refund window.
    private static func isAfterwards(_ delivery: Delivery, _ view: ChainView) -> Bool {
        delivery.received.contains { index in
            let attributes = view.attributes(index)
            return attributes[.refundedAmount] != nil || attributes[.refundNumber] != nil
                || attributes[.rawStatus]?.equals("TRADE_FINISHED") ?? false
        }
    }
}

/// The retry tables by provider word, taken from ``ProviderDefinition/all`` once.
enum RetryTables {
    private static let all: [(word: String, table: RetrySchedule)] = ProviderDefinition.all.compactMap { provider in
        provider.retries.map { (provider.word, $0) }
    }

    /// The table of a provider; nil where no schedule is known.
    static func table(_ word: String) -> RetrySchedule? { all.first { $0.word == word }?.table }
}
