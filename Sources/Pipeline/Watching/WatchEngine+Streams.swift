import Domain
import Masking
import Recognition
import Sources
import Store

// What comes in: streams appear, grow, are renamed and end.
extension WatchEngine {
    func handle(_ event: WatchEvent) {
        switch event {
        case .opened(let id, let name, let isResumed, let offset):
            if isResumed, let stream = streams[id] {
                if stream.name != name { stream.name = name }
                // Its beginning is not there any more, or it was complete.
                if offset > 0, stream.isRebuilding { stream.giveUp() }
            } else {
                streams[id] = WatchedStream(id: id, name: name, isNeverLate: name == "-" || name.contains("!"))
                hasNews = true
            }
        case .bytes(let id, let count):
            guard let known = streams[id] else { return }
            let stream = known.isClosed ? reopened(known) : known
            let before = stream.rows.rows.count
            stream.take(UnsafeRawBufferPointer(rebasing: block[..<count]), plans: plans) { [feed] in feed.originalOffset($0, of: id) }
            waiting += stream.rows.rows.count - before
            status.bytes += UInt64(count)
            hasNews = true
        case .lost(let id, let loss):
            streams[id]?.losses.append(loss)
            streams[id]?.isChanged = true
        case .renamed(let id, let name):
            streams[id]?.name = name
            hasNews = true
        case .void(let id):
            guard streams.removeValue(forKey: id) != nil else { return }
            removed.append(id)
            (needsSettling, hasNews) = (true, true)
        case .ended(let id):
            guard let stream = streams[id] else { return }
            hasNews = true
            guard !stream.isRebuilding else { return stream.giveUp() }
            guard !stream.isClosed else { return }
            // Now, while its offsets are known.
            stream.isEnded = true
            stream.facts = feed.facts(of: id)
            refresh(stream, isLast: true)
        case .idle, .drained:
            tellProblems()
            // What did not come again by now does not come.
            guard feed.isCaughtUp else { return }
            for stream in ordered where stream.isRebuilding {
                stream.giveUp()
                hasNews = true
            }
        }
    }

    /// Brings all streams up to their bytes, and reads again what would be read otherwise now.
    func prepare(isLast: Bool) {
        for stream in ordered where !stream.isEnded && !stream.isClosed && !stream.isStored && !stream.isRebuilding {
            if !stream.isPushed { stream.facts = feed.facts(of: stream.id) }
            refresh(stream, isLast: isLast)
        }
        learn(exactly: isLast)
        for stream in ordered where stream.isStale(plans) { readAgain(stream, isLast: isLast) }
        if isLast { for stream in ordered where stream.isRebuilding { stream.giveUp() } }
    }

    private func refresh(_ stream: WatchedStream, isLast: Bool) {
        let isPushed = stream.isPushed
        stream.refresh(plans: plans, isLast: isLast || stream.isEnded) { [feed] in
            isPushed ? $0 : feed.originalOffset($0, of: stream.id)
        }
    }

    /// Reads a stream again from its beginning; where its bytes are gone it stays as it is.
    private func readAgain(_ stream: WatchedStream, isLast: Bool) {
        if stream.isShort {
            stream.readAgain()
            return refresh(stream, isLast: isLast)
        }
        let again = WatchedStream(id: stream.id, name: stream.name, isNeverLate: stream.isNeverLate)
        again.restart()
        again.takePushed(stream)
        let isThere = reread(stream) { [plans, feed] bytes in
            again.take(bytes, plans: plans) { stream.isPushed ? $0 : feed.originalOffset($0, of: stream.id) }
        }
        guard isThere, again.length == stream.length else { return stream.accept(plans) }
        (again.facts, again.isEnded, again.losses) = (stream.facts, stream.isEnded, stream.losses)
        streams[stream.id] = again
        refresh(again, isLast: isLast)
        needsSettling = true
    }

    /// A stream that was complete and grows after all: its beginning is read again, for what recognition had in mind of it is gone.
    ///
    /// A drain ends every file that lies there; the next process finds it longer.
    private func reopened(_ stream: WatchedStream) -> WatchedStream {
        let again = WatchedStream(id: stream.id, name: stream.name, isNeverLate: stream.isNeverLate)
        again.restart()
        let isThere = reread(stream) { [plans, feed] bytes in
            again.take(bytes, plans: plans) { feed.originalOffset($0, of: stream.id) }
        }
        guard isThere, again.length == stream.length else { return stream }
        again.losses = stream.losses
        streams[stream.id] = again
        needsSettling = true
        return again
    }

    private func reread(_ stream: WatchedStream, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard stream.isPushed else { return feed.reread(stream.id, length: stream.length, body) }
        var isWhole = true
        do {
            try store.pushed(to: stream.id) { bytes in
                guard let opened = SealedBytes.open(bytes, key: options.run.maskKey) else { return isWhole = false }
                opened.withUnsafeBytes(body)
            }
        } catch { return false }
        guard isWhole else { return false }
        stream.pushedWaiting.withUnsafeBytes { if !$0.isEmpty { body($0) } }
        return true
    }

    /// What plain streams tell that others are read by.
    func learn(exactly: Bool) {
        var endpoints = Endpoints()
        var latest: Instant?
        for stream in streams.values where stream.kind == .plain && !stream.isStored {
            endpoints.merge(stream.report.endpoints)
            for source in stream.report.sources { if let end = source.span?.to { latest = max(latest ?? end, end) } }
        }
        plans.learn(endpoints: endpoints, latest: latest, exactly: exactly)
    }

