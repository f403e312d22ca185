import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// From decompressed bytes to UTF-8: the usual case, UTF-8 or ASCII, is read straight into the caller's block and only looked at.
extension SourceReader {
    /// Room that is too small for another step.
    static let leastRoom = 4 << 10

    /// Reads the next UTF-8 bytes; 0 is the end.
    func fill(_ target: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        if case .unopened = raw, !isFinished, !openRaw() { isFinished = true }
        isWaiting = false
        while !isFinished, !isWaiting {
            let room = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
            guard room.count >= Self.leastRoom else { break }
            if stage.isEmpty {
                if let loss = pendingLoss {
                    filled += place(loss, in: room)
                    continue
                }
                if rawEnded {
                    endTrial()
                    isFinished = true
                    break
                }
            }
            switch text {
            case .undecided, .utf8: filled += passOn(into: room)
            case .gb18030, .utf16:
                guard let written = convertLine(into: room) else { return keepHead(target, filled) }
                filled += written
            }
        }
        _ = keepHead(target, filled)
        if isFinished, !staysOpen { close() }
        return filled
    }

    /// Keeps the beginning for the content id.
    private func keepHead(_ target: UnsafeMutableRawBufferPointer, _ filled: Int) -> Int {
        if head.count < Limits.contentIDLength, growth == nil {
            head.append(contentsOf: target[..<min(filled, Limits.contentIDLength - head.count)])
        }
        return filled
    }

    /// Reads decompressed bytes and keeps the books: losses, errors, bombs.
    private func readRaw(into target: UnsafeMutableRawBufferPointer) -> Int {
        guard !rawEnded, pendingLoss == nil else { return 0 }
        let target = growth.map { $0.trialRoom(target) } ?? target
        let got: Int
        let mayGrow: Bool
        switch raw {
        case .unopened: (got, mayGrow) = (0, false)
        case .plain(let input):
            got = input.read(into: target)
            mayGrow = input.mayGrow && input.failure == nil
            if got == 0, let failure = input.failure {
                faults.append(Fault(offset: input.position, reason: failure))
                if !isSoundMember { pendingLoss = (failure, true) }
            }
        case .gzip(let stream):
            got = stream.read(into: target)
            pendingLoss = stream.takeLoss()
            mayGrow = stream.isWaiting
        }
        if got == 0, growth != nil, mayGrow, pendingLoss == nil {
            isWaiting = true
            return 0
        }
        bytesDecompressed += UInt64(got)
        noteTrial(UnsafeRawBufferPointer(rebasing: target[..<got]))
        if got == 0, pendingLoss?.untilEnd != false { rawEnded = true }
        if pendingLoss?.untilEnd == true { rawEnded = true }
        if bytesDecompressed > UInt64(Limits.inflateFloor), isPacked,
            bytesDecompressed / UInt64(Limits.inflateRatio) > max(packedBytes, 1)
        {
            faults.append(Fault(offset: packedBytes, reason: "inflates to more than \(Limits.inflateRatio) times its size: stopped"))
            pendingLoss = ("stopped as a bomb", true)
            rawEnded = true
        }
        return got
    }

    private var isSoundMember: Bool {
        if case .member(let member) = opener { member.isComplete } else { false }
    }

    private var isPacked: Bool {
        if case .member = opener { return true }
        if case .gzip = raw { return true }
        return false
    }

    private var packedBytes: UInt64 {
        if case .member = opener { compressedSize } else { bytesRead }
    }

    /// Notes a loss at this place; a line feed keeps the cut line and the next whole one apart.
    private func place(_ loss: (reason: String, untilEnd: Bool), in room: UnsafeMutableRawBufferPointer) -> Int {
        pendingLoss = nil
        var written = 0
        if !loss.untilEnd, lastByte != 10 {
            room[0] = 10
            (written, lastByte) = (1, 10)
            utf8Offset += 1
            map.anchor(utf8: utf8Offset, original: originalOffset)
        }
        losses.append(Loss(utf8Offset: utf8Offset, reason: loss.reason, untilEnd: loss.untilEnd))
        return written
    }

