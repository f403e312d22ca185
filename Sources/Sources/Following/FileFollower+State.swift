import Domain

extension FileFollower {
    /// What is needed to go on with all streams that are not void, by their number: exactly what was handed out.
    public func checkpoints() -> [FollowCheckpoint] {
        let numbers = streams.values.filter(\.isTold).map(\.number) + takenBack.keys
        return numbers.sorted().compactMap { takenBack[$0] ?? checkpoint(of: $0) }
    }

    /// What is needed to go on with one stream; nil for what cannot be resumed.
    public func checkpoint(of number: Int) -> FollowCheckpoint? {
        guard let stream = streams[number] else { return nil }
        let file = stream.file
        guard file.kind != .stream else { return nil }
        var result = FollowCheckpoint(stream: number, name: stream.name)
        if let resumed = stream.resumed {
            result = resumed
            (result.stream, result.name, result.isEnded) = (number, stream.name, stream.isEnded && !stream.isDrained)
            result.isRewound = false
            if !file.isUnconfirmed, !file.head.isEmpty { result.head = file.headPrint }
            if file.kind != resumed.kind {
                (result.kind, result.mode, result.rawOffset, result.tail) = (file.kind, .again, file.verifiedEnd, Fingerprint())
            }
        } else {
            (result.utf8Offset, result.contentID, result.isEnded) = (
                stream.utf8Offset, contentID(of: stream), stream.isEnded && !stream.isDrained
            )
            (result.head, result.text) = (file.headPrint, Fingerprint(stream.text.bytes))
            (result.isProvisional, result.kind) = (file.isProvisional, file.kind)
            result.lossCount = stream.lossesBefore + UInt64(stream.lossesTold)
            result.rawOffset = file.kind == .plain ? file.tail.end : file.verifiedEnd
            result.tail = file.kind == .plain ? Fingerprint(file.tail.bytes) : Fingerprint()
            if let reader = stream.reader {
                result.originalOffset = reader.originalOffset
                result.mode = file.kind == .plain && stream.utf8Offset >= UInt64(Limits.contentIDLength) ? reader.resumeMode : .again
                // Bytes that were read and wait are read again.
                if result.mode != .again { result.rawOffset = reader.originalOffset }
                if result.mode != .again, result.rawOffset != file.tail.end { result.mode = .again }
                if result.mode == .again { result.rawOffset = file.kind == .plain ? file.tail.end : file.verifiedEnd }
            }
        }
        result.path = file.path.dropLast().map { UInt8(bitPattern: $0) }
        if let identity = file.identity { result.identity = identity } else { result.identity = FileIdentity(device: 0, node: 0) }
        (result.size, result.modified) = (file.stamp?.size ?? result.size, file.stamp?.modified ?? result.modified)
        return result
    }

    /// What is known of a stream; nil for one that is void.
    public func state(of number: Int) -> FollowedState? {
        guard let stream = streams[number] else { return nil }
        let file = stream.file
        let reader = stream.reader
        let damage = (reader?.damage ?? []).map { Damage(source: stream.name, at: $0.at, reason: $0.reason, isNote: $0.isNote) }
        return FollowedState(
            name: stream.name, utf8Offset: stream.skip > 0 ? stream.resumed?.utf8Offset ?? stream.utf8Offset : stream.utf8Offset,
            contentID: contentID(of: stream), encoding: reader?.encoding ?? "utf-8", damage: damage, distrust: reader?.distrust,
            bytesRead: reader?.bytesRead ?? file.tail.end, bytesDecompressed: reader?.bytesDecompressed ?? 0,
            size: file.stamp?.size ?? 0, isEnded: stream.isEnded)
    }

    /// The offset in the unpacked file of a UTF-8 offset that begins a line, as `SourceReader.originalOffset` gives it.
    public func originalOffset(_ utf8Offset: UInt64, of number: Int) -> UInt64 {
        streams[number]?.reader?.originalOffset(utf8Offset) ?? utf8Offset
    }

