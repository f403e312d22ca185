import Domain

extension FileFollower {
    /// Looks at one file: has it grown, was it written anew, can it be taken?
    func look(at file: FollowedFile, _ now: Int64) {
        switch file.phase {
        case .refused:
            if let stamp = FileStamp.of(file.path), file.isPresent, file.stamp.map({ !$0.isSame(stamp) }) ?? true { begin(anew: file, now) }
        case .replaced: attend(to: file)
        case .arriving:
            if file.kind == .stream { return lookAtStream(file) }
            guard let stamp = FileStamp.of(file.path), stamp.identity == file.identity else {
                needsScan = true
                return
            }
            note(stamp, of: file, now)
            consider(file, now)
        case .open: lookAtOpen(file, now)
        case .ended: lookAtEnded(file, now)
        }
    }

    /// Takes over what the system says; false when nothing was written since the last look.
    @discardableResult
    private func note(_ stamp: FileStamp?, of file: FollowedFile, _ now: Int64) -> Bool {
        guard let stamp else { return false }
        defer { file.stamp = stamp }
        guard let old = file.stamp, !old.isSame(stamp) else { return file.stamp == nil }
        if now - file.changedAt > options.settle.inMilliseconds { file.restlessSince = now }
        file.changedAt = now
        return true
    }

    func isSettled(_ file: FollowedFile, _ now: Int64) -> Bool { isDraining || now - file.changedAt >= options.settle.inMilliseconds }

    private func lookAtOpen(_ file: FollowedFile, _ now: Int64) {
        if file.kind == .stream { return lookAtStream(file) }
        guard !file.isFinal, file.kind != .whole else { return queueAll(file) }
        guard awake(file, now), let input = file.input else { return attend(to: file) }
        guard let stamp = FileStamp.of(input.descriptor) else { return }
        let oldSize = file.stamp?.size ?? 0
        let hasChanged = note(stamp, of: file, now)
        if hasChanged || file.head.isEmpty {
            guard isIntact(file, stamp) else { return replace(file, knownSize: oldSize, now) }
            if !extendHead(file, stamp) { return void(file, "its beginning turned out to be in another encoding", now) }
        }
        if file.kind == .gzip { showMembers(file, stamp, now) } else { showText(file, stamp, now) }
        if !file.isPresent || isDraining { attend(to: file) }
    }

    /// Whether what was read from the file still stands in it.
    func isIntact(_ file: FollowedFile, _ stamp: FileStamp) -> Bool {
        // Zero bytes that were taken in advance are written over: only what was read stays.
        let read = file.kind == .plain ? file.tail.end : file.verifiedEnd
        let head = file.head.prefix(Int(clamping: read))
        return stamp.size >= read && file.bytes(at: 0, count: head.count).elementsEqual(head)
            && (file.kind != .plain || file.has(file.tail)) && file.hasEarlier(stamp)
    }

    /// Keeps the beginning; false when with more of it, it would have been read otherwise.
    func extendHead(_ file: FollowedFile, _ stamp: FileStamp) -> Bool {
        let isWhole = file.kind == .plain ? file.tail.end >= UInt64(FollowedFile.headLength) : file.head.count == FollowedFile.headLength
        guard !isWhole || file.head.isEmpty || file.judgedLength < FollowedFile.headLength else { return true }
        file.head = file.bytes(at: 0, count: FollowedFile.headLength)
        guard file.kind == .plain else { return true }
        if file.judgedLength == 0 { return file.head.withUnsafeBytes { Container($0) } == .plain }
        guard file.judgedLength < file.head.count, isWhole || isDraining else { return true }
        let agrees = file.head.withUnsafeBytes { bytes in
            let old = EncodingGuess.ofBeginning(UnsafeRawBufferPointer(rebasing: bytes[..<file.judgedLength]))
            let new = EncodingGuess.ofBeginning(bytes)
            return old == new && Container(bytes) == .plain
        }
        file.judgedLength = file.head.count
        return agrees
    }

    /// Lets a plain file be read up to where its text is whole.
    func showText(_ file: FollowedFile, _ stamp: FileStamp, _ now: Int64) {
        guard let stream = file.streams.first, let reader = stream.reader ?? makeReader(for: stream) else { return }
        if isDraining || file.isFinal {
            file.visibleEnd = textEnd(file, stamp, reader)
            file.input?.show(upTo: file.visibleEnd)
            return queue(stream)
        }
        if file.judgedLength == 0, !isClear(file), !isSettled(file, now) { return attend(to: file) }
        if file.isTable {
            if !isSettled(file, now) {
                if now - file.restlessSince < options.hesitation.inMilliseconds { return attend(to: file) }
                // It is written to all the time: a log, whatever its name says.
                file.isTable = false
            }
        }
        file.visibleEnd = textEnd(file, stamp, reader)
        file.input?.show(upTo: file.visibleEnd)
        if file.visibleEnd > file.tail.end || reader.holdsBytes || stream.skip > 0 { queue(stream) }
    }

