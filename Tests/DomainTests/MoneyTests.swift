import Domain
import TestKit
import Testing

@Suite struct MoneyTests {
    @Test(
        "decimals as logs and bills write them (facts.md §9)",
        arguments: [
            ("128.00", "128.00"), ("128", "128.00"), ("0.01", "0.01"), (".5", "0.50"), ("5.", "5.00"), ("-10.00", "-10.00"),
            ("+3.10", "3.10"),
            ("¥1,280.5", "1280.50"), ("￥99", "99.00"), ("`0.10", "0.10"), ("\t12.30", "12.30"), (" 7.00 ", "7.00"),
            ("0.123456789", "0.123456789"),
            ("1,234,567.89", "1234567.89"), ("-0.00", "0.00"), ("92233720368547758.07", "92233720368547758.07"),
            ("9223372036854775807", "9223372036854775807.00"),
        ])
    func reads(_ text: String, _ decimal: String) {
        #expect(Money(decimal: text.utf8, currency: "CNY")?.decimal == decimal)
    }

    @Test(
        "what is no single exact decimal is none",
        arguments: [
            "", ".", "-", "--1", "1-2", "1.2.3", "1e3", "0x10", "12 yuan", "NaN", "9223372036854775808", "0.1234567890", "1 2", "12,50",
            "1.234,56",
            ",", "1,,000", "1,00", "1.000,0", "¥", "免费", "1\u{0}2", "1¥2",
        ])
    func refuses(_ text: String) {
        #expect(Money(decimal: text.utf8) == nil, "\(Money(decimal: text.utf8)?.decimal ?? "")")
    }

    @Test func `reading and writing lose nothing, equality is that of the numbers`() {
        var random = Seeded(state: 3)
        for _ in 0..<3_000 {
            let scale = UInt8.random(in: 0...9, using: &random)
            let reach: Int64 = ([10, 1_000, 1_000_000, .max] as [Int64]).randomElement(using: &random) ?? 1
            let money = Money(units: Int64.random(in: -reach...reach, using: &random), scale: scale, currency: "CNY")
            let again = Money(decimal: money.decimal.utf8, currency: "CNY")
            // A whole amount near the end of the range has no room for the two decimals it is shown with.
            if money.rescaled(to: max(scale, 2)) != nil { #expect(again == money) } else { #expect(again == nil) }
            let other = Money(units: money.units / 10, scale: scale == 0 ? 0 : scale - 1, currency: "CNY")
            let areEqual = scale > 0 && money.units % 10 == 0 || (scale == 0 && money.units == 0)
            #expect((money == other) == areEqual)
            if areEqual { #expect(money.hashValue == other.hashValue) }
            #expect(money != Money(units: money.units, scale: scale, currency: "USD"))
            for wanted in 0...9 as ClosedRange<UInt8> {
                guard let units = money.rescaled(to: wanted) else { continue }
                // The same number: a/10^s = b/10^t means a·10^t = b·10^s.
                #expect(Int128(money.units) * MoneyTests.power(wanted) == Int128(units) * MoneyTests.power(scale))
            }
        }
    }

    @Test func `sums are exact or refused`() {
        var random = Seeded(state: 4)
        for _ in 0..<2_000 {
            let a = Money(
                units: .random(in: -(1 << 50)...(1 << 50), using: &random), scale: .random(in: 0...6, using: &random), currency: "CNY")
            let b = Money(
                units: .random(in: -(1 << 50)...(1 << 50), using: &random), scale: .random(in: 0...6, using: &random), currency: "CNY")
            guard let sum = a.adding(b) else { continue }
            let exact =
                Int128(a.units) * MoneyTests.power(9 - a.scale) + Int128(b.units) * MoneyTests.power(9 - b.scale)
            #expect(Int128(sum.units) * MoneyTests.power(9 - sum.scale) == exact)
        }
        #expect(Money(units: .max, scale: 2, currency: "").adding(Money(units: 1, scale: 2, currency: "")) == nil)
    }

    static func power(_ exponent: UInt8) -> Int128 { (0..<exponent).reduce(Int128(1)) { value, _ in value * 10 } }
}
