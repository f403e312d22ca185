import Domain

/// What the logs could tell of the orders of a period, and by which way payers came back.
struct CoverageTally: Sendable {
    /// Orders whose whole time a kind of witness covers.
    var covered: [Witness: Int] = [:]
    var orders = 0

    mutating func note(_ verdict: Verdict) {
        orders += 1
        for one in verdict.coverage where one.state == .covered { covered[one.witness, default: 0] += 1 }
    }

    mutating func merge(_ other: CoverageTally) {
        orders += other.orders
        covered.merge(other.covered, uniquingKeysWith: +)
    }
}

/// How paid payers came back.
struct RouteTally: Sendable {
    /// Paid orders by the way of their return callback.
    var returns: [String: Int] = [:]
    /// Paid orders without a callback for which the app asked and showed the right result.
    var byQuery = 0
    /// Paid orders without either.
    var none = 0
    /// Paid orders of which no log tells.
    var unseen = 0
    var open = 0
    /// Orders for which the URL scheme took over from the Universal Link.
    var fallbacks = 0
    var paid = 0
    /// Whether the client says that the app was just installed.
    var firstInstall = ReachCounts()

    mutating func note(_ verdict: Verdict, _ chain: Chain, _ reaches: [(step: Step, reach: Reach)]) {
        guard verdict.outcome.everPaid, let returned = reaches.first(where: { $0.step == .returned })?.reach else { return }
        paid += 1
        firstInstall.add(RouteTally.firstInstall(chain))
        if verdict.remarks.contains(.fallbackUsed) { fallbacks += 1 }
        switch returned {
        case .yes:
            let via = verdict.segments.returnVia ?? ""
            returns[RouteTally.known.contains(via) ? via : "other", default: 0] += 1
        case .no: if verdict.experience == .recovered { byQuery += 1 } else { none += 1 }
        case .open: open += 1
        case .unseen: unseen += 1
        }
    }

    mutating func merge(_ other: RouteTally) {
        returns.merge(other.returns, uniquingKeysWith: +)
        byQuery += other.byQuery
        none += other.none
        unseen += other.unseen
        open += other.open
        fallbacks += other.fallbacks
        paid += other.paid
        firstInstall.add(other.firstInstall)
    }

    private static func firstInstall(_ chain: Chain) -> Reach {
        var found = Reach.unseen
        for event in chain.events where event.witness == .client {
            let told: Reach? = chain.withAttributes(of: event) { attributes in
                guard let value = attributes[.firstInstall] else { return nil }
                return value.equals("true") ? .yes : value.equals("false") ? .no : nil
            }
            if told == .yes { return .yes }
            if told == .no { found = .no }
        }
        return found
    }

    static let known = ["universal_link", "url_scheme", "sdk", "webview"]
}
