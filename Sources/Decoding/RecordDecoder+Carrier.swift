import CScan
import Domain

/// Reading a carrier: its walk, and the entries of the array it is in.
struct CarrierReading: ~Copyable {
    let form: CarrierForm
    var walk: EntryWalk
    var rows = CSVWalk()
    var group = EntryGroup()
    let isTable: Bool
    /// Line feeds before this place have been counted.
    var counted = 0

    init(_ form: CarrierForm) {
        self.form = form
        walk = EntryWalk(form)
        if case .rows = form.place { isTable = true } else { isTable = false }
    }

    /// The first byte that is still needed.
    var needed: Int { isTable ? rows.needed : walk.needed }

    /// The buffer lost its first `length` bytes.
    mutating func shift(_ length: Int) {
        walk.shift(length)
        rows.shift(length)
        counted -= length
    }
}

extension RecordDecoder {
    /// Turns to a carrier: every entry is a line of its service, with whatever envelopes of its own.
    mutating func beginCarrier(_ format: EnvelopeFormat, _ form: CarrierForm) {
        phase = .carrier
        carrier = CarrierReading(form)
        forms.statistics.format = "\(format.name)"
        let stream = ServiceStream(
            service: .none, stream: .none, depth: 0, clock: forms.clock, outerName: "\(format.name)", queue: queue)
        stream.adopt(EnvelopeDetection())
        root = stream
    }

    /// Records of a carrier's entries.
    mutating func nextOfCarrier(_ record: inout Record) -> Step {
        guard let root else { return .needsBytes }
        while true {
            if let stream = queue.waiting.last {
                if let ready = stream.replay(&room.arena), give(ready, &record) { return .record }
                continue
            }
            if let (wrapped, origin) = carrier.group.take() {
                room.arena.removeAll()
                if let ready = root.takeEntry(wrapped, origin, &room.arena), give(ready, &record) { return .record }
                continue
            }
            carrier.group.empty()
            guard let (start, end, isCut) = nextEntry() else {
                guard isFinished else { return .needsBytes }
                carrier.group.close(mayBeReversed: carrier.form.mayBeReversed)
                if carrier.group.isReady { continue }
                position = buffer.count
                countCarrierLines(to: buffer.count)
                return finish(root, &record)
            }
            if end > start { hold(start, end, isCut) }
        }
    }

    /// The next entry's place; an empty place where an array ended. Nil when more bytes are needed.
    private mutating func nextEntry() -> (start: Int, end: Int, isCut: Bool)? {
        if carrier.isTable { return carrier.rows.next(buffer.bytes, isLast: isFinished) }
        switch carrier.walk.next(buffer.bytes, isLast: isFinished) {
        case .entry(let start, let end, let isCut): return (start, end, isCut)
        case .groupEnd:
            carrier.group.close(mayBeReversed: carrier.form.mayBeReversed)
            return (0, 0, false)
        case nil: return nil
        }
    }

    /// Takes an entry apart and holds what it carries.
    private mutating func hold(_ start: Int, _ end: Int, _ isCut: Bool) {
        countCarrierLines(to: start)
        if isCut { forms.statistics.cut &+= 1 }
        room.arena.removeAll()
        let entry = buffer.bytes.slice(start, end)
        let context = carrier.isTable ? carrier.rows.header : carrier.walk.context
        let unwrap = carrier.form.unwrap
        context.withUnsafeBytes { bytes in
            var wrapped = WrappedLine()
            guard unwrap(entry, bytes, &forms.clock, &wrapped, &room.arena) else { return }
            var origin = LineOrigin(offset: base &+ UInt64(start), line: lineNumber &+ 1)
            if let stamp = wrapped.stamp, stamp.isDated {
                (origin.at, origin.resolution, origin.isStamped) = (stamp.at.microseconds, stamp.resolution, true)
            }
            wrapped.service = wrapped.service.slice(0, Limits.identifierLength)
            carrier.group.hold(wrapped, origin)
        }
        // Entries that are not turned round come one by one.
        if !carrier.form.mayBeReversed { carrier.group.close(mayBeReversed: false) }
    }

    /// Counts the lines before `end`.
    private mutating func countCarrierLines(to end: Int) {
        guard end > carrier.counted, let base = buffer.bytes.baseAddress else { return }
        lineNumber &+= UInt32(truncatingIfNeeded: cscan_count_lines(base + carrier.counted, end - carrier.counted))
        carrier.counted = end
    }

    /// Drops what the carrier no longer needs.
    mutating func compactCarrier() {
        let length = carrier.needed
        guard length > 0 else { return }
        countCarrierLines(to: length)
        carrier.shift(length)
        buffer.drop(length)
        base &+= UInt64(length)
        position = 0
    }
}

extension ServiceStream {
    /// Takes an entry that a carrier held, as a line of its service.
    func takeEntry(_ wrapped: WrappedLine, _ origin: LineOrigin, _ arena: inout ByteArena) -> ServiceStream? {
        child(wrapped).take(wrapped, origin, &arena)
    }
}
