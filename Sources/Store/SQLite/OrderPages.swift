import Domain

/// Fills the tables of orders and proofs of a new store page by page, as long as orders come in the order of their keys: six times as fast
/// as through SQLite, which has nothing to do with a row but to find the place behind the last one.
final class OrderPages {
    private let file: PageFile
    private var orders: TablePages
    private var proofs: TablePages
    private var record = RecordBytes()
    private let words = WordBytes()

    /// - Parameters:
    ///   - file: the pages of a store in which nothing lies yet, and which nobody has open.
    ///   - orders: the root page of the table of orders.
    ///   - proofs: that of the table of proofs.
    init(_ file: PageFile, orders: Int64, proofs: Int64) {
        self.file = file
        self.orders = TablePages(file, root: orders)
        self.proofs = TablePages(file, root: proofs)
    }

    /// Whether an order with this key can be added.
    func takes(_ key: Int64) -> Bool { orders.takes(key) }

    /// Adds an order; columns as ``Schema/tables`` has them.
    func append(_ row: OrderBatch.Row, key: Int64, from bytes: UnsafeRawBufferPointer) throws(StoreError) {
        record.begin()
        record.null()
        record.text(row.number, bytes)
        record.text(words.flows[Int(row.flow)])
        record.text(words.outcomes[Int(row.outcome)])
        record.word(row.experience, words.experiences)
        record.word(row.primaryBreak, words.breaks)
        record.integer(row.breaks)
        record.word(row.severity, words.severities)
        record.integer(row.amount?.units)
        record.integer(row.amount.map { Int64($0.scale) })
        record.text(row.currency, bytes)
        record.integer(row.createdAt)
        record.integer(row.paidAt)
        record.integer(row.lastEvidenceAt)
        record.integer(row.createdAt ?? row.paidAt ?? row.lastEvidenceAt)
        record.integer(row.isMarked.map { $0 ? 1 : 0 })
        record.text(row.appVersion, bytes)
        record.text(row.osVersion, bytes)
        record.text(row.channel, bytes)
        record.text(row.returnVia, bytes)
        record.text(row.platform, bytes)
        record.text(row.provider, bytes)
        try orders.append(key, record.end())
        try proofs.append(key, record.proof(bytes.slice(row.verdict), bytes.slice(row.chain)))
    }

    /// Writes what is left; then SQLite may open the file.
    func finish() throws(StoreError) {
        try orders.finish()
        try proofs.finish()
        try file.finish()
    }
}

/// Puts the values of one row together (SQLite's file format, section 2.1, "Record Format"): a type for each value, then the values.
private struct RecordBytes: ~Copyable {
    private var types = Scratch<UInt8>(capacity: 256)
    private var values = Scratch<UInt8>(capacity: 8_192)
    private var whole = Scratch<UInt8>(capacity: 8_192)

    mutating func begin() {
        types.removeAll()
        values.removeAll()
        whole.removeAll()
    }

    mutating func null() { types.append(0) }

    mutating func integer(_ value: Int64?) {
        guard let value else { return null() }
        if value == 0 || value == 1 { return types.append(value == 0 ? 8 : 9) }
        let bits = 65 - (value < 0 ? ~value : value).leadingZeroBitCount
        let (type, length) =
            bits <= 8 ? (1, 1) : bits <= 16 ? (2, 2) : bits <= 24 ? (3, 3) : bits <= 32 ? (4, 4) : bits <= 48 ? (5, 6) : (6, 8)
        types.append(UInt8(type))
        let shifted = (value << Int64(64 - 8 * length)).bigEndian
        withUnsafeBytes(of: shifted) { values.append(bytes: UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    }

    mutating func text(_ bytes: UnsafeRawBufferPointer) {
        RecordBytes.varint(UInt64(13 + 2 * bytes.count), to: &types)
        values.append(bytes: bytes)
    }

    mutating func text(_ slice: OrderBatch.Slice, _ bytes: UnsafeRawBufferPointer) {
        if slice.count < 0 { null() } else { text(bytes.slice(slice)) }
    }

    mutating func word(_ code: UInt8?, _ words: [UnsafeRawBufferPointer]) {
        if let code, Int(code) < words.count { text(words[Int(code)]) } else { null() }
    }

    /// A record of a key and two blobs, which are copied once.
    mutating func proof(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        begin()
        null()
        RecordBytes.varint(UInt64(12 + 2 * first.count), to: &types)
        RecordBytes.varint(UInt64(12 + 2 * second.count), to: &types)
        _ = end()
        whole.append(bytes: first)
        whole.append(bytes: second)
        return whole.bytes
    }

    /// The record; valid until the next one begins.
    mutating func end() -> UnsafeRawBufferPointer {
        // The length of the types counts itself.
        var length = types.count + 1
        if Varint.length(UInt64(length)) > 1 { length += 1 }
        RecordBytes.varint(UInt64(length), to: &whole)
        whole.append(bytes: types.bytes)
        whole.append(bytes: values.bytes)
        return whole.bytes
    }

    private static func varint(_ value: UInt64, to out: inout Scratch<UInt8>) {
        let start = out.count
        let length = Varint.write(value, to: out.append(room: 9), at: 0)
        out.removeLast(to: start + length)
    }
}
