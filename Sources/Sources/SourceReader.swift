import Domain

/// Reads one source — a file, a zip member, standard input — as UTF-8, whatever it is packed in and however it is encoded.
///
/// It never fails: what cannot be read is recorded in ``damage`` and ``losses``, and the rest is delivered. One worker reads it at a
/// time. File and memory are taken at the first read and given back at the end.
public final class SourceReader: @unchecked Sendable {
    /// The name of the source, as `SourceInfo.name`: the path as given, `bill.zip!member.csv`, `-`.
    public let name: String
    /// Where bytes are missing, in the order of the stream; complete when ``read(into:)`` has returned 0.
    public internal(set) var losses: [Loss] = []
    /// Bytes of the decompressed stream so far.
    public internal(set) var bytesDecompressed: UInt64 = 0

    let opener: Opener
    var raw: RawStream
    /// The outer gzip when another one is inside.
    var outer: GzipStream?
    var faults: [Fault] = []
    let inflater: InflaterChoice
    let compressedSize: UInt64

    // The text stage (SourceReader+Text.swift).
    var text = TextEncoding.undecided
    var guess = EncodingGuess()
    /// Bytes taken from `raw` that wait to be delivered or converted.
    var stage = AlignedBuffer(capacity: 0)
    /// Waiting bytes that were weighed and are delivered as they are.
    var weighed = 0
    var map = OffsetMap()
    /// Offset in the UTF-8 stream, and in the decompressed stream, of the next byte.
    var utf8Offset: UInt64 = 0
    var originalOffset: UInt64 = 0
    var lastByte: UInt8 = 10
    var pendingLoss: (reason: String, untilEnd: Bool)?
    var atStart = true
    /// `raw` gives nothing more.
    var rawEnded = false
    var isFinished = false
    /// Whether the file stays open at its end, for ``restart(at:)``.
    var staysOpen = false
    var converter: GB18030Converter?
    var zeroRuns: (runs: Int, bytes: Int, first: UInt64, end: UInt64) = (0, 0, 0, 0)
    var head: [UInt8] = []
    /// A source that is followed: what is presumed before enough was written to decide.
    var growth: Growth?
    /// A source that is followed gives nothing more for now.
    var isWaiting = false
    /// Bytes of a gzip file between two places from which it can be read again; set before the first read. Nil: none are noted.
    public var restartSpacing: UInt64?
    /// Those places, complete when ``read(into:)`` has returned 0; none of a file that is packed twice.
    public private(set) var restartPoints: [RestartPoint] = []
    private var small: AlignedBuffer?
    /// What was known when everything was given back.
    private var closed: (bytesRead: UInt64, contentID: UInt64)?

    /// How the bytes are reached when the first one is wanted.
    enum Opener {
        case path([CChar])
        case input(ByteInput)
        case member(ZipMember)
    }

    /// The decompressed bytes.
    enum RawStream {
        case unopened
        case plain(ByteInput)
        case gzip(GzipStream)
    }

    init(name: String, opener: Opener, inflater: InflaterChoice, compressedSize: UInt64 = 0) {
        (self.name, self.opener, self.inflater, self.compressedSize) = (name, opener, inflater, compressedSize)
        raw = .unopened
    }

    /// Reads the next bytes into `target`: as many as fit, but for a remainder too small for the next step. 0 is the end.
    ///
    /// Give it `Limits.blockLength` bytes aligned to `Limits.bufferAlignment`; smaller buffers are served from a buffer of its own.
    public func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        guard target.count < Self.smallestBlock || small?.isEmpty == false else { return fill(target) }
        let small = self.small ?? AlignedBuffer(capacity: Limits.blockLength)
        self.small = small
        if small.isEmpty { small.commit(fill(small.reserve(Limits.blockLength))) }
        if small.isEmpty { self.small = nil }
        let count = min(small.count, target.count)
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: small.bytes[..<count]))
        small.consume(count)
        return count
    }

    /// Smaller blocks are cut out of a larger one, so that the stream never depends on them.
    static let smallestBlock = 256 << 10

    /// The offset in the decompressed stream of a UTF-8 offset that begins a line: the same unless bytes were transcoded or left out
    /// before it (byte order mark, zero bytes). Exact for what was read lately; see `Limits.offsetAnchors`.
    public func originalOffset(_ utf8Offset: UInt64) -> UInt64 { map.original(utf8Offset) }

    /// Whether every offset so far is its original one.
    public var hasOriginalOffsets: Bool { map.isEmpty }

    /// A stable hash of the first `Limits.contentIDLength` bytes of the UTF-8 stream; final as soon as so many were read, or all.
    public var contentID: UInt64 { closed?.contentID ?? StableHash.of(head) }

    /// `utf-8`, `gb18030`, `utf-16le` or `utf-16be`: what the bytes read so far turned out to be.
    public var encoding: String { text.name }

    /// Bytes consumed as they lie on disk.
    public var bytesRead: UInt64 {
        if let closed { return closed.bytesRead }
        let stream: GzipStream? = if case .gzip(let inner) = raw { outer ?? inner } else { outer }
        if case .member = opener { return isFinished ? compressedSize : min(compressedSize, bytesDecompressed) }
        if let stream { return stream.input.position }
        if case .plain(let input) = raw { return input.position }
        return 0
    }

    /// Damaged places and notes; complete when ``read(into:)`` has returned 0.
    public var damage: [Damage] {
        var all = allFaults
        if zeroRuns.runs > 0 {
            let words = zeroRuns.runs == 1 ? "a run of" : "\(zeroRuns.runs) runs of together"
            all.append(Fault(offset: zeroRuns.first, reason: "\(words) \(zeroRuns.bytes) zero bytes skipped", isNote: true))
        }
        return all.map { Damage(source: name, at: $0.place, reason: $0.reason, isNote: $0.isNote) }
    }

    private var allFaults: [Fault] {
        var all = faults
        if let outer { all += outer.faults }
        if case .gzip(let stream) = raw {
            all += stream.faults.map { fault in
                var fault = fault
                fault.isInner = outer != nil
                return fault
            }
        }
        return all
    }

    /// Gives file and memory back before the end is reached.
    public func close() {
        isFinished = true
        guard closed == nil else { return }
        faults = allFaults
        closed = (bytesRead, contentID)
        if case .gzip(let stream) = raw, outer == nil { restartPoints = stream.restarts?.points ?? [] }
        switch raw {
        case .plain(let input): input.close()
        case .gzip(let stream): stream.input.close()
        case .unopened: break
        }
        // A run holds the readers of all its files; their buffers and inflaters would be most of its memory.
        (raw, outer, converter, stage, head) = (.unopened, nil, nil, AlignedBuffer(capacity: 0), [])
    }
}
