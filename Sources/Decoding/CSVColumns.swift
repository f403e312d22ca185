import Domain

/// Which columns of a comma-separated export of log entries hold what: by their header cells, in any order.
struct CSVColumns: Sendable {
    /// Header cells that name the time, the better ones first.
    let time: [StaticString]
    /// Header cells that name the line itself.
    let message: [StaticString]
    /// Header cells that name the service.
    let service: [StaticString]
}

/// Finds the rows of a table whose cells may hold line feeds, and cuts them into cells.
struct CSVWalk {
    private var position = 0
    private(set) var header: [UInt8] = []
    /// A quote never closed within a record's length: from here on every line is a row.
    private var ignoresQuotes = false

    /// The first byte that is still needed.
    var needed: Int { position }

    /// The buffer lost its first `length` bytes.
    mutating func shift(_ length: Int) { position -= length }

    /// The next row without its line end; nil when more bytes are needed. The first one is the header and is kept, too.
    mutating func next(_ text: Bytes, isLast: Bool) -> (start: Int, end: Int, isCut: Bool)? {
        while position < text.count {
            var end = position
            var isQuoted = false
            var isEnded = false
            while let place = text.first(UInt8(ascii: "\""), or: 10, from: end) {
                end = place
                if text[end] == UInt8(ascii: "\"") {
                    if !ignoresQuotes { isQuoted.toggle() }
                } else if !isQuoted || CSVWalk.beginsRow(text, end &+ 1) {
                    // A row that begins with its time while a quote is open: the end of the one before it is lost.
                    isEnded = true
                    break
                }
                end &+= 1
            }
            if !isEnded { end = text.count }
            if end &- position > Limits.recordLength, isQuoted {
                ignoresQuotes = true
                continue
            }
            guard end < text.count || isLast || end &- position > Limits.recordLength else { return nil }
            let start = position
            let isCut = end &- start > Limits.recordLength
            position = end < text.count ? end &+ 1 : text.count
            var last = min(end, start &+ Limits.recordLength)
            if last > start, text[last &- 1] == 13 { last &-= 1 }
            let row = text.slice(start, last)
            if row.trimmed.isEmpty { continue }
            if header.isEmpty {
                header = Array(row.withoutMark.slice(0, 4_096))
                continue
            }
            return (start, last, isCut)
        }
        return nil
    }

    /// `"Sep 1, 2026 @ `.
    private static func beginsRow(_ text: Bytes, _ at: Int) -> Bool {
        text.at(at) == UInt8(ascii: "\"") && StampClock.month(text, at &+ 1) != nil && text.slice(at, at &+ 20).find(" @ ") != nil
    }

    /// Index of the header cell that is the first of `names` to be there, or nil.
    static func index(of names: [StaticString], in header: Bytes) -> Int? {
        var best: (rank: Int, index: Int)?
        var index = 0
        var i = 0
        while let cell = cell(header, &i) {
            let word = cell.bytes.trimmed
            for rank in 0..<(best?.rank ?? names.count) where word.equals(names[rank]) {
                best = (rank, index)
                break
            }
            index += 1
        }
        return best?.index
    }

    /// The cell that begins at `i`, without its quotes; nil behind the last one. Moves `i` to the next.
    static func cell(_ row: Bytes, _ i: inout Int) -> (bytes: Bytes, hasQuotes: Bool)? {
        guard i <= row.count, row.count > 0 else { return nil }
        guard row.at(i) == UInt8(ascii: "\"") else {
            let start = i
            let end = row.first(UInt8(ascii: ","), from: i) ?? row.count
            i = end < row.count ? end &+ 1 : row.count &+ 1
            return (row.slice(start, end), false)
        }
        var end = i &+ 1
        var hasQuotes = false
        while end < row.count {
            guard row[end] == UInt8(ascii: "\"") else {
                end &+= 1
                continue
            }
            guard row.at(end &+ 1) == UInt8(ascii: "\"") else { break }
            hasQuotes = true
            end &+= 2
        }
        let found = row.slice(i &+ 1, end)
        let comma = row.first(UInt8(ascii: ","), from: end) ?? row.count
        i = comma < row.count ? comma &+ 1 : row.count &+ 1
        return (found, hasQuotes)
    }

    /// `""` inside a quoted cell as `"`.
    static func plain(_ cell: (bytes: Bytes, hasQuotes: Bool), _ arena: inout ByteArena) -> Bytes {
        guard cell.hasQuotes, let room = arena.take(cell.bytes.count) else { return cell.bytes }
        var count = 0
        var i = 0
        while i < cell.bytes.count {
            room[count] = cell.bytes[i]
            count &+= 1
            i &+= cell.bytes[i] == UInt8(ascii: "\"") && cell.bytes.at(i &+ 1) == UInt8(ascii: "\"") ? 2 : 1
        }
        return arena.trim(room, to: count)
    }
}
