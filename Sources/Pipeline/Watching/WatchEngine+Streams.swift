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

    /// Brings all streams up to their bytes, and says which of them would be read otherwise now.
    ///
    /// - Returns: what the batch has to be: where too much would be read again for a tick to have it at hand, only a settling can tell.
    func prepare(_ mode: Mode) -> Mode {
        let isLast = mode == .final
        for stream in ordered where !stream.isEnded && !stream.isClosed && !stream.isStored && !stream.isRebuilding {
            if !stream.isPushed { stream.facts = feed.facts(of: stream.id) }
            refresh(stream, isLast: isLast)
        }
        learn(exactly: isLast)
        defer { if isLast { for stream in ordered where stream.isRebuilding { stream.giveUp() } } }
        // While nothing is judged it can wait: what others tell changes again and again until everything is there.
        guard mode != .reading else { return mode }
        var long: [WatchedStream] = []
        for stream in ordered where stream.isStale(plans) {
            if stream.isShort, !stream.isClosed {
                stream.readAgain()
                refresh(stream, isLast: isLast)
            } else {
                long.append(stream)
            }
        }
        guard !long.isEmpty else { return mode }
        if mode == .tick, long.reduce(0, { $0 + $1.rowCount }) <= UInt64(Limits.watchRereadRows) {
            for stream in long { readAgain(stream) }
            return mode
        }
        rereads = long.map(\.id)
        return mode == .tick ? .settling : mode
    }

    private func refresh(_ stream: WatchedStream, isLast: Bool) {
        let isPushed = stream.isPushed
        stream.refresh(plans: plans, isLast: isLast || stream.isEnded) { [feed] in
            isPushed ? $0 : feed.originalOffset($0, of: stream.id)
        }
    }

    /// Reads a stream again from its beginning; where its bytes are gone it stays as it is.
    private func readAgain(_ stream: WatchedStream) {
        let again = stream.again()
        let isThere = reread(stream) { bytes in take(bytes, of: again) }
        guard isThere, again.length == stream.length else { return stream.accept(plans) }
        (again.facts, again.isEnded, again.losses) = (stream.facts, stream.isEnded, stream.losses)
        streams[stream.id] = again
        refresh(again, isLast: false)
        needsSettling = true
    }

    private func take(_ bytes: UnsafeRawBufferPointer, of stream: WatchedStream) {
        let isPushed = stream.isPushed
        stream.take(bytes, plans: plans) { [feed] in isPushed ? $0 : feed.originalOffset($0, of: stream.id) }
    }

    /// The same inside the transaction, for streams of any length: their rows go into the store as they come, and nobody needs them in memory
    /// who judges from there.
    func readLongAgain(isLast: Bool) throws(StoreError) {
        for stream in rereads.compactMap({ streams[$0] }) {
            let again = stream.again()
            var failure: StoreError?
            let isWhole = try store.attempt { () throws(StoreError) in
                try store.removeRows(stream: stream.id, onlyProvisional: false)
                let isThere = reread(stream) { bytes in
                    guard failure == nil else { return }
                    take(bytes, of: again)
                    guard again.rows.rows.count >= Limits.watchBlock else { return }
                    do throws(StoreError) { try WatchEngine.flush(again, to: store) } catch { failure = error }
                }
                if let failure { throw failure }
                return isThere && again.length == stream.length
            }
            if isWhole {
                (again.facts, again.isEnded, again.losses) = (stream.facts, stream.isEnded, stream.losses)
                // Where the transaction fails the stream is what it was.
                (replaced[stream.id], streams[stream.id]) = (stream, again)
                refresh(again, isLast: isLast)
                again.replacesRows = false
                try writeRows(again)
            } else {
                stream.accept(plans)
                try store.save(stream: stream.id, state: stream.state)
            }
        }
    }

    /// A stream that was complete and grows after all: its beginning is read again, for what recognition had in mind of it is gone.
    ///
    /// A drain ends every file that lies there; the next process finds it longer.
    private func reopened(_ stream: WatchedStream) -> WatchedStream {
        // Its rows are in the store, as after a restart; where they would be others now, it is read as a whole.
        let again = stream.reopened(plans) ?? stream.again()
        let isThere = reread(stream) { bytes in take(bytes, of: again) }
        guard isThere, again.length == stream.length, !again.isRebuilding else { return stream }
        again.losses = stream.losses
        streams[stream.id] = again
        // What its last record was in may be another one now.
        (needsSettling, settled, nextSettling) = (true, nil, .now)
        return again
    }

    private func reread(_ stream: WatchedStream, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        if stream.isShort {
            stream.withBeginning(body)
            return true
        }
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
            try writeRows(stream)
        }
    }

    private func writeRows(_ stream: WatchedStream) throws(StoreError) {
        var next = stream.nextBlock
        try store.append(stream.rows, stream: stream.id, next: &next, isProvisional: false)
        if stream.replacesRows || stream.replacesProvisional {
            try store.append(stream.provisional, stream: stream.id, next: &next, isProvisional: true)
        }
        stream.followingBlock = next
        try store.save(stream: stream.id, state: stream.state)
    }

    /// The transaction is there: what was written need not be written again.
    func confirmStreams() {
        (removed, rereads, replaced) = ([], [], [:])
        for stream in ordered where !stream.isRebuilding {
            guard stream.isChanged else {
                stream.rest()
                continue
            }
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
                stream.pushedHead = []
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
