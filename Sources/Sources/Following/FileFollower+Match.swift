import Domain

/// A new packed file that begins like what was handed out of a generation: its bytes are compared, a block at a time.
struct Comparison {
    let file: FollowedFile
    let generation: FollowedFile
    let reader: SourceReader
    /// How much was handed out of the generation when this began.
    let goal: UInt64
    /// Bytes of the file read so far that were handed out of the generation.
    var text = RawTail()
    var read: UInt64 = 0
}

extension FileFollower {
    /// Finds out what a new file is, as far as its bytes tell by now.
    func consider(_ file: FollowedFile, _ now: Int64) {
        guard let stamp = file.stamp, file.isPresent else { return }
        guard awake(file, now) else { return refuse(file) }
        let isReady = isSettled(file, now)
        guard stamp.size > 0 else { return isReady ? open(file, as: .plain, now) : attend(to: file) }
        if file.head.count < FollowedFile.headLength { file.head = file.bytes(at: 0, count: FollowedFile.headLength) }
        guard !comparisons.contains(where: { $0.file === file }) else { return }
        switch file.head.withUnsafeBytes({ Container($0) }) {
        case .zip: considerZip(file, now)
        case .gzip: considerGzip(file, stamp, now)
        case .plain:
            let text = file.head.withUnsafeBytes { TextScan.looksLikeText($0) || EncodingGuess.ofBeginning($0).encoding != .undecided }
            if SourceReader.claimsGzip(file.name), !text { considerGzip(file, stamp, now) } else { considerText(file, stamp, now) }
        case .zstd, .xz, .tar: isReady ? refuse(file) : attend(to: file)
        }
    }

    /// A file that cannot be read as it is; it is looked at again when it has changed.
    func refuse(_ file: FollowedFile) {
        file.phase = .refused
        if !file.head.isEmpty { file.problems = SourceReader.open(DiscoveredFile(raw: file.path, size: 0, isStream: false)).problems }
        closeInput(of: file)
    }

    private func considerZip(_ file: FollowedFile, _ now: Int64) {
        file.kind = .whole
        guard isSettled(file, now) else { return attend(to: file) }
        let isWhole = PackedProbe.isWholeZip(file.path)
        guard isWhole || isDraining || now - file.changedAt >= options.patience.inMilliseconds else { return attend(to: file) }
        closeInput(of: file)
        let opened = SourceReader.open(DiscoveredFile(raw: file.path, size: 0, isStream: false))
        file.problems = opened.problems
        guard !opened.readers.isEmpty else {
            file.phase = .refused
            return
        }
        (file.phase, file.isFinal, file.isProvisional) = (.open, true, !isWhole)
        for reader in opened.readers {
            let stream = addStream(to: file, member: String(reader.name.dropFirst(file.name.count + 1)))
            stream.reader = reader
            events.add(.opened(stream: stream.number, name: stream.name, resumedAt: 0))
            queue(stream)
        }
    }

    private func considerGzip(_ file: FollowedFile, _ stamp: FileStamp, _ now: Int64) {
        file.kind = .gzip
        probe(file, stamp, now)
        let isTired = isDraining || now - file.changedAt >= options.patience.inMilliseconds
        guard file.verifiedEnd > 0 || isTired else { return attend(to: file) }
        if file.verifiedEnd > 0, !file.isSurelyNew, holdsBack(file) || compare(file, now) { return }
        open(file, as: .gzip, now)
    }

    /// Begins to compare a packed file with a generation; true while it is not clear whether it is new.
    private func compare(_ file: FollowedFile, _ now: Int64) -> Bool {
        let known = generations.filter { $0 !== file && $0.hasGiven && $0.streams.count == 1 && $0.kind != .whole && $0.kind != .stream }
        guard !known.isEmpty, let descriptor = file.input?.descriptor else { return false }
        let reader = packedReader(of: file, Descriptor.duplicate(descriptor))
        let room = takeScratch()
        let got = reader.read(into: room)
        let head = Array(room[..<min(got, Limits.contentIDLength)])
        var ids: [Int: UInt64] = [:]
        var best: FollowedFile?
        var hasPresent = false
        for generation in known {
            guard let stream = generation.streams.first else { continue }
            let length = Int(clamping: min(stream.given, UInt64(Limits.contentIDLength)))
            guard length <= head.count else { continue }
            let id = ids[length] ?? StableHash.of(Array(head[..<length]))
            ids[length] = id
            guard id == contentID(of: stream) else { continue }
            guard generation.isOrphan else {
                hasPresent = true
                continue
            }
            if stream.given > (best?.streams.first?.given ?? 0) { best = generation }
        }
        guard let best else {
            reader.close()
            // The original is still there: while it is packed, or for ever.
            guard hasPresent, !isSettled(file, now) else { return false }
            attend(to: file)
            return true
        }
        var comparison = Comparison(
            file: file, generation: best, reader: reader, goal: best.streams.first?.given ?? 0)
        advance(&comparison, UnsafeRawBufferPointer(rebasing: room[..<got]))
        comparisons.append(comparison)
        return true
    }