    /// The end of a file without zero bytes that may still be written over, and without the beginning of a character.
    private func textEnd(_ file: FollowedFile, _ stamp: FileStamp, _ reader: SourceReader) -> UInt64 {
        if case .utf16 = reader.text { return stamp.size }
        var end = stamp.size
        end = endBeforeZeros(file, end)
        guard reader.text != .gb18030, end > file.tail.end, end >= 1 else { return end }
        let last = file.bytes(at: end - min(end, 3), count: Int(min(end, 3)))
        return last.withUnsafeBytes { bytes in
            for back in 1...max(1, bytes.count) where back <= bytes.count {
                let lead = bytes[bytes.count - back]
                if lead & 0xC0 == 0x80 { continue }
                guard lead >= 0xC0, TextScan.characterLength(bytes, at: bytes.count - back) == 0 else { return end }
                return end - UInt64(back)
            }
            return end
        }
    }

    /// Where the zero bytes at the end begin, seen from `end`: a file whose room was taken in advance ends with them.
    private func endBeforeZeros(_ file: FollowedFile, _ end: UInt64) -> UInt64 {
        let floor = file.tail.end
        guard end > floor, file.bytes(at: end - 1, count: 1) == [0] else {
            file.zeros = nil
            return end
        }
        if let zeros = file.zeros, zeros.from >= floor, zeros.to == end {
            // What is written over the zeros is looked for from their beginning on.
            var text = zeros.from
            while text < end {
                let bytes = file.bytes(at: text, count: 64 << 10)
                guard let last = bytes.lastIndex(where: { $0 != 0 }) else { break }
                text += UInt64(last + 1)
                if last + 1 < bytes.count { break }
            }
            file.zeros = (text, end)
            return text
        }
        let stop = file.zeros.map { max(floor, $0.to) } ?? floor
        var at = end
        while at > stop {
            let count = min(at - stop, 256 << 10)
            let bytes = file.bytes(at: at - count, count: Int(count))
            if let last = bytes.lastIndex(where: { $0 != 0 }) {
                at = at - count + UInt64(last + 1)
                break
            }
            at -= count
        }
        if at == stop, let zeros = file.zeros, zeros.from >= floor { at = zeros.from }
        file.zeros = (at, end)
        return at
    }

    /// Lets a gzip be read up to its last whole member.
    func showMembers(_ file: FollowedFile, _ stamp: FileStamp, _ now: Int64) {
        guard let stream = file.streams.first else { return }
        probe(file, stamp, now)
        if stream.reader == nil { _ = makeReader(for: stream) }
        file.input?.show(upTo: file.verifiedEnd)
        queue(stream)
        let rest = now - file.changedAt
        if file.verifiedEnd < stamp.size ? rest >= options.patience.inMilliseconds : rest >= options.grace.inMilliseconds || isDraining {
            finish(file)
        } else {
            attend(to: file)
        }
    }

    /// Looks for whole members behind those that are known, when it is likely that there are some.
    func probe(_ file: FollowedFile, _ stamp: FileStamp, _ now: Int64) {
        guard let descriptor = file.input?.descriptor, stamp.size > file.verifiedEnd, stamp.size != file.probedSize else { return }
        let hasRested = isDraining || now - file.changedAt >= min(200, options.settle.inMilliseconds)
        guard hasRested || file.probedSize == .max || stamp.size > file.probedSize + file.probedSize / 4 else { return }
        file.verifiedEnd = PackedProbe.verifiedEnd(of: descriptor, from: file.verifiedEnd, inflater: .standard)
        file.probedSize = stamp.size
    }

    /// The end of the file is the end of its streams.
    func finish(_ file: FollowedFile) {
        guard !file.isFinal else { return }
        file.isFinal = true
        queueAll(file)
    }

    func queueAll(_ file: FollowedFile) { for stream in file.streams where !stream.isEnded { queue(stream) } }

    /// A file that was given to its end: does it still end there?
    private func lookAtEnded(_ file: FollowedFile, _ now: Int64) {
        guard file.isPresent, let stamp = FileStamp.of(file.path), stamp.identity == file.identity else { return }
        let old = file.stamp
        guard note(stamp, of: file, now), let old, old.size != stamp.size || old.modified != stamp.modified else { return }
        guard let descriptor = Descriptor.open(file.path) else { return }
        defer { Descriptor.close(descriptor) }
        let known = file.headPrint
        let head = FollowedFile.bytes(of: descriptor, at: 0, count: Int(clamping: known.length))
        let tail = file.tail
        let end = FollowedFile.bytes(of: descriptor, at: tail.end - UInt64(tail.bytes.count), count: tail.bytes.count)
        guard stamp.size >= old.size, Fingerprint(head) == known, end == tail.bytes else { return replace(file, knownSize: old.size, now) }
        if old.size == stamp.size, file.kind != .whole { return }
        void(file, "it was written to after its end", now)
    }
}
