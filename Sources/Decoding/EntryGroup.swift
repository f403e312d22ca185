import Domain

/// The entries of one array, held until it ends: an export that begins with the newest is turned round (facts.md §6.24).
struct EntryGroup: ~Copyable {
    private struct Held {
        var content: Range<Int>
        var service: Range<Int>
        var stream: Range<Int>
        var origin: LineOrigin
    }

    private var bytes = GrowingBytes()
    private var entries: [Held] = []
    private var given = 0
    private var isClosed = false

    /// Entries and bytes that are held at most; beyond them what is there is given as it stands.
    private static let mostEntries = 65_536

    /// Whether entries wait to be taken.
    var isReady: Bool { isClosed && given < entries.count }

    /// Takes a copy of an entry.
    mutating func hold(_ wrapped: WrappedLine, _ origin: LineOrigin) {
        func add(_ text: Bytes) -> Range<Int> {
            let start = bytes.count
            bytes.append(text)
            return start..<bytes.count
        }
        let content = add(wrapped.content.slice(0, Limits.recordLength))
        // A JSON record is one line, however it was laid out.
        if wrapped.content.at(0) == UInt8(ascii: "{") {
            let memory = bytes.mutableBytes
            let text = UnsafeRawBufferPointer(memory)
            var from = content.lowerBound
            while let end = text.first(10, or: 13, from: from) {
                memory[end] = 32
                from = end &+ 1
            }
        }
        var (service, stream) = (0..<0, 0..<0)
        if let last = entries.last, isSame(last.service, wrapped.service), isSame(last.stream, wrapped.stream) {
            (service, stream) = (last.service, last.stream)
        } else {
            (service, stream) = (add(wrapped.service), add(wrapped.stream))
        }
        entries.append(Held(content: content, service: service, stream: stream, origin: origin))
        if bytes.count > Limits.recordLength || entries.count >= EntryGroup.mostEntries { close(mayBeReversed: true) }
    }

    private func isSame(_ range: Range<Int>, _ text: Bytes) -> Bool {
        bytes.bytes.slice(range.lowerBound, range.upperBound).same(as: text)
    }

    /// No more entries come: they may be taken.
    mutating func close(mayBeReversed: Bool) {
        guard !isClosed, let first = entries.first, let last = entries.last else { return }
        if mayBeReversed, first.origin.isStamped, last.origin.isStamped, first.origin.at > last.origin.at { entries.reverse() }
        isClosed = true
    }

    /// The next entry; its slices are valid until the next call of ``hold(_:_:)``.
    mutating func take() -> (wrapped: WrappedLine, origin: LineOrigin)? {
        guard isReady else { return nil }
        let held = entries[given]
        given += 1
        let all = bytes.bytes
        func slice(_ range: Range<Int>) -> Bytes { all.slice(range.lowerBound, range.upperBound) }
        let wrapped = WrappedLine(
            content: slice(held.content), service: slice(held.service), stream: slice(held.stream),
            stamp: held.origin.isStamped ? Stamp(held.origin.at, held.origin.resolution, length: 0, isZoned: true) : nil)
        return (wrapped, held.origin)
    }

    /// Forgets what was taken.
    mutating func empty() {
        guard isClosed, given >= entries.count else { return }
        bytes.removeAll()
        entries.removeAll(keepingCapacity: true)
        (given, isClosed) = (0, false)
    }
}
