import Domain
import Flows

extension Case {
    /// The order's amount: from order.created, else from the provider.
    var amount: Money? {
        if let created, let money = chain.money(of: chain.events[created]) { return money }
        for (index, fact) in facts.enumerated() where fact.flags.contains(.amount) {
            switch fact.event {
            case .tradeRecorded, .providerAnswered, .notifyReceived, .checkoutCreated, .payTapped, .notifyVerified,
                .storeTransactionRecorded:
                if let money = chain.money(of: chain.events[index]), money.units != 0 { return money }
            default: continue
            }
        }
        return nil
    }

    /// Aliases by kind, each list sorted and without repeats.
    var aliases: [(kind: AttributeKey, values: [String])] {
        chain.arena.withUnsafeBytes { (arena) -> [(kind: AttributeKey, values: [String])] in
            var found: [(code: UInt8, value: UnsafeRawBufferPointer)] = []
            found.reserveCapacity(8)
            for event in chain.events { Case.collectAliases(of: event, arena: arena, into: &found) }
            var aliases: [(kind: AttributeKey, values: [String])] = []
            aliases.reserveCapacity(found.count)
            for (code, value) in found {
                guard let kind = AttributeKey(rawValue: code) else { continue }
                if kind == .attemptNumber, chain.order.bytes.withUnsafeBytes({ value.equals($0) }) { continue }
                if let place = aliases.firstIndex(where: { $0.kind == kind }) {
                    aliases[place].values.append(value.text)
                } else {
                    aliases.append((kind, [value.text]))
                }
            }
            for place in aliases.indices where aliases[place].values.count > 1 { aliases[place].values.sort() }
            if aliases.count > 1 { aliases.sort { $0.kind.rawValue < $1.kind.rawValue } }
            return aliases
        }
    }

    /// Notes identifiers, each value once.
    private static func collectAliases(
        of event: Evidence, arena: UnsafeRawBufferPointer, into found: inout [(code: UInt8, value: UnsafeRawBufferPointer)]
    ) {
        let keys = AttributeKeys.aliases
        guard event.keys.mayHold(keys), Int(event.attributesStart) + Int(event.attributesLength) <= arena.count else { return }
        var cursor = AttributeCursor(Attributes(of: event, in: arena))
        while cursor.next(among: keys) {
            let (code, value) = (cursor.code, cursor.value)
            guard value.count > 0 else { continue }
            if !found.contains(where: { $0.code == code && $0.value.equals(value) }) { found.append((code, value)) }
        }
    }

    /// The segments that reports break down by: the first value of each.
    var segments: Segments {
        var segments = Segments()
        for (index, fact) in facts.enumerated() where fact.flags.contains(.segment) {
            segments.appVersion = segments.appVersion ?? text(.appVersion, at: index)
            segments.osVersion = segments.osVersion ?? text(.osVersion, at: index)
            segments.channel = segments.channel ?? text(.channel, at: index)
            segments.platform = segments.platform ?? text(.platform, at: index)
        }
        if segments.platform == nil, let platform = device?.platform, !platform.isEmpty { segments.platform = platform }
        segments.provider = provider
        if let returned = step(.returned) {
            if let evidence = returned.evidence {
                segments.returnVia = facts[evidence].via.word
            } else if returned.state == .missing {
                segments.returnVia = "none"
            }
        }
        return segments
    }

    /// The provider of the payment: the one it was proven by, else the flow's.
    private var provider: String? {
        for proof in proofs {
            if let delivery = proof.delivery, !chain.deliveries[delivery].provider.isEmpty { return chain.deliveries[delivery].provider }
            if let word = text(.provider, at: proof.event) { return word }
        }
        if !definition.provider.isEmpty { return definition.provider }
        return chain.attempts.last.flatMap { $0.provider.isEmpty ? nil : $0.provider }
    }

    /// How each kind of witness covers the order: from its first evidence to the last deadline that as-of has reached.
    var coverage: [(witness: Witness, state: CoverageState)] {
        var from = created.map { facts[$0].at }
        if from == nil {
            for fact in facts where fact.witness != .client { from = min(from ?? fact.at, fact.at) }
        }
        guard let from else { return Witness.allCases.map { ($0, .absent) } }
        let deadline = paidAt.map { $0 + .minutes(5) } ?? paymentWindowEnd ?? from
        let to = max(from, min(deadline, run.asOf))
        var client = CoverageState.absent
        if let device, !device.coverage.isEmpty {
            // A clock that is bounded on one side only is taken at its bound.
            let bounds = (low: device.offset.low.microseconds == .min, high: device.offset.high.microseconds == .max)
            let low = bounds.low ? (bounds.high ? .zero : device.offset.high) : device.offset.low
            let high = bounds.high ? (bounds.low ? .zero : device.offset.low) : device.offset.high
            client = Case.state(of: device.coverage, from + low, to + high)
            // The log of the order's own device is there, though it shows nothing of the order's time.
            if client == .absent, let last = device.coverage.stretches.last { client = last.to < from + low ? .endedEarly : .gap }
        }
        var providerState = CoverageState.absent
        if let word = provider, let days = run.providerDays[word] { providerState = Case.state(of: days, from, from) }
        if providerState == .absent, facts.contains(where: { $0.witness == .provider }) { providerState = .covered }
        return [
            (.client, client), (.serverApp, Case.state(of: serverApp, from, to)),
            (.serverEdge, Case.state(of: serverEdge, from, to)), (.provider, providerState),
        ]
    }

    private static func state(of coverage: WitnessCoverage, _ from: Instant, _ to: Instant) -> CoverageState {
        guard coverage.stretches.contains(where: { $0.overlaps(from, to) }) else { return .absent }
        if coverage.covers(from, to) { return .covered }
        if coverage.gaps.contains(where: { $0.stretch.overlaps(from, to) }) { return .gap }
        // What is not told at the end was cut off; anything before it is a hole.
        return coverage.stretches.last(where: { $0.overlaps(from, to) }).map { $0.to < to } == true ? .endedEarly : .gap
    }
}

extension AttributeKeys {
    /// Identifiers, but for the order's own number, guesses at one, and what only one request bears.
    static let aliases = AttributeKeys(
        AttributeKey.allCases.filter { key in
            switch key {
            case .orderNumber, .candidateNumber, .maskedNumber, .requestID: false
            default: key.rawValue < AttributeKey.amount.rawValue
            }
        })
}
