import Domain

/// Finds the attempts at paying an order: by attempt number, else by channel (vocabulary §1), and says which one each delivery speaks of.
///
/// A value is used again for every order.
struct AttemptFinder: ~Copyable {
    /// An attempt while it is put together; its texts lie where the chain keeps them.
    struct Draft {
        var name: UInt64
        /// Nil: the order's own.
        var number: UnsafeRawBufferPointer?
        /// Empty when unknown.
        var provider: UnsafeRawBufferPointer
        var flow = Flow.unknown
        var trades = 0
        var startedAt: Instant?
        var paidAt: Instant?
        /// Its place among those that are kept, or -1.
        var kept = -1
    }

    /// A provider's trade number seen with an attempt.
    struct Trade {
        var draft: Int
        var name: UInt64
        var text: UnsafeRawBufferPointer
    }

    /// What a line says of its attempt.
    private struct Words {
        var number: UnsafeRawBufferPointer?
        var isAttempt = false
        var flow: UnsafeRawBufferPointer?
        var provider: UnsafeRawBufferPointer?
        var trade: UnsafeRawBufferPointer?
    }

    private var drafts = Scratch<Draft>(capacity: 8)
    private var trades = Scratch<Trade>(capacity: 8)
    /// By event: the draft it speaks of, or -1.
    private var places = Scratch<Int32>()
    private var own: UInt64 = 0
    /// The order's own number as some line spells it; empty before one does.
    private var ownNumber = UnsafeRawBufferPointer(start: nil, count: 0)

    /// Sets `attempts` and `attempt` of every delivery.
    ///
    /// - Parameters:
    ///   - view: the chain's events.
    ///   - order: the stable hash of its order.
    ///   - isForSurvey: true leaves numbers and trade numbers out.
    mutating func find(in view: ChainView, order: UInt64, isForSurvey: Bool, into chain: inout Chain) {
        drafts.removeAll()
        trades.removeAll()
        (own, ownNumber) = (order, UnsafeRawBufferPointer(start: nil, count: 0))
        places.fill(-1, count: view.events.count)
        let refused = PaymentProof.refused(in: chain.deliveries)
        for index in view.events.indices where view.events[index].binding != .window {
            let place = place(index, view)
            guard place >= 0 else { continue }
            places[index] = Int32(truncatingIfNeeded: place)
            guard let proof = PaymentProof.proof(index, in: view, refused: refused) else { continue }
            drafts[place].paidAt = min(drafts[place].paidAt ?? proof.moment, proof.moment)
        }
        write(into: &chain.attempts, order: chain.order, isForSurvey: isForSurvey)
        guard !isForSurvey else { return }
        for i in chain.deliveries.indices {
            guard let line = firstPlaced(of: chain.deliveries[i]) else { continue }
            let kept = drafts[Int(places[line])].kept
            chain.deliveries[i].attempt = kept < 0 ? nil : kept
        }
    }

    /// The first line of a delivery that speaks of an attempt.
    private func firstPlaced(of delivery: Delivery) -> Int? {
        for line in delivery.received where places[line] >= 0 { return line }
        if let line = delivery.verified, places[line] >= 0 { return line }
        if let line = delivery.answered, places[line] >= 0 { return line }
        if let line = delivery.sent, places[line] >= 0 { return line }
        return nil
    }

