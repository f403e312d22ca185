import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

extension FileFollower {
    /// Reads a block of the stream that waits longest.
    func readOne(into buffer: UnsafeMutableRawBufferPointer) -> FollowEvent? {
        while firstReadable < readable.count {
            let stream = readable[firstReadable]
            firstReadable += 1
            if firstReadable == readable.count || firstReadable > 4_096 {
                readable.removeFirst(firstReadable)
                firstReadable = 0
            }
            stream.isQueued = false
            guard !isVoid(stream), !stream.isEnded else { continue }
            guard mayUnpack(stream) else {
                queue(stream)
                continue
            }
            if let event = read(stream, into: buffer) { return event }
            if !events.isEmpty { return tell() }
        }
        return nil
    }

    /// Packed files are read one after the other, beside the plain ones: each keeps half a megabyte while it is read.
    private func mayUnpack(_ stream: FollowedStream) -> Bool {
        guard stream.file.kind == .gzip else { return true }
        if let unpacked, unpacked !== stream, unpacked.isQueued, !isVoid(unpacked), !unpacked.isEnded { return false }
        unpacked = stream
        return true
    }

    /// Reads a block of one stream; nil when nothing is to be handed out.
    private func read(_ stream: FollowedStream, into buffer: UnsafeMutableRawBufferPointer) -> FollowEvent? {
        let file = stream.file
        let now = time.elapsed()
        guard file.phase == .open else { return nil }
        if file.kind != .whole, file.kind != .stream, !awake(file, now) {
            attend(to: file)
            return nil
        }
        guard let reader = stream.reader ?? makeReader(for: stream) else {
            give(up: file)
            return nil
        }
        if file.kind == .plain, file.judgedLength == 0 { file.judgedLength = min(file.head.count, Int(clamping: file.visibleEnd)) }
        let before = file.tail
        let got = reader.readGrowing(into: buffer)
        if file.kind == .plain, !reader.isAtEnd {
            // The file may have been written anew between the last look and this read: then the bytes are not its next ones.
            guard isStill(file, before) else {
                replace(file, knownSize: file.stamp?.size ?? 0, now: now, keepsReader: false)
                return nil
            }
            if let tail = reader.followedInput?.lastRead { file.tail = tail }
        } else if file.kind == .plain, let size = file.stamp?.size {
            noteEnd(file, size)
        }
        if reader.growth?.isContradicted == true, file.kind != .stream {
            void(file, "its encoding turned out to be another one", now)
            return nil
        }
        let event = hand(out: got, of: stream, buffer)
        guard isVoid(stream) == false else { return nil }
        tellLosses(of: stream, reader)
        if reader.isAtEnd {
            end(stream)
        } else if got > 0 {
            queue(stream)
        } else {
            pause(stream, reader, now)
        }
        return event
    }

    /// Nothing more can be handed out for now.
    private func pause(_ stream: FollowedStream, _ reader: SourceReader, _ now: Int64) {
        let file = stream.file
        file.mark()
        file.input?.trim()
        reader.stage.trim()
        if file.isFinal, file.kind != .stream {
            let size = file.stamp?.size ?? 0
            let read = file.kind == .gzip ? file.verifiedEnd : file.tail.end
            file.isProvisional = file.isProvisional || read < size || reader.holdsBytes
            reader.stopGrowing()
            return queue(stream)
        }
        if file.kind == .stream, isDraining {
            file.input?.endNow()
            return queue(stream)
        }
        if reader.isUndecided {
            if file.hesitatesSince == nil { file.hesitatesSince = now }
            attend(to: file)
        } else {
            file.hesitatesSince = nil
        }
    }

    /// Whether what was read before a block is still in the file after it.
    private func isStill(_ file: FollowedFile, _ before: RawTail) -> Bool {
        guard before.end > 0 || file.streams.first?.resumed != nil, let descriptor = file.input?.descriptor, descriptor >= 0 else {
            return true
        }
        guard let stamp = FileStamp.of(descriptor), stamp.size >= before.end else { return false }
        return file.has(before) && file.hasEarlier(stamp)
    }

    private func noteEnd(_ file: FollowedFile, _ size: UInt64) {
        if file.tail.end < size { file.tail = RawTail([], end: size) }
    }

