import Domain

/// Which orders are asked for. Every condition that is set must hold; an empty list sets none.
public struct OrderFilter: Hashable, Sendable {
    /// Orders on which any of these breaks fired.
    public var breaks: [BreakCode] = []
    /// Orders with one of these outcomes.
    public var outcomes: [Outcome] = []
    /// Orders with one of these experiences.
    public var experiences: [Experience] = []
    /// Orders of one of these flows.
    public var flows: [Flow] = []
    /// Orders that are paid and provably not marked paid: the repair list, as ``Verdict/isStuck`` has it.
    public var isStuck = false
    /// From this moment on. The time of an order is its creation, else its payment, else its last evidence.
    public var since: Instant?
    /// Before this moment.
    public var until: Instant?
    /// Orders that may belong to a report's period: created in it, else paid in it, else with evidence at or behind its begin.
    public var period: Stretch?
    /// In the order of keys, which needs no sorting, instead of by time.
    public var isUnsorted = false
    /// One of several equal parts of the orders, for workers that share the walk; nil for all.
    public var part: Part?
    /// Orders paid from this app version.
    public var appVersion: String?
    /// At most so many orders, the earliest.
    public var limit: Int?

    /// A part of the orders: keys are hashes, so that equal stretches of them hold equally many.
    public struct Part: Hashable, Sendable {
        /// Which, from 0.
        public var index: Int
        /// Of how many.
        public var count: Int

        /// Makes a part.
        public init(_ index: Int, of count: Int) { (self.index, self.count) = (index, max(1, count)) }

        /// The first key of a part; the part behind the last one begins nowhere.
        func first(_ index: Int) -> Int64 {
            Int64(bitPattern: (UInt64(index) * (UInt64.max / UInt64(count))) &+ (1 << 63))
        }
    }

    /// Makes a filter that lets every order through.
    public init() {}

    /// The condition in SQL and the values it asks for, in order.
    var condition: (sql: String, values: [Value]) {
        var parts: [String] = []
        var values: [Value] = []
        func words(_ column: String, _ words: [String]) {
            guard !words.isEmpty else { return }
            parts.append("\(column) IN (\(words.map { _ in "?" }.joined(separator: ", ")))")
            values += words.map(Value.text)
        }
        if !breaks.isEmpty {
            parts.append("breaks & ? <> 0")
            values.append(.integer(breaks.reduce(0) { $0 | $1.storedBit }))
        }
        words("outcome", outcomes.map(\.rawValue))
        words("experience", experiences.map(\.rawValue))
        words("flow", flows.map(\.rawValue))
        if isStuck {
            parts.append("marked = 0")
            words("outcome", [Outcome.paid.rawValue])
        }
        if let since {
            parts.append("time >= ?")
            values.append(.integer(since.microseconds))
        }
        if let until {
            parts.append("time < ?")
            values.append(.integer(until.microseconds))
        }
        if let period {
            // Only the chain tells when an order without creation and payment began: those are let through where they may belong.
            parts.append(
                "(coalesce(created_at, paid_at) BETWEEN ? AND ? OR coalesce(created_at, paid_at) IS NULL AND last_evidence_at >= ?)")
            values += [period.from, period.to, period.from].map { .integer($0.microseconds) }
        }
        if let part {
            if part.index > 0 {
                parts.append("orders.key >= ?")
                values.append(.integer(part.first(part.index)))
            }
            if part.index + 1 < part.count {
                parts.append("orders.key < ?")
                values.append(.integer(part.first(part.index + 1)))
            }
        }
        if let appVersion { words("app_version", [appVersion]) }
        return (parts.isEmpty ? "1" : parts.joined(separator: " AND "), values)
    }

    /// A value of a condition.
    enum Value {
        case integer(Int64)
        case text(String)
    }
}
