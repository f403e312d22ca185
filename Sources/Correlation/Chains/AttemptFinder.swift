import Domain

/// Finds the attempts at paying an order: by attempt number, else by channel (vocabulary §1), and says which one each delivery speaks of.
struct AttemptFinder {
    private var attempts: [Attempt] = []
    private var names: [UInt64] = []
    private let order: OrderNumber
    private let own: UInt64

    /// Sets `attempts` and `attempt` of every delivery.
    static func find(in chain: inout Chain) {
        var finder = AttemptFinder(order: chain.order)
        var places = [Int?](repeating: nil, count: chain.events.count)
        for (index, event) in chain.events.enumerated() where event.binding != .window {
            places[index] = chain.withAttributes(of: event) { finder.place(event, $0) }
        }
        let refused = PaymentProof.refused(in: chain)
        for index in chain.events.indices {
            guard let place = places[index], let proof = PaymentProof.proof(index, in: chain, refused: refused) else { continue }
            let at = proof.moment(in: chain)
            finder.attempts[place].paidAt = min(finder.attempts[place].paidAt ?? at, at)
        }
        let kept = finder.dropShadow()
        chain.attempts = kept.map { finder.attempts[$0] }
        for i in chain.deliveries.indices {
            let delivery = chain.deliveries[i]
            let lines = delivery.received + [delivery.verified, delivery.answered, delivery.sent].compactMap { $0 }
            guard let old = lines.lazy.compactMap({ places[$0] }).first else { continue }
            chain.deliveries[i].attempt = kept.firstIndex(of: old)
        }
    }

    private init(order: OrderNumber) { (self.order, own) = (order, order.stableHash) }

    /// The attempt that a line speaks of; a new one when it is the first to do so.
    private mutating func place(_ event: Evidence, _ attributes: Attributes) -> Int? {
        guard attributes[.payerExport] == nil else { return nil }
        let number = attributes[.attemptNumber] ?? attributes[.orderNumber]
        var name = number.map { StableHash.of($0) } ?? own
        if event.binding != .direct, attributes[.attemptNumber] == nil { name = own }
        let flow = attributes[.flow].flatMap { Flow(rawValue: $0.text) } ?? .unknown
        let provider = attributes[.provider]?.text ?? AttemptFinder.provider(of: flow)
        let trade = attributes[.tradeNumber].flatMap { AliasKey.names($0) ? $0.text : nil }
        guard name != own || !provider.isEmpty || trade != nil || flow != .unknown else { return nil }
        let found = find(name, provider, trade)
        let place = found ?? attempts.count
        if found == nil {
            guard attempts.count < Limits.attemptsPerOrder else { return nil }
            attempts.append(Attempt(number: name == own ? order.description : number?.text ?? ""))
            names.append(name)
        }
        if attempts[place].provider.isEmpty { attempts[place].provider = provider }
        if attempts[place].flow == .unknown { attempts[place].flow = flow }
        if let trade, !attempts[place].tradeNumbers.contains(trade) { attempts[place].tradeNumbers.append(trade) }
        if attempts[place].startedAt == nil { attempts[place].startedAt = event.at }
        return place
    }

    private func find(_ name: UInt64, _ provider: String, _ trade: String?) -> Int? {
        if name != own { return names.firstIndex(of: name) }
        if let trade, let known = attempts.firstIndex(where: { $0.tradeNumbers.contains(trade) }) { return known }
        return attempts.indices.first { i in
            names[i] == own && (provider.isEmpty || attempts[i].provider.isEmpty || attempts[i].provider == provider)
        }
    }

    /// An attempt under the order's own number that has neither a trade nor a payment is only the order itself, once others have numbers.
    private mutating func dropShadow() -> [Int] {
        let hasNumbered = names.contains { $0 != own }
        return attempts.indices.filter { i in
            !(hasNumbered && names[i] == own && attempts[i].tradeNumbers.isEmpty && attempts[i].paidAt == nil)
        }
    }

    private static func provider(of flow: Flow) -> String {
        switch flow {
        case .alipayH5, .alipaySDK: "alipay"
        case .wechatH5, .wechatSDK: "wechat"
        case .storekit: "apple"
        case .webCheckout, .unknown: ""
        }
    }
}
