import Domain

/// Writes the notify ledger of a chain: which lines speak of one delivery of one notify (vocabulary §1).
///
/// Application lines come first: what a handler says belongs to the delivery received last, unless a request id or a notification id says
/// otherwise. Then access lines and the provider's own records join the delivery they are, or are one of their own. Probes and requests of
/// tools are no deliveries and stay out.
///
/// A value is used again for every order.
struct DeliveryLedger: ~Copyable {
    /// An access line and an application's delivery this close are one request (vocabulary §8 rule 4).
    static let sameRequest = TimeSpan.seconds(1)
    /// How far apart the provider's record of a delivery and its arrival may be.
    static let sentReach = TimeSpan.seconds(60)

    /// Deliveries, earliest first, after ``read(_:order:places:)``.
    private(set) var drafts = Scratch<DeliveryDraft>(capacity: 16)
    /// Received lines of all drafts: each with the place of the next one of its draft, or -1.
    private var received = Scratch<(event: Int, next: Int)>()
    private var failures = Scratch<Int>(capacity: 16)
    private var view = ChainView.empty
    private var order: UInt64 = 0
    private var places = UnsafeBufferPointer<SourceOrder.Place>(start: nil, count: 0)

    /// Finds the deliveries of a chain; what it lends must stay until ``write(into:isForSurvey:)``.
    mutating func read(_ view: ChainView, order: UInt64, places: UnsafeBufferPointer<SourceOrder.Place>) {
        (self.view, self.order, self.places) = (view, order, places)
        drafts.removeAll()
        received.removeAll()
        failures.removeAll()
        guard view.events.contains(where: { DeliveryLedger.isConcerned($0.event) }) else { return }
        readApplication()
        readEdge()
        placeFailures()
        readSent()
        sortDrafts()
    }

    /// Writes what was found, earliest first.
    func write(into deliveries: inout [Delivery], isForSurvey: Bool) {
        deliveries.removeAll(keepingCapacity: true)
        guard !drafts.isEmpty else { return }
        for place in drafts.indices {
            deliveries.append(drafts[place].delivery(received: lines(of: drafts[place]), isForSurvey: isForSurvey))
        }
        guard !isForSurvey else { return }
        DeliveryNumbers.estimate(&deliveries, view, drafts.elements)
    }

    /// The received lines of a draft.
    private func lines(of draft: DeliveryDraft) -> [Int] {
        guard draft.firstReceived >= 0 else { return [] }
        if draft.firstReceived == draft.lastReceived { return [received[draft.firstReceived].event] }
        var lines: [Int] = []
        var place = draft.firstReceived
        while place >= 0 {
            lines.append(received[place].event)
            place = received[place].next
        }
        return lines
    }

    private mutating func addReceived(_ index: Int, to place: Int) {
        received.append((index, -1))
        let last = drafts[place].lastReceived
        if last >= 0 { received[last].next = received.count - 1 } else { drafts[place].firstReceived = received.count - 1 }
        drafts[place].lastReceived = received.count - 1
    }

    private static func isConcerned(_ event: EventKind) -> Bool {
        switch event {
        case .notifyReceived, .notifyVerified, .notifyAnswered, .notifySent: true
        default: false
        }
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
        var draft = DeliveryDraft(event, line)
        draft.status = line.status
        let last = drafts.count - 1
        if last >= 0, isSameLine(draft, asAt: last, event) {
            addReceived(index, to: last)
            drafts[last].take(draft)
            drafts[last].end = max(drafts[last].end, event.at)
            return
        }
        draft.note(line.attributes, answeredAt: nil)
        drafts.append(draft)
        addReceived(index, to: drafts.count - 1)
    }

