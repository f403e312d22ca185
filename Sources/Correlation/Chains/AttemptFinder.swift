import Domain

/// Finds the attempts at paying an order: by attempt number, else by channel (vocabulary §1), and says which one each delivery speaks of.
struct AttemptFinder {
    /// An attempt while it is put together.
    private struct Draft {
        var attempt: Attempt
        var name: UInt64
        var trades: [UInt64]
    }

    /// What a line says of its attempt.
    private struct Words {
        var number: UnsafeRawBufferPointer?
        var isAttempt = false
        var flow: UnsafeRawBufferPointer?
        var provider: UnsafeRawBufferPointer?
        var trade: UnsafeRawBufferPointer?
    }

    private var drafts: [Draft] = []
    private let order: OrderNumber
    private let own: UInt64

    /// Sets `attempts` and `attempt` of every delivery.
    static func find(in chain: inout Chain) {
        var finder = AttemptFinder(order: chain.order)
        var places = [Int32](repeating: -1, count: chain.events.count)
        let refused = PaymentProof.refused(in: chain.deliveries)
        chain.withView { view in
            for index in view.events.indices where view.events[index].binding != .window {
                guard let place = finder.place(index, view) else { continue }
                places[index] = Int32(truncatingIfNeeded: place)
                guard let proof = PaymentProof.proof(index, in: view, refused: refused) else { continue }
                finder.drafts[place].attempt.paidAt = min(finder.drafts[place].attempt.paidAt ?? proof.moment, proof.moment)
            }
        }
        let kept = finder.withoutShadow()
        chain.attempts = kept.map { finder.drafts[$0].attempt }
        for i in chain.deliveries.indices {
            var lines = chain.deliveries[i].received
            for line in [chain.deliveries[i].verified, chain.deliveries[i].answered, chain.deliveries[i].sent] {
                if let line { lines.append(line) }
            }
            guard let line = lines.first(where: { places[$0] >= 0 }) else { continue }
            chain.deliveries[i].attempt = kept.firstIndex(of: Int(places[line]))
        }
    }

    private init(order: OrderNumber) { (self.order, own) = (order, order.stableHash) }

    /// The attempt that a line speaks of; a new one when it is the first to do so.
    private mutating func place(_ index: Int, _ view: ChainView) -> Int? {
        guard let words = AttemptFinder.words(view.attributes(index)) else { return nil }
        let event = view.events[index]
        var name = own
        if let number = words.number, words.isAttempt || event.binding == .direct { name = StableHash.of(number) }
        let trade = words.trade.map { StableHash.of($0) }
        guard name != own || words.provider != nil || trade != nil || words.flow != nil else { return nil }
        let flow = words.flow.flatMap { AttemptFinder.flow($0) } ?? .unknown
        var found = find(name, words.provider, flow, trade)
        if found == nil {
            guard drafts.count < Limits.attemptsPerOrder else { return nil }
            let number = name == own ? order.description : words.number?.text ?? ""
            drafts.append(Draft(attempt: Attempt(number: number), name: name, trades: []))
            found = drafts.count - 1
        }
        guard let place = found else { return nil }
        if drafts[place].attempt.provider.isEmpty {
            drafts[place].attempt.provider = words.provider?.text ?? AttemptFinder.provider(of: flow)
        }
        if drafts[place].attempt.flow == .unknown { drafts[place].attempt.flow = flow }
        if drafts[place].attempt.startedAt == nil { drafts[place].attempt.startedAt = event.at }
        if let trade, let text = words.trade, !drafts[place].trades.contains(trade), drafts[place].trades.count < Limits.attemptsPerOrder {
            drafts[place].trades.append(trade)
            drafts[place].attempt.tradeNumbers.append(text.text)
        }
        return place
    }

    private static func words(_ attributes: Attributes) -> Words? {
        var words = Words()
        var cursor = AttributeCursor(attributes)
        while cursor.next() {
            switch cursor.code {
            case AttributeKey.attemptNumber.rawValue: (words.number, words.isAttempt) = (cursor.value, true)
            case AttributeKey.orderNumber.rawValue: if !words.isAttempt { words.number = cursor.value }
            case AttributeKey.flow.rawValue: words.flow = cursor.value
            case AttributeKey.provider.rawValue: if !cursor.value.isEmpty { words.provider = cursor.value }
            case AttributeKey.tradeNumber.rawValue: if AliasKey.names(cursor.value) { words.trade = cursor.value }
            case AttributeKey.payerExport.rawValue: return nil
            default: break
            }
        }
        return words
    }

    private func find(_ name: UInt64, _ word: UnsafeRawBufferPointer?, _ flow: Flow, _ trade: UInt64?) -> Int? {
        if name != own { return drafts.firstIndex { $0.name == name } }
        if let trade, let known = drafts.firstIndex(where: { $0.trades.contains(trade) }) { return known }
        let implied = word == nil ? AttemptFinder.provider(of: flow) : ""
        return drafts.indices.first { i in
            guard drafts[i].name == own else { return false }
            if drafts[i].attempt.provider.isEmpty { return true }
            if let word { return drafts[i].attempt.provider.utf8.elementsEqual(word) }
            return implied.isEmpty || drafts[i].attempt.provider == implied
        }
    }

    /// Reads a flow word without making text of it.
    private static func flow(_ word: UnsafeRawBufferPointer) -> Flow? {
        Flow.allCases.first { $0.rawValue.utf8.elementsEqual(word) }
    }

    /// An attempt under the order's own number that has neither a trade nor a payment is only the order itself, once others have numbers.
    private func withoutShadow() -> [Int] {
        let hasNumbered = drafts.contains { $0.name != own }
        return drafts.indices.filter { i in
            !(hasNumbered && drafts[i].name == own && drafts[i].trades.isEmpty && drafts[i].attempt.paidAt == nil)
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
