import Domain

/// What one step of one series of a rule reads.
public struct AlertReading: Sendable, Hashable {
    /// The value shown.
    public var value: Quantity
    /// The least that it can be, with everything that is not decided against it.
    public var low: Quantity
    /// The most that it can be.
    public var high: Quantity
    /// Decided orders behind it.
    public var orders: Int
    /// At most ``Limits/alertExamples`` orders to look at.
    public var examples: [OrderNumber]
    /// What it was in earlier weeks; nil where that is not asked or not known.
    public var baseline: Quantity?

    /// Reads the entries of one series in one window.
    init(_ entries: some Sequence<MeasureEntry>, of query: MeasureQuery) {
        var counts = (yes: 0, no: 0, open: 0)
        var money = Money(units: 0, scale: 2, currency: query.currency)
        var spans: [TimeSpan] = []
        (orders, examples) = (0, [])
        for entry in entries {
            switch entry.answer {
            case .yes:
                counts.yes += 1
                if let amount = entry.money { money = money.adding(amount) ?? money }
                if let span = entry.span { spans.append(span) }
                // The latest ones: what somebody looks at first should be fresh.
                if examples.count == Limits.alertExamples { examples.removeFirst() }
                examples.append(entry.order)
            case .no: counts.no += 1
            case .open: counts.open += 1
            }
        }
        orders = counts.yes + counts.no
        switch query.measure.unit {
        case .orders, .count:
            value = Quantity(Double(counts.yes))
            (low, high) = (value, Quantity(Double(counts.yes + counts.open)))
        case .money:
            value = Quantity(money)
            (low, high) = (value, value)
        case .share:
            let all = Double(orders + counts.open)
            value = Quantity(orders == 0 ? .nan : Double(counts.yes) / Double(orders))
            low = Quantity(orders == 0 ? .nan : Double(counts.yes) / all)
            high = Quantity(orders == 0 ? .nan : Double(counts.yes + counts.open) / all)
        case .seconds:
            spans.sort()
            value = Quantity(AlertReading.quantile(query.quantile, of: spans))
            (low, high) = (value, value)
        }
    }

    /// Makes a reading of one value that nothing bounds.
    init(_ number: Double) {
        (value, low, high, orders, examples) = (Quantity(number), Quantity(number), Quantity(number), 1, [])
    }

    /// The nearest-rank quantile of sorted spans, in seconds; not a number without any.
    static func quantile(_ q: Double, of sorted: [TimeSpan]) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let rank = Int((q * Double(sorted.count)).rounded(.up))
        return Double(sorted[min(max(rank, 1), sorted.count) - 1].microseconds) / 1_000_000
    }
}

/// Numbers that outliers do not move.
enum Robust {
    /// The median; nil without numbers.
    static func median(_ numbers: [Double]) -> Double? {
        let sorted = numbers.sorted()
        guard let last = sorted.last else { return nil }
        guard sorted.count > 1 else { return last }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The spread of what is usual: 1.4826 times the median distance from the median, which is the standard deviation of a normal one.
    static func spread(_ numbers: [Double]) -> Double {
        guard let middle = median(numbers) else { return 0 }
        return 1.4826 * (median(numbers.map { ($0 - middle).magnitude }) ?? 0)
    }
}
