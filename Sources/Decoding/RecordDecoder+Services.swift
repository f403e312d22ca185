import Domain

extension RecordDecoder {
    /// Records of a wrapped or mixed stream: each service is decoded by itself.
    mutating func nextOfServices(_ record: inout Record) -> Step {
        guard let root else { return .needsBytes }
        while true {
            if let stream = queue.waiting.last {
                if let ready = stream.replay(&room.arena), give(ready, &record) { return .record }
                continue
            }
            let end = nextLineEnd()
            if isInLongLine {
                guard end >= 0 else {
                    position = buffer.count
                    return isFinished ? finish(root, &record) : .needsBytes
                }
                isInLongLine = false
                position = end &+ 1
                continue
            }
            var lineEnd = end
            if end < 0 {
                if isFinished { return finish(root, &record) }
                guard buffer.count &- position > Limits.recordLength else { return .needsBytes }
                lineEnd = position &+ Limits.recordLength
            }
            let start = position
            lineNumber &+= 1
            if end >= 0 {
                position = end &+ 1
            } else {
                (position, isInLongLine) = (buffer.count, true)
            }
            if let ready = takeWrapped(root, start, Swift.min(lineEnd, start &+ Limits.recordLength)), give(ready, &record) {
                return .record
            }
        }
    }

    private mutating func takeWrapped(_ root: ServiceStream, _ start: Int, _ end: Int) -> ServiceStream? {
        var last = end
        let text = buffer.bytes
        if last > start, text[last &- 1] == 13 { last &-= 1 }
        if lines.isDirty { cleanLine(RecordDecoder.behindNULs(text, start, last), last) }
        let line = text.slice(start, last).withoutMark
        guard !line.isEmpty else { return nil }
        room.arena.removeAll()
        return root.takeWhole(line, LineOrigin(offset: base &+ UInt64(start), line: lineNumber), &room.arena)
    }

    /// The last records of all services, in the order in which they were seen first.
    mutating func finish(_ root: ServiceStream, _ record: inout Record) -> Step {
        while true {
            if let stream = queue.waiting.last {
                if let ready = stream.replay(&room.arena), give(ready, &record) { return .record }
                continue
            }
            let all = root.flattened
            guard finished < all.count else { return .needsBytes }
            let stream = all[finished]
            room.arena.removeAll()
            if let ready = stream.flushPart(&room.arena) {
                if give(ready, &record) { return .record }
                continue
            }
            if stream.stage == .sampling {
                stream.detect()
                continue
            }
            finished += 1
            if let ready = stream.close(), give(ready, &record) { return .record }
        }
    }

    /// Fills the record that a service has ready, if it can be evidence.
    mutating func give(_ stream: ServiceStream, _ record: inout Record) -> Bool {
        let bytes = RecordDecoder.trimmedEnd(stream.readyRecord)
        if let scanner = filter.scanner, !scanner.contains(in: bytes) { return false }
        let ready = stream.ready
        room.arena.removeAll()
        record.restart(offset: ready.offset, line: ready.line)
        if ready.isStamped { record.at = Instant(microseconds: ready.at) }
        record.resolution = ready.resolution
        record.identity = StableHash.of(bytes, seed: ready.isStampedByWrapper ? UInt64(bitPattern: ready.at) : 0)
        stream.forms.statistics.candidates &+= 1
        hasFields = stream.forms.peel(bytes, form: ready.form, into: &record, room.json, &room.fields, &room.arena)
        record.service = stream.serviceName
        return true
    }
}