    /// A reader of a packed file that lies there whole, of its own.
    private func packedReader(of file: FollowedFile, _ descriptor: Int32) -> SourceReader {
        let input = ByteInput(.file(descriptor))
        return SourceReader(name: file.name, opener: .input(input), inflater: .standard)
    }

    private func advance(_ comparison: inout Comparison, _ bytes: UnsafeRawBufferPointer) {
        let count = Int(min(UInt64(bytes.count), comparison.goal - min(comparison.goal, comparison.read)))
        comparison.text.note(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: comparison.read)
        comparison.read += UInt64(bytes.count)
    }

    /// Goes on with the first comparison by a block.
    func compareOn(_ now: Int64) {
        guard var comparison = comparisons.first else { return }
        let generation = comparison.generation
        guard generation.isOrphan, let stream = generation.streams.first, comparison.file.phase == .arriving else {
            drop(comparison, now)
            return
        }
        let goal = comparison.goal
        guard stream.given == goal else {
            // More of it was read meanwhile, from the file that was still open.
            comparisons.removeFirst()
            comparison.reader.close()
            return consider(comparison.file, now)
        }
        if comparison.read <= goal {
            let room = takeScratch()
            let got = comparison.reader.read(into: room)
            if got > 0 {
                advance(&comparison, UnsafeRawBufferPointer(rebasing: room[..<got]))
                comparisons[0] = comparison
                if comparison.read <= goal { return }
            }
        }
        let known = stream.resumed?.text ?? Fingerprint(stream.text.bytes)
        guard comparison.read >= goal, known.ends(comparison.text.bytes) else { return drop(comparison, now) }
        comparisons.removeFirst()
        comparison.reader.close()
        let hasMore = comparison.read > goal
        if generation.phase == .ended, hasMore || generation.isProvisional {
            void(generation, "more of it has turned up", now)
            comparison.file.isSurelyNew = true
            return consider(comparison.file, now)
        }
        bind(generation, to: comparison.file, now)
    }

    /// It was another file after all.
    private func drop(_ comparison: Comparison, _ now: Int64) {
        comparisons.removeFirst()
        comparison.reader.close()
        guard comparison.file.phase == .arriving else { return }
        if comparison.generation.isOrphan { comparison.file.isSurelyNew = true }
        consider(comparison.file, now)
    }

    private func considerText(_ file: FollowedFile, _ stamp: FileStamp, _ now: Int64) {
        let isReady = isSettled(file, now)
        let name = file.name.lowercased()
        file.isTable = name.hasSuffix(".csv") || name.hasSuffix(".tsv") || name.hasSuffix(".json")
        if !isReady, !isClear(file) || file.isTable && now - file.restlessSince < options.hesitation.inMilliseconds {
            return attend(to: file)
        }
        if !file.isSurelyNew {
            switch relative(of: file, stamp) {
            case .continues(let generation): return bind(generation, to: file, now)
            case .holds(let generation): if isReady { return bind(generation, to: file, now) } else { return attend(to: file) }
            case .resembles(let isCopy):
                let isWaitedFor = isCopy || now - file.arrivedAt < options.hesitation.inMilliseconds
                if !isReady, isWaitedFor { return attend(to: file) }
            case .none: break
            }
        }
        open(file, as: .plain, now)
    }

