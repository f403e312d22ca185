import Domain
import Providers

/// Writes the notify ledger of a chain: which lines speak of one delivery of one notify (vocabulary §1).
///
/// Application lines come first: what a handler says belongs to the delivery received last, unless a request id or a notification id says
/// otherwise. Then access lines and the provider's own records join the delivery they are, or are one of their own. Probes and requests of
/// tools are no deliveries and stay out.
struct DeliveryLedger {
    /// A delivery while it is put together.
    struct Draft {
        var delivery: Delivery
        /// Last line of it.
        var end: Instant
        var notifyID: UInt64 = 0
        var requestID: UInt64 = 0
        var attemptNumber: UInt64 = 0
        /// The chain of the access log that shows it.
        var edgeChain: UInt64 = 0
        /// Its status as the application says.
        var appStatus: Int?

        /// The event that began it: breaks ties of time.
        var firstEvent: Int {
            delivery.received.first ?? delivery.verified ?? delivery.answered ?? delivery.edge ?? delivery.sent ?? 0
        }
    }

    /// An access line and an application's delivery this close are one request (vocabulary §8 rule 4).
    static let sameRequest = TimeSpan.seconds(1)
    /// How far apart the provider's record of a delivery and its arrival may be.
    static let sentReach = TimeSpan.seconds(60)

    private let chain: Chain
    private let sources: SourceOrder
    private var drafts: [Draft] = []
    private var failures: [Int] = []

    /// Finds the deliveries and stores them, earliest first.
    static func write(into chain: inout Chain, sources: SourceOrder) {
        var ledger = DeliveryLedger(chain: chain, sources: sources)
        guard ledger.readApplication() else { return }
        ledger.readEdge()
        ledger.placeFailures()
        ledger.readSent()
        ledger.sortDrafts()
        chain.deliveries = ledger.drafts.map(\.delivery)
        DeliveryNumbers.estimate(in: &chain, ids: ledger.drafts.map(\.notifyID))
    }

    private init(chain: Chain, sources: SourceOrder) {
        (self.chain, self.sources) = (chain, sources)
    }

    // MARK: The application

    /// Returns false when the chain has no line about notifies at all.
    private mutating func readApplication() -> Bool {
        var isConcerned = false
        for (index, event) in chain.events.enumerated() {
            switch event.event {
            case .notifyReceived:
                isConcerned = true
                if event.witness != .serverEdge { received(index, event) }
            case .notifyVerified, .notifyAnswered:
                isConcerned = true
                handled(index, event)
            case .handlerFailed:
                isConcerned = true
                failed(index, event)
            case .notifySent: isConcerned = true
            default: break
            }
        }
        return isConcerned
    }

    private func name(_ key: AttributeKey, _ attributes: Attributes) -> UInt64 {
        guard let value = attributes[key], AliasKey.names(value) else { return 0 }
        return AliasKey.hash(key.rawValue, value)
    }

    /// The number of the attempt a line speaks of; 0 when it only names the order.
    private func attemptNumber(_ attributes: Attributes) -> UInt64 {
        if let attempt = attributes[.attemptNumber] { return StableHash.of(attempt) }
        guard let number = attributes[.orderNumber] else { return 0 }
        let hash = StableHash.of(number)
        return hash == chain.order.stableHash ? 0 : hash
    }

    private mutating func received(_ index: Int, _ event: Evidence) {
        chain.withAttributes(of: event) { attributes in
            guard !DeliveryLedger.isNoDelivery(attributes) else { return }
            var draft = newDraft(event, attributes)
            draft.delivery.status = attributes[.status]?.text
            if let last = drafts.last, isSameLine(draft, as: last, event) {
                var known = last
                known.delivery.received.append(index)
                known.delivery.status = known.delivery.status ?? draft.delivery.status
                known.notifyID = known.notifyID == 0 ? draft.notifyID : known.notifyID
                known.delivery.notifyID = known.delivery.notifyID ?? draft.delivery.notifyID
                known.attemptNumber = known.attemptNumber == 0 ? draft.attemptNumber : known.attemptNumber
                if known.delivery.provider.isEmpty { known.delivery.provider = draft.delivery.provider }
                if event.binding.rawValue < known.delivery.binding.rawValue { known.delivery.binding = event.binding }
                known.end = max(known.end, event.at)
                drafts[drafts.count - 1] = known
                return
            }
            draft.delivery.received = [index]
            note(attributes, &draft, index)
            drafts.append(draft)
        }
    }

