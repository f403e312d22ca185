import Domain

/// Money for people: `¥1,280.00`, `USD 12.50`. JSON has ``Money/decimal``.
public enum MoneyText {
    /// One amount.
    public static func make(_ money: Money) -> String {
        let sign: String =
            switch money.currency {
            case "CNY": "¥"
            case "USD": "$"
            case "EUR": "€"
            case "GBP": "£"
            case "": ""
            default: money.currency + " "
            }
        let decimal = money.decimal
        let negative = decimal.hasPrefix("-")
        return (negative ? "-" : "") + sign + grouped(negative ? String(decimal.dropFirst()) : decimal)
    }

    /// Several amounts of different currencies; beside others one that no log names has the sign for any currency.
    public static func make(_ amounts: [Money]) -> String {
        amounts.map { (amounts.count > 1 && $0.currency.isEmpty ? "¤" : "") + make($0) }.joined(separator: " + ")
    }

    /// An amount that is only known about: in whole units from a hundred on.
    ///
    /// - Parameter alone: whether its currency stands with it.
    static func estimate(_ money: Money, alone: Bool = true) -> String {
        var money = money
        let one = (0..<min(money.scale, 9)).reduce(Int64(1)) { product, _ in product * 10 }
        let isMany = money.scale < 10 && money.units.magnitude / UInt64(one) >= 100
        if isMany {
            // Half a unit away from zero.
            let (whole, rest) = money.units.quotientAndRemainder(dividingBy: one)
            (money.units, money.scale) = (whole + (rest.magnitude * 2 >= UInt64(one) && one > 1 ? rest.signum() : 0), 0)
        }
        let text = alone ? make(money) : grouped(money.decimal)
        return isMany && text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }

    /// A count with thousands separators.
    public static func count(_ value: some BinaryInteger) -> String { grouped(String(value)) }

    /// A count with its English noun: `1 order`, `2,300 orders`.
    public static func count(_ value: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(count(value)) \(value == 1 ? one : many ?? one + "s")"
    }

    /// Adds thousands separators to the whole part of a decimal.
    static func grouped(_ decimal: String) -> String {
        let parts = decimal.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole.utf8.count > 3, whole.utf8.allSatisfy({ 48...57 ~= $0 }) else { return decimal }
        var out = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.utf8.count - index) % 3 == 0 { out += "," }
            out.append(digit)
        }
        return parts.count > 1 ? out + "." + parts[1] : out
    }
}
