import Domain
import Providers

/// Estimates which delivery of its notification each one is (vocabulary §7): a fourth one proves three refused before it.
enum DeliveryNumbers {
    /// Sets `number` of every delivery that can be placed on its provider's retry table.
    ///
    /// - Parameter ids: names of the notifications, delivery by delivery; 0 where a line names none.
    static func estimate(in chain: inout Chain, ids: [UInt64]) {
        let paid = PaymentProof.first(in: chain)
        var firsts: [UInt64: Int] = [:]
        for i in chain.deliveries.indices {
            let delivery = chain.deliveries[i]
            defer { if ids[i] != 0, firsts[ids[i]] == nil { firsts[ids[i]] = i } }
            let provider = delivery.provider.isEmpty ? paid?.provider ?? "" : delivery.provider
            guard let retries = ProviderDefinition.named(provider).retries else { continue }
            if let stated = stated(delivery, chain) {
                chain.deliveries[i].number = stated
                continue
            }
            if let delay = delay(delivery, chain) {
                chain.deliveries[i].number = retries.deliveryNumber(delay: delay)?.number
                continue
            }
            // the same notification before: as far behind that one as behind it
            if let first = firsts[ids[i]], let number = chain.deliveries[first].number {
                let offset = retries.offsets.indices.contains(number - 1) ? retries.offsets[number - 1] : .zero
                chain.deliveries[i].number = retries.deliveryNumber(delay: delivery.at - chain.deliveries[first].at + offset)?.number
                continue
            }
            // only where and when: a delivery of the payment's own notification sits on a slot behind it
            let isOfPayment = delivery.status == nil || delivery.status == "paid"
            if isOfPayment, let paid, let at = paid.paidAt, !isAfterwards(delivery, chain) {
                let delay = delivery.at - at
                if let slot = retries.slot(delay: delay) ?? retries.slot(delay: delay - .seconds(30)) {
                    chain.deliveries[i].number = slot + 1
                }
            }
        }
    }

    /// The provider counts by itself.
    private static func stated(_ delivery: Delivery, _ chain: Chain) -> Int? {
        for index in [delivery.sent].compactMap({ $0 }) + delivery.received {
            if let number = chain.integer(.attemptIndex, of: chain.events[index]), number > 0 { return Int(clamping: number) }
        }
        return nil
    }

    /// How long after its occasion it was sent: Alipay `notify_time − gmt_payment` (a refund's or closing's own time for those), WeChat
    /// `Wechatpay-Timestamp − create_time` (facts.md §1.1.3, §2.2).
    private static func delay(_ delivery: Delivery, _ chain: Chain) -> TimeSpan? {
        for index in delivery.received {
            let event = chain.events[index]
            let sent = chain.instant(.sentAt, of: event)
            if let notified = chain.instant(.notifiedAt, of: event) { return (sent ?? delivery.at) - notified }
            guard let sent else { continue }
            if isAfterwards(delivery, chain) || delivery.status == "closed" || delivery.status == "refunded" {
                return chain.instant(.closedAt, of: event).map { sent - $0 }
            }
            guard let paid = chain.instant(.paidAt, of: event) else { continue }
            return sent - paid
        }
        return nil
    }

    /// A notification of something that happened after the payment: a refund, the end of the refund window.
    private static func isAfterwards(_ delivery: Delivery, _ chain: Chain) -> Bool {
        delivery.received.contains { index in
            let event = chain.events[index]
            return chain.has(.refundedAmount, in: event) || chain.has(.refundNumber, in: event)
                || chain.has(.rawStatus, "TRADE_FINISHED", in: event)
        }
    }
}

extension TimeSpan {
    fileprivate static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan { a + (-b) }
}
