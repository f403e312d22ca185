import Domain

/// The decompressed bytes of a gzip stream: all members one after the other, with whatever damage lies between them (facts.md §7).
///
/// Everything that can be decoded is delivered. On damage the read ends early and ``takeLoss()`` tells what is missing there.
final class GzipStream {
    /// What stands at the input's position.
    enum State {
        case header
        case body
        /// Behind a complete member.
        case tail
        /// Plain lines behind a member (logstash appends them when it starts again).
        case text
        case done
    }

    /// Output of one step: large enough for the inflaters, small enough that the checksum finds it in the cache.
    static let step = 256 << 10

    let input: ByteInput
    var inflater: Inflater
    var state = State.header
    var faults: [Fault] = []
    var pendingLoss: (reason: String, untilEnd: Bool)?
    /// Where the current member and its compressed data begin.
    var memberStart: UInt64 = 0
    var bodyStart: UInt64 = 0
    /// Bytes that the current member gave, a byte order mark included, and their checksum.
    var memberOutput: UInt64 = 0
    var checksum: UInt32 = 0
    var members = 0
    /// Searches for a further member so far.
    var searches = 0
    /// A followed file: behind a complete member another one may come.
    var mayGrow = false
    /// Nothing stands behind the last member yet.
    var isWaiting = false
    private var failureIsKnown = false
    /// Notes places from which reading can start again; nil: nobody wants them.
    var restarts: RestartRecorder?
    /// The current member is read from its middle: its checksum cannot be known.
    private var isResumed = false

    init(_ input: ByteInput, inflater: InflaterChoice) {
        self.input = input
        self.inflater = Inflater(inflater, canReadAgain: input.isSeekable)
    }

