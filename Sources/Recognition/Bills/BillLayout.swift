import Decoding
import Domain

/// Where the columns of one table stand.
struct BillLayout {
    private var columns: [(column: BillFormat.Column, index: Int)] = []
    private var count = 0
    /// First and last free-text column: cells between them may be more than the header says.
    private var freeFrom = 0
    private var freeTo = -1

    init() {}

    /// Reads the header of a known format.
    init(_ format: BillFormat, header: Bytes) {
        var cells: [Bytes] = []
        RowCells.split(header, at: format.separator, quotes: .atStart, into: &cells)
        count = cells.count
        for (index, cell) in cells.enumerated() {
            let name = BillLayout.folded(cell)
            guard let known = format.columns.first(where: { BillLayout.folded($0.header.bytes) == name }) else { continue }
            if !columns.contains(where: { $0.column == known.column }) || known.header.bytes.equals("申请退款金额") {
                columns.removeAll { $0.column == known.column }
                columns.append((known.column, index))
            }
        }
        let free = format.freeText.compactMap { wanted in columns.first { $0.column == wanted }?.index }
        if let from = free.min(), let to = free.max() { (freeFrom, freeTo) = (from, to) }
    }

    /// The format whose signature a line holds, or nil.
    static func format(ofHeader line: Bytes) -> BillFormat? {
        // Rows begin with a number or a back-tick, headers never do.
        let first = line.at(0)
        guard !first.isDigit, first != UInt8(ascii: "`"), line.count < 4_096, line.first(44) != nil || line.first(9) != nil else {
            return nil
        }
        for format in BillFormat.all {
            var holdsAll = true
            for cell in format.signature where !line.holds(cell) {
                holdsAll = false
                break
            }
            // A payer's export shares words with the merchant's bill; whole cells decide.
            if holdsAll, hasCells(line, format) { return format }
        }
        return nil
    }

    private static func hasCells(_ line: Bytes, _ format: BillFormat) -> Bool {
        var cells: [Bytes] = []
        RowCells.split(line, at: format.separator, quotes: .atStart, into: &cells)
        let folded = Set(cells.map(folded))
        return format.signature.allSatisfy { folded.contains(BillLayout.folded($0.bytes)) }
    }

    /// Puts the cells of a row under the header's columns: a comma inside free text made more of them. False when there are too few.
    func place(_ cells: inout [Bytes]) -> Bool {
        if cells.count == count { return true }
        if cells.count < count {
            // A trailing empty column may be missing.
            guard cells.count == count - 1, !columns.contains(where: { $0.index == count - 1 }) else { return false }
            cells.append(.none)
            return true
        }
        guard freeTo >= freeFrom else {
            cells.removeLast(cells.count - count)
            return true
        }
        let surplus = cells.count - count
        cells.removeSubrange((freeFrom + 1)..<(freeFrom + 1 + surplus))
        return true
    }

    /// A cell without TABs, back-ticks, quotes and blanks; nil when the table lacks the column or the cell is empty.
    func cell(_ column: BillFormat.Column, _ cells: [Bytes]) -> Bytes? {
        guard let index = columns.first(where: { $0.column == column })?.index, index < cells.count else { return nil }
        let cell = BillLayout.plain(cells[index])
        return cell.count == 0 || cell.equals("/") ? nil : cell
    }

    /// An identifier's cell; a spreadsheet's `2.0260901E+27` is none any more (facts.md §1.9).
    func identifier(_ column: BillFormat.Column, _ cells: [Bytes]) -> Bytes? {
        guard let cell = cell(column, cells), cell.findAnyCase("e+") == nil else { return nil }
        return cell
    }

    /// The amount in `已退款(￥8.16)`; nil for any other state.
    static func partlyRefunded(_ state: Bytes) -> Bytes? {
        guard state.has("已退款"), let open = state.first(40) ?? state.find("（") else { return nil }
        let start = magnitude(state.from(open))
        var end = 0
        while end < start.count, start[end].isDigit || start[end] == 46 || start[end] == 44 { end &+= 1 }
        return end > 0 ? start.slice(0, end) : nil
    }

    /// Without TABs, back-ticks, quotes and blanks at both ends.
    static func plain(_ cell: Bytes) -> Bytes {
        var low = 0
        var high = cell.count
        while low < high, cell[low].isBlank || cell[low] == 96 || cell[low] == 34 { low &+= 1 }
        while high > low, cell[high &- 1].isBlank || cell[high &- 1] == 96 || cell[high &- 1] == 34 { high &-= 1 }
        return cell.slice(low, high)
    }

    /// Without sign and currency mark.
    static func magnitude(_ amount: Bytes) -> Bytes {
        var start = 0
        while start < amount.count, !amount[start].isDigit, amount[start] != 46 { start &+= 1 }
        return amount.from(start)
    }

    /// A header cell with half-width parentheses, without blanks and byte-order mark.
    private static func folded(_ cell: Bytes) -> [UInt8] {
        var out: [UInt8] = []
        var i = 0
        let cell = cell.has("\u{FEFF}") ? cell.from(3) : cell
        while i < cell.count {
            if cell[i] == 0xEF, cell.at(i &+ 1) == 0xBC, cell.at(i &+ 2) == 0x88 || cell.at(i &+ 2) == 0x89 {
                out.append(cell[i &+ 2] == 0x88 ? 40 : 41)
                i &+= 3
                continue
            }
            if !cell[i].isBlank, cell[i] != 96, cell[i] != 34 { out.append(cell[i]) }
            i &+= 1
        }
        return out
    }

    /// The date in `[2026年09月01日 00:00:00]` behind `from`, in UTC+8.
    static func chineseDate(_ line: Bytes, from: Int) -> Instant? {
        guard let bracket = line.first(91, from: from) else { return nil }
        var parts: [Int] = []
        var value = 0
        var digits = 0
        var i = bracket + 1
        while i < line.count, parts.count < 6 {
            let byte = line[i]
            if byte.isDigit, digits < 4 {
                value = value * 10 + Int(byte - 48)
                digits += 1
            } else if digits > 0 {
                parts.append(value)
                (value, digits) = (0, 0)
            }
            if byte == 93 { break }
            i += 1
        }
        guard parts.count >= 3, (1_970...2_200).contains(parts[0]), (1...12).contains(parts[1]), (1...31).contains(parts[2]) else {
            return nil
        }
        while parts.count < 6 { parts.append(0) }
        return CivilTime(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
            .instant(offset: ProviderTime.beijing)
    }

    /// The first number behind `from`.
    static func number(_ line: Bytes, from: Int) -> Int64? {
        var i = from
        while i < line.count, !line[i].isDigit { i &+= 1 }
        var end = i
        while end < line.count, line[end].isDigit { end &+= 1 }
        return line.slice(i, end).integer
    }

    /// Writes `billDay` as `yyyy-MM-dd`.
    static func putDay(_ day: CivilTime, into rows: inout PendingRows) {
        var text: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &text) { buffer in
            func put(_ value: Int, _ at: Int, _ width: Int) {
                var value = max(0, value)
                for i in stride(from: at + width - 1, through: at, by: -1) {
                    buffer[i] = UInt8(48 + value % 10)
                    value /= 10
                }
            }
            put(day.year, 0, 4)
            buffer[4] = 45
            put(day.month, 5, 2)
            buffer[7] = 45
            put(day.day, 8, 2)
            rows.put(.billDay, Bytes(UnsafeRawBufferPointer(rebasing: buffer[0..<10])))
        }
    }
}
