import CSQLite
import Domain

/// One prepared statement of a connection that it keeps alive.
final class Statement {
    private let database: Database
    private let handle: OpaquePointer

    init(_ database: Database, _ sql: String) throws(StoreError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw database.error(code) }
        (self.database, handle) = (database, prepared)
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

    func bind(_ index: Int32, _ value: Int64?) {
        if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

    /// Binds text that SQLite copies.
    func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            _ = sqlite3_bind_text64(
                handle, index, UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self) ?? Statement.nothing,
                UInt64(utf8.count), paychain_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
    }

    /// Binds bytes that SQLite copies.
    func bind(_ index: Int32, blob: [UInt8]) {
        blob.withUnsafeBytes { bytes in
            _ = sqlite3_bind_blob64(
                handle, index, bytes.baseAddress ?? UnsafeRawPointer(Statement.nothing), UInt64(bytes.count), paychain_sqlite_transient())
        }
    }

    /// Binds bytes as a blob; they must stay where they are until the step is done.
    func bind(_ index: Int32, borrowing bytes: UnsafeRawBufferPointer) {
        sqlite3_bind_blob64(
            handle, index, bytes.baseAddress ?? UnsafeRawPointer(Statement.nothing), UInt64(bytes.count), paychain_sqlite_static())
    }

    /// Binds bytes as text; they must stay where they are until the step is done.
    func bind(_ index: Int32, borrowingText bytes: UnsafeRawBufferPointer) {
        sqlite3_bind_text64(
            handle, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Statement.nothing, UInt64(bytes.count),
            paychain_sqlite_static(), UInt8(SQLITE_UTF8))
    }

    /// Binds a word of the program itself.
    func bind(_ index: Int32, word: StaticString) {
        bind(index, borrowingText: UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// One step: true when a row is there.
    func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = database.error(code)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Steps once and makes the statement ready again; false when the key was taken.
    func insert() throws(StoreError) -> Bool {
        let code = sqlite3_step(handle)
        guard code == SQLITE_DONE else {
            let error = database.error(code)
            sqlite3_reset(handle)
            if code & 0xFF == SQLITE_CONSTRAINT { return false }
            throw error
        }
        sqlite3_reset(handle)
        return true
    }

    /// Steps once and makes the statement ready again.
    func run() throws(StoreError) {
        defer { sqlite3_reset(handle) }
        _ = try step()
    }

    func reset() { sqlite3_reset(handle) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// The bytes of a text or blob; valid until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// A valid address for values without bytes: a null pointer would bind NULL.
    private static var nothing: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
