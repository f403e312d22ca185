import Domain

/// Writes packed orders through two prepared statements; all bytes are lent to SQLite, none are copied on the way.
final class OrderWriter {
    private let columns: Statement
    private let proof: Statement
    private let number: Statement
    private let words = WordBytes()

    /// - Parameter replacing: whether a row with the same key gives way.
    init(_ database: Database, replacing: Bool) throws(StoreError) {
        let verb = replacing ? "INSERT OR REPLACE" : "INSERT"
        columns = try database.prepare(
            "\(verb) INTO orders VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22)")
        proof = try database.prepare("INSERT OR REPLACE INTO proofs VALUES (?1, ?2, ?3)")
        number = try database.prepare("SELECT number FROM orders WHERE key = ?1")
    }

    /// The key of an order's number: its hash in signed order.
    static func key(of hash: UInt64) -> Int64 { Int64(bitPattern: hash ^ (1 &<< 63)) }

    /// Writes a row under a key; false when another row has it.
    func write(_ row: OrderBatch.Row, key: Int64, from bytes: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
        columns.bind(1, key)
        bind(2, row.number, bytes)
        columns.bind(3, borrowingText: words.flows[Int(row.flow)])
        columns.bind(4, borrowingText: words.outcomes[Int(row.outcome)])
        bind(5, row.experience, words.experiences)
        bind(6, row.primaryBreak, words.breaks)
        columns.bind(7, row.breaks)
        bind(8, row.severity, words.severities)
        columns.bind(9, row.amount?.units)
        columns.bind(10, row.amount.map { Int64($0.scale) })
        bind(11, row.currency, bytes)
        columns.bind(12, row.createdAt)
        columns.bind(13, row.paidAt)
        columns.bind(14, row.lastEvidenceAt)
        columns.bind(15, row.createdAt ?? row.paidAt ?? row.lastEvidenceAt)
        columns.bind(16, row.isMarked.map { $0 ? 1 : 0 })
        bind(17, row.appVersion, bytes)
        bind(18, row.osVersion, bytes)
        bind(19, row.channel, bytes)
        bind(20, row.returnVia, bytes)
        bind(21, row.platform, bytes)
        bind(22, row.provider, bytes)
        guard try columns.insert() else { return false }
        proof.bind(1, key)
        proof.bind(2, borrowing: bytes.slice(row.verdict))
        proof.bind(3, borrowing: bytes.slice(row.chain))
        try proof.run()
        return true
    }

    /// The key under which a number stands, or the first free one from its own on.
    func key(of row: OrderBatch.Row, in bytes: UnsafeRawBufferPointer) throws(StoreError) -> (key: Int64, isThere: Bool) {
        var key = OrderWriter.key(of: row.hash)
        defer { number.reset() }
        while true {
            number.reset()
            number.bind(1, key)
            guard try number.step() else { return (key, false) }
            if number.bytes(0).elementsEqual(bytes.slice(row.number)) { return (key, true) }
            key &+= 1
        }
    }

    private func bind(_ index: Int32, _ slice: OrderBatch.Slice, _ bytes: UnsafeRawBufferPointer) {
        if slice.count < 0 { columns.bindNull(index) } else { columns.bind(index, borrowingText: bytes.slice(slice)) }
    }

    private func bind(_ index: Int32, _ code: UInt8?, _ words: [UnsafeRawBufferPointer]) {
        if let code, Int(code) < words.count { columns.bind(index, borrowingText: words[Int(code)]) } else { columns.bindNull(index) }
    }
}

extension UnsafeRawBufferPointer {
    func slice(_ slice: OrderBatch.Slice) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[slice.start..<(slice.start + Int(slice.count))])
    }
}

/// The bytes of the words that columns hold, at fixed addresses, by their stored number.
final class WordBytes {
    let flows: [UnsafeRawBufferPointer]
    let outcomes: [UnsafeRawBufferPointer]
    let experiences: [UnsafeRawBufferPointer]
    let breaks: [UnsafeRawBufferPointer]
    let severities: [UnsafeRawBufferPointer]

    init() {
        flows = Flow.stored.map { WordBytes.copy($0.rawValue) }
        outcomes = Outcome.stored.map { WordBytes.copy($0.rawValue) }
        experiences = Experience.stored.map { WordBytes.copy($0.rawValue) }
        breaks = BreakCode.stored.map { WordBytes.copy($0.rawValue) }
        severities = Severity.stored.map { WordBytes.copy($0.rawValue) }
    }

    deinit {
        for words in [flows, outcomes, experiences, breaks, severities] { for word in words { word.deallocate() } }
    }

    private static func copy(_ word: String) -> UnsafeRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: word.utf8.count, alignment: 1)
        bytes.copyBytes(from: word.utf8)
        return UnsafeRawBufferPointer(bytes)
    }
}