    /// Fills `target` as far as it can: less only at the end, before a loss, or when a member begins in its last bytes.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        let filled = fill(target)
        restarts?.finish(filled)
        return filled
    }

    private func fill(_ target: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        isWaiting = false
        while filled < target.count, pendingLoss == nil, !isWaiting {
            switch state {
            case .header:
                // A member's byte order mark must come in one piece.
                if filled > 0, target.count - filled < 16 { return filled }
                openMember()
            case .body:
                filled = inflate(into: target, from: filled)
            case .tail:
                lookBehindMember()
            case .text:
                filled += copyText(into: UnsafeMutableRawBufferPointer(rebasing: target[filled...]))
            case .done:
                return filled
            }
        }
        return filled
    }

    /// For an inner gzip, which cannot go on behind a hole: the hole is its end.
    func readGapless(into target: UnsafeMutableRawBufferPointer) -> Int {
        guard pendingLoss == nil else { return 0 }
        return read(into: target)
    }

    /// The loss that ended the last read; reading goes on behind it.
    func takeLoss() -> (reason: String, untilEnd: Bool)? {
        defer { pendingLoss = nil }
        return pendingLoss
    }

    private func openMember() {
        memberStart = input.position
        switch GzipHeader.parse(input) {
        case .parsed:
            (bodyStart, memberOutput, checksum, isResumed) = (input.position, 0, 0, false)
            inflater.reset()
            members += 1
            state = .body
        case .cut:
            note(input.failure ?? "gzip: unexpected end", at: input.position)
            pendingLoss = (input.failure ?? "gzip: unexpected end", true)
            state = .done
        case .invalid:
            note("gzip: invalid header", at: memberStart)
            recover(from: memberStart + 1, reason: "gzip: invalid header")
        }
    }

    /// Decodes the current member into `target[from...]` until it is full or the member ends; returns the new fill.
    private func inflate(into target: UnsafeMutableRawBufferPointer, from: Int) -> Int {
        let before = memberOutput
        var at = from
        while true {
            if at == target.count {
                guard inflater.isSuspicious else { return delivered(target, from: from, to: at, before: before) }
                guard !isResumed else {
                    state = .done
                    return from
                }
                at = from
                guard !decodeAgain(skipping: before) else { continue }
                giveUp(target, from: from, at: &at, before: before, isFinished: false)
                return delivered(target, from: from, to: at, before: before)
            }
            let room = UnsafeMutableRawBufferPointer(rebasing: target[at..<min(target.count, at + Self.step)])
            let isDue = restarts?.isDue(at: input.position, behind: at - from) ?? false
            var block: UInt64?
            let (written, step): (Int, InflateStep)
            if isDue { (written, step, block) = inflater.runToBlock(input, room) } else { (written, step) = inflater.run(input, room) }
            checksum = inflater.checksum(checksum, UnsafeRawBufferPointer(rebasing: room[..<written]))
            at += written
            memberOutput = before + UInt64(at - from)
            if let block { restarts?.note(bits: block, behind: UnsafeRawBufferPointer(rebasing: target[..<at])) }
            if step == .full { continue }
            if isResumed, step != .finished {
                // What was sound when it was read first has changed since.
                state = .done
                return at
            }
            if step == .finished, checkTrailer() {
                state = .tail
                return delivered(target, from: from, to: at, before: before)
            }
            if inflater.isFast {
                // Let the exact library say how far the data go; it writes what this call has written again.
                at = from
                if decodeAgain(skipping: before) { continue }
            } else if step == .finished {
                if endDespiteTrailer() { return delivered(target, from: from, to: at, before: before) }
            }
            giveUp(target, from: from, at: &at, before: before, isFinished: step == .finished)
            return delivered(target, from: from, to: at, before: before)
        }
    }

    /// Starts the member again with zlib, up to where the last call ended. False when it does not get there.
    func decodeAgain(skipping count: UInt64, limit: UInt64 = .max) -> Bool {
        input.seek(to: bodyStart, limit: limit)
        inflater.reset(exactly: true)
        checksum = 0
        var left = count
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.step, alignment: Limits.bufferAlignment)
        defer { scratch.deallocate() }
        while left > 0 {
            let room = UnsafeMutableRawBufferPointer(rebasing: scratch[..<Int(min(left, UInt64(scratch.count)))])
            let (written, step) = inflater.run(input, room)
            checksum = inflater.checksum(checksum, UnsafeRawBufferPointer(rebasing: room[..<written]))
            left -= UInt64(written)
            if step != .full, left > 0 { return false }
        }
        return true
    }

    /// Goes on at a place that a recorder has noted.
    ///
    /// - Returns: false where the input is not what it was then.
    func restart(at point: RestartPoint) -> Bool {
        guard input.isSeekable, let window = RestartWindow.unpack(point.window) else { return false }
        input.seek(to: point.bits / 8)
        guard input.ensure(1), inflater.resume(at: point.bits % 8, of: input, window: window) else { return false }
        (state, isResumed, pendingLoss, isWaiting) = (.body, true, nil, false)
        (bodyStart, memberStart, memberOutput, checksum) = (input.position, input.position, UInt64(window.count), 0)
        return true
    }

    /// Whether checksum and length behind the member are there and right; consumes them if so.
    private func checkTrailer() -> Bool {
        guard input.ensure(8) else { return isResumed }
        guard !isResumed else {
            input.consume(8)
            return true
        }
        let window = input.window
        let sum = UInt32(littleEndian: window.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
        let length = UInt32(littleEndian: window.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        guard sum == checksum, length == UInt32(truncatingIfNeeded: memberOutput) else { return false }
        input.consume(8)
        return true
    }

    /// The data are complete and their trailer is cut or wrong: whether they end here all the same. False when they have run into the
    /// next member.
    private func endDespiteTrailer() -> Bool {
        let isWhole = input.ensure(8)
        let place = input.position
        if input.isSeekable, findMember(from: bodyStart, below: place) != nil { return false }
        input.seek(to: place)
        if isWhole, input.ensure(8) {
            let sum = UInt32(littleEndian: input.window.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            note(sum == checksum ? "gzip: length mismatch" : "gzip: checksum mismatch", at: place)
            input.consume(8)
            state = .tail
        } else {
            while input.ensure(1) { input.consume(input.window.count) }
            let reason = input.failure ?? "gzip: unexpected end"
            note(reason, at: input.position)
            pendingLoss = (reason, true)
            state = .done
        }
        return true
    }

    /// The member cannot be decoded further, or what was decoded cannot be right.
    private func giveUp(
        _ target: UnsafeMutableRawBufferPointer, from: Int, at: inout Int, before: UInt64, isFinished: Bool
    ) {
        restarts?.takeBack()
        let isCut = inflater.exact.isCut
        let reason: String
        let end: UInt64
        if isFinished {
            // The search has left the input at the next member.
            (reason, end) = ("gzip: checksum mismatch", .max)
            note(reason, at: memberStart)
        } else {
            reason = isCut ? input.failure ?? "gzip: unexpected end" : "gzip: \(inflater.exact.message)"
            end = input.position
            note(reason, at: end - min(end, isCut ? 0 : UInt64(inflater.exact.unusedBytes)))
        }
        guard let next = recover(from: input.isSeekable ? bodyStart : input.position, reason: reason), next < end else { return }
        // The member ran into the next one without noticing: what was decoded from there on is no text of anybody.
        at = from
        if decodeAgain(skipping: before, limit: next) {
            while at < target.count {
                let (written, step) = inflater.run(input, UnsafeMutableRawBufferPointer(rebasing: target[at...]))
                at += written
                if step != .full { break }
            }
        }
        input.seek(to: next)
    }

    /// Takes a byte order mark off the beginning of a later member; the first one's belongs to the file.
    private func delivered(_ target: UnsafeMutableRawBufferPointer, from: Int, to end: Int, before: UInt64) -> Int {
        guard before == 0, members > 1, end - from >= 3, target[from] == 0xEF, target[from + 1] == 0xBB, target[from + 2] == 0xBF else {
            return end
        }
        UnsafeMutableRawBufferPointer(rebasing: target[from..<(end - 3)]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: target[(from + 3)..<end]))
        restarts?.shift(by: 3, from: from)
        return end - 3
    }

    /// Remembers a damaged place; beyond a bound they are only counted.
    func note(_ reason: String, at offset: UInt64, isNote: Bool = false) {
        if faults.count < Limits.faultsPerSource {
            faults.append(Fault(offset: offset, reason: reason, isNote: isNote))
        } else if !failureIsKnown {
            failureIsKnown = true
            faults.append(Fault(offset: offset, reason: "gzip: more damage from here on, not listed"))
        }
    }
}
