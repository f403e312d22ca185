import Decoding
import Domain

extension TableFormat {
    /// PayPal's activity download: date, time and zone in columns of their own (facts.md §4).
    static let paypalActivity = TableFormat(
        name: "PayPal activity",
        purpose: Text(
            en: "PayPal's activity download: payments and refunds among transfers and fees.", zh: "PayPal 活动下载：付款、退款、转账与手续费。"),
        witness: .provider, zone: .utc,
        columns: [
            (["Date"], .date), (["Time"], .clock), (["TimeZone", "Time Zone"], .zone), (["Type"], .kind), (["Status"], .state),
            (["Currency"], .currency), (["Gross"], .gross), (["Transaction ID"], .tradeNumber), (["Invoice Number", "Invoice ID"], .invoice),
            (["Custom Number", "Custom Field", "Custom"], .custom), (["Reference Txn ID"], .reference),
        ],
        requires: [[.date], [.clock], [.kind], [.state], [.currency], [.gross], [.tradeNumber]],
        examples: [
            Recognizer.Example(
                "\u{FEFF}\"Date\",\"Time\",\"TimeZone\",\"Name\",\"Type\",\"Status\",\"Currency\",\"Gross\",\"Fee\",\"Net\",\"Transaction ID\","
                    + "\"Invoice Number\",\"Custom Number\",\"Reference Txn ID\"\n"
                    + "\"9/3/2026\",\"00:00:33\",\"PDT\",\"A, B\",\"Express Checkout Payment\",\"Completed\",\"USD\",\"1,128.00\",\"-4.01\",\"1,123.99\","
                    + "\"8AB\",\"WC-1\",\"\",\"\"\n"
                    + "\"9/3/2026\",\"01:00:33\",\"PDT\",\"A, B\",\"Payment Refund\",\"Completed\",\"USD\",\"-28.00\",\"0.00\",\"-28.00\",\"R1\",\"WC-1\","
                    + "\"\",\"8AB\"\n"
                    + "\"9/4/2026\",\"01:00:33\",\"PDT\",\"\",\"General Withdrawal\",\"Completed\",\"USD\",\"-95.00\",\"0.00\",\"-95.00\",\"W1\",\"\",\"\",\"\"\n",
                gives: "provider.trade.recorded orderNumber=WC-1 tradeNumber=8AB status=paid amount=1,128.00 currency=USD "
                    + "paidAt=1788418833000000 provider=paypal",
                "provider.refund.recorded orderNumber=WC-1 tradeNumber=8AB refundedAmount=28.00 refundNumber=R1 status=refunded")
        ]
    ) { row in row.putPayPalActivity() }
}

extension TableRow {
    /// Writes a line of PayPal's activity, when it is a payment or a refund.
    mutating func putPayPalActivity() {
        guard let kind = cell(.kind), let word = cell(.state), let gross = cell(.gross), let moment = paypalTime else { return }
        let isRefund = kind.holdsAnyCase("refund") || kind.holdsAnyCase("reversal") || kind.holdsAnyCase("chargeback")
        for other in ["withdraw", "transfer", "conversion", "hold", "fee", "deposit", "authorization"] as [StaticString]
        where kind.holdsAnyCase(other) { return }
        guard isRefund || gross[0] != 45, begin(isRefund ? .refundRecorded : .tradeRecorded, at: moment) else { return }
        rows.put(.provider, "paypal")
        let (invoice, custom) = (identifier(.invoice), identifier(.custom))
        if let invoice, let custom, !invoice.same(as: custom) {
            rows.put(.candidateNumber, invoice)
            rows.put(.candidateNumber, custom)
        } else if let number = invoice ?? custom {
            rows.put(.orderNumber, number)
        }
        if isRefund {
            putIdentifier(.tradeNumber, .reference)
            putIdentifier(.refundNumber, .tradeNumber)
            rows.put(.status, StateWord.refunded.bytes)
            putAmount(.refundedAmount, .gross, minor: false)
            rows.put(.closedAt, moment.at)
        } else {
            putIdentifier(.tradeNumber, .tradeNumber)
            let state = words.states.providerState(of: word)
            if let state {
                rows.put(.status, state.bytes)
                if state == .paid { rows.put(.paidAt, moment.at) }
            }
            putAmount(.amount, .gross, minor: false)
        }
        putCurrency()
    }

    /// `9/3/2026` or `3.9.2026`, `00:00:33`, `PDT`; the day stands first where the first number can be no month, or points part it.
    private var paypalTime: (at: Instant, resolution: Resolution)? {
        guard let date = cell(.date), let clock = cell(.clock) else { return nil }
        var parts: [Int] = []
        var value = 0
        var digits = 0
        for byte in date {
            if byte.isDigit, digits < 4 {
                value = value * 10 + Int(byte - 48)
                digits += 1
            } else if digits > 0 {
                parts.append(value)
                (value, digits) = (0, 0)
            }
        }
        if digits > 0 { parts.append(value) }
        guard parts.count == 3, clock.count >= 8, let hour = clock.slice(0, 2).integer, let minute = clock.slice(3, 5).integer,
            let second = clock.slice(6, 8).integer
        else { return nil }
        var (year, month, day) = (parts[2], parts[0], parts[1])
        if parts[0] > 31 {
            (year, month, day) = (parts[0], parts[1], parts[2])
        } else if parts[0] > 12 || date.first(46) != nil {
            (month, day) = (day, month)
        }
        guard (1_990...2_200).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let civil = CivilTime(year: year, month: month, day: day, hour: Int(hour), minute: Int(minute), second: Int(second))
        return (civil.instant(offset: TableRow.offset(of: cell(.zone))), .second)
    }

    /// The abbreviations that PayPal writes; anything else is UTC.
    private static func offset(of zone: Bytes?) -> TimeSpan {
        guard let zone else { return .zero }
        for (name, hours) in zones where zone.equalsAnyCase(name) { return .hours(hours) }
        // `GMT+08:00`
        if zone.hasAnyCase("gmt"), zone.count >= 6, zone[3] == 43 || zone[3] == 45, let hours = zone.slice(4, 6).integer, hours <= 14 {
            return .hours(zone[3] == 45 ? -hours : hours)
        }
        return .zero
    }

    private static let zones: [(StaticString, Int64)] = [
        ("pdt", -7), ("pst", -8), ("mdt", -6), ("mst", -7), ("cdt", -5), ("est", -5), ("edt", -4), ("bst", 1), ("cet", 1), ("cest", 2),
        ("cst", 8), ("hkt", 8), ("sgt", 8), ("jst", 9), ("aest", 10), ("aedt", 11),
    ]
}
