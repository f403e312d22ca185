import Domain

/// What orders are told apart by.
public enum SegmentDimension: String, Hashable, Sendable, CaseIterable {
    case flow
    case platform
    case appVersion = "app_version"
    case osVersion = "os_version"
    case channel
    case provider
    case returnVia = "return_via"
    case schemeFallback = "scheme_fallback"
    case hour

    /// The dimensions that orders are broken down by in a table.
    public static let tables: [SegmentDimension] = [.platform, .appVersion, .osVersion, .channel, .provider, .hour]
}

/// What is counted of the orders of one segment.
public struct SegmentCounts: Hashable, Sendable {
    /// Orders.
    public var orders = 0
    /// Paid or not.
    public var paid = ReachCounts()
    /// Of the paid ones: back in the app or not.
    public var returned = ReachCounts()
    /// Of the paid ones: marked paid or not.
    public var marked = ReachCounts()
    /// Of the paid ones: the payer never saw the right result, or did.
    public var lost = ReachCounts()

    mutating func add(_ other: SegmentCounts) {
        orders += other.orders
        paid.add(other.paid)
        returned.add(other.returned)
        marked.add(other.marked)
        lost.add(other.lost)
    }
}

/// Orders by segment.
struct SegmentTally: Sendable {
    /// Values with the places of their counts, in the order of ``SegmentDimension/tables``.
    private var tables = [[String: Int]](repeating: [:], count: SegmentDimension.tables.count)
    private var counts: [SegmentCounts] = []
    /// What stands for values beyond the bound.
    static let beyond = "…"
    private static let hours = (0..<24).map { $0 < 10 ? "0\($0)" : "\($0)" }

    mutating func note(_ verdict: Verdict, _ reaches: [(step: Step, reach: Reach)], hour: Int) {
        var counts = SegmentCounts()
        counts.orders = 1
        counts.paid.add(verdict.paidReach)
        if verdict.outcome.everPaid {
            for one in reaches where one.step == .returned { counts.returned.add(one.reach) }
            for one in reaches where one.step == .markedPaid { counts.marked.add(one.reach) }
            counts.lost.add(verdict.lostReach)
        }
        for (place, dimension) in SegmentDimension.tables.enumerated() {
            add(counts, place, dimension == .hour ? SegmentTally.hours[hour] : verdict.value(of: dimension) ?? "")
        }
    }

    /// The values of a dimension with their counts.
    subscript(dimension: SegmentDimension) -> [String: SegmentCounts] {
        SegmentDimension.tables.firstIndex(of: dimension).map { tables[$0].mapValues { counts[$0] } } ?? [:]
    }

    private mutating func add(_ more: SegmentCounts, _ table: Int, _ value: String) {
        // Nearly always the value is known: one look-up.
        if let place = tables[table][value] { return counts[place].add(more) }
        let value = tables[table].count < Limits.reportValues ? value : SegmentTally.beyond
        if let place = tables[table][value] { return counts[place].add(more) }
        tables[table][value] = counts.count
        counts.append(more)
    }

    mutating func merge(_ other: SegmentTally) {
        for (table, values) in other.tables.enumerated() {
            for (value, place) in values.sorted(by: { $0.key < $1.key }) { add(other.counts[place], table, value) }
        }
    }
}

extension Verdict {
    /// Whether a paid payer was lost.
    var lostReach: Reach {
        switch experience {
        case .lost: .yes
        case .landed, .recovered: .no
        case .unobserved, nil: .unseen
        }
    }

    /// The order's value of a dimension that its verdict tells; nil where no line told.
    func value(of dimension: SegmentDimension) -> String? {
        switch dimension {
        case .flow: flow.rawValue
        case .platform: segments.platform
        case .appVersion: segments.appVersion
        case .osVersion: segments.osVersion
        case .channel: segments.channel
        case .provider: segments.provider
        case .returnVia: segments.returnVia == "none" ? nil : segments.returnVia
        case .schemeFallback, .hour: nil
        }
    }
}
