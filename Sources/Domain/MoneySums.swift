/// Sums of money by currency; currencies are never mixed.
public struct MoneySums: Sendable, Hashable {
    /// The currencies met first: most runs have one or two.
    private var few: [Money] = []
    /// All others.
    private var more: [String: Money] = [:]
    private static let fewCount = 8

    /// Makes empty sums.
    public init() {}

    /// Adds an amount. A sum that would not fit stays as it is.
    public mutating func add(_ amount: Money) {
        for place in few.indices where few[place].currency == amount.currency {
            if let sum = few[place].adding(amount) { few[place] = sum }
            return
        }
        if few.count < MoneySums.fewCount { return few.append(amount) }
        let sum = more[amount.currency]
        more[amount.currency] = sum.map { $0.adding(amount) ?? $0 } ?? amount
    }

    /// Adds other sums.
    public mutating func add(_ other: MoneySums) {
        for amount in other.amounts { add(amount) }
    }

    /// Takes back sums that were added before; a currency of which nothing is left is forgotten.
    public mutating func subtract(_ other: MoneySums) {
        for amount in other.amounts { add(Money(units: 0 &- amount.units, scale: amount.scale, currency: amount.currency)) }
        few.removeAll { $0.units == 0 }
        more = more.filter { $0.value.units != 0 }
    }

    /// The sums in the order of their currencies.
    public var amounts: [Money] { (few + more.values).sorted { $0.currency < $1.currency } }

    /// Equal when every sum is.
    public static func == (a: MoneySums, b: MoneySums) -> Bool { a.amounts == b.amounts }

    /// Hashes the sums.
    public func hash(into hasher: inout Hasher) { hasher.combine(amounts) }
}

/// Sums of money by flow and currency, so that an amount without a currency can be counted in the only one of its flow.
public struct FlowMoney: Sendable, Hashable {
    private var byFlow: [Flow: MoneySums] = [:]

    /// Makes empty sums.
    public init() {}

    /// Adds an amount of an order of a flow.
    public mutating func add(_ amount: Money, flow: Flow) { byFlow[flow, default: MoneySums()].add(amount) }

    /// Adds other sums.
    public mutating func add(_ other: FlowMoney) {
        for (flow, sums) in other.byFlow { byFlow[flow, default: MoneySums()].add(sums) }
    }

    /// Takes back sums that were added before.
    public mutating func subtract(_ other: FlowMoney) {
        for (flow, sums) in other.byFlow { byFlow[flow]?.subtract(sums) }
    }

    /// The sums in the order of their currencies.
    ///
    /// - Parameter known: sums that tell the currencies of the flows: those of all orders.
    public func amounts(knowing known: FlowMoney) -> [Money] {
        var all = MoneySums()
        for flow in Flow.allCases {
            let currencies = (known.byFlow[flow]?.amounts ?? []).map(\.currency).filter { !$0.isEmpty }
            for amount in byFlow[flow]?.amounts ?? [] {
                var amount = amount
                if amount.currency.isEmpty, currencies.count == 1 { amount.currency = currencies[0] }
                all.add(amount)
            }
        }
        return all.amounts
    }
}
