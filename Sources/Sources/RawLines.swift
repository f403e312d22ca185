import Domain

/// Reads the original lines behind pieces of evidence again.
public enum RawLines {
    /// The line that begins at `offset` of a source's decompressed stream, as UTF-8, without its line end, at most `maximum` bytes.
    ///
    /// Nil when the source cannot be read again (standard input, a file that is gone) or ends before `offset`. A plain file is
    /// read at the place; a packed one from its beginning: ask for all lines of one source at once.
    public static func read(name: String, offset: UInt64, maximum: Int) -> [UInt8]? {
        read(name: name, offsets: [offset], maximum: maximum)[0]
    }

    /// The lines at all `offsets` of one source in one pass; `lines` more than 1 adds the lines that follow each.
    ///
    /// - Parameters:
    ///   - contentID: what its content id was; a file that begins differently now is another file, and gives nothing. One that was
    ///     shorter than the bytes that make the id may have grown since by whole lines.
    ///   - restarts: for the file's length on disk, the places before each offset from which it can be inflated.
    public static func read(
        name: String, contentID: UInt64? = nil, offsets: [UInt64], maximum: Int = Limits.recordLength, lines: Int = 1,
        restarts: [UInt64: [RestartPoint?]] = [:]
    ) -> [[UInt8]?] {
        let none = [[UInt8]?](repeating: nil, count: offsets.count)
        guard !offsets.isEmpty, let (reader, size) = reader(name) else { return none }
        defer { reader.close() }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { block.deallocate() }
        reader.staysOpen = true
        let seek = UnsafeMutableRawBufferPointer(rebasing: block[..<SourceReader.smallestBlock])
        let head = reader.read(into: seek)
        if let contentID, reader.contentID != contentID, !hasGrown(UnsafeRawBufferPointer(rebasing: seek[..<head]), from: contentID) {
            return none
        }
        var wanted = offsets.indices.map { Capture(index: $0, offset: offsets[$0], lines: lines) }
        if UInt64(offsets.count) < size / UInt64(seek.count), reader.restart(at: 0) {
            for index in wanted.indices where reader.restart(at: wanted[index].offset) {
                fill(&wanted[index], from: reader, by: seek, maximum)
            }
        } else {
            if let places = restarts[size], places.count == wanted.count {
                for index in wanted.indices { wanted[index].restart = places[index] }
            }
            wanted.sort { ($0.offset, $0.index) < ($1.offset, $1.index) }
            fill(&wanted, from: reader, by: block, head: head, maximum)
        }
        var result = none
        for capture in wanted where capture.isOpen { result[capture.index] = capture.bytes }
        return result
    }

    /// Whether what a file begins with is what it was when its id was made of less than an id takes, and lines behind it: files that are
    /// written grow, line by line.
    private static func hasGrown(_ now: UnsafeRawBufferPointer, from contentID: UInt64) -> Bool {
        let limit = min(now.count, Limits.contentIDLength)
        func wasWhole(_ length: Int) -> Bool { StableHash.of(UnsafeRawBufferPointer(rebasing: now[..<length])) == contentID }
        for end in 0..<limit where now[end] == 10 {
            if wasWhole(end) || wasWhole(end + 1) { return true }
        }
        return false
    }

    /// Takes the lines of a packed file, from each of its restart points on those that lie behind it.
    private static func fill(
        _ wanted: inout [Capture], from reader: SourceReader, by block: UnsafeMutableRawBufferPointer, head: Int, _ maximum: Int
    ) {
        var first = 0
        while first < wanted.count {
            let restart = wanted[first].restart
            let next = wanted[first...].firstIndex { $0.restart?.bits != restart?.bits } ?? wanted.count
            if let restart {
                if reader.restart(at: wanted[first].offset, behind: restart) {
                    fill(&wanted[first..<next], from: reader, by: block, read: reader.read(into: block), maximum)
                }
            } else {
                fill(&wanted[first..<next], from: reader, by: block, read: head, maximum)
            }
            first = next
        }
    }

    /// Takes one line from where the reader stands.
    private static func fill(
        _ capture: inout Capture, from reader: SourceReader, by block: UnsafeMutableRawBufferPointer, _ maximum: Int
    ) {
        while !capture.isDone {
            let got = reader.read(into: block)
            if got == 0 { return }
            capture.take(UnsafeRawBufferPointer(rebasing: block[..<got]), maximum)
        }
    }

    /// Takes all lines in one pass; `read` bytes of the beginning are in the block.
    private static func fill(
        _ wanted: inout ArraySlice<Capture>, from reader: SourceReader, by block: UnsafeMutableRawBufferPointer, read: Int, _ maximum: Int
    ) {
        var first = wanted.startIndex
        var start: UInt64 = 0
        var got = read
        while first < wanted.endIndex, got > 0 {
            let bytes = UnsafeRawBufferPointer(rebasing: block[..<got])
            for index in first..<wanted.endIndex {
                let at = wanted[index].isOpen ? start : reader.map.utf8(wanted[index].offset)
                guard at < start + UInt64(got) else { break }
                wanted[index].take(UnsafeRawBufferPointer(rebasing: bytes[Int(at - min(at, start))...]), maximum)
            }
            while first < wanted.endIndex, wanted[first].isDone { first += 1 }
            start += UInt64(got)
            got = reader.read(into: block)
        }
    }

    /// One line on its way.
    private struct Capture {
        let index: Int
        let offset: UInt64
        /// Where inflating starts for it; nil: at the beginning.
        var restart: RestartPoint?
        var lines: Int
        var bytes: [UInt8] = []
        var isOpen = false
        var isDone = false

        init(index: Int, offset: UInt64, lines: Int) {
            (self.index, self.offset, self.lines) = (index, offset, max(1, lines))
        }

        mutating func take(_ block: UnsafeRawBufferPointer, _ maximum: Int) {
            isOpen = true
            guard !isDone else { return }
            var rest = block
            while !isDone, rest.count > 0 {
                let end = TextScan.firstLineFeed(rest)
                let part = rest.prefix(end ?? rest.count)
                bytes.append(contentsOf: part.prefix(max(0, maximum - bytes.count)))
                if bytes.count >= maximum { isDone = true }
                guard let end else { return }
                lines -= 1
                if lines == 0 {
                    if bytes.last == 13 { bytes.removeLast() }
                    isDone = true
                } else if bytes.count < maximum {
                    bytes.append(10)
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
            }
        }
    }

    /// The reader of a source by its name, and its file's size; a name with `!` is a file of that name, else a zip member.
    private static func reader(_ name: String) -> (SourceReader, UInt64)? {
        guard name != "-" else { return nil }
        if let found = open(name, as: name) { return found }
        var from = name.startIndex
        while let mark = name[from...].firstIndex(of: "!") {
            if let found = open(String(name[..<mark]), as: name) { return found }
            from = name.index(after: mark)
        }
        return nil
    }

    /// Only what a walk would have found: never a FIFO or a device.
    private static func open(_ path: String, as name: String) -> (SourceReader, UInt64)? {
        var walk = FolderWalk()
        guard let file = walk.file(path.utf8CString.map { $0 }) else { return nil }
        return SourceReader.open(file).readers.first { $0.name == name }.map { ($0, file.size) }
    }
}
