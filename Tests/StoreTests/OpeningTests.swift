import CSQLite
import Domain
import Foundation
import Testing

@testable import Store

@Suite struct OpeningTests {
    private func problem(_ body: () throws(StoreError) -> Void) -> StoreError.Problem? {
        do {
            try body()
            return nil
        } catch { return error.problem }
    }

    private func foreignDatabase(at path: String, _ sql: String) {
        var handle: OpaquePointer?
        sqlite3_open(path, &handle)
        sqlite3_exec(handle, sql, nil, nil, nil)
        sqlite3_close(handle)
    }

    /// Whatever is no store of ours is refused by every way in, and stays as it is.
    @Test func foreignFilesAreLeftUntouched() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("dear diary\n".utf8), to: "text")
        try folder.write([UInt8](repeating: 0xA5, count: 100_000), to: "noise")
        try folder.write(Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0, count: 84), to: "header")
        foreignDatabase(at: folder["other"], "CREATE TABLE orders (key INTEGER); INSERT INTO orders VALUES (1)")
        foreignDatabase(at: folder["theirs"], "PRAGMA application_id = 7; CREATE TABLE t (x)")
        for name in folder.names {
            let before = try folder.read(name)
            let found = [
                problem { () throws(StoreError) in _ = try Store.open(path: folder[name], mode: .readOnly) },
                problem { () throws(StoreError) in _ = try Store.open(path: folder[name], mode: .readWrite) },
                problem { () throws(StoreError) in _ = try StoreBuilder(path: folder[name]) },
            ]
            #expect(found == [.notAStore, .notAStore, .notAStore], "\(name)")
            #expect(try folder.read(name) == before)
        }
        #expect(folder.names == ["header", "noise", "other", "text", "theirs"])
        #expect(problem { () throws(StoreError) in _ = try Store.open(path: folder.path, mode: .readWrite) } == .notAStore)
    }

    @Test func missingFoldersAndFiles() throws {
        let folder = try TemporaryFolder()
        #expect(problem { () throws(StoreError) in _ = try Store.open(path: folder["no.db"], mode: .readOnly) } == .missing)
        #expect(problem { () throws(StoreError) in _ = try Store.open(path: folder["no/such.db"], mode: .readWrite) } == .notWritable)
        #expect(problem { () throws(StoreError) in _ = try StoreBuilder(path: folder["no/such.db"]) } == .notWritable)
        try folder.write([], to: "empty.db")
        #expect(problem { () throws(StoreError) in _ = try Store.open(path: folder["empty.db"], mode: .readOnly) } == .missing)
        try makeStore(at: folder["empty.db"], [verdict("1")])
        #expect(try Store.open(path: folder["empty.db"], mode: .readOnly).count() == 1)
    }

    @Test func namesThatLookLikeAddressesAreNames() throws {
        let folder = try TemporaryFolder()
        for name in ["a?mode=memory.db", "a b%20#.db", "支付.db"] {
            try makeStore(at: folder[name], [verdict("1")])
            #expect(try Store.open(path: folder[name], mode: .readOnly).count() == 1)
            #expect(try folder.read(name).starts(with: Array("SQLite format 3".utf8)))
        }
        #expect(StoreFile.address(of: "file:x") == "./file:x")
        #expect(StoreFile.escaped("/a b?支") == "/a%20b%3f%e6%94%af")
    }

    @Test func aNewerStoreIsRefused() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [])
        foreignDatabase(at: folder["a.db"], "PRAGMA user_version = 99")
        let before = try folder.read("a.db")
        #expect(problem { () throws(StoreError) in _ = try Store.open(path: folder["a.db"], mode: .readOnly) } == .newer(version: 99))
        #expect(problem { () throws(StoreError) in _ = try StoreBuilder(path: folder["a.db"]) } == .newer(version: 99))
        #expect(try folder.read("a.db") == before)
    }

    private static let nextForm = Migration(
        to: Schema.version + 1, why: "a fixture",
        statements: ["ALTER TABLE orders ADD COLUMN note TEXT", "UPDATE orders SET note = 'from 1: ' || number"])

    @Test(arguments: [true, false]) func anOlderStoreIsBroughtUpToDate(readOnly: Bool) throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("1"), verdict("2")])
        for _ in 0..<2 {
            let store = try Store.open(
                path: folder["a.db"], mode: readOnly ? .readOnly : .readWrite, version: Schema.version + 1,
                migrations: [OpeningTests.nextForm])
            #expect(try store.database.integer("PRAGMA user_version") == Int64(Schema.version + 1))
            #expect(try store.database.integer("SELECT count(*) FROM orders WHERE note = 'from 1: ' || number") == 2)
        }
    }

    @Test func aFailedMigrationChangesNothing() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("1")])
        let before = try folder.read("a.db")
        let bad = [
            OpeningTests.nextForm,
            Migration(to: Schema.version + 2, why: "a fixture that fails", statements: ["DELETE FROM orders", "nonsense"]),
        ]
        #expect(throws: StoreError.self) {
            _ = try Store.open(path: folder["a.db"], mode: .readWrite, version: Schema.version + 2, migrations: bad)
        }
        #expect(try folder.read("a.db") == before)
        // A missing step is an error of its own.
        #expect(throws: StoreError(.older(version: Schema.version), path: folder["a.db"])) {
            _ = try Store.open(path: folder["a.db"], mode: .readWrite, version: Schema.version + 1, migrations: [])
        }
    }

    @Test func anOutdatedStoreThatCannotBeWritten() throws {
        let error = StoreError(.older(version: 1), path: "/media/cd/paychain.db")
        #expect(
            error.message(.en)
                == "/media/cd/paychain.db: the store has the older format 1; make the file writable, or analyze the logs again")
        #expect(error.message(.zh).hasPrefix("/media/cd/paychain.db：存储格式较旧（版本 1）；"))
    }

    /// A store in WAL mode on read-only media: nothing can be created beside it.
    @Test func readOnlyMedia() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store.open(path: folder["a.db"], mode: .readWrite)
            var batch = OrderBatch()
            batch.append(verdict("1"), Chain(order: OrderNumber("1")))
            try store.upsert(batch)
        }
        #expect(folder.names == ["a.db"])
        chmod(folder.path, 0o555)
        defer { chmod(folder.path, 0o755) }
        #expect(try Store.open(path: folder["a.db"], mode: .readOnly).count() == 1)
        // Root may write everywhere.
        if getuid() != 0 {
            #expect(problem { () throws(StoreError) in _ = try StoreBuilder(path: folder["a.db"]) } == .notWritable)
            #expect(problem { () throws(StoreError) in _ = try StoreBuilder(path: folder["b.db"]) } == .notWritable)
        }
    }

    /// What a process leaves that is killed before its first transaction.
    @Test func aDatabaseWithNothingInItIsFree() throws {
        let folder = try TemporaryFolder()
        let begun = try Database(path: folder["a.db"], file: folder["a.db"], flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try begun.execute("PRAGMA journal_mode = WAL")
        #expect(try StoreFile.inspect(folder["a.db"]) == .empty)
        #expect(throws: StoreError(.missing, path: folder["a.db"])) { _ = try Store.open(path: folder["a.db"], mode: .readOnly) }
        _ = try Store.open(path: folder["a.db"], mode: .readWrite)
        #expect(try StoreFile.inspect(folder["a.db"]) == .store(version: Schema.version))
        let other = try Database(path: folder["b.db"], file: folder["b.db"], flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try other.execute("CREATE TABLE theirs (x)")
        #expect(throws: StoreError(.notAStore, path: folder["b.db"])) { _ = try StoreFile.inspect(folder["b.db"]) }
    }
}