    /// One delivery may be logged raw and once more decrypted or parsed: within a second, before anything came of it, one of the two
    /// without what the other says.
    private func isSameLine(_ new: Draft, as last: Draft, _ event: Evidence) -> Bool {
        guard !last.delivery.received.isEmpty, last.delivery.answered == nil, last.delivery.failed == nil else { return false }
        if new.requestID != 0, new.requestID == last.requestID { return true }
        guard event.at - last.delivery.at <= DeliveryLedger.sameRequest, last.delivery.verified == nil else { return false }
        guard new.notifyID != 0, new.notifyID == last.notifyID else { return false }
        return (new.delivery.status == nil) != (last.delivery.status == nil)
    }

    private func newDraft(_ event: Evidence, _ attributes: Attributes) -> Draft {
        var draft = Draft(
            delivery: Delivery(
                at: event.at, resolution: event.resolution, provider: attributes[.provider]?.text ?? "", binding: event.binding),
            end: event.at)
        draft.notifyID = name(.notifyID, attributes)
        draft.requestID = name(.requestID, attributes)
        draft.attemptNumber = attemptNumber(attributes)
        if draft.notifyID != 0 { draft.delivery.notifyID = attributes[.notifyID]?.text }
        return draft
    }

    private mutating func handled(_ index: Int, _ event: Evidence) {
        chain.withAttributes(of: event) { attributes in
            guard !DeliveryLedger.isNoDelivery(attributes) else { return }
            let isVerified = event.event == .notifyVerified
            let place = place(for: event, attributes) { draft in
                isVerified ? draft.delivery.verified == nil && draft.delivery.answered == nil : draft.delivery.answered == nil
            }
            var draft = place.map { drafts[$0] } ?? newDraft(event, attributes)
            if isVerified { draft.delivery.verified = index } else { draft.delivery.answered = index }
            note(attributes, &draft, index)
            draft.end = max(draft.end, event.at)
            if let place { drafts[place] = draft } else { drafts.append(draft) }
        }
    }

    private mutating func failed(_ index: Int, _ event: Evidence) {
        chain.withAttributes(of: event) { attributes in
            let place = place(for: event, attributes) { draft in
                draft.delivery.failed == nil && (draft.delivery.answered == nil || event.at - draft.end <= DeliveryLedger.sameRequest)
            }
            guard let place else {
                failures.append(index)
                return
            }
            drafts[place].delivery.failed = index
            drafts[place].end = max(drafts[place].end, event.at)
        }
    }

    /// What a line says of the delivery it belongs to.
    private func note(_ attributes: Attributes, _ draft: inout Draft, _ index: Int) {
        if let ok = attributes[.ok] { draft.delivery.ok = ok.equals("true") ? true : ok.equals("false") ? false : draft.delivery.ok }
        if let reason = attributes[.reason], draft.delivery.reason == nil { draft.delivery.reason = reason.text }
        if let status = attributes[.httpStatus]?.integer { draft.appStatus = Int(clamping: status) }
        if let bytes = attributes[.bytes]?.integer { draft.delivery.bytes = Int(clamping: bytes) }
        if let body = attributes[.body] { draft.delivery.body = body.text }
        if let duration = attributes[.duration]?.integer { draft.delivery.duration = TimeSpan(microseconds: duration) }
        if draft.delivery.answered == index, draft.delivery.duration == nil, !draft.delivery.received.isEmpty {
            let took = chain.events[index].at - draft.delivery.at
            if took >= .zero { draft.delivery.duration = took }
        }
        draft.delivery.httpStatus = draft.appStatus
        if draft.delivery.provider.isEmpty { draft.delivery.provider = attributes[.provider]?.text ?? "" }
        if draft.notifyID == 0 {
            draft.notifyID = name(.notifyID, attributes)
            if draft.notifyID != 0 { draft.delivery.notifyID = attributes[.notifyID]?.text }
        }
    }