    /// Whether the beginning tells how the file has to be read.
    func isClear(_ file: FollowedFile) -> Bool {
        let head = file.head
        if head.count < 6 {
            let magics: [[UInt8]] = [
                [0x1F, 0x8B], [0x50, 0x4B, 3, 4], [0x28, 0xB5, 0x2F, 0xFD], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], [0xEF, 0xBB, 0xBF],
            ]
            if magics.contains(where: { $0.starts(with: head) }) || head.count < 2 { return false }
        }
        guard head.count < FollowedFile.headLength, head.contains(0) else { return true }
        return head.withUnsafeBytes { EncodingGuess.ofBeginning($0).markLength > 0 }
    }

    private enum Relative {
        /// It has everything that was handed out of a generation that has gone.
        case continues(FollowedFile)
        /// It is the beginning of what was handed out of such a generation, copied before its last lines.
        case holds(FollowedFile)
        /// It begins like another file that is there, or it may be a copy on its way.
        case resembles(isCopy: Bool)
        case none
    }

    /// Which generation a plain file is a copy of.
    private func relative(of file: FollowedFile, _ stamp: FileStamp) -> Relative {
        var prints: [UInt64: Fingerprint] = [:]
        var best: FollowedFile?
        var holder: FollowedFile?
        var resembles = false
        var isCopy = false
        for other in generations where other !== file && other.kind == .plain && other.hasGiven {
            let known = other.headPrint
            guard known.length > 0 else { continue }
            if known.length <= UInt64(file.head.count) {
                let print = prints[known.length] ?? Fingerprint(file.head.prefix(Int(known.length)))
                prints[known.length] = print
                guard print == known else { continue }
            } else if other.head.isEmpty || !other.head.starts(with: file.head) {
                continue
            }
            guard other.isOrphan else {
                if agree(file, stamp, other) { (resembles, isCopy) = (true, true) }
                continue
            }
            if other.rawOffset <= stamp.size {
                guard other.rawOffset > best?.rawOffset ?? 0, hasTail(of: other, file) else { continue }
                best = other
            } else {
                guard let mark = other.marks.last(where: { $0.end <= stamp.size }), mark.print.length > 0 else {
                    resembles = true
                    continue
                }
                let bytes = file.bytes(at: mark.end - mark.print.length, count: Int(mark.print.length))
                if mark.print.ends(bytes) { (resembles, holder) = (true, other) }
            }
        }
        if let best { return .continues(best) }
        if let holder, holder.phase != .replaced || holder.path != file.path { return .holds(holder) }
        return resembles ? .resembles(isCopy: isCopy) : .none
    }

    /// Whether a file and one that is there are the same as far as the shorter one goes, by its last bytes.
    private func agree(_ file: FollowedFile, _ stamp: FileStamp, _ other: FollowedFile) -> Bool {
        guard let size = other.stamp?.size, awake(other, time.elapsed()) else { return false }
        let end = min(stamp.size, size)
        let count = min(end, UInt64(RawTail.length))
        return file.bytes(at: end - count, count: Int(count)) == other.bytes(at: end - count, count: Int(count))
    }

    private func hasTail(of other: FollowedFile, _ file: FollowedFile) -> Bool {
        guard let resumed = other.streams.first?.resumed else { return !other.tail.bytes.isEmpty && file.has(other.tail) }
        let count = resumed.tail.length
        guard count > 0, count <= resumed.rawOffset else { return false }
        return resumed.tail.ends(file.bytes(at: resumed.rawOffset - count, count: Int(clamping: count)))
    }

    /// The bytes of a generation lie in this file now.
    private func bind(_ generation: FollowedFile, to file: FollowedFile, _ now: Int64) {
        let isShorter = file.kind == .plain && generation.rawOffset > file.stamp?.size ?? 0
        let hasMore = file.kind == .plain && generation.rawOffset < file.stamp?.size ?? 0
        if generation.phase == .ended, hasMore || generation.isProvisional {
            void(generation, "more of it has turned up", now)
            file.isSurelyNew = true
            return consider(file, now)
        }
        generations.removeAll { $0 === file }
        (file.phase, file.isPresent) = (.refused, false)
        forget(identityOf: generation)
        generation.identity = file.identity
        if let identity = file.identity { byIdentity[identity] = generation }
        byPath[file.path] = generation
        let isEnded = generation.phase == .ended
        let isSame = generation.kind == file.kind && generation.kind == .plain
        if isEnded || isShorter {
            closeInput(of: file)
        } else if isSame, let reader = generation.streams.first?.reader, let input = generation.input, let new = file.input?.descriptor {
            sleep(generation)
            input.wake(Descriptor.duplicate(new))
            openCount += 1
            closeInput(of: file)
            reader.isWaiting = false
        } else {
            dropReaders(of: generation)
            generation.input = file.input
            file.input = nil
            if let stream = generation.streams.first {
                if stream.resumed == nil { stream.resumed = checkpoint(of: stream.number) }
                stream.lossesBefore = 0
            }
        }
        (generation.kind, generation.stamp, generation.changedAt) = (file.kind, file.stamp, file.changedAt)
        (generation.head, generation.verifiedEnd, generation.probedSize) = (file.head, file.verifiedEnd, file.probedSize)
        if file.kind != .plain { generation.tail = RawTail() }
        (generation.zeros, generation.isPresent, generation.isUnconfirmed) = (nil, true, false)
        if generation.path != file.path {
            generation.path = file.path
            for stream in generation.streams { events.add(.renamed(stream: stream.number, name: stream.name)) }
        }
        if isShorter { return give(up: generation) }
        if !isEnded {
            generation.phase = .open
            generation.isFinal = false
            markDirty(generation)
        }
    }

    /// A new stream of a new file.
    func open(_ file: FollowedFile, as kind: FollowedKind, _ now: Int64) {
        (file.phase, file.kind) = (.open, kind)
        let stream = addStream(to: file, member: "")
        events.add(.opened(stream: stream.number, name: stream.name, resumedAt: 0))
        if kind == .gzip, file.verifiedEnd == 0 {
            file.isProvisional = true
            makeReader(for: stream)?.growth = nil
            file.input?.show(upTo: .max)
            return finish(file)
        }
        markDirty(file)
    }

    func addStream(to file: FollowedFile, member: String) -> FollowedStream {
        let stream = FollowedStream(number: nextStream, file: file, member: member)
        nextStream += 1
        streams[stream.number] = stream
        file.streams.append(stream)
        return stream
    }

    func takeScratch() -> UnsafeMutableRawBufferPointer {
        if let scratch { return scratch }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        scratch = room
        return room
    }
}
