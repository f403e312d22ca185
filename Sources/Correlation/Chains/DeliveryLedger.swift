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

        /// Fills what this line did not say from another line of the same delivery.
        mutating func take(_ other: Draft) {
            delivery.status = delivery.status ?? other.delivery.status
            delivery.notifyID = delivery.notifyID ?? other.delivery.notifyID
            if notifyID == 0 { notifyID = other.notifyID }
            if attemptNumber == 0 { attemptNumber = other.attemptNumber }
            if delivery.provider.isEmpty { delivery.provider = other.delivery.provider }
            if other.delivery.binding.rawValue < delivery.binding.rawValue { delivery.binding = other.delivery.binding }
        }

        /// The event that began it: breaks ties of time.
        var firstEvent: Int {
            delivery.received.first ?? delivery.verified ?? delivery.answered ?? delivery.edge ?? delivery.sent ?? 0
        }
    }

    /// An access line and an application's delivery this close are one request (vocabulary §8 rule 4).
    static let sameRequest = TimeSpan.seconds(1)
    /// How far apart the provider's record of a delivery and its arrival may be.
    static let sentReach = TimeSpan.seconds(60)

    private let view: ChainView
    private let order: UInt64
    private let sources: SourceOrder
    private var drafts: [Draft] = []
    private var failures: [Int] = []

    /// Finds the deliveries and stores them, earliest first.
    static func write(into chain: inout Chain, sources: SourceOrder, numbersDeliveries: Bool = true) {
        guard chain.events.contains(where: { isConcerned($0.event) }) else { return }
        let order = chain.order.stableHash
        let deliveries = chain.withView { view in
            var ledger = DeliveryLedger(view: view, order: order, sources: sources)
            ledger.readApplication()
            ledger.readEdge()
            ledger.placeFailures()
            ledger.readSent()
            ledger.sortDrafts()
            var deliveries = ledger.drafts.map(\.delivery)
            if numbersDeliveries { DeliveryNumbers.estimate(&deliveries, view, ids: ledger.drafts.map(\.notifyID)) }
            return deliveries
        }
        chain.deliveries = deliveries
    }

    private static func isConcerned(_ event: EventKind) -> Bool {
        switch event {
        case .notifyReceived, .notifyVerified, .notifyAnswered, .notifySent: true
        default: false
        }
    }

    private init(view: ChainView, order: UInt64, sources: SourceOrder) {
        (self.view, self.order, self.sources) = (view, order, sources)
    }

    // MARK: The application

    private mutating func readApplication() {
        for index in view.events.indices {
            switch view.events[index].event {
            case .notifyReceived: if view.events[index].witness != .serverEdge { received(index) }
            case .notifyVerified, .notifyAnswered: handled(index)
            case .handlerFailed: failed(index)
            default: break
            }
        }
    }

    private func line(_ index: Int) -> DeliveryLine { DeliveryLine(view.attributes(index), order: order) }

    private mutating func received(_ index: Int) {
        let line = line(index)
        guard !line.isNoDelivery else { return }
        let event = view.events[index]
        var draft = newDraft(event, line)
        draft.delivery.status = line.status?.text
        let last = drafts.count - 1
        if last >= 0, isSameLine(draft, asAt: last, event) {
            drafts[last].delivery.received.append(index)
            drafts[last].take(draft)
            drafts[last].end = max(drafts[last].end, event.at)
            return
        }
        draft.delivery.received = [index]
        note(line.attributes, &draft, index)
        drafts.append(draft)
    }

    /// One delivery may be logged raw and once more decrypted or parsed: within a second, before anything came of it, one of the two
    /// without what the other says.
    private func isSameLine(_ new: Draft, asAt last: Int, _ event: Evidence) -> Bool {
        guard !drafts[last].delivery.received.isEmpty, drafts[last].delivery.answered == nil, drafts[last].delivery.failed == nil
        else { return false }
        if new.requestID != 0, new.requestID == drafts[last].requestID { return true }
        guard event.at - drafts[last].delivery.at <= DeliveryLedger.sameRequest, drafts[last].delivery.verified == nil
        else { return false }
        guard new.notifyID != 0, new.notifyID == drafts[last].notifyID else { return false }
        return (new.delivery.status == nil) != (drafts[last].delivery.status == nil)
    }

    private func newDraft(_ event: Evidence, _ line: DeliveryLine) -> Draft {
        var draft = Draft(
            delivery: Delivery(
                at: event.at, resolution: event.resolution, provider: line.provider?.text ?? "", binding: event.binding),
            end: event.at)
        (draft.notifyID, draft.requestID, draft.attemptNumber) = (line.notifyID, line.requestID, line.attemptNumber)
        if draft.notifyID != 0 { draft.delivery.notifyID = line.notifyIDText?.text }
        return draft
    }

    private mutating func handled(_ index: Int) {
        let line = line(index)
        guard !line.isNoDelivery else { return }
        let event = view.events[index]
        let isVerified = event.event == .notifyVerified
        var place = place(for: event, line) { i in
            drafts[i].delivery.answered == nil && !(isVerified && drafts[i].delivery.verified != nil)
        }
        if place == nil {
            drafts.append(newDraft(event, line))
            place = drafts.count - 1
        }
        guard let place else { return }
        if isVerified { drafts[place].delivery.verified = index } else { drafts[place].delivery.answered = index }
        note(line.attributes, &drafts[place], index)
        drafts[place].end = max(drafts[place].end, event.at)
    }

    private mutating func failed(_ index: Int) {
        let event = view.events[index]
        let place = place(for: event, line(index)) { i in
            drafts[i].delivery.failed == nil
                && (drafts[i].delivery.answered == nil || event.at - drafts[i].end <= DeliveryLedger.sameRequest)
        }
        guard let place else {
            failures.append(index)
            return
        }
        drafts[place].delivery.failed = index
        drafts[place].end = max(drafts[place].end, event.at)
    }

    /// What a line says of the delivery it belongs to.
    private func note(_ attributes: Attributes, _ draft: inout Draft, _ index: Int) {
        var cursor = AttributeCursor(attributes)
        while cursor.next() {
            let value = cursor.value
            switch cursor.code {
            case AttributeKey.ok.rawValue:
                if value.equals("true") { draft.delivery.ok = true } else if value.equals("false") { draft.delivery.ok = false }
            case AttributeKey.reason.rawValue: if draft.delivery.reason == nil { draft.delivery.reason = value.text }
            case AttributeKey.httpStatus.rawValue: if let status = value.integer { draft.appStatus = Int(clamping: status) }
            case AttributeKey.bytes.rawValue: if let bytes = value.integer { draft.delivery.bytes = Int(clamping: bytes) }
            case AttributeKey.body.rawValue: draft.delivery.body = value.text
            case AttributeKey.duration.rawValue:
                if let duration = value.integer { draft.delivery.duration = TimeSpan(microseconds: duration) }
            case AttributeKey.provider.rawValue: if draft.delivery.provider.isEmpty { draft.delivery.provider = value.text }
            case AttributeKey.notifyID.rawValue:
                if draft.notifyID == 0, AliasKey.names(value) {
                    (draft.notifyID, draft.delivery.notifyID) = (AliasKey.hash(cursor.code, value), value.text)
                }
            default: break
            }
        }
        if draft.delivery.answered == index, draft.delivery.duration == nil, !draft.delivery.received.isEmpty {
            let took = view.events[index].at - draft.delivery.at
            if took >= .zero { draft.delivery.duration = took }
        }
        draft.delivery.httpStatus = draft.appStatus
    }

    /// The delivery that a handler's line belongs to: by request id, by notification id, else the latest one that lacks such a line.
    private func place(for event: Evidence, _ line: DeliveryLine, _ lacks: (Int) -> Bool) -> Int? {
        let (notifyID, requestID, attempt) = (line.notifyID, line.requestID, line.attemptNumber)
        var latest: Int?
        for i in drafts.indices.reversed() {
            guard event.at - drafts[i].delivery.at <= Limits.handlerReach else { break }
            guard lacks(i) else { continue }
            if requestID != 0, drafts[i].requestID == requestID { return i }
            if notifyID != 0, drafts[i].notifyID == notifyID { return i }
            let fits =
                (notifyID == 0 || drafts[i].notifyID == 0) && (requestID == 0 || drafts[i].requestID == 0)
                && (attempt == 0 || drafts[i].attemptNumber == 0 || drafts[i].attemptNumber == attempt) && sameProvider(line, i)
            if fits, latest == nil { latest = i }
        }
        return latest
    }

    private func sameProvider(_ line: DeliveryLine, _ place: Int) -> Bool {
        guard !drafts[place].delivery.provider.isEmpty, let provider = line.provider else { return true }
        return drafts[place].delivery.provider.utf8.elementsEqual(provider)
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
        guard drafts.count > 1 else { return }
        drafts.sort { a, b in
            if a.delivery.at != b.delivery.at { return a.delivery.at < b.delivery.at }
            return (a.end, a.firstEvent) < (b.end, b.firstEvent)
        }
    }

    /// The first of the leading sorted drafts that began at a moment or later.
    private func firstDraft(of count: Int, from moment: Instant) -> Int {
        (0..<count).endOfPrefix { drafts[$0].delivery.at < moment }
    }

    private mutating func readEdge() {
        sortDrafts()
        let applications = drafts.count
        for index in view.events.indices {
            guard view.events[index].event == .notifyReceived, view.events[index].witness == .serverEdge else { continue }
            let line = line(index)
            if !line.isNoDelivery { readEdge(index, line, applications) }
        }
    }

    private mutating func readEdge(_ index: Int, _ line: DeliveryLine, _ applications: Int) {
        let (event, attributes) = (view.events[index], line.attributes)
        let duration = attributes[.duration]?.integer.map(TimeSpan.init(microseconds:))
        let start = duration.map { event.at - $0 } ?? event.at
        let status = attributes[.httpStatus]?.integer.map { Int(clamping: $0) }
        let bytes = attributes[.bytes]?.integer.map { Int(clamping: $0) }
        let log = chainOf(event)
        var place = nearest(start, event, status, log, applications)
        if place == nil {
            var draft = newDraft(event, line)
            draft.delivery.at = start
            drafts.append(draft)
            place = drafts.count - 1
        }
        guard let place else { return }
        if drafts[place].delivery.edge == nil {
            (drafts[place].delivery.edge, drafts[place].edgeChain) = (index, log)
            drafts[place].delivery.httpStatus = status ?? drafts[place].delivery.httpStatus
            drafts[place].delivery.bytes = bytes ?? drafts[place].delivery.bytes
            drafts[place].delivery.duration = duration ?? drafts[place].delivery.duration
        } else {
            // a second server on the way logged it too: the longer duration is the one nearer to the provider
            drafts[place].delivery.received.append(index)
            let known = drafts[place].delivery.duration
            if let duration, let known, duration > known {
                (drafts[place].delivery.duration, drafts[place].delivery.bytes) = (duration, bytes ?? drafts[place].delivery.bytes)
            } else {
                drafts[place].delivery.duration = known ?? duration
                drafts[place].delivery.bytes = drafts[place].delivery.bytes ?? bytes
            }
        }
        drafts[place].end = max(drafts[place].end, event.at)
    }

    private func chainOf(_ event: Evidence) -> UInt64 {
        Int(event.source) < sources.places.count ? sources.places[Int(event.source)].chain : UInt64(event.source)
    }

    /// The delivery that an access line is: the same status, no access line of that log yet, and closest in time.
    private func nearest(_ start: Instant, _ event: Evidence, _ status: Int?, _ log: UInt64, _ applications: Int) -> Int? {
        var best: (distance: TimeSpan, place: Int)?
        func consider(_ i: Int) {
            let known = drafts[i].delivery.edge == nil ? drafts[i].appStatus : drafts[i].delivery.httpStatus
            if drafts[i].delivery.edge != nil, drafts[i].edgeChain == log { return }
            if let known, let status, known != status { return }
            let distance = max(start - drafts[i].end, drafts[i].delivery.at - event.at)
            guard distance <= DeliveryLedger.sameRequest else { return }
            let end = event.at - drafts[i].end
            let apart = end < .zero ? -end : end
            if best == nil || apart < best?.distance ?? .zero { best = (apart, i) }
        }
        // an application's delivery lasts at most as long as its handler's lines may take
        let earliest = start - Limits.handlerReach - DeliveryLedger.sameRequest
        var i = firstDraft(of: applications, from: earliest)
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
            let at = view.events[index].at
            var i = firstDraft(of: drafts.count, from: at - Limits.handlerReach)
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
        for index in view.events.indices where view.events[index].event == .notifySent {
            let (event, line) = (view.events[index], line(index))
            let notifyID = line.notifyID
            var place: Int?
            var i = firstDraft(of: arrived, from: event.at - .seconds(2))
            while place == nil, i < arrived, drafts[i].delivery.at - event.at <= DeliveryLedger.sentReach {
                let isSame = notifyID == 0 || drafts[i].notifyID == 0 || notifyID == drafts[i].notifyID
                if drafts[i].delivery.sent == nil, isSame, sameProvider(line, i) { place = i }
                i += 1
            }
            if let place {
                drafts[place].delivery.sent = index
                continue
            }
            var draft = newDraft(event, line)
            draft.delivery.sent = index
            draft.delivery.httpStatus = line.attributes[.httpStatus]?.integer.map { Int(clamping: $0) }
            draft.delivery.status = line.status?.text
            drafts.append(draft)
        }
    }
}
