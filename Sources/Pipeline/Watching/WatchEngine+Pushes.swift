import Domain
import Masking
import Store

// Pushed lines: each source is a stream whose bytes lie in the store until it is complete, as a file's lie in the file.
extension WatchEngine {
    /// Takes in what was pushed; true when something was.
    func takePushes() -> Bool {
        guard let pushes = options.pushes else { return false }
        for batch in pushes.take() {
            tickets.append(batch.ticket)
            // A sender's labels may name a person; nobody has to find a file by this name.
            for part in batch.parts { take(part.lines, of: plans.masker.masked(part.source)) }
        }
        return !tickets.isEmpty
    }

    private func take(_ lines: [UInt8], of source: String) {
        let stream = openPushed(source)
        stream.pushedWaiting += lines
        let before = stream.rows.rows.count
        lines.withUnsafeBytes { stream.take($0, plans: plans) { $0 } }
        waiting += stream.rows.rows.count - before
        status.bytes += UInt64(lines.count)
        stream.noteFacts(lines)
        hasNews = true
        // Long enough: what has come is complete, and a new stream of the same name goes on.
        guard stream.length >= UInt64(Limits.pushedStream) else { return }
        stream.isEnded = true
        stream.refresh(plans: plans, isLast: true) { $0 }
    }

    private func openPushed(_ source: String) -> WatchedStream {
        if let id = pushed[source], let stream = streams[id], !stream.isEnded { return stream }
        let stream = WatchedStream(id: numbers.take(), name: source, isNeverLate: false)
        stream.isPushed = true
        streams[stream.id] = stream
        pushed[source] = stream.id
        return stream
    }

    /// Builds up again what recognition had in mind of a stream whose bytes lie in the store.
    func rebuildPushed(_ stream: WatchedStream) throws(StoreError) {
        pushed[stream.name] = stream.id
        // Counted once: all its bytes come again now.
        (stream.facts.bytesRead, stream.facts.bytesDecompressed) = (0, 0)
        try store.pushed(to: stream.id) { sealed in
            // Sealed with a key that is gone: the evidence of it is kept, what recognition had in mind is not.
            guard let bytes = SealedBytes.open(sealed, key: options.run.maskKey) else { return }
            stream.noteFacts(bytes)
            bytes.withUnsafeBytes { stream.take($0, plans: plans) { $0 } }
        }
        if stream.isRebuilding { stream.giveUp() }
    }

    /// Tells the senders of a batch what became of it.
    func answerPushes(_ answer: PushQueue.Answer) {
        for ticket in tickets { ticket.settle(answer) }
        tickets = []
    }
}

extension WatchedStream {
    /// Keeps what is known of pushed bytes, as a reader knows it of a file's.
    func noteFacts(_ bytes: [UInt8]) {
        if pushedHead.count < Limits.contentIDLength { pushedHead += bytes.prefix(Limits.contentIDLength - pushedHead.count) }
        facts.contentID = StableHash.of(pushedHead)
        facts.bytesRead += UInt64(bytes.count)
        facts.bytesDecompressed += UInt64(bytes.count)
    }
}
