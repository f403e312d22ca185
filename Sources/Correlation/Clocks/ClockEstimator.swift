import Domain

/// What one chain says of one device's clock while one process of the app ran.
public struct ClockBound: Hashable, Sendable {
    /// The device session.
    public var device: DeviceKey
    /// Hash of the client's process id; 0 when its lines name none.
    public var process: UInt64
    /// The offset interval.
    public var offset: ClockOffset
}

/// Bounds device clocks by causal pairs (vocabulary §8, Time).
///
/// `offset = shown − true`. A device stamp `d` with resolution `w` was shown in `[d, d + w)`, a server stamp `s` was true in `[s, s + w)`.
/// A server event before a device event gives `offset < d + w − s`; a device event before a server event gives `offset > d − s − w`.
///
/// Pairs are taken only where one event cannot happen without the other having happened first:
/// - the server creates an order before the app can name it as saved, loaded, opened or asked for (not tapped: the app may make the number);
/// - a query is sent before the server receives it, an answer is given before the app reads it; k-th with k-th, moved by as many as one side
///   has more than the other, so that questions of others and lost ends of a log never tie the wrong two;
/// - the cashier loads and the wallet opens, each for the first time, before the order's only payment; so is the order kept, and tapped,
///   where the wallet opens after it;
/// - the store sells before the app sees the transaction as purchased; a receipt is verified at most a minute before its upload is logged.
///
/// An access log stamps the end (nginx) or the beginning (Apache) of a request: both lie between question and answer as the app saw them,
/// so its stamp is used as it is and its duration is not.
public enum ClockEstimator {
    /// How much later than the server's work an upload may be logged: some apps log it when it is done.
    static let uploadSlack = TimeSpan.minutes(1)

    /// Both are true: the intersection. Contradicting intervals give one that is not consistent.
    public static func intersect(_ a: ClockOffset, _ b: ClockOffset) -> ClockOffset {
        let (low, high) = (max(a.low, b.low), min(a.high, b.high))
        return ClockOffset(low: low, high: high, isConsistent: a.isConsistent && b.isConsistent && low <= high)
    }

    /// Hashes of the process ids that wrote a device's events of a chain; 0 stands for lines without one.
    public static func processes(in chain: Chain, of device: DeviceKey) -> [UInt64] {
        var found: [UInt64] = []
        for event in chain.events where event.device == device && event.witness == .client {
            let process = chain.withAttributes(of: event) { ClockEstimator.process($0) }
            if !found.contains(process) { found.append(process) }
        }
        return found.sorted()
    }

    /// What the pairs of one chain say, by device and process; devices that nothing bounds are left out.
    public static func bounds(in chain: Chain) -> [ClockBound] {
        var pairs = ClockPairs()
        pairs.find(in: chain)
        return Array(pairs.bounds.elements)
    }

    /// Hash of the process id that a line names; 0 when it names none.
    public static func process(_ attributes: Attributes) -> UInt64 {
        attributes[.process].map { AliasKey.hash(AttributeKey.process.rawValue, $0) } ?? 0
    }
}