    /// The delivery that a handler's line belongs to: by request id, by notification id, else the latest one that lacks such a line.
    private func place(for event: Evidence, _ attributes: Attributes, _ lacks: (Draft) -> Bool) -> Int? {
        let (notifyID, requestID, attempt) = (name(.notifyID, attributes), name(.requestID, attributes), attemptNumber(attributes))
        var latest: Int?
        for i in drafts.indices.reversed() {
            let draft = drafts[i]
            guard event.at - draft.delivery.at <= Limits.handlerReach else { break }
            guard lacks(draft) else { continue }
            if requestID != 0, draft.requestID == requestID { return i }
            if notifyID != 0, draft.notifyID == notifyID { return i }
            let fits =
                (notifyID == 0 || draft.notifyID == 0) && (requestID == 0 || draft.requestID == 0)
                && (attempt == 0 || draft.attemptNumber == 0 || draft.attemptNumber == attempt) && sameProvider(attributes, draft)
            if fits, latest == nil { latest = i }
        }
        return latest
    }

    private func sameProvider(_ attributes: Attributes, _ draft: Draft) -> Bool {
        guard !draft.delivery.provider.isEmpty, let provider = attributes[.provider] else { return true }
        return draft.delivery.provider.utf8.elementsEqual(provider)
    }

    /// A probe of the provider, or a request of a tool or scanner (vocabulary §7).
    static func isNoDelivery(_ attributes: Attributes) -> Bool {
        if attributes[.probe]?.equals("true") ?? false { return true }
        if attributes[.tool]?.equals("true") ?? false { return true }
        guard let agent = attributes[.agent] else { return false }
        return agent.equals("tool") || agent.equals("scanner")
    }

    // MARK: Access logs

    private mutating func sortDrafts() {
        drafts.sort { a, b in
            if a.delivery.at != b.delivery.at { return a.delivery.at < b.delivery.at }
            return (a.end, a.firstEvent) < (b.end, b.firstEvent)
        }
    }

    private mutating func readEdge() {
        sortDrafts()
        let applications = drafts.count
        for (index, event) in chain.events.enumerated() where event.event == .notifyReceived && event.witness == .serverEdge {
            chain.withAttributes(of: event) { attributes in
                guard !DeliveryLedger.isNoDelivery(attributes) else { return }
                let duration = attributes[.duration]?.integer.map(TimeSpan.init(microseconds:))
                let start = duration.map { event.at - $0 } ?? event.at
                let status = attributes[.httpStatus]?.integer.map { Int(clamping: $0) }
                let bytes = attributes[.bytes]?.integer.map { Int(clamping: $0) }
                let log = chainOf(event)
                let place = nearest(start, event, status, log, applications)
                var draft = place.map { drafts[$0] } ?? newDraft(event, attributes)
                if place == nil { draft.delivery.at = start }
                if draft.delivery.edge == nil {
                    (draft.delivery.edge, draft.edgeChain) = (index, log)
                    draft.delivery.httpStatus = status ?? draft.delivery.httpStatus
                    draft.delivery.bytes = bytes ?? draft.delivery.bytes
                    draft.delivery.duration = duration ?? draft.delivery.duration
                } else {
                    // a second server on the way logged it too: the longer duration is the one nearer to the provider
                    draft.delivery.received.append(index)
                    if let duration, let known = draft.delivery.duration {
                        if duration > known { (draft.delivery.duration, draft.delivery.bytes) = (duration, bytes ?? draft.delivery.bytes) }
                    } else {
                        draft.delivery.duration = draft.delivery.duration ?? duration
                        draft.delivery.bytes = draft.delivery.bytes ?? bytes
                    }
                }
                draft.end = max(draft.end, event.at)
                if let place { drafts[place] = draft } else { drafts.append(draft) }
            }
        }
    }

