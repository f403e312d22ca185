import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Bytes as they lie in a file, a stream, a zip member or an outer gzip, with a window to look at before they are consumed.
final class ByteInput {
    /// Where the bytes come from.
    enum Origin {
        /// A regular file: read by offset, so that it can be read again.
        case file(Int32)
        /// A pipe, a terminal, standard input.
        case stream(Int32)
        case zip(ZipMember)
        /// The inner bytes of a gzip that holds another gzip.
        case inflated(GzipStream)
        /// Nothing more comes.
        case none
    }

    /// Whether what gave no bytes now may give some later.
    var mayGrow: Bool {
        switch origin {
        case .file: visibleEnd != .max
        case .stream: !waits && !ended
        case .zip, .inflated, .none: false
        }
    }

    /// Bytes of one read. The inflaters do not care above 64 KiB; fewer system calls do.
    private static let chunk = 256 << 10
    /// Reads land behind this margin, so that leftovers and a few consumed bytes can stay in front of them without breaking alignment.
    private static let margin = Limits.bufferAlignment
    /// Consumed bytes that stay readable: an inflater may have taken up to eight bytes too many.
    private static let history = 16

    private var origin: Origin
    private var memory: UnsafeMutableRawBufferPointer?
    private var start = ByteInput.margin
    private var end = ByteInput.margin
    private var kept = 0
    /// Offset of the first byte of the window.
    private(set) var position: UInt64 = 0
    /// Bytes behind this offset are not seen.
    private var limit = UInt64.max
    /// A followed file: bytes behind this offset are not seen yet.
    private(set) var visibleEnd = UInt64.max
    /// A followed file: the last bytes that were read from it, by which a file that was written anew is known.
    private(set) var lastRead: RawTail?
    /// A followed stream: a read that would have to wait gives nothing instead.
    var waits = true
    /// Why reading stopped before the end.
    private(set) var failure: String?
    private var ended = false

    init(_ origin: Origin) { self.origin = origin }

    deinit { close() }

    /// Whether ``seek(to:)`` works.
    var isSeekable: Bool {
        if case .file = origin { true } else { false }
    }