    /// The attempt that a line speaks of, a new one when it is the first to do so; -1 where it speaks of none.
    private mutating func place(_ index: Int, _ view: ChainView) -> Int {
        let event = view.events[index]
        let attributes = view.attributes(index)
        // Most lines name at most the order's own number: they speak of no attempt.
        if !attributes.keys.mayHold(AttemptFinder.speaking) {
            guard event.binding == .direct, let number = attributes[.orderNumber], !isOwn(number) else { return -1 }
        }
        guard let words = AttemptFinder.words(attributes) else { return -1 }
        var name = own
        if let stated = words.number, words.isAttempt || event.binding == .direct, !isOwn(stated) { name = StableHash.of(stated) }
        guard name != own || words.provider != nil || words.trade != nil || words.flow != nil else { return -1 }
        let trade = words.trade.map { StableHash.of($0) }
        let flow = words.flow.flatMap { Flow(bytes: $0) } ?? .unknown
        var place = find(name, words.provider, flow, trade)
        if place < 0 {
            guard drafts.count < Limits.attemptsPerOrder else { return -1 }
            place = drafts.count
            drafts.append(
                Draft(name: name, number: name == own ? nil : words.number, provider: UnsafeRawBufferPointer(start: nil, count: 0)))
        }
        if drafts[place].provider.count == 0 { drafts[place].provider = words.provider ?? AttemptFinder.provider(of: flow) }
        if drafts[place].flow == .unknown { drafts[place].flow = flow }
        if drafts[place].startedAt == nil { drafts[place].startedAt = event.at }
        if let trade, let text = words.trade, drafts[place].trades < Limits.attemptsPerOrder, !has(trade, in: place) {
            trades.append(Trade(draft: place, name: trade, text: text))
            drafts[place].trades += 1
        }
        return place
    }

    /// Whether a number is the order's: most lines spell it alike, and one of them is hashed.
    private mutating func isOwn(_ number: UnsafeRawBufferPointer) -> Bool {
        if !ownNumber.isEmpty, number.equals(ownNumber) { return true }
        guard StableHash.of(number) == own else { return false }
        ownNumber = number
        return true
    }

    private static let keys = AttributeKeys(
        .orderNumber, .attemptNumber, .tradeNumber, .flow, .provider, .payerExport)

    private static let speaking = AttributeKeys(.attemptNumber, .tradeNumber, .flow, .provider, .payerExport)

    private static func words(_ attributes: Attributes) -> Words? {
        var words = Words()
        let keys = AttemptFinder.keys
        var cursor = AttributeCursor(attributes)
        while cursor.next(among: keys) {
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

    private func has(_ trade: UInt64, in draft: Int) -> Bool {
        for place in trades.indices where trades[place].draft == draft && trades[place].name == trade { return true }
        return false
    }

    private func find(_ name: UInt64, _ word: UnsafeRawBufferPointer?, _ flow: Flow, _ trade: UInt64?) -> Int {
        if name != own {
            for place in drafts.indices where drafts[place].name == name { return place }
            return -1
        }
        if let trade { for place in drafts.indices where has(trade, in: place) { return place } }
        let implied = word == nil ? AttemptFinder.provider(of: flow) : UnsafeRawBufferPointer(start: nil, count: 0)
        for place in drafts.indices where drafts[place].name == own {
            let provider = drafts[place].provider
            if provider.count == 0 { return place }
            if let word {
                if provider.equals(word) { return place }
            } else if implied.count == 0 || provider.equals(implied) {
                return place
            }
        }
        return -1
    }

    /// An attempt under the order's own number that has neither a trade nor a payment is only the order itself, once others have numbers.
    private mutating func write(into attempts: inout [Attempt], order: OrderNumber, isForSurvey: Bool) {
        attempts.removeAll(keepingCapacity: true)
        var hasNumbered = false
        for place in drafts.indices where drafts[place].name != own { hasNumbered = true }
        for place in drafts.indices {
            let draft = drafts[place]
            if hasNumbered && draft.name == own && draft.trades == 0 && draft.paidAt == nil { continue }
            drafts[place].kept = attempts.count
            let number = isForSurvey ? "" : draft.number?.text ?? (draft.name == own ? order.description : "")
            var attempt = Attempt(number: number, provider: draft.provider.text, flow: draft.flow)
            (attempt.startedAt, attempt.paidAt) = (draft.startedAt, draft.paidAt)
            if draft.trades > 0, !isForSurvey {
                for trade in trades.indices where trades[trade].draft == place { attempt.tradeNumbers.append(trades[trade].text.text) }
            }
            attempts.append(attempt)
        }
    }

    private static func provider(of flow: Flow) -> UnsafeRawBufferPointer {
        switch flow {
        case .alipayH5, .alipaySDK: bytes("alipay")
        case .wechatH5, .wechatSDK: bytes("wechat")
        case .storekit: bytes("apple")
        case .webCheckout, .unknown: UnsafeRawBufferPointer(start: nil, count: 0)
        }
    }

    private static func bytes(_ word: StaticString) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    }
}