    /// One delivery may be logged raw and once more decrypted or parsed: within a second, before anything came of it, one of the two
    /// without what the other says.
    private func isSameLine(_ new: DeliveryDraft, asAt last: Int, _ event: Evidence) -> Bool {
        guard drafts[last].firstReceived >= 0, drafts[last].answered == nil, drafts[last].failed == nil else { return false }
        if new.requestID != 0, new.requestID == drafts[last].requestID { return true }
        guard event.at - drafts[last].at <= DeliveryLedger.sameRequest, drafts[last].verified == nil else { return false }
        guard new.notifyID != 0, new.notifyID == drafts[last].notifyID else { return false }
        return (new.status == nil) != (drafts[last].status == nil)
    }

    private mutating func handled(_ index: Int) {
        let line = line(index)
        guard !line.isNoDelivery else { return }
        let event = view.events[index]
        let isVerified = event.event == .notifyVerified
        let known = drafts.elements
        var place = place(for: event, line) { known[$0].answered == nil && !(isVerified && known[$0].verified != nil) }
        if place == nil {
            drafts.append(DeliveryDraft(event, line))
            place = drafts.count - 1
        }
        guard let place else { return }
        if isVerified { drafts[place].verified = index } else { drafts[place].answered = index }
        drafts[place].note(line.attributes, answeredAt: isVerified ? nil : event.at)
        drafts[place].end = max(drafts[place].end, event.at)
    }

    private mutating func failed(_ index: Int) {
        let event = view.events[index]
        let known = drafts.elements
        let place = place(for: event, line(index)) { i in
            known[i].failed == nil && (known[i].answered == nil || event.at - known[i].end <= DeliveryLedger.sameRequest)
        }
        guard let place else {
            failures.append(index)
            return
        }
        drafts[place].failed = index
        drafts[place].end = max(drafts[place].end, event.at)
    }

    /// The delivery that a handler's line belongs to: by request id, by notification id, else the latest one that lacks such a line. Ids that
    /// differ are no proof of two requests, as some loggers give each line one of its own: the only delivery that came in just before, and
    /// of which nothing has come yet, is meant all the same.
    private func place(for event: Evidence, _ line: DeliveryLine, _ lacks: (Int) -> Bool) -> Int? {
        let (notifyID, requestID, attempt) = (line.notifyID, line.requestID, line.attemptNumber)
        var latest: Int?
        var others = 0
        var orphan: Int?
        for i in drafts.indices.reversed() {
            guard event.at - drafts[i].at <= Limits.handlerReach else { break }
            guard lacks(i) else { continue }
            if drafts[i].firstReceived >= 0, notifyID == 0 || drafts[i].notifyID == 0, sameProvider(line, i),
                attempt == 0 || drafts[i].attemptNumber == 0 || drafts[i].attemptNumber == attempt
            {
                others += 1
                orphan = event.at - drafts[i].end <= DeliveryLedger.sameRequest ? i : nil
            }
            if requestID != 0, drafts[i].requestID == requestID { return i }
            if notifyID != 0, drafts[i].notifyID == notifyID { return i }
            let fits =
                (notifyID == 0 || drafts[i].notifyID == 0) && (requestID == 0 || drafts[i].requestID == 0)
                && (attempt == 0 || drafts[i].attemptNumber == 0 || drafts[i].attemptNumber == attempt) && sameProvider(line, i)
            if fits, latest == nil { latest = i }
        }
        return latest ?? (others == 1 ? orphan : nil)
    }

    private func sameProvider(_ line: DeliveryLine, _ place: Int) -> Bool {
        guard drafts[place].provider.count > 0, let provider = line.provider else { return true }
        return drafts[place].provider.equals(provider)
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
        let received = received.elements
        /// The event that began a delivery: breaks ties of time.
        func firstEvent(_ draft: DeliveryDraft) -> Int {
            if draft.firstReceived >= 0 { return received[draft.firstReceived].event }
            return draft.verified ?? draft.answered ?? draft.edge ?? draft.sent ?? 0
        }
        drafts.sort { a, b in
            if a.at != b.at { return a.at < b.at }
            return a.end != b.end ? a.end < b.end : firstEvent(a) < firstEvent(b)
        }
    }