    // MARK: UTF-8

    /// Delivers bytes as they are, from the stage or straight from the source.
    private func passOn(into room: UnsafeMutableRawBufferPointer) -> Int {
        var count: Int
        let isTried = growth?.trial != nil
        if stage.isEmpty {
            count = readRaw(into: room)
            guard count > 0 else { return 0 }
            var skipped = 0
            if atStart {
                let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
                if openInner(bytes) {
                    bytesDecompressed = 0
                    return 0
                }
                atStart = false
                let (encoding, mark) = EncodingGuess.ofBeginning(bytes)
                text = encoding
                skipped = mark
                skip(mark)
            }
            let bytes = UnsafeRawBufferPointer(rebasing: room[skipped..<count])
            if text == .utf8 || text == .undecided {
                let plain = text == .undecided && !isTried ? TextScan.firstNonASCII(bytes) : bytes.count
                stage.append(UnsafeRawBufferPointer(rebasing: bytes[plain...]))
                if skipped > 0 { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<plain])) }
                count = plain
            } else {
                stage.append(bytes)
                return 0
            }
        } else {
            let waiting = stage.bytes
            if weighed == 0, text == .undecided {
                weighed = TextScan.firstNonASCII(waiting)
                if weighed == 0 {
                    decide()
                    return 0
                }
            }
            count = min(room.count, text == .undecided ? min(weighed, waiting.count) : waiting.count)
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: waiting[..<count]))
            stage.consume(count)
            weighed = max(0, weighed - count)
        }
        return deliver(UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
    }

    private func skip(_ count: Int) {
        guard count > 0 else { return }
        originalOffset += UInt64(count)
        map.anchor(utf8: utf8Offset, original: originalOffset)
    }

    /// Counts delivered bytes and takes zero bytes out of them; returns how many are left.
    private func deliver(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard bytes.count > 0 else { return 0 }
        guard let first = TextScan.firstNUL(UnsafeRawBufferPointer(bytes)), let base = bytes.baseAddress else {
            (utf8Offset, originalOffset) = (utf8Offset + UInt64(bytes.count), originalOffset + UInt64(bytes.count))
            lastByte = bytes[bytes.count - 1]
            return bytes.count
        }
        var kept = 0
        var at = 0
        var next = first
        while true {
            memmove(base + kept, base + at, next - at)
            kept += next - at
            utf8Offset += UInt64(next - at)
            originalOffset += UInt64(next - at)
            at = next
            while at < bytes.count, bytes[at] == 0 { at += 1 }
            if at > next {
                countZeros(at - next)
                skip(at - next)
            }
            if at == bytes.count { break }
            next = TextScan.firstNUL(UnsafeRawBufferPointer(rebasing: bytes[at...])).map { $0 + at } ?? bytes.count
        }
        if kept > 0 { lastByte = bytes[kept - 1] }
        return kept
    }

    private func countZeros(_ count: Int) {
        if zeroRuns.runs == 0 { zeroRuns.first = originalOffset }
        // A run that two reads have cut is one.
        if zeroRuns.runs == 0 || zeroRuns.end != originalOffset { zeroRuns.runs += 1 }
        zeroRuns.bytes += count
        zeroRuns.end = originalOffset + UInt64(count)
        // What a power failure or a truncating rotation leaves in place of lines (facts.md §7).
        if utf8Offset > 0, losses.last?.utf8Offset != utf8Offset, losses.count < Limits.lossMarkers {
            losses.append(Loss(utf8Offset: utf8Offset, reason: "zero bytes in place of text", untilEnd: false))
        }
    }

    // MARK: Deciding

    /// Weighs a sample that begins with the first byte that is not ASCII; the sample's length does not depend on how the input was cut.
    private func decide() {
        while stage.count < Limits.encodingSample, !rawEnded, pendingLoss == nil, !isWaiting {
            stage.commit(readRaw(into: stage.reserve(Limits.encodingSample)))
        }
        if stage.count < Limits.encodingSample, isWaiting { return presume() }
        isWaiting = false
        let sample = UnsafeRawBufferPointer(rebasing: stage.bytes.prefix(Limits.encodingSample))
        guess.weigh(sample, isComplete: sample.count < Limits.encodingSample)
        if guess.isGB18030 {
            if readAsGB18030() { return }
        } else if guess.isSurelyUTF8 {
            text = .utf8
        }
        weighed = sample.count
    }

    /// From here on bytes are converted; false, and as they are, where the system cannot.
    func readAsGB18030() -> Bool {
        if let converter = GB18030Converter() {
            (self.converter, text) = (converter, .gb18030)
            return true
        }
        faults.append(Fault(offset: originalOffset, reason: "is GB18030, and this system's iconv has no table for it: read as it is"))
        text = .utf8
        return false
    }

    // MARK: Converting

    /// Longest part of a line that is converted in one step.
    private static let pieceLength = 16 << 10

    /// Converts the next line, or the next part of a very long one. Nil when it does not fit into `room`.
    private func convertLine(into room: UnsafeMutableRawBufferPointer) -> Int? {
        var end = lineEnd()
        while end == nil, stage.count < Self.pieceLength, !rawEnded, pendingLoss == nil, !isWaiting {
            stage.commit(readRaw(into: stage.reserve(GzipStream.step)))
            end = lineEnd()
        }
        if end == nil, stage.count < Self.pieceLength, isWaiting { return 0 }
        isWaiting = false
        let piece = UnsafeRawBufferPointer(rebasing: stage.bytes.prefix(min(end ?? stage.count, Self.pieceLength)))
        guard piece.count > 0 else { return 0 }
        guard room.count >= piece.count * 3 + 3 else { return nil }
        // A cut character at the end is completed by the next part, unless there is none.
        let isComplete = piece.count == end || piece.count < Self.pieceLength
        let result: (consumed: Int, written: Int, zeros: Int)
        if case .utf16(let littleEndian) = text {
            result = UTF16Converter.convert(piece, into: room, littleEndian: littleEndian, isComplete: isComplete)
        } else if let converter, !isPlain(piece) {
            result = converter.convert(piece, into: room, isComplete: isComplete)
        } else {
            room.copyMemory(from: piece)
            result = (piece.count, piece.count, 0)
        }
        if result.zeros > 0 { countZeros(result.zeros) }
        stage.consume(result.consumed)
        originalOffset += UInt64(result.consumed)
        utf8Offset += UInt64(result.written)
        map.anchor(utf8: utf8Offset, original: originalOffset)
        if result.written > 0 { lastByte = room[result.written - 1] }
        return result.written
    }

    /// Whether a line of a GB18030 source is ASCII, or UTF-8 all the same (two programs writing into one file).
    private func isPlain(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard TextScan.firstNUL(piece) == nil else { return false }
        if TextScan.firstNonASCII(piece) == piece.count { return true }
        var guess = EncodingGuess()
        guess.weigh(piece, isComplete: true)
        return guess.isPlainUTF8
    }

    /// Length of the first line in the stage, its line feed included.
    private func lineEnd() -> Int? {
        guard case .utf16(let littleEndian) = text else { return TextScan.firstLineFeed(stage.bytes).map { $0 + 1 } }
        let bytes = stage.bytes
        var from = 0
        while let hit = TextScan.firstLineFeed(UnsafeRawBufferPointer(rebasing: bytes[from...])) {
            let at = from + hit
            let start = littleEndian ? at : at - 1
            if start >= 0, start & 1 == 0, start + 1 < bytes.count, bytes[littleEndian ? at + 1 : at - 1] == 0 { return start + 2 }
            from = at + 1
        }
        return nil
    }
}
