import Decoding
import Domain

/// Where the columns of one table stand, and what parts its cells.
struct TableLayout {
    let format: TableFormat
    let separator: UInt8
    private var places: [(column: TableFormat.Column, index: Int)] = []
    /// Whether the header has one of a provider's own words.
    private(set) var provider: StaticString = ""

    /// Longest header that is looked at, and longest cell of one.
    private static let headerLength = 8_192
    private static let cellLength = 64

    /// The layout of a header line, or nil when the line is none.
    static func of(_ line: Bytes, _ keys: KeyTable) -> TableLayout? {
        guard line.count >= 8, line.count < headerLength, holdsWordsAlone(line) else { return nil }
        for separator in [44, 9, 59, 124] as [UInt8] where line.first(separator) != nil {
            var cells: [Bytes] = []
            RowCells.split(line, at: separator, quotes: .anywhere, into: &cells)
            guard cells.count >= 3, cells.allSatisfy(isWord) else { continue }
            let hashes = cells.map { KeyTable.fold(word($0)) }
            for format in TableFormat.all {
                if let layout = TableLayout(format, separator, cells, hashes, keys) { return layout }
            }
        }
        return nil
    }

    private init?(_ format: TableFormat, _ separator: UInt8, _ cells: [Bytes], _ hashes: [UInt64], _ keys: KeyTable) {
        (self.format, self.separator) = (format, separator)
        for (names, column) in format.columns {
            for name in names {
                let wanted = KeyTable.fold(name.bytes)
                guard let index = hashes.firstIndex(of: wanted) else { continue }
                if !places.contains(where: { $0.column == column }) { places.append((column, index)) }
                break
            }
        }
        if format.readsMetadata, index(.orderNumber) == nil, let index = TableLayout.metadata(cells, keys) {
            places.append((.orderNumber, index))
        }
        for group in format.requires where !group.contains(where: { index($0) != nil }) { return nil }
        for column in format.excludes where index(column) != nil { return nil }
        provider = TableLayout.provider(hashes)
    }

    /// Index of a column, or nil.
    func index(_ column: TableFormat.Column) -> Int? { places.first { $0.column == column }?.index }

    /// Cells that a row must have at least.
    var least: Int { (places.map(\.index).max() ?? 0) + 1 }

    /// `order_no (metadata)` under any spelling of an order number.
    private static func metadata(_ cells: [Bytes], _ keys: KeyTable) -> Int? {
        cells.firstIndex { cell in
            let text = word(cell)
            guard text.ends("(metadata)") else { return false }
            switch keys.meaning(of: text.slice(0, text.count - 10).trimmed) {
            case .orderNumber, .orderID, .attemptNumber, .merchantNumber: return true
            default: return false
            }
        }
    }

    private static func provider(_ hashes: [UInt64]) -> StaticString {
        func has(_ names: [StaticString]) -> Bool { names.contains { hashes.contains(KeyTable.fold($0.bytes)) } }
        if has(["trade_no", "trade_status", "buyer_logon_id", "buyer_id", "gmt_payment", "gmt_event", "seller_id", "alipay_trade_no"]) {
            return "alipay"
        }
        return has(["transaction_id", "trade_state", "mchid", "mch_id", "openid", "success_time", "time_end"]) ? "wechat" : ""
    }

    /// Header cells are words, whatever the language: no signs of code, of key=value, of JSON.
    private static func isWord(_ cell: Bytes) -> Bool {
        let text = word(cell)
        guard text.count <= cellLength else { return false }
        for byte in text where !isOfWord(byte) { return false }
        return text.isEmpty || !text[0].isDigit
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 32, 35, 37, 38, 39, 40, 41, 43, 45, 46, 47, 95, 128...: true
        default: false
        }
    }

    /// Whether a line may be a header by its bytes: those of words, of what stands around them, and one kind of separator.
    private static func holdsWordsAlone(_ line: Bytes) -> Bool {
        for byte in line where !isOfHeader[Int(byte)] { return false }
        return true
    }

    private static let isOfHeader: [Bool] = (0..<256).map { index in
        let byte = UInt8(truncatingIfNeeded: index)
        return isOfWord(byte) || byte.isBlank || byte == 96 || byte == 34 || [44, 9, 59, 124].contains(byte)
    }

    /// A cell without blanks, quotes and a byte order mark around it.
    static func word(_ cell: Bytes) -> Bytes { BillLayout.plain(cell.has("\u{FEFF}") ? cell.from(3) : cell) }
}