    private func chainOf(_ event: Evidence) -> UInt64 {
        Int(event.source) < sources.places.count ? sources.places[Int(event.source)].chain : UInt64(event.source)
    }

    /// The delivery that an access line is: the same status, no access line of that log yet, and closest in time.
    private func nearest(_ start: Instant, _ event: Evidence, _ status: Int?, _ log: UInt64, _ applications: Int) -> Int? {
        var best: (distance: TimeSpan, place: Int)?
        func consider(_ i: Int) {
            let draft = drafts[i]
            let known = draft.delivery.edge == nil ? draft.appStatus : draft.delivery.httpStatus
            if draft.delivery.edge != nil, draft.edgeChain == log { return }
            if let known, let status, known != status { return }
            let distance = max(start - draft.end, draft.delivery.at - event.at)
            guard distance <= DeliveryLedger.sameRequest else { return }
            let end = event.at - draft.end
            let apart = end < .zero ? -end : end
            if best == nil || apart < best?.distance ?? .zero { best = (apart, i) }
        }
        // an application's delivery lasts at most as long as its handler's lines may take
        let earliest = start - Limits.handlerReach - DeliveryLedger.sameRequest
        var i = drafts[..<applications].endOfPrefix { $0.delivery.at < earliest }
        while i < applications, drafts[i].delivery.at - event.at <= DeliveryLedger.sameRequest {
            consider(i)
            i += 1
        }
        for i in drafts.indices[applications...].reversed() {
            consider(i)
            if start - drafts[i].end > Limits.handlerReach { break }
        }
        return best?.place
    }

    /// Errors that followed no received line: of the delivery whose request they happened in.
    private mutating func placeFailures() {
        guard !failures.isEmpty else { return }
        sortDrafts()
        for index in failures {
            let at = chain.events[index].at
            var i = drafts.endOfPrefix { $0.delivery.at < at - Limits.handlerReach }
            while i < drafts.count, drafts[i].delivery.at - at <= DeliveryLedger.sameRequest {
                if drafts[i].delivery.failed == nil, at - drafts[i].end <= DeliveryLedger.sameRequest {
                    drafts[i].delivery.failed = index
                    break
                }
                i += 1
            }
        }
    }

    // MARK: The provider's own records

    private mutating func readSent() {
        sortDrafts()
        let arrived = drafts.count
        for (index, event) in chain.events.enumerated() where event.event == .notifySent {
            chain.withAttributes(of: event) { attributes in
                let notifyID = name(.notifyID, attributes)
                var place: Int?
                var i = drafts[..<arrived].endOfPrefix { $0.delivery.at < event.at - .seconds(2) }
                while place == nil, i < arrived, drafts[i].delivery.at - event.at <= DeliveryLedger.sentReach {
                    let draft = drafts[i]
                    let isSame = notifyID == 0 || draft.notifyID == 0 || notifyID == draft.notifyID
                    if draft.delivery.sent == nil, isSame, sameProvider(attributes, draft) { place = i }
                    i += 1
                }
                var draft = place.map { drafts[$0] } ?? newDraft(event, attributes)
                draft.delivery.sent = index
                if place == nil {
                    draft.delivery.httpStatus = attributes[.httpStatus]?.integer.map { Int(clamping: $0) }
                    draft.delivery.status = attributes[.status]?.text
                }
                if let place { drafts[place] = draft } else { drafts.append(draft) }
            }
        }
    }
}