    /// Streams by id.
    var ordered: [WatchedStream] { streams.values.sorted { $0.id < $1.id } }

    /// Writes what is new of all streams.
    func writeStreams() throws(StoreError) {
        for id in removed {
            try store.removeRows(stream: id, onlyProvisional: false)
            try store.remove(stream: id)
        }
        for stream in ordered where stream.isChanged && !stream.isRebuilding {
            if stream.replacesRows || stream.replacesProvisional {
                try store.removeRows(stream: stream.id, onlyProvisional: !stream.replacesRows)
            }
            if stream.isPushed {
                if !stream.pushedWaiting.isEmpty {
                    // Lines as they were sent: the store must not tell what is in them.
                    let sealed = SealedBytes.seal(stream.pushedWaiting, key: options.run.maskKey)
                    try store.append(pushed: sealed, stream: stream.id, number: stream.pushes)
                }
                if stream.isClosed { try store.removePushed(to: stream.id) }
            }
            var next = stream.nextBlock
            try store.append(stream.rows, stream: stream.id, next: &next, isProvisional: false)
            if stream.replacesRows || stream.replacesProvisional {
                try store.append(stream.provisional, stream: stream.id, next: &next, isProvisional: true)
            }
            stream.followingBlock = next
            try store.save(stream: stream.id, state: stream.state)
        }
    }

    /// The transaction is there: what was written need not be written again.
    func confirmStreams() {
        removed = []
        for stream in ordered where stream.isChanged && !stream.isRebuilding {
            stream.storedRows += UInt64(stream.rows.rows.count)
            stream.nextBlock = stream.followingBlock
            stream.rows = EvidenceBatch()
            if !stream.pushedWaiting.isEmpty { stream.pushes += 1 }
            stream.pushedWaiting = []
            (stream.replacesRows, stream.replacesProvisional, stream.isChanged) = (false, false, false)
            // They were judged: the store has them until they come anew.
            if !stream.isUnjudged, !stream.provisional.rows.isEmpty {
                stream.storedProvisional = UInt64(stream.provisional.rows.count)
                stream.provisional = EvidenceBatch()
            }
            if stream.isEnded, !stream.isClosed {
                stream.isClosed = true
                if !stream.provisional.rows.isEmpty { stream.storedProvisional = UInt64(stream.provisional.rows.count) }
                stream.provisional = EvidenceBatch()
                stream.forgetBeginning()
                // It is complete only now: the next batch says so.
                stream.isChanged = true
            }
        }
    }

    /// Makes streams of the sources that a batch run left in the store, so that its evidence is judged beside what is read now.
    static func takeOver(_ store: WatchStore) throws(StoreError) {
        guard let record = try store.store.run() else { return }
        var all: [WatchedStream] = []
        var owner: [UInt32] = []
        for source in try store.store.sources() {
            var source = source
            source.gaps.removeAll { $0.why == WatchEngine.missingRotation }
            if let last = all.last, StoredRun.isPart(source, of: last.asRead) {
                last.report.sources.append(source)
            } else {
                let stream = WatchedStream(id: UInt32(all.count), name: source.name, isNeverLate: false)
                (stream.isStored, stream.isEnded, stream.isClosed) = (true, true, true)
                stream.facts.contentID = source.contentID
                stream.report.sources = [source]
                all.append(stream)
            }
            owner.append(UInt32(all.count - 1))
        }
        try store.store.forEachDeviceSpan { span in
            guard Int(span.source) < owner.count else { return }
            all[Int(owner[Int(span.source)])].report.deviceSpans.append(span)
        }
        guard let first = all.first else { return }
        let context = record.context
        (first.report.clientEventsShown, first.report.serverEventsShown) = (context.clientEventsShown, context.serverEventsShown)
        first.report.appSchemes = context.appSchemes
        for (provider, days) in context.providerDays.sorted(by: { $0.key < $1.key }) {
            first.report.providerDays += days.stretches.map { ProviderDay(provider: provider, stretch: $0) }
        }
        try store.transaction { () throws(StoreError) in
            var full: [Int] = []
            try store.store.allEvidence { (evidence) throws(StoreError) in
                evidence.arena.withUnsafeBytes { arena in
                    for row in evidence.rows where Int(row.source) < owner.count {
                        var row = row
                        row.source = owner[Int(row.source)]
                        let start = Int(row.attributesStart)
                        let stream = all[Int(row.source)]
                        stream.rows.append(
                            row, attributes: UnsafeRawBufferPointer(rebasing: arena[start..<(start + Int(row.attributesLength))]))
                        if stream.rows.rows.count == Limits.watchBlock { full.append(Int(row.source)) }
                    }
                }
                for place in full { try flush(all[place], to: store) }
                full.removeAll()
            }
            for stream in all {
                try flush(stream, to: store)
                try store.save(stream: stream.id, state: stream.state)
            }
        }
    }

    private static func flush(_ stream: WatchedStream, to store: WatchStore) throws(StoreError) {
        try store.append(stream.rows, stream: stream.id, next: &stream.nextBlock, isProvisional: false)
        stream.followingBlock = stream.nextBlock
        stream.storedRows += UInt64(stream.rows.rows.count)
        stream.rows.removeAll()
    }
}
