/// An exact amount of money: `units / 10^scale` of a currency. Never a floating-point number.
public struct Money: Sendable {
    /// The amount times ten to the power of `scale`.
    public var units: Int64
    /// How many decimals `units` has, 0…9.
    public var scale: UInt8
    /// The ISO 4217 code in upper case, or empty when the line did not say.
    public var currency: String

    /// Makes an amount from its parts.
    public init(units: Int64, scale: UInt8, currency: String) {
        (self.units, self.scale, self.currency) = (units, scale, currency)
    }

    /// Reads a decimal such as `128.00`, `¥1,280.5`, `-10.00`, a bill cell with its back-tick or TAB (facts.md §9).
    ///
    /// Commas stand before groups of three digits: `12,50`, where a comma may be the point, is no exact decimal.
    ///
    /// - Parameters:
    ///   - text: the bytes of the number.
    ///   - currency: the currency to attach.
    /// - Returns: nil when it is not one exact decimal that fits.
    public init?(decimal text: some Sequence<UInt8>, currency: String = "") {
        var value: Int64 = 0
        var decimals: UInt8 = 0
        var digits = 0
        var negative = false
        var seenPoint = false
        var ended = false
        // Digits since the last comma; nil before any.
        var group: Int?
        for byte in text {
            switch byte {
            case 48...57:
                let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
                let (sum, overflow2) = shifted.addingReportingOverflow(Int64(byte - 48))
                guard !overflow, !overflow2, !ended, decimals < 9 || !seenPoint else { return nil }
                value = sum
                digits += 1
                if seenPoint { decimals += 1 } else { group = group.map { $0 + 1 } }
            case UInt8(ascii: "."):
                guard !seenPoint, !ended, group ?? 3 == 3 else { return nil }
                seenPoint = true
            case UInt8(ascii: ","):
                guard digits > 0, !seenPoint, !ended, group ?? 3 == 3 else { return nil }
                group = 0
            case UInt8(ascii: "-"):
                guard digits == 0, !seenPoint, !negative else { return nil }
                negative = true
            // blanks, TAB, back-tick, plus; ¥ (C2 A5) and ￥ (EF BF A5): around the number, never inside
            case 32, 9, UInt8(ascii: "`"), UInt8(ascii: "+"), 0xC2, 0xA5, 0xEF, 0xBF: ended = ended || digits > 0 || seenPoint
            default: return nil
            }
        }
        guard digits > 0, group ?? 3 == 3 else { return nil }
        self.init(units: negative ? -value : value, scale: decimals, currency: currency)
    }

    /// The same amount with as many decimals as asked for; nil when it would not be exact or would not fit.
    public func rescaled(to wanted: UInt8) -> Int64? {
        var units = units
        var scale = scale
        while scale < wanted {
            let (next, overflow) = units.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            units = next
            scale += 1
        }
        while scale > wanted {
            guard units % 10 == 0 else { return nil }
            units /= 10
            scale -= 1
        }
        return units
    }

    /// The sum of two amounts of one currency; nil when it does not fit.
    public func adding(_ other: Money) -> Money? {
        let scale = max(scale, other.scale)
        guard let a = rescaled(to: scale), let b = other.rescaled(to: scale) else { return nil }
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? nil : Money(units: sum, scale: scale, currency: currency)
    }

    /// The decimal string of contract.md: at least two decimals, no thousands separator (`128.00`).
    public var decimal: String {
        var digits = String(units.magnitude)
        digits = String(repeating: "0", count: max(0, Int(scale) + 1 - digits.utf8.count)) + digits
        let fraction = digits.suffix(Int(scale)) + String(repeating: "0", count: max(0, 2 - Int(scale)))
        return (units < 0 ? "-" : "") + digits.dropLast(Int(scale)) + "." + fraction
    }
}

extension Money: Hashable {
    /// Equal amounts of the same currency are equal whatever their scale.
    public static func == (a: Money, b: Money) -> Bool {
        guard a.currency == b.currency else { return false }
        let scale = max(a.scale, b.scale)
        guard let x = a.rescaled(to: scale), let y = b.rescaled(to: scale) else { return a.units == b.units && a.scale == b.scale }
        return x == y
    }

    /// Hashes the amount in lowest terms, so that equal amounts hash alike.
    public func hash(into hasher: inout Hasher) {
        var (units, scale) = (units, scale)
        while scale > 0, units % 10 == 0 {
            units /= 10
            scale -= 1
        }
        hasher.combine(units)
        hasher.combine(scale)
        hasher.combine(currency)
    }
}
