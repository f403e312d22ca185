import Domain

/// Where a line of a wrapped stream came from.
struct LineOrigin {
    var offset: UInt64 = 0
    var line: UInt32 = 0
    /// The wrapper's stamp, in microseconds.
    var at: Int64 = 0
    var isStamped = false
    var resolution = Resolution.second
}

/// Streams whose samples are to be read again, the innermost last.
final class ReplayQueue {
    var waiting: [ServiceStream] = []
}

/// One service of a mixed stream, or the only one of a wrapped stream: its lines are unwrapped, joined and given headers of its own.
final class ServiceStream {
    /// What a stream waits for.
    enum Stage {
        /// Its first lines, by which its forms are detected.
        case sampling
        /// Its sample is read again.
        case replaying
        case running
    }

    let service: UnsafeMutableRawBufferPointer
    let stream: [UInt8]
    private let depth: Int
    private let outerName: String
    private let makeClock: StampClock
    private let queue: ReplayQueue
    private(set) var stage = Stage.sampling
    var forms: HeaderForms
    private var transport: EnvelopeFormat?
    private(set) var children: [ServiceStream] = []
    private var recent = 0

    private var sample = GrowingBytes()
    private var sampleLines: [(start: Int, end: Int, origin: LineOrigin)] = []
    private var replayed = 0

    private var part = GrowingBytes()
    private var partOrigin = LineOrigin()
    private var hasPart = false

    private var openBytes = GrowingBytes()
    private var readyBytes = GrowingBytes()
    private var open = OpenRecord()
    private var isOpen = false
    /// The record that is complete; valid until the next line.
    private(set) var ready = OpenRecord()

    /// Lines by which a service's forms are detected.
    private static let sampleCount = 32

    init(service: Bytes, stream: Bytes, depth: Int, clock: StampClock, outerName: String, queue: ReplayQueue) {
        self.service = .allocate(byteCount: max(1, service.count), alignment: 1)
        self.service.copyMemory(from: service)
        serviceLength = service.count
        self.stream = Array(stream)
        (self.depth, makeClock, self.outerName, self.queue) = (depth, clock, outerName, queue)
        forms = HeaderForms(clock: clock)
        forms.statistics.service = Array(service)
        forms.statistics.format = outerName
    }

    private let serviceLength: Int

    deinit { service.deallocate() }

    var serviceName: Bytes { UnsafeRawBufferPointer(start: service.baseAddress, count: serviceLength) }
    var readyRecord: Bytes { readyBytes.bytes }

    func isNamed(_ service: Bytes, _ stream: Bytes) -> Bool {
        serviceName.same(as: service) && self.stream.withUnsafeBytes { $0.same(as: stream) }
    }

    /// Takes one piece of a line: parts are joined until the line is whole. Returns the stream whose record became ready.
    func take(_ wrapped: WrappedLine, _ origin: LineOrigin, _ arena: inout ByteArena) -> ServiceStream? {
        if !wrapped.isPartial, !hasPart { return accept(wrapped.content, origin, &arena) }
        if !hasPart {
            part.removeAll()
            (partOrigin, hasPart) = (origin, true)
        }
        let room = max(0, Limits.recordLength - part.count)
        part.append(wrapped.content.slice(0, room))
        guard !wrapped.isPartial else { return nil }
        hasPart = false
        return accept(part.bytes, partOrigin, &arena)
    }

    /// Takes a whole line, which is unwrapped when this stream has a wrapper.
    func takeWhole(_ line: Bytes, _ origin: LineOrigin, _ arena: inout ByteArena) -> ServiceStream? {
        accept(line, origin, &arena)
    }

    /// This stream and all inside it, the outer one first.
    var flattened: [ServiceStream] { [self] + children.flatMap(\.flattened) }

    /// Takes a line that the wrapper around this stream does not know: it goes on with the last record.
    func takeStray(_ line: Bytes, _ origin: LineOrigin, _ arena: inout ByteArena) -> ServiceStream? {
        if let child = children.indices.contains(recent) ? children[recent] : nil { return child.takeStray(line, origin, &arena) }
        return accept(line, origin, &arena)
    }

    private func accept(_ line: Bytes, _ origin: LineOrigin, _ arena: inout ByteArena) -> ServiceStream? {
        forms.statistics.lines &+= 1
        guard stage == .sampling else { return process(line, origin, &arena) }
        let start = sample.count
        sample.append(line)
        sampleLines.append((start, sample.count, origin))
        sample.append(byte: 10)
        if sampleLines.count >= ServiceStream.sampleCount || sample.count >= EnvelopeDetection.sampleLength { detect() }
        return nil
    }

    /// Detects the forms of this stream; then its sample is to be replayed.
    func detect() {
        guard stage == .sampling else { return }
        let found = EnvelopeDetection.detect(sample.bytes, clock: makeClock, allowsTransport: depth < Limits.decodeDepth)
        transport = found.transport
        let name = found.name.isEmpty ? "plain" : found.name
        forms.statistics.format = ""
        forms.adopt(found)
        forms.statistics.format = outerName + " / " + name
        stage = .replaying
        queue.waiting.append(self)
    }