    /// The bytes that are there without another read.
    var window: UnsafeRawBufferPointer {
        guard let memory else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: memory[start..<end])
    }

    /// Puts bytes in front that were already taken from `origin`.
    func preload(_ bytes: UnsafeRawBufferPointer) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.margin + max(Self.chunk, bytes.count), alignment: Limits.bufferAlignment)
        self.memory?.deallocate()
        self.memory = memory
        UnsafeMutableRawBufferPointer(rebasing: memory[Self.margin...]).copyMemory(from: bytes)
        (start, end, kept) = (Self.margin, Self.margin + bytes.count, 0)
    }

    /// Reads more behind the window; false at the end.
    func fill() -> Bool {
        let left = end &- start
        guard left < Self.margin - Self.history else { return true }
        guard !ended else { return false }
        let memory = self.memory ?? .allocate(byteCount: Self.margin + Self.chunk, alignment: Limits.bufferAlignment)
        self.memory = memory
        guard let base = memory.baseAddress else { return false }
        let keep = min(kept, Self.history)
        memmove(base + (Self.margin &- left &- keep), base + (start &- keep), left &+ keep)
        (start, end, kept) = (Self.margin &- left, Self.margin, keep)
        let got = readOrigin(into: UnsafeMutableRawBufferPointer(rebasing: memory[Self.margin..<(Self.margin + Self.chunk)]))
        end &+= got
        return got > 0
    }

    /// Whether `count` bytes can be seen at once; `count` is small.
    func ensure(_ count: Int) -> Bool {
        while end &- start < count {
            if !fill() { return false }
        }
        return true
    }

    func consume(_ count: Int) {
        start &+= count
        kept &+= count
        position &+= UInt64(truncatingIfNeeded: count)
    }

    /// Takes back up to eight bytes that were consumed last.
    func unread(_ count: Int) {
        let count = min(count, kept)
        start &-= count
        kept &-= count
        position &-= UInt64(truncatingIfNeeded: count)
    }

    /// Goes to an offset of a regular file and sees nothing behind `limit`.
    func seek(to offset: UInt64, limit: UInt64 = .max) {
        guard isSeekable else { return }
        let first = position &- UInt64(truncatingIfNeeded: kept)
        if limit == .max, self.limit == .max, offset >= first, offset - first <= UInt64(kept &+ end &- start) {
            // It is still here: damaged members are small and many in some files.
            let step = Int(offset - first) &- kept
            (start, kept, position, ended) = (start &+ step, kept &+ step, offset, false)
            return
        }
        (start, end, kept) = (Self.margin, Self.margin, 0)
        (position, self.limit, ended) = (offset, limit, false)
    }

    /// Copies the next bytes out, straight from the file when none are waiting. 0 is the end.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        let waiting = end &- start
        guard waiting == 0 else {
            let count = min(waiting, target.count)
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[..<count]))
            consume(count)
            return count
        }
        guard !ended else { return 0 }
        let got = readOrigin(into: target)
        position &+= UInt64(truncatingIfNeeded: got)
        kept = 0
        return got
    }

    private func readOrigin(into target: UnsafeMutableRawBufferPointer) -> Int {
        let offset = position &+ UInt64(truncatingIfNeeded: end &- start)
        guard let base = target.baseAddress, offset < limit, !ended else {
            ended = true
            return 0
        }
        guard offset < visibleEnd else { return 0 }
        let room = Int(clamping: min(UInt64(target.count), min(limit, visibleEnd) &- offset))
        let got: Int
        if !waits, case .stream(let descriptor) = origin, !Descriptor.isReadable(descriptor) { return 0 }
        switch origin {
        case .file(let descriptor): got = Descriptor.read(descriptor, base, room, at: offset)
        case .stream(let descriptor): got = Descriptor.read(descriptor, base, room, at: nil)
        case .zip(let member): got = member.read(base, room)
        case .inflated(let outer): got = outer.readGapless(into: UnsafeMutableRawBufferPointer(start: base, count: room))
        case .none: got = 0
        }
        if got > 0 {
            lastRead?.note(UnsafeRawBufferPointer(start: base, count: got), at: offset)
            return got
        }
        ended = visibleEnd == .max
        if got < 0 {
            ended = true
            if case .zip(let member) = origin {
                failure = member.failure
            } else {
                failure = "read error: \(Descriptor.lastError)"
            }
        }
        return 0
    }

    /// Shows a followed file up to `end`; all of it with `UInt64.max`.
    func show(upTo end: UInt64) {
        if lastRead == nil { lastRead = RawTail() }
        visibleEnd = end
    }

    /// Says what stands before the place where reading goes on.
    func follow(from tail: RawTail) { lastRead = tail }

    /// Gives the descriptor of a followed file back, and memory that holds nothing; ``wake(_:)`` brings another one.
    func sleep() {
        trim()
        guard case .file(let descriptor) = origin else { return }
        Descriptor.close(descriptor)
        origin = .file(-1)
    }

    /// Gives memory back that holds nothing.
    func trim() {
        guard start == end else { return }
        memory?.deallocate()
        memory = nil
        (start, end, kept) = (Self.margin, Self.margin, 0)
    }

    /// Whether a followed stream has come to its end.
    var isAtEnd: Bool { ended }

    /// A followed stream ends here, whatever its writer may still write.
    func endNow() { ended = true }

    /// Goes on with another descriptor of the same file.
    func wake(_ descriptor: Int32) {
        if case .file(-1) = origin { origin = .file(descriptor) } else { Descriptor.close(descriptor) }
    }

    /// The descriptor of a regular file; -1 while it sleeps.
    var descriptor: Int32 {
        if case .file(let descriptor) = origin { descriptor } else { -1 }
    }

    /// Gives memory and descriptor back.
    func close() {
        memory?.deallocate()
        memory = nil
        (start, end, kept, ended) = (Self.margin, Self.margin, 0, true)
        switch origin {
        case .file(let descriptor), .stream(let descriptor): Descriptor.close(descriptor)
        case .zip(let member): member.close()
        case .inflated(let outer): outer.input.close()
        case .none: break
        }
        origin = .none
    }
}
