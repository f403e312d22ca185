/// Sums of money by currency; currencies are never mixed.
public struct MoneySums: Sendable, Hashable {
    private var byCurrency: [String: Money] = [:]

    /// Makes empty sums.
    public init() {}

    /// Adds an amount. A sum that would not fit stays as it is.
    public mutating func add(_ amount: Money) {
        guard let sum = byCurrency[amount.currency] else {
            byCurrency[amount.currency] = amount
            return
        }
        byCurrency[amount.currency] = sum.adding(amount) ?? sum
    }

    /// Adds other sums.
    public mutating func add(_ other: MoneySums) {
        for amount in other.amounts { add(amount) }
    }

    /// The sums in the order of their currencies.
    public var amounts: [Money] { byCurrency.values.sorted { $0.currency < $1.currency } }
}
