import Domain

/// One alert rule, checked: what is measured, when it fires, and what it then says.
public struct AlertRule: Sendable {
    /// Its name: the label `alertname`.
    public var name: String
    /// The group it stands in.
    public var group = ""
    /// The steps of event time at which it is evaluated.
    public var interval = TimeSpan.minutes(1)
    /// What is measured.
    public var query: MeasureQuery
    /// When it is true.
    public var condition: AlertCondition
    /// How far back a step looks: `(step − window, step]`.
    public var window = TimeSpan.minutes(10)
    /// How long it must be true before it fires.
    public var hold = TimeSpan.zero
    /// How long it keeps firing when it is not true any more.
    public var keepFiringFor = TimeSpan.zero
    /// Fewer decided orders say nothing.
    public var minimumOrders = 0
    /// Labels beside `alertname` and the values of `by`, in their order.
    public var labels: [(name: String, value: String)] = []
    /// What it says, in the order of the file.
    public var annotations: [(name: String, template: AlertTemplate)] = []
    /// It is about sources that are down by ``SourcePolicy``, whatever its number.
    public var usesPatience = false
    /// Where it stands in its file.
    public var line = 0

    /// Makes a rule.
    public init(name: String, query: MeasureQuery, condition: AlertCondition) {
        (self.name, self.query, self.condition) = (name, query, condition)
    }

    /// What tells it from every other rule, over restarts and edits elsewhere in the file.
    public var key: String { ([group, name] + labels.map { "\($0.name)=\($0.value)" }).joined(separator: "\u{1F}") }

    /// The label `severity`, or empty.
    public var severity: String { labels.first { $0.name == "severity" }?.value ?? "" }

    /// Whether silence could make it true: then no step is evaluated that its sources do not reach.
    public var restsOnAbsence: Bool {
        switch condition {
        case .threshold(let comparison, _): comparison == .below || comparison == .atMost
        case .drop, .flatline: true
        case .spike, .newValue: false
        }
    }

    /// The labels of an alert, sorted by name: the rule's, the values of `by`, and the name.
    public func labels(of values: [String]) -> [(name: String, value: String)] {
        var all = labels
        for (dimension, value) in zip(query.by, values) where !value.isEmpty { all.append((dimension.label, value)) }
        all.append(("alertname", name))
        return all.sorted { $0.name < $1.name }
    }
}

/// When a rule is true.
public enum AlertCondition: Sendable {
    /// Held against a number.
    case threshold(Comparison, Quantity)
    /// So many times what it was in the same hours of earlier weeks, and at least so much.
    case spike(times: Double, atLeast: Quantity, baseline: Baseline)
    /// Less than this part of what it was in the same hours of earlier weeks, which was at least so much.
    case drop(times: Double, atLeast: Quantity, baseline: Baseline)
    /// Nothing, though there was something in the time before the window.
    case flatline(after: TimeSpan)
    /// A value that the time before the window did not show.
    case newValue(after: TimeSpan)

    /// The kinds' words in rule files.
    public static let words = ["threshold", "spike", "drop", "flatline", "new_value"]
}

/// How a value is held against a number.
public enum Comparison: String, Sendable, CaseIterable {
    case above = ">"
    case atLeast = ">="
    case below = "<"
    case atMost = "<="

    func holds(_ a: Double, _ b: Double) -> Bool {
        switch self {
        case .above: a > b
        case .atLeast: a >= b
        case .below: a < b
        case .atMost: a <= b
        }
    }
}

/// The same hours of earlier weeks.
public struct Baseline: Sendable, Hashable {
    /// How many weeks are looked back.
    public var weeks = 4
    /// How many of them must be known.
    public var needed = 2

    /// Makes a baseline.
    public init(weeks: Int = 4, needed: Int = 2) { (self.weeks, self.needed) = (weeks, needed) }
}

/// A number that a value is held against: exact where it is money.
public struct Quantity: Sendable, Hashable {
    /// The number.
    public var number: Double
    /// The same as exact money, for measures of money.
    public var money: Money?

    /// Makes a number.
    public init(_ number: Double) { self.number = number }

    /// Makes an amount.
    public init(_ money: Money) {
        self.money = money
        number = Double(money.units)
        for _ in 0..<money.scale { number /= 10 }
    }

    /// Compares two quantities; money exactly.
    static func holds(_ comparison: Comparison, _ a: Quantity, _ b: Quantity) -> Bool {
        if let x = a.money, let y = b.money {
            let scale = max(x.scale, y.scale)
            if let left = x.rescaled(to: scale), let right = y.rescaled(to: scale) {
                switch comparison {
                case .above: return left > right
                case .atLeast: return left >= right
                case .below: return left < right
                case .atMost: return left <= right
                }
            }
        }
        return comparison.holds(a.number, b.number)
    }

    /// As annotations and JSON show it: money as an exact decimal, shares in per cent, from a minute on times as `1h30m`,
    /// everything else with at most three decimals.
    public func text(_ unit: MeasureDefinition.Unit) -> String {
        switch unit {
        case .money: money.map { $0.currency.isEmpty ? $0.decimal : "\($0.decimal) \($0.currency)" } ?? Quantity.decimal(number)
        case .share: Quantity.decimal(number * 100) + "%"
        case .seconds:
            number < 60 || !number.isFinite || number > 1e9
                ? Quantity.decimal(number) + "s" : AlertTemplate.span(.seconds(Int64(number.rounded())))
        case .orders, .count: Quantity.decimal(number)
        }
    }

    /// At most three decimals, without zeros at the end.
    static func decimal(_ number: Double) -> String {
        guard number.isFinite, number.magnitude < 1e15 else { return number.isNaN ? "NaN" : number < 0 ? "-Inf" : "+Inf" }
        let thousandths = Int64((number * 1_000).rounded())
        var fraction = String(thousandths.magnitude % 1_000 + 1_000).dropFirst()
        while fraction.last == "0" { fraction = fraction.dropLast() }
        let sign = thousandths < 0 ? "-" : ""
        return sign + String(thousandths.magnitude / 1_000) + (fraction.isEmpty ? "" : "." + fraction)
    }
}

/// Everything that one rule file says about evaluation.
public struct RuleSet: Sendable {
    /// The rules, group by group.
    public var rules: [AlertRule] = []
    /// How far evaluation stays behind as-of, so that lines a little out of order are there.
    public var delay = TimeSpan.minutes(1)
    /// How sources are watched.
    public var sources = SourcePolicy()

    /// Makes an empty set.
    public init() {}
}
