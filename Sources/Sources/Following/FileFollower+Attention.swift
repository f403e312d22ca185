import Domain

extension FileFollower {
    /// Files that wait: is it clear by now?
    func attend(_ now: Int64) {
        lastAttention = now
        isHoldingBack = false
        let files = attention
        attention.removeAll(keepingCapacity: true)
        for file in files {
            file.isInAttention = false
            switch file.phase {
            case .arriving: look(at: file, now)
            case .open: attendOpen(file, now)
            case .replaced: attendReplaced(file, now)
            case .ended, .refused: break
            }
        }
    }

    private func attendOpen(_ file: FollowedFile, _ now: Int64) {
        if let since = file.hesitatesSince, now - since >= options.hesitation.inMilliseconds, let stream = file.streams.first {
            file.hesitatesSince = nil
            stream.reader?.growth?.isImpatient = true
            queue(stream)
        }
        if isDraining {
            if file.isPresent || file.input?.descriptor ?? -1 >= 0 { return finish(file) }
            return hasArrivals ? attend(to: file) : give(up: file)
        }
        guard !file.isPresent else {
            if file.isTable || file.kind == .gzip || file.judgedLength == 0 { look(at: file, now) }
            if file.hesitatesSince != nil { attend(to: file) }
            return
        }
        let rest = options.grace.inMilliseconds
        guard now - file.absentSince >= rest, now - file.changedAt >= rest else { return attend(to: file) }
        guard !isAwaited(file) else { return attend(to: file) }
        if !file.isUnconfirmed, awake(file, now) { finish(file) } else { give(up: file) }
    }

    private func attendReplaced(_ file: FollowedFile, _ now: Int64) {
        let isOver = isDraining ? !hasArrivals : now - file.absentSince >= options.grace.inMilliseconds && !isAwaited(file)
        if isOver { give(up: file) } else { attend(to: file) }
    }

    /// Whether a new file may still turn out to have bytes that are missed.
    private var hasArrivals: Bool {
        needsScan || !comparisons.isEmpty || generations.contains { $0.phase == .arriving && $0.kind != .stream }
    }

    /// Whether a packed file that is not complete yet, or a comparison, may bring its bytes.
    private func isAwaited(_ file: FollowedFile) -> Bool {
        if comparisons.contains(where: { $0.generation === file }) { return true }
        let folder = FileNotices.parent(of: file.path)
        return generations.contains { $0.phase == .arriving && $0.kind == .gzip && FileNotices.parent(of: $0.path) == folder }
    }

    /// The bytes of a generation turn up nowhere: what was not read is lost, if there was anything.
    func give(up file: FollowedFile) {
        let size = file.stamp?.size ?? 0
        // What an earlier run has read is not lost.
        let read = file.kind == .gzip ? file.verifiedEnd : file.rawOffset
        for stream in file.streams where !stream.isEnded {
            let unread = size > read ? size - read : 0
            if unread > 0 || stream.resumed == nil && stream.reader?.holdsBytes == true {
                let loss = Loss(
                    utf8Offset: stream.utf8Offset, reason: "overwritten or removed before it was read: \(unread) bytes", untilEnd: true)
                events.add(.lost(stream: stream.number, loss: loss))
            }
            end(stream)
        }
        file.phase = .ended
        closeInput(of: file)
    }

    func end(_ stream: FollowedStream) {
        guard !stream.isEnded else { return }
        if stream.given == 0, !stream.file.isPresent, stream.file.kind == .plain {
            // Nothing was ever in it, and batch would not find it.
            takeBack(stream, "it has gone, and nothing was in it")
            return retire(stream.file)
        }
        stream.isEnded = true
        stream.isDrained = isDraining && stream.file.isPresent && !stream.file.isProvisional && stream.file.kind != .whole
        events.add(.ended(stream: stream.number))
        if stream.file.streams.allSatisfy(\.isEnded) { retire(stream.file) }
    }

    private func retire(_ file: FollowedFile) {
        file.phase = .ended
        closeInput(of: file)
    }

    /// Another content lies where this generation was.
    func replace(_ file: FollowedFile, knownSize: UInt64, now: Int64, keepsReader: Bool = true) {
        let (path, isPresent) = (file.path, file.isPresent)
        forget(identityOf: file)
        if var stamp = file.stamp {
            stamp.size = max(knownSize, file.tail.end)
            file.stamp = stamp
        }
        file.absentSince = now
        file.isPresent = false
        if file.phase != .ended { file.phase = .replaced }
        if keepsReader { sleep(file) } else { dropReaders(of: file) }
        attend(to: file)
        if isPresent, let stamp = FileStamp.of(path), stamp.isRegular, byIdentity[stamp.identity] == nil { arrive(path, stamp, now) }
        needsScan = true
    }

    func replace(_ file: FollowedFile, knownSize: UInt64, _ now: Int64) { replace(file, knownSize: knownSize, now: now) }

    /// What was handed out of a file is to be forgotten, and the file is taken from its beginning.
    func void(_ file: FollowedFile, _ reason: String, _ now: Int64) {
        for stream in file.streams where !isVoid(stream) {
            takeBack(stream, reason)
        }
        begin(anew: file, now)
        file.streams = []
    }

    private func takeBack(_ stream: FollowedStream, _ reason: String) {
        if stream.isTold { takenBack[stream.number] = checkpoint(of: stream.number) }
        streams[stream.number] = nil
        stream.isEnded = true
        events.add(.void(stream: stream.number, reason: reason))
    }

    func begin(anew file: FollowedFile, _ now: Int64) {
        let path = file.path
        dropReaders(of: file)
        forget(identityOf: file)
        file.phase = .refused
        let wasPresent = file.isPresent
        file.isPresent = false
        generations.removeAll { $0 === file }
        guard wasPresent, let stamp = FileStamp.of(path), stamp.isRegular, byIdentity[stamp.identity] == nil else {
            needsScan = true
            return
        }
        arrive(path, stamp, now).isSurelyNew = file.hasGiven
    }

    func dropReaders(of file: FollowedFile) {
        for stream in file.streams {
            stream.reader?.close()
            stream.reader = nil
        }
        closeInput(of: file)
    }

    func closeInput(of file: FollowedFile) {
        if let input = file.input, input.descriptor >= 0 { openCount -= 1 }
        file.input?.close()
        file.input = nil
    }
}