    /// The first of the leading sorted drafts that began at a moment or later.
    private func firstDraft(of count: Int, from moment: Instant) -> Int {
        let drafts = drafts.elements
        return (0..<count).endOfPrefix { drafts[$0].at < moment }
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
            var draft = DeliveryDraft(event, line)
            draft.at = start
            drafts.append(draft)
            place = drafts.count - 1
        }
        guard let place else { return }
        if drafts[place].edge == nil {
            (drafts[place].edge, drafts[place].edgeChain) = (index, log)
            drafts[place].httpStatus = status ?? drafts[place].httpStatus
            drafts[place].bytes = bytes ?? drafts[place].bytes
            drafts[place].duration = duration ?? drafts[place].duration
        } else {
            // a second server on the way logged it too: the longer duration is the one nearer to the provider
            addReceived(index, to: place)
            let known = drafts[place].duration
            if let duration, let known, duration > known {
                (drafts[place].duration, drafts[place].bytes) = (duration, bytes ?? drafts[place].bytes)
            } else {
                drafts[place].duration = known ?? duration
                drafts[place].bytes = drafts[place].bytes ?? bytes
            }
        }
        drafts[place].end = max(drafts[place].end, event.at)
    }

    private func chainOf(_ event: Evidence) -> UInt64 {
        Int(event.source) < places.count ? places[Int(event.source)].chain : UInt64(event.source)
    }

    /// The delivery that an access line is: the same status, no access line of that log yet, and closest in time.
    private func nearest(_ start: Instant, _ event: Evidence, _ status: Int?, _ log: UInt64, _ applications: Int) -> Int? {
        let drafts = drafts.elements
        var best: (distance: TimeSpan, place: Int)?
        func consider(_ i: Int) {
            let known = drafts[i].edge == nil ? drafts[i].appStatus : drafts[i].httpStatus
            if drafts[i].edge != nil, drafts[i].edgeChain == log { return }
            if let known, let status, known != status { return }
            let distance = max(start - drafts[i].end, drafts[i].at - event.at)
            guard distance <= DeliveryLedger.sameRequest else { return }
            let end = event.at - drafts[i].end
            let apart = end < .zero ? -end : end
            if best == nil || apart < best?.distance ?? .zero { best = (apart, i) }
        }
        // an application's delivery lasts at most as long as its handler's lines may take
        let earliest = start - Limits.handlerReach - DeliveryLedger.sameRequest
        var i = firstDraft(of: applications, from: earliest)
        while i < applications, drafts[i].at - event.at <= DeliveryLedger.sameRequest {
            consider(i)
            i += 1
        }
        for i in (applications..<drafts.count).reversed() {
            consider(i)
            if start - drafts[i].end > Limits.handlerReach { break }
        }
        return best?.place
    }

    /// Errors that followed no received line: of the delivery whose request they happened in.
    private mutating func placeFailures() {
        guard !failures.isEmpty else { return }
        sortDrafts()
        for index in failures.elements {
            let at = view.events[index].at
            var i = firstDraft(of: drafts.count, from: at - Limits.handlerReach)
            while i < drafts.count, drafts[i].at - at <= DeliveryLedger.sameRequest {
                if drafts[i].failed == nil, at - drafts[i].end <= DeliveryLedger.sameRequest {
                    drafts[i].failed = index
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
            while place == nil, i < arrived, drafts[i].at - event.at <= DeliveryLedger.sentReach {
                let isSame = notifyID == 0 || drafts[i].notifyID == 0 || notifyID == drafts[i].notifyID
                if drafts[i].sent == nil, isSame, sameProvider(line, i) { place = i }
                i += 1
            }
            if let place {
                drafts[place].sent = index
                continue
            }
            var draft = DeliveryDraft(event, line)
            draft.sent = index
            draft.httpStatus = line.attributes[.httpStatus]?.integer.map { Int(clamping: $0) }
            draft.status = line.status
            drafts.append(draft)
        }
    }
}
