import Domain

/// The causal pairs of one chain: see ``ClockEstimator``. One a worker: its memory is used again for every chain.
public struct ClockPairs: ~Copyable {
    private var view = ChainView.empty
    /// Devices with events that surely belong to the order.
    private var devices = Scratch<DeviceKey>(capacity: 8)
    /// What the pairs found so far say.
    private(set) var bounds = Scratch<ClockBound>(capacity: 8)
    /// Questions that got an answer, in the device's own sequence.
    private var exchanges = Scratch<(sent: Int, answered: Int)>()
    /// When requests on the server began or ended.
    private var moments = Scratch<Instant>()

    /// Makes one.
    public init() {}

    /// Finds what the pairs of a chain say, by device and process.
    ///
    /// - Parameter arena: where the attributes of its events lie; nil: in the chain.
    public mutating func find(in chain: Chain, arena: UnsafeRawBufferPointer? = nil) {
        bounds.removeAll()
        devices.removeAll()
        chain.withView(in: arena) { view in
            self.view = view
            for index in view.events.indices where isUsable(index) && !isKnown(view.events[index].device) {
                devices.append(view.events[index].device)
            }
            guard !devices.isEmpty else { return }
            pairCreation()
            // with several devices nobody can tell whose question a server line answers
            guard devices.count == 1 else { return }
            pairQueries()
            if chain.attempts.count <= 1 {
                pairPayment(PaymentProof.first(in: view, refused: PaymentProof.refused(in: chain.deliveries)))
            }
            pairStore()
        }
    }

    private func isKnown(_ device: DeviceKey) -> Bool {
        for place in devices.indices where devices[place] == device { return true }
        return false
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
        for i in bounds.indices where bounds[i].device == device && bounds[i].process == process {
            bounds[i].offset = ClockEstimator.intersect(bounds[i].offset, offset)
            return
        }
        bounds.append(ClockBound(device: device, process: process, offset: offset))
    }

    /// The server creates an order before the app can work with it.
    private mutating func pairCreation() {
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

    private mutating func findExchanges() {
        exchanges.removeAll()
        var open: Int?
        for index in view.events.indices where isUsable(index) {
            switch view.events[index].event {
            case .querySent: open = index
            case .queryFailed: open = nil
            case .clientQueryAnswered:
                if let sent = open { exchanges.append((sent, index)) }
                open = nil
            default: break
            }
        }
    }

    /// A request that the app may have made and got an answer to.
    private func isAppRequest(_ index: Int) -> Bool {
        let attributes = view.attributes(index)
        if let agent = attributes[.agent], !agent.equals("other") { return false }
        guard let status = attributes[.httpStatus]?.integer else { return true }
        return (200...299).contains(status)
    }

    /// Which lines of a server speak of queries.
    private enum Side {
        case received, answered, edge
    }

    /// The stamps of one side's lines, earliest first.
    private mutating func gather(_ side: Side, _ stamp: (Evidence) -> Instant) {
        moments.removeAll()
        for index in view.events.indices {
            let event = view.events[index]
            let isWanted =
                switch side {
                case .received: event.event == .queryReceived && event.witness == .serverApp
                case .answered: event.event == .serverQueryAnswered && event.witness == .serverApp
                case .edge: event.event == .queryReceived && event.witness == .serverEdge && isAppRequest(index)
                }
            if isWanted { moments.append(stamp(event)) }
        }
        if moments.count > 1 { moments.sort(by: <) }
    }

    /// Questions before their receipt, answers before their reading; k-th with k-th, moved by as many as one side has more.
    private mutating func pairQueries() {
        findExchanges()
        // Where lines between the first and the last are left out, nobody knows which is the k-th.
        guard !exchanges.isEmpty, !CrowdedOrder.isCrowded(view.events) else { return }
        pairQuestions(.received)
        pairQuestions(.edge)
        gather(.answered) { $0.at }
        if moments.isEmpty { gather(.received) { $0.at } }
        pairAnswers()
        gather(.edge) { $0.at }
        pairAnswers()
    }

    private mutating func pairQuestions(_ side: Side) {
        gather(side) { $0.at + $0.resolution.width }
        let extra = max(0, moments.count - exchanges.count)
        for k in exchanges.indices where k + extra < moments.count { device(exchanges[k].sent, before: moments[k + extra]) }
    }

    private mutating func pairAnswers() {
        guard !moments.isEmpty else { return }
        let extra = max(0, exchanges.count - moments.count)
        for k in extra..<max(extra, exchanges.count) { server(moments[k - extra], before: exchanges[k].answered) }
    }

    /// The wallet opens before the order's only payment.
    private mutating func pairPayment(_ proof: PaymentProof?) {
        guard let at = proof?.paidAt else { return }
        var (opened, intercepted, loaded, saved, tapped) = (false, false, false, false, false)
        func isFirst(_ seen: inout Bool) -> Bool {
            defer { seen = true }
            return !seen
        }
        for index in view.events.indices where isUsable(index) && leadsToPayment(index) {
            let isFirst =
                switch view.events[index].event {
                case .walletOpened: isFirst(&opened)
                case .walletIntercepted: isFirst(&intercepted)
                case .orderSaved: isFirst(&saved)
                case .payTapped: isFirst(&tapped)
                default: isFirst(&loaded)
                }
            if isFirst { device(index, before: at + .seconds(1)) }
        }
    }

    /// The payer went through it before paying: its first time at least.
    private func leadsToPayment(_ index: Int) -> Bool {
        switch view.events[index].event {
        case .walletOpened: view.attributes(index)[.ok]?.equals("true") ?? false
        case .walletIntercepted, .checkoutLoaded: view.events[index].binding == .direct
        // The app keeps the order, or the payer taps, and then the wallet opens, whose line often names no order.
        case .orderSaved, .payTapped: view.events[index].binding == .direct && isFollowedByWallet(index)
        default: false
        }
    }

    private func isFollowedByWallet(_ index: Int) -> Bool {
        let (device, at) = (view.events[index].device, view.events[index].at)
        return view.events.indices.contains { other in
            view.events[other].event == .walletOpened && view.events[other].device == device && view.events[other].at >= at
                && (view.attributes(other)[.ok]?.equals("true") ?? false)
        }
    }

    /// The store sells before the app sees `purchased`; a receipt is verified at most a little before its upload is logged.
    private mutating func pairStore() {
        guard view.events.contains(where: { $0.event == .storeTransaction || $0.event == .receiptUploaded }) else { return }
        var sales: [UInt64: Instant] = [:]
        var verified: [UInt64: Instant] = [:]
        let view = view
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
