import Domain

/// What one rule found, and what mending it would settle.
public struct LintLack: Sendable {
    /// The rule.
    public let rule: LintRule
    /// Lines, orders or sources it was found on; 0 for what a whole platform or run lacks.
    public var count: Int
    /// Platforms that lack it, where it is a kind of event never logged; empty: all.
    public var platforms: [String]
    /// `file:line`, the first ones.
    public var examples: [String]
    /// Orders it touches.
    public var orders = 0
    /// Orders with verdicts that are open for want of it, or that call a step missing whose kind is never logged: the most that mending
    /// it could settle.
    public var settles = 0
    /// The money of those orders.
    public var amounts: [Money] = []

    /// Which of two lacks comes first: the one that would settle more orders, then more money, then the more needed; nil: a tie.
    static func ranks(_ a: LintLack, before b: LintLack) -> Bool? {
        if a.settles != b.settles { return a.settles > b.settles }
        let (x, y) = (a.weight, b.weight)
        if x != y { return x > y }
        if a.rule.level != b.rule.level { return a.rule.level == .must }
        return nil
    }

    /// Money as a number to compare by; of several currencies the largest sum.
    private var weight: Int64 {
        amounts.map { money in (0..<money.scale).reduce(money.units) { units, _ in units / 10 } }.max() ?? 0
    }
}

/// What lint says of a run.
public struct LintReport: Sendable {
    /// What is lacking, the most useful to mend first.
    public var lacks: [LintLack]
    /// Orders judged.
    public var orders: Int
    /// Orders with a client step or an experience that cannot be told.
    public var openOrders: Int
    /// Their money.
    public var openAmounts: [Money]
    /// Sources with tagged client lines.
    public var clientSources: Int

    /// Whether something of this level, or of a more needed one, is lacking.
    public func fails(on level: LintRule.Level) -> Bool { lacks.contains { level == .should || $0.rule.level == .must } }
}
