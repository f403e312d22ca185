import Decoding
import Domain

/// Reads a table line by line: finds its header by content, joins rows whose quoted cells hold line feeds, turns rows into evidence.
struct TableReader {
    private let name: String
    private let sourceIndex: UInt32
    private let words: Vocabulary
    private let zone: ZoneRule
    private var clock = StampClock()
    private var layout: TableLayout?
    private var carry: [UInt8] = []
    private var carryLine: UInt64 = 0
    private var carryOffset: UInt64 = 0
    private var carryLines: UInt64 = 0
    private var offset: UInt64 = 0
    private var cells: [Bytes] = []
    /// Lines read.
    private(set) var lines: UInt64 = 0
    /// Rows that gave evidence.
    private(set) var evidence: UInt64 = 0
    /// Damaged rows, the first ones.
    private(set) var damage: [Damage] = []

    /// Lines of a head among which the header is looked for.
    private static let preamble = 64

    init(name: String, sourceIndex: UInt32, words: Vocabulary, zone: ZoneRule) {
        (self.name, self.sourceIndex, self.words, self.zone) = (name, sourceIndex, words, zone)
    }

    /// Whether the head of a stream holds the header of a table, and a row that fits it behind it, or nothing.
    static func recognises(head: Bytes, words: Vocabulary) -> Bool {
        var start = 0
        var count = 0
        while start < head.count, count < preamble {
            let end = head.first(10, from: start) ?? head.count
            let line = plain(head.slice(start, end))
            start = end &+ 1
            count += 1
            guard let layout = TableLayout.of(line, words.keys) else { continue }
            while start < head.count {
                let end = head.first(10, from: start) ?? head.count
                let row = plain(head.slice(start, end))
                start = end &+ 1
                if row.isEmpty || isRuler(row) { continue }
                var cells: [Bytes] = []
                RowCells.split(row, at: layout.separator, quotes: .anywhere, into: &cells)
                // A row whose quoted cell goes on behind a line feed is shorter here.
                return cells.count >= layout.least || row.first(34) != nil || end == head.count
            }
            return true
        }
        return false
    }

    /// What it is, for people.
    var formatName: String { layout?.format.name ?? "table" }
    /// Whose it is.
    var witness: Witness { layout?.format.witness ?? .provider }

    /// Reads the next bytes; lines may be cut anywhere.
    mutating func consume(_ block: Bytes, rows: inout PendingRows, into batch: inout EvidenceBatch) {
        var start = 0
        while let end = block.first(10, from: start) {
            lines &+= 1
            if carry.isEmpty {
                (carryLine, carryOffset) = (lines, offset &+ UInt64(start))
                let line = block.slice(start, end)
                if isOpen(line) {
                    carry.append(contentsOf: line)
                } else {
                    read(line, rows: &rows, into: &batch)
                }
            } else {
                carry.append(contentsOf: block.slice(start, end))
                takeCarry(isLast: false, rows: &rows, into: &batch)
            }
            if !carry.isEmpty { carry.append(10) }
            start = end + 1
        }
        if start < block.count {
            if carry.isEmpty { (carryLine, carryOffset) = (lines &+ 1, offset &+ UInt64(start)) }
            if carry.count < Limits.recordLength { carry.append(contentsOf: block.from(start)) }
        }
        offset &+= UInt64(block.count)
    }

    /// The last line may end without a line feed.
    mutating func finish(rows: inout PendingRows, into batch: inout EvidenceBatch) {
        guard !carry.isEmpty else { return }
        if carry.last != 10 { lines &+= 1 }
        takeCarry(isLast: true, rows: &rows, into: &batch)
    }

    /// Reads what was gathered, unless a quote is open in it still; a quote that never closes costs only its own line.
    private mutating func takeCarry(isLast: Bool, rows: inout PendingRows, into batch: inout EvidenceBatch) {
        let text = carry
        let isWhole = text.withUnsafeBytes { !isOpen($0) }
        guard isWhole || isLast || text.count > TableReader.rowLength else { return }
        carry.removeAll(keepingCapacity: true)
        text.withUnsafeBytes { bytes in
            if isWhole { return read(bytes, rows: &rows, into: &batch) }
            var start = 0
            while start < bytes.count {
                let end = bytes.first(10, from: start) ?? bytes.count
                read(bytes.slice(start, end), rows: &rows, into: &batch)
                carryOffset &+= UInt64(end - start + 1)
                carryLine &+= 1
                start = end + 1
            }
        }
    }

    /// Longest row whose cells may hold line feeds.
    private static let rowLength = 64 << 10

    /// Whether a quoted cell has not ended.
    private func isOpen(_ line: Bytes) -> Bool {
        guard layout != nil else { return false }
        var count = 0
        for byte in line where byte == 34 { count &+= 1 }
        return count & 1 == 1
    }

    private mutating func read(_ raw: Bytes, rows: inout PendingRows, into batch: inout EvidenceBatch) {
        let line = TableReader.plain(raw)
        if line.isEmpty || TableReader.isRuler(line) { return }
        guard let layout else {
            layout = TableLayout.of(line, words.keys)
            switch layout?.format.zone {
            case .beijing: clock = StampClock(zone: .shanghai)
            case .utc: clock = StampClock(zone: .utc)
            case .source, nil: clock = StampClock(zone: zone)
            }
            return
        }
        RowCells.split(line, at: layout.separator, quotes: .anywhere, into: &cells)
        guard cells.count >= layout.least else {
            if damage.count < Limits.faultsPerSource {
                damage.append(Damage(source: name, at: "line \(carryLine)", reason: "a table row has too few columns"))
            }
            return
        }
        rows.reset()
        var row = TableRow(layout: layout, cells: cells, words: words, clock: clock, rows: rows)
        layout.format.put(&row)
        rows = row.rows
        guard rows.count == row.times.count else { return }
        let identity = StableHash.of(line)
        for index in 0..<rows.count {
            let pending = rows[index]
            let attributes = rows.attributes(of: pending)
            let found = Evidence(
                event: pending.event, at: row.times[index].at, resolution: row.times[index].resolution, witness: pending.witness,
                source: sourceIndex, line: UInt32(truncatingIfNeeded: carryLine), offset: carryOffset,
                identity: index == 0 ? identity : StableHash.of(attributes, seed: identity &+ UInt64(index)))
            batch.append(found, attributes: attributes)
        }
        if rows.count > 0 { evidence &+= 1 }
    }

    /// Without carriage return, byte order mark and blanks.
    private static func plain(_ raw: Bytes) -> Bytes {
        var line = raw.has("\u{FEFF}") ? raw.from(3) : raw
        while line.count > 0, line[line.count - 1] == 13 || line[line.count - 1] == 32 { line = line.slice(0, line.count - 1) }
        return line
    }

    /// `+----+----+` of a console's table, and comments.
    private static func isRuler(_ line: Bytes) -> Bool { line.has("+-") || line.has("#") || line.has("---") }
}
