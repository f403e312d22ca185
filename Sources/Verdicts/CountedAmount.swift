import Domain
import Flows
import Providers

extension Verdict {
    /// What was really received, where that is not what was ordered; nil where it is, or where no line tells.
    ///
    /// The break cites the line that shows it.
    public func received(in chain: Chain) -> Money? {
        guard let item = breaks.first(where: { $0.code == .amountMismatch }) else { return nil }
        for index in item.evidence where chain.events.indices.contains(index) && chain.events[index].event != .orderCreated {
            if let money = chain.money(of: chain.events[index]), money.units != 0 { return withCurrency(money) }
        }
        return nil
    }

    /// The money of the order as sums count it: what was received where that is known to differ, else its amount.
    ///
    /// An amount without a currency is in its provider's.
    public func countedAmount(in chain: Chain) -> Money? { received(in: chain) ?? amount.map(withCurrency) }

    private func withCurrency(_ money: Money) -> Money { money.assumed(provider: segments.provider, flow: flow) }
}

extension Money {
    /// The same with the currency that its provider's amounts are in, where a line named none.
    public func assumed(provider: String?, flow: Flow) -> Money {
        guard currency.isEmpty else { return self }
        let word = provider ?? FlowDefinition.of(flow).provider
        guard let known = ProviderDefinition.all.first(where: { $0.word == word })?.currency else { return self }
        return Money(units: units, scale: scale, currency: known)
    }
}
