import Domain
import Flows
import Providers

extension Case {
    /// The flow of an order (vocabulary §4): with attempts on several channels the one of the attempt paid first, else of the last; then
    /// what order.created says; then what any other line says; then what only one flow can show. An order that only bills know has none
    /// (vocabulary §8 rule 5): its row tells the channel of the payment, nothing of the steps that led there.
    func flowOfOrder() -> Flow {
        if isBillOnly, !kinds.overlaps([.storeNotified, .storeTransactionRecorded]) { return .unknown }
        if chain.attempts.count > 1, let flow = Case.flowOfAttempts(chain.attempts) { return flow }
        if let created, let flow = facts[created].flow { return flow }
        for fact in facts where fact.event.layer != .client {
            if let flow = fact.flow { return flow }
        }
        for fact in facts {
            if let flow = fact.flow { return flow }
        }
        for (index, fact) in facts.enumerated() {
            switch fact.event {
            case .receiptVerified, .receiptUploaded, .storeTransaction, .storeTransactionFinished, .storeNotified,
                .storeTransactionRecorded,
                .entitlementChanged:
                return .storekit
            case .productsLoaded where fact.binding != .window: return .storekit
            case .orderCreated where chain.has(.appAccountToken, in: chain.events[index]): return .storekit
            case .walletIntercepted where fact.flags.contains(.urlScheme):
                let event = chain.events[index]
                let found = chain.withAttributes(of: event) { attributes -> Flow? in
                    guard let scheme = attributes[.urlScheme] else { return nil }
                    if ProviderDefinition.alipay.wallet.owns(scheme: scheme) { return .alipayH5 }
                    return ProviderDefinition.wechat.wallet.owns(scheme: scheme) ? .wechatH5 : nil
                }
                if let found { return found }
            default: break
            }
        }
        if chain.attempts.count == 1, chain.attempts[0].flow != .unknown { return chain.attempts[0].flow }
        return .unknown
    }

    /// Nil when the attempts do not differ in their flow.
    private static func flowOfAttempts(_ attempts: [Attempt]) -> Flow? {
        var first: Flow?
        var differ = false
        var paidFirst: (at: Instant, flow: Flow)?
        var last: Flow?
        for attempt in attempts where attempt.flow != .unknown {
            if let first { differ = differ || first != attempt.flow } else { first = attempt.flow }
            last = attempt.flow
            if let at = attempt.paidAt, paidFirst.map({ at < $0.at }) ?? true { paidFirst = (at, attempt.flow) }
        }
        return differ ? paidFirst?.flow ?? last : nil
    }
}