    /// Leaves out what an earlier run has handed out, and moves the rest to the front.
    private func hand(out got: Int, of stream: FollowedStream, _ buffer: UnsafeMutableRawBufferPointer) -> FollowEvent? {
        var bytes = UnsafeRawBufferPointer(rebasing: buffer[..<got])
        if stream.skip > 0 {
            let count = Int(min(UInt64(got), stream.skip))
            stream.give(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            stream.skip -= UInt64(count)
            if stream.skip == 0 || stream.reader?.isAtEnd == true {
                guard stream.skip == 0, stream.expected.ends(stream.text.bytes) else {
                    void(stream.file, "what was handed out of it is not there any more", time.elapsed())
                    return nil
                }
                if stream.isCaughtUp { stream.resumed = nil }
            }
            if count > 0, let base = buffer.baseAddress { memmove(base, base + count, got - count) }
            bytes = UnsafeRawBufferPointer(rebasing: buffer[..<(got - count)])
        }
        guard bytes.count > 0 else { return nil }
        stream.give(bytes)
        if stream.isCaughtUp { stream.resumed = nil }
        return .bytes(stream: stream.number, count: bytes.count)
    }

    private func tellLosses(of stream: FollowedStream, _ reader: SourceReader) {
        while stream.lossesTold < reader.losses.count {
            let loss = reader.losses[stream.lossesTold]
            stream.lossesTold += 1
            events.add(.lost(stream: stream.number, loss: loss))
        }
    }

    /// The reader of a stream, from where it has to go on.
    func makeReader(for stream: FollowedStream) -> SourceReader? {
        let file = stream.file
        if file.kind == .whole {
            let opened = SourceReader.open(DiscoveredFile(raw: file.path, size: 0, isStream: false))
            stream.reader = opened.readers.first { $0.name == stream.name }
        } else if let input = file.input {
            let reader = SourceReader(name: file.name, opener: .input(input), inflater: .standard)
            reader.growth = Growth()
            stream.reader = reader
            if file.kind == .gzip {
                input.show(upTo: file.verifiedEnd)
            } else if file.kind == .plain {
                input.show(upTo: file.stamp?.size ?? 0)
            }
        }
        guard let reader = stream.reader, let resumed = stream.resumed else { return stream.reader }
        if file.kind == .plain, resumed.kind == .plain, resumed.mode != .again, let input = file.input {
            let count = min(resumed.tail.length, resumed.rawOffset)
            let tail = RawTail(file.bytes(at: resumed.rawOffset - count, count: Int(count)), end: resumed.rawOffset)
            let isDecided = resumed.mode == .utf8
            if reader.resume(
                at: resumed.originalOffset, utf8Offset: resumed.utf8Offset, isDecided: isDecided, tail: tail)
            {
                stream.know(contentID: resumed.contentID)
                (stream.utf8Offset, stream.lossesBefore, stream.resumed) = (resumed.utf8Offset, resumed.lossCount, nil)
                stream.text = RawTail(Array(tail.bytes.suffix(Int(clamping: resumed.text.length))), end: resumed.utf8Offset)
                file.tail = tail
                return reader
            }
            input.show(upTo: file.stamp?.size ?? 0)
        }
        // What is handed out again was handed out by this run only as far as it has come.
        let handedOut = resumed.isRewound ? (stream.utf8Offset, Fingerprint(stream.text.bytes)) : (resumed.utf8Offset, resumed.text)
        (stream.skip, stream.expected, stream.utf8Offset) = (handedOut.0, handedOut.1, 0)
        stream.forgetHead()
        (stream.text, stream.lossesTold, stream.lossesBefore) = (RawTail(), Int(clamping: resumed.lossCount), 0)
        file.tail = RawTail()
        if stream.isCaughtUp { stream.resumed = nil }
        return reader
    }

    /// Opens the file of a generation, if it is not open; false when it cannot be.
    func awake(_ file: FollowedFile, _ now: Int64) -> Bool {
        uses += 1
        file.usedAt = uses
        if let input = file.input, input.descriptor >= 0 { return true }
        guard file.isPresent, let identity = file.identity, let descriptor = Descriptor.open(file.path) else { return false }
        guard FileStamp.of(descriptor)?.identity == identity else {
            Descriptor.close(descriptor)
            needsScan = true
            return false
        }
        if openCount > options.openFiles { letSleep() }
        openCount += 1
        if let input = file.input { input.wake(descriptor) } else { file.input = ByteInput(.file(descriptor)) }
        return true
    }

    func sleep(_ file: FollowedFile) {
        guard let input = file.input, input.descriptor >= 0 else { return }
        input.sleep()
        openCount -= 1
    }

    /// Closes half of the open files, those that were not used for longest; they are opened again when something is written to them.
    private func letSleep() {
        let open = generations.filter { file in
            file.isPresent && file.identity != nil && (file.kind == .plain || file.kind == .gzip)
                && (file.phase == .open || file.phase == .arriving) && (file.input?.descriptor ?? -1) >= 0
        }
        for file in open.sorted(by: { $0.usedAt < $1.usedAt }).prefix(open.count / 2) { sleep(file) }
    }
}