    /// Takes the forms that the decoder has detected itself: the outermost wrapper.
    func adopt(_ found: EnvelopeDetection) {
        transport = found.transport
        stage = .running
    }

    /// Reads on in the sample; nil when it is through, or when an inner stream's sample comes first.
    func replay(_ arena: inout ByteArena) -> ServiceStream? {
        while replayed < sampleLines.count {
            guard queue.waiting.last === self else { return nil }
            let (start, end, origin) = sampleLines[replayed]
            replayed += 1
            arena.removeAll()
            if let ready = process(sample.bytes.slice(start, end), origin, &arena) { return ready }
        }
        guard queue.waiting.last === self else { return nil }
        queue.waiting.removeLast()
        stage = .running
        sample = GrowingBytes()
        sampleLines = []
        return nil
    }

    private func process(_ raw: Bytes, _ origin: LineOrigin, _ arena: inout ByteArena) -> ServiceStream? {
        if let transport { return unwrap(raw, transport, origin, &arena) }
        var line = raw.withoutMark
        if line.at(line.count &- 1) == 13 { line = line.slice(0, line.count &- 1) }
        if origin.isStamped, forms.clock.previous == nil { forms.clock.previous = origin.at }
        let before = forms.clock.previous
        switch forms.match(line) {
        case .record:
            return begin(line, origin, hasHeader: true)
        case .banner:
            return close()
        case .loss:
            forms.noteLoss(line, before: before, number: origin.line, offset: origin.offset)
            return begin(line, origin, hasHeader: forms.isStamped)
        case .none:
            if forms.isPlain, !OpenRecord.continues(line) || !isOpen { return begin(line, origin, hasHeader: false) }
            if !isOpen { return line.isEmpty ? nil : begin(line, origin, hasHeader: false) }
            let room = max(0, Limits.recordLength - openBytes.count - 1)
            if room <= line.count { open.isCut = true }
            openBytes.append(byte: 10)
            openBytes.append(line.slice(0, room))
            return nil
        }
    }

    private func begin(_ line: Bytes, _ origin: LineOrigin, hasHeader: Bool) -> ServiceStream? {
        let closed = close()
        isOpen = true
        open = OpenRecord(start: 0, offset: origin.offset, line: origin.line, forms: forms, hasHeader: hasHeader)
        if !hasHeader || !forms.isStamped, origin.isStamped {
            (open.at, open.resolution, open.isStamped, open.isStampedByWrapper) = (origin.at, origin.resolution, true, true)
        }
        forms.statistics.records &+= 1
        if open.isStamped { forms.noteStamp(open.at) }
        openBytes.removeAll()
        openBytes.append(line.slice(0, Limits.recordLength))
        open.isCut = line.count > Limits.recordLength
        return closed
    }

    /// Ends the open record; this stream when one was open.
    func close() -> ServiceStream? {
        guard isOpen else { return nil }
        swap(&openBytes, &readyBytes)
        (ready, isOpen) = (open, false)
        if ready.isCut { forms.statistics.cut &+= 1 }
        return self
    }

    /// At the end of the stream: a part without its rest is a line.
    func flushPart(_ arena: inout ByteArena) -> ServiceStream? {
        guard hasPart else { return nil }
        hasPart = false
        return accept(part.bytes, partOrigin, &arena)
    }

    private func unwrap(_ line: Bytes, _ format: EnvelopeFormat, _ origin: LineOrigin, _ arena: inout ByteArena) -> ServiceStream? {
        guard case .transport(let read) = format.kind else { return nil }
        var wrapped = WrappedLine()
        guard read(line, &forms.clock, &wrapped, &arena) else { return takeStrayInside(line, origin, &arena) }
        var origin = origin
        if let stamp = wrapped.stamp {
            (origin.at, origin.resolution, origin.isStamped) = (stamp.at.microseconds, stamp.resolution, true)
            forms.clock.previous = origin.at
        }
        return child(wrapped).take(wrapped, origin, &arena)
    }

    private func takeStrayInside(_ line: Bytes, _ origin: LineOrigin, _ arena: inout ByteArena) -> ServiceStream? {
        if children.isEmpty { return child(WrappedLine()).takeStray(line, origin, &arena) }
        return children[recent].takeStray(line, origin, &arena)
    }

    /// The stream of a service, made when it is seen first.
    func child(_ wrapped: WrappedLine) -> ServiceStream {
        if recent < children.count, children[recent].isNamed(wrapped.service, wrapped.stream) { return children[recent] }
        if let known = children.firstIndex(where: { $0.isNamed(wrapped.service, wrapped.stream) }) {
            recent = known
            return children[known]
        }
        if children.count < Limits.servicesPerStream {
            let name = wrapped.service.isEmpty ? serviceName : wrapped.service
            children.append(
                ServiceStream(
                    service: name, stream: wrapped.stream, depth: depth + 1, clock: makeClock,
                    outerName: transport.map { outerName.isEmpty ? "\($0.name)" : outerName + " / \($0.name)" } ?? outerName,
                    queue: queue))
        }
        recent = children.count - 1
        return children[recent]
    }
}
