import Domain

/// The causal pairs of one chain: see ``ClockEstimator``.
struct ClockPairs {
    private let view: ChainView
    /// Devices with events that surely belong to the order.
    private(set) var devices: [DeviceKey] = []
    /// What the pairs found so far say.
    private(set) var bounds: [ClockBound] = []

    init(view: ChainView) {
        self.view = view
        for index in view.events.indices where isUsable(index) && !devices.contains(view.events[index].device) {
            devices.append(view.events[index].device)
        }
    }

    /// A device event that surely belongs to the order.
    private func isUsable(_ index: Int) -> Bool {
        let event = view.events[index]
        return event.witness == .client && event.device != 0 && event.binding != .window
    }

    private func end(_ index: Int) -> Instant { view.events[index].at + view.events[index].resolution.width }

    /// The server event happened no later than the device event.
    private mutating func server(_ stamp: Instant, before index: Int) {
        add(index, low: ClockOffset.unknown.low, high: end(index) - stamp)
    }

    /// The device event happened no later than the server event, which was over at `end`.
    private mutating func device(_ index: Int, before end: Instant) {
        add(index, low: view.events[index].at - end, high: ClockOffset.unknown.high)
    }

    private mutating func add(_ index: Int, low: TimeSpan, high: TimeSpan) {
        let (device, offset) = (view.events[index].device, ClockOffset(low: low, high: high))
        let process = ClockEstimator.process(view.attributes(index))
        if let i = bounds.firstIndex(where: { $0.device == device && $0.process == process }) {
            bounds[i].offset = ClockEstimator.intersect(bounds[i].offset, offset)
        } else {
            bounds.append(ClockBound(device: device, process: process, offset: offset))
        }
    }

    /// The server creates an order before the app can work with it.
    mutating func pairCreation() {
        var created: Instant?
        for event in view.events where event.event == .orderCreated && event.witness == .serverApp {
            created = min(created ?? event.at, event.at)
        }
        guard let created else { return }
        for index in view.events.indices where isUsable(index) && view.events[index].binding == .direct {
            switch view.events[index].event {
            case .orderSaved, .checkoutLoaded, .checkoutFailed, .walletIntercepted, .walletOpened, .walletUnavailable, .returnReceived,
                .querySent, .clientQueryAnswered, .queryFailed, .resultShown:
                server(created, before: index)
            default: break
            }
        }
    }

    /// Questions that got an answer, in the device's own sequence.
    private func exchanges() -> [(sent: Int, answered: Int)] {
        var found: [(sent: Int, answered: Int)] = []
        var open: Int?
        for index in view.events.indices where isUsable(index) {
            switch view.events[index].event {
            case .querySent: open = index
            case .queryFailed: open = nil
            case .clientQueryAnswered:
                if let sent = open { found.append((sent, index)) }
                open = nil
            default: break
            }
        }
        return found
    }

    /// A request that the app may have made and got an answer to.
    private func isAppRequest(_ index: Int) -> Bool {
        let attributes = view.attributes(index)
        if let agent = attributes[.agent], !agent.equals("other") { return false }
        guard let status = attributes[.httpStatus]?.integer else { return true }
        return (200...299).contains(status)
    }

    /// Questions before their receipt, answers before their reading; k-th with k-th, moved by as many as one side has more.
    mutating func pairQueries() {
        let exchanges = exchanges()
        guard !exchanges.isEmpty else { return }
        var received: [Int] = []
        var answered: [Int] = []
        var edge: [Int] = []
        for index in view.events.indices {
            switch (view.events[index].event, view.events[index].witness) {
            case (.queryReceived, .serverApp): received.append(index)
            case (.serverQueryAnswered, .serverApp): answered.append(index)
            case (.queryReceived, .serverEdge): if isAppRequest(index) { edge.append(index) }
            default: break
            }
        }
        for list in [received, edge] {
            let ends = list.map(end).sorted()
            let extra = max(0, ends.count - exchanges.count)
            for (k, exchange) in exchanges.enumerated() where k + extra < ends.count { device(exchange.sent, before: ends[k + extra]) }
        }
        for list in [answered.isEmpty ? received : answered, edge] where !list.isEmpty {
            let starts = list.map { view.events[$0].at }.sorted()
            let extra = max(0, exchanges.count - starts.count)
            for k in extra..<max(extra, exchanges.count) { server(starts[k - extra], before: exchanges[k].answered) }
        }
    }

    /// The wallet opens before the order's only payment.
    mutating func pairPayment(_ proof: PaymentProof?) {
        guard let at = proof?.paidAt else { return }
        var seen: Set<EventKind> = []
        for index in view.events.indices where isUsable(index) && leadsToPayment(index) {
            if seen.insert(view.events[index].event).inserted { device(index, before: at + .seconds(1)) }
        }
    }

    /// The payer went through it before paying: its first time at least.
    private func leadsToPayment(_ index: Int) -> Bool {
        switch view.events[index].event {
        case .walletOpened: view.attributes(index)[.ok]?.equals("true") ?? false
        case .walletIntercepted, .checkoutLoaded: view.events[index].binding == .direct
        default: false
        }
    }

    /// The store sells before the app sees `purchased`; a receipt is verified at most a little before its upload is logged.
    mutating func pairStore() {
        guard view.events.contains(where: { $0.event == .storeTransaction || $0.event == .receiptUploaded }) else { return }
        var sales: [UInt64: Instant] = [:]
        var verified: [UInt64: Instant] = [:]
        func transaction(_ index: Int) -> UInt64? { view.attributes(index)[.transactionID].map { StableHash.of($0) } }
        for index in view.events.indices where view.events[index].witness != .client {
            guard let id = transaction(index) else { continue }
            if let at = view.instant(.paidAt, index) { sales[id] = max(sales[id] ?? at, at) }
            if view.events[index].event == .receiptVerified { verified[id] = max(verified[id] ?? end(index), end(index)) }
        }
        for index in view.events.indices where isUsable(index) {
            guard let id = transaction(index) else { continue }
            let isPurchase = view.attributes(index)[.transactionState]?.equals("purchased") ?? false
            if view.events[index].event == .storeTransaction, isPurchase, let sale = sales[id] { server(sale, before: index) }
            if view.events[index].event == .receiptUploaded, let last = verified[id] {
                device(index, before: last + ClockEstimator.uploadSlack)
            }
        }
    }
}