    /// The content id of what was handed out of a stream.
    func contentID(of stream: FollowedStream) -> UInt64 {
        if let resumed = stream.resumed { return resumed.contentID }
        return stream.contentID
    }

    /// Takes up what an earlier follower left.
    func take(up checkpoints: [FollowCheckpoint]) {
        for checkpoint in checkpoints {
            let path = checkpoint.path.map { CChar(bitPattern: $0) } + [0]
            let member = checkpoint.kind == .whole ? String(checkpoint.name.dropFirst(FolderWalk.text(path).count + 1)) : ""
            let known = byIdentity[checkpoint.identity]
            let file: FollowedFile
            if checkpoint.kind == .whole, let known, known.path == path {
                file = known
            } else {
                file = FollowedFile(path: path, identity: checkpoint.identity.node == 0 ? nil : checkpoint.identity)
                (file.kind, file.knownHead, file.isPresent, file.isUnconfirmed) = (checkpoint.kind, checkpoint.head, false, true)
                (file.isProvisional, file.verifiedEnd) = (checkpoint.isProvisional, checkpoint.kind == .gzip ? checkpoint.rawOffset : 0)
                file.tail = RawTail([], end: checkpoint.kind == .plain ? checkpoint.rawOffset : 0)
                file.absentSince = time.elapsed()
                (file.phase, file.isFinal) = (.ended, checkpoint.isEnded || checkpoint.isProvisional || checkpoint.kind == .whole)
                if let identity = file.identity, known == nil { byIdentity[identity] = file }
                generations.append(file)
            }
            let stream = addStream(to: file, member: member)
            let given = checkpoint.isRewound ? 0 : checkpoint.utf8Offset
            (stream.utf8Offset, stream.resumed, stream.isEnded) = (given, checkpoint, checkpoint.isEnded)
            stream.isTold = true
            if !checkpoint.isEnded { file.phase = .open }
            events.add(.opened(stream: stream.number, name: checkpoint.name, resumedAt: given))
            if checkpoint.isEnded { events.add(.ended(stream: stream.number)) }
        }
    }

    /// Whether what an earlier run has read is what lies at a path now; if not, the file there is another generation.
    func confirm(_ file: FollowedFile, at path: [CChar], _ now: Int64) -> Bool {
        file.isUnconfirmed = false
        let old = file.path
        file.path = path
        guard let resumed = file.streams.first?.resumed, awake(file, now), let descriptor = file.input?.descriptor,
            let stamp = FileStamp.of(descriptor)
        else {
            file.isUnconfirmed = true
            return false
        }
        file.path = old
        let isUnchanged = stamp.size == resumed.size && stamp.modified == resumed.modified
        let head = FollowedFile.bytes(of: descriptor, at: 0, count: Int(clamping: resumed.head.length))
        var isSame = resumed.head.begins(head) && stamp.size >= resumed.rawOffset
        if isSame, resumed.kind == .plain, resumed.tail.length <= resumed.rawOffset {
            let count = resumed.tail.length
            isSame = resumed.tail.ends(FollowedFile.bytes(of: descriptor, at: resumed.rawOffset - count, count: Int(clamping: count)))
        }
        if resumed.kind == .whole { isSame = isUnchanged }
        guard isSame else {
            // The bytes may lie elsewhere: the inode is another file's now.
            file.path = path
            let size = resumed.size
            file.isPresent = true
            replace(file, knownSize: size, now)
            file.path = old
            return false
        }
        if resumed.isProvisional || resumed.isEnded, !isUnchanged, stamp.size != resumed.size {
            file.path = path
            file.isPresent = true
            void(file, "it was written to after its end", now)
            return false
        }
        if resumed.isProvisional || resumed.isEnded {
            file.stamp = stamp
            closeInput(of: file)
            for stream in file.streams { end(stream) }
            file.phase = .ended
        } else if resumed.kind == .whole {
            closeInput(of: file)
            file.stamp = stamp
            queueAll(file)
        }
        return true
    }
}
