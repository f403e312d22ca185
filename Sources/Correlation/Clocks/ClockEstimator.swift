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
/// - the cashier loads and the wallet opens, each for the first time, before the order's only payment;
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
            let process = process(of: event, chain)
            if !found.contains(process) { found.append(process) }
        }
        return found.sorted()
    }

    /// What the pairs of one chain say, by device and process; devices that nothing bounds are left out.
    public static func bounds(in chain: Chain) -> [ClockBound] {
        var work = Work(chain: chain)
        guard !work.devices.isEmpty else { return [] }
        work.pairCreation()
        if work.devices.count == 1 {
            // with several devices nobody can tell whose question a server line answers
            work.pairQueries()
            work.pairPayment()
            work.pairStore()
        }
        return work.bounds
    }

    /// The hash that stands for a process id.
    public static func process(_ id: UnsafeRawBufferPointer) -> UInt64 { AliasKey.hash(AttributeKey.process.rawValue, id) }

    static func process(of event: Evidence, _ chain: Chain) -> UInt64 {
        chain.withAttributes(of: event) { $0[.process].map(process) ?? 0 }
    }

    private struct Work {
        let chain: Chain
        var devices: [DeviceKey] = []
        var bounds: [ClockBound] = []

        init(chain: Chain) {
            self.chain = chain
            for event in chain.events where isUsable(event) && !devices.contains(event.device) { devices.append(event.device) }
        }

        /// A device event that surely belongs to the order.
        func isUsable(_ event: Evidence) -> Bool { event.witness == .client && event.device != 0 && event.binding != .window }

        /// The server event happened no later than the device event.
        mutating func server(_ stamp: Instant, before event: Evidence) {
            add(event, low: ClockOffset.unknown.low, high: event.at + event.resolution.width - stamp)
        }

        /// The device event happened no later than the server event, which was over at `end`.
        mutating func device(_ event: Evidence, before end: Instant) { add(event, low: event.at - end, high: ClockOffset.unknown.high) }

        private mutating func add(_ event: Evidence, low: TimeSpan, high: TimeSpan) {
            let offset = ClockOffset(low: low, high: high)
            let process = ClockEstimator.process(of: event, chain)
            if let i = bounds.firstIndex(where: { $0.device == event.device && $0.process == process }) {
                bounds[i].offset = ClockEstimator.intersect(bounds[i].offset, offset)
            } else {
                bounds.append(ClockBound(device: event.device, process: process, offset: offset))
            }
        }

        func end(_ event: Evidence) -> Instant { event.at + event.resolution.width }

        mutating func pairCreation() {
            var created: Instant?
            for event in chain.events where event.event == .orderCreated && event.witness == .serverApp {
                created = min(created ?? event.at, event.at)
            }
            guard let created else { return }
            for event in chain.events where isUsable(event) && event.binding == .direct {
                switch event.event {
                case .orderSaved, .checkoutLoaded, .checkoutFailed, .walletIntercepted, .walletOpened, .walletUnavailable, .returnReceived,
                    .querySent, .clientQueryAnswered, .queryFailed, .resultShown:
                    server(created, before: event)
                default: break
                }
            }
        }

        /// Questions that got an answer, in the device's own sequence.
        private func exchanges() -> [(sent: Evidence, answered: Evidence)] {
            var found: [(sent: Evidence, answered: Evidence)] = []
            var open: Evidence?
            for event in chain.events where isUsable(event) {
                switch event.event {
                case .querySent: open = event
                case .queryFailed: open = nil
                case .clientQueryAnswered:
                    if let sent = open { found.append((sent, event)) }
                    open = nil
                default: break
                }
            }
            return found
        }

        private func isAppRequest(_ event: Evidence) -> Bool {
            chain.withAttributes(of: event) { attributes in
                if let agent = attributes[.agent], !agent.equals("other") { return false }
                guard let status = attributes[.httpStatus]?.integer else { return true }
                return (200...299).contains(status)
            }
        }

        mutating func pairQueries() {
            let exchanges = exchanges()
            guard !exchanges.isEmpty else { return }
            var received: [Evidence] = []
            var answered: [Evidence] = []
            var edge: [Evidence] = []
            for event in chain.events {
                switch (event.event, event.witness) {
                case (.queryReceived, .serverApp): received.append(event)
                case (.serverQueryAnswered, .serverApp): answered.append(event)
                case (.queryReceived, .serverEdge): if isAppRequest(event) { edge.append(event) }
                default: break
                }
            }
            for list in [received, edge] {
                let list = list.sorted { end($0) < end($1) }
                let extra = max(0, list.count - exchanges.count)
                for (k, exchange) in exchanges.enumerated() where k + extra < list.count {
                    device(exchange.sent, before: end(list[k + extra]))
                }
            }
            for list in [answered.isEmpty ? received : answered, edge] where !list.isEmpty {
                let list = list.sorted { $0.at < $1.at }
                let extra = max(0, exchanges.count - list.count)
                for k in extra..<exchanges.count { server(list[k - extra].at, before: exchanges[k].answered) }
            }
        }

        mutating func pairPayment() {
            guard chain.attempts.count <= 1 else { return }
            guard let paid = PaymentProof.first(in: chain), let at = paid.paidAt else { return }
            var seen: Set<EventKind> = []
            for event in chain.events where isUsable(event) && leadsToPayment(event) && seen.insert(event.event).inserted {
                device(event, before: at + .seconds(1))
            }
        }

        /// The payer went through it before paying: its first time at least.
        private func leadsToPayment(_ event: Evidence) -> Bool {
            switch event.event {
            case .walletOpened: chain.has(.ok, "true", in: event)
            case .walletIntercepted, .checkoutLoaded: event.binding == .direct
            default: false
            }
        }

        mutating func pairStore() {
            guard chain.events.contains(where: { $0.event == .storeTransaction || $0.event == .receiptUploaded }) else { return }
            var sales: [(id: String, at: Instant)] = []
            var verified: [(id: String, end: Instant)] = []
            for event in chain.events where event.witness != .client {
                guard let id = chain.text(.transactionID, of: event) else { continue }
                if let at = chain.instant(.paidAt, of: event) { sales.append((id, at)) }
                if event.event == .receiptVerified { verified.append((id, end(event))) }
            }
            for event in chain.events where isUsable(event) {
                guard let id = chain.text(.transactionID, of: event) else { continue }
                if event.event == .storeTransaction, chain.has(.transactionState, "purchased", in: event) {
                    for sale in sales where sale.id == id { server(sale.at, before: event) }
                }
                if event.event == .receiptUploaded, let last = verified.filter({ $0.id == id }).map(\.end).max() {
                    device(event, before: last + ClockEstimator.uploadSlack)
                }
            }
        }
    }
}
