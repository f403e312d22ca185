import Domain

/// What can be measured: one value a file, with the moment at which an order counts and the sources that its truth needs.
public struct MeasureDefinition: Sendable {
    /// What its values are.
    public enum Unit: String, Sendable, CaseIterable {
        /// A count of orders.
        case orders
        /// A share, 0…1; written as `5%` or `0.05`.
        case share
        /// Money of one currency.
        case money
        /// Seconds.
        case seconds
        /// A count of something else.
        case count
    }

    /// A key of a rule that only some measures have.
    public enum Parameter: String, Sendable, CaseIterable {
        case `break`
        case severityOfBreak = "break_severity"
        case owner
        case reason
        case outcome
        case experience
        case step
        case from
        case quantile
        case currency
        case finding
        case witness
    }

    /// Its word in rule files.
    public let name: String
    /// What its values are.
    public let unit: Unit
    /// What it measures.
    public let text: Text
    /// At which moment an order counts.
    public let counted: Text
    /// Keys that a rule must give.
    public let required: [Parameter]
    /// Keys that a rule may give.
    public let optional: [Parameter]
    /// What it can be split by and filtered on.
    public let dimensions: [AlertDimension]
    /// Kinds of source whose silence would change its values downward: they hold rules about too little.
    public let witnesses: @Sendable (MeasureQuery) -> [Witness]
    /// What one order adds to it; nil for measures that are not about orders.
    let entries: (@Sendable (MeasureQuery, OrderFact) -> [MeasureEntry])?

    /// Whether orders are what it counts.
    public var isAboutOrders: Bool { entries != nil }

    init(
        _ name: String, unit: Unit, _ text: Text, counted: Text, required: [Parameter] = [], optional: [Parameter] = [],
        dimensions: [AlertDimension] = AlertDimension.ofOrders, witnesses: @escaping @Sendable (MeasureQuery) -> [Witness],
        entries: (@Sendable (MeasureQuery, OrderFact) -> [MeasureEntry])?
    ) {
        (self.name, self.unit, self.text, self.counted, self.required, self.optional) = (name, unit, text, counted, required, optional)
        (self.dimensions, self.witnesses, self.entries) = (dimensions, witnesses, entries)
    }

    /// Every measure, in the order of the documentation.
    public static let all: [MeasureDefinition] = [
        breakCount, breakShare, breakMoney, orderCount, outcomeShare, outcomeMoney, experienceCount, experienceShare, experienceMoney,
        stepConversion, stepLatency, sourceLag, findingCount,
    ]

    /// The measure of a word.
    public static func named(_ name: String) -> MeasureDefinition? { all.first { $0.name == name } }
}

/// A measure with what a rule says about it.
public struct MeasureQuery: Sendable {
    /// Which measure.
    public var measure: MeasureDefinition
    /// Breaks; empty: any.
    public var breaks: [BreakCode] = []
    /// Severities of breaks; empty: any.
    public var severities: [Severity] = []
    /// Owners of breaks; empty: any.
    public var owners: [Owner] = []
    /// Reasons of breaks; empty: any.
    public var reasons: [String] = []
    /// Outcomes; empty: any.
    public var outcomes: [Outcome] = []
    /// Experiences; empty: any.
    public var experiences: [Experience] = []
    /// The step that is reached.
    public var step = Step.paid
    /// The step that it is reached from.
    public var from = Step.orderCreated
    /// Which quantile, 0…1.
    public var quantile = 0.95
    /// Which money.
    public var currency = "CNY"
    /// Findings; empty: any.
    public var findings: [Finding.Code] = []
    /// Kinds of source; empty: application and access logs.
    public var kinds: [Witness] = []
    /// What must hold of an order: for each dimension one of these values.
    public var filter: [(dimension: AlertDimension, values: [String])] = []
    /// What it is split by.
    public var by: [AlertDimension] = []

    /// Makes a query of everything.
    public init(_ measure: MeasureDefinition) { self.measure = measure }

    /// Kinds of source whose silence would make its values too small.
    public var witnesses: [Witness] { measure.witnesses(self) }

    /// Whether an order is meant, and its values of what the measure is split by.
    func labels(of fact: OrderFact) -> [String]? {
        guard filter.allSatisfy({ $0.values.contains($0.dimension.value(of: fact) ?? "") }) else { return nil }
        return by.map { $0.value(of: fact) ?? "" }
    }

    /// The same for one fired break.
    func labels(of fact: OrderFact, _ fired: OrderFact.Fired) -> [String]? {
        guard matches(fired), filter.allSatisfy({ $0.values.contains($0.dimension.value(of: fact, fired) ?? "") }) else { return nil }
        return by.map { $0.value(of: fact, fired) ?? "" }
    }

    /// Whether a fired break is meant.
    func matches(_ fired: OrderFact.Fired) -> Bool {
        (breaks.isEmpty || breaks.contains(fired.code)) && (severities.isEmpty || severities.contains(fired.severity))
            && (owners.isEmpty || owners.contains(fired.owner)) && (reasons.isEmpty || reasons.contains(fired.reason ?? ""))
    }
}

/// What one order adds to a measure, at one moment.
public struct MeasureEntry: Sendable, Hashable {
    /// How an order stands to a measure.
    public enum Answer: UInt8, Sendable {
        /// It is one of those that are counted.
        case yes
        /// It surely is none.
        case no
        /// It is not decided yet: it bounds a share and is in no count.
        case open
    }

    /// When it counts.
    public var at: Instant
    /// Its values of what the measure is split by.
    public var labels: [String]
    /// How it stands.
    public var answer: Answer
    /// The order.
    public var order: OrderNumber
    /// Its money.
    public var money: Money?
    /// Its time span.
    public var span: TimeSpan?
    /// Kinds of source whose silence could have made this answer: behind their last stamp it counts as open.
    public var needs: [Witness] = []

    init(
        _ answer: Answer, at: Instant, labels: [String], order: OrderNumber, money: Money? = nil, span: TimeSpan? = nil,
        needs: [Witness] = []
    ) {
        (self.answer, self.at, self.labels, self.order, self.money, self.span, self.needs) = (answer, at, labels, order, money, span, needs)
    }

    /// A hash of what it says, the same on every machine, so that a change of the past is seen.
    var digest: UInt64 {
        var hash = StableHash.of(order.bytes, seed: UInt64(bitPattern: at.microseconds) ^ UInt64(answer.rawValue))
        for label in labels { hash = StableHash.of(label, seed: hash) }
        return hash
    }
}
