import CSQLite
import Domain
import TestKit
import Testing

@testable import Store

@Suite struct TablePagesTests {
    /// Rows of every length, so that some lie on many pages, in a tree of several levels.
    @Test func sqliteReadsWhatItDidNotWrite() throws {
        let folder = try TemporaryFolder()
        let path = folder["a.db"]
        let length = 512
        let (root, count) = try emptyTable(at: path, pageLength: length)
        var generator = Seeded(state: 5)
        var keys: Set<Int64> = [.min, -1, 0, 1, .max]
        while keys.count < 4_000 { keys.insert(Int64.random(in: .min ... .max, using: &generator)) }
        let rows = keys.sorted().map { key in
            (
                key,
                [UInt8](
                    repeating: UInt8(truncatingIfNeeded: key), count: Int.random(in: 0...(key % 16 == 0 ? 5_000 : 200), using: &generator))
            )
        }
        do {
            let file = try PageFile(file: path, path: path, length: length, count: count, maximum: nil)
            var table = TablePages(file, root: root)
            for (key, value) in rows {
                let isNext = table.takes(key)
                #expect(isNext)
                // Two types, one value: the key stands in no record (SQLite's file format, section 2.4).
                var record: [UInt8] = []
                let type = UInt64(12 + 2 * value.count)
                record = [UInt8(2 + Varint.length(type)), 0] + varint(type) + value
                try record.withUnsafeBytes { (bytes) -> Result<Void, StoreError> in
                    do throws(StoreError) { return .success(try table.append(key, bytes)) } catch { return .failure(error) }
                }.get()
            }
            let isBehind = table.takes(0)
            #expect(!isBehind)
            try table.finish()
            try file.finish()
        }
        let database = try Database(path: path, file: path, flags: SQLITE_OPEN_READWRITE)
        #expect(try database.text("PRAGMA integrity_check") == "ok")
        let read = try database.prepare("SELECT key, value FROM t ORDER BY key")
        for (key, value) in rows {
            #expect(try read.step())
            #expect(read.integer(0) == key && read.bytes(1).elementsEqual(value))
        }
        #expect(try !read.step())
        // SQLite goes on with it.
        try database.execute(
            "DELETE FROM t WHERE key % 3 = 0; INSERT INTO t VALUES (3, zeroblob(9000)); CREATE INDEX i ON t (length(value))")
        #expect(try database.text("PRAGMA integrity_check") == "ok")
    }

    @Test(arguments: [0, 1, 3]) func aTableOfFewRowsIsOnePage(count: Int) throws {
        let folder = try TemporaryFolder()
        let (root, pages) = try emptyTable(at: folder["a.db"], pageLength: 4_096)
        do {
            let file = try PageFile(file: folder["a.db"], path: folder["a.db"], length: 4_096, count: pages, maximum: nil)
            var table = TablePages(file, root: root)
            let record: [UInt8] = [3, 0, 14, 7]
            for key in 0..<count {
                try record.withUnsafeBytes { (bytes) -> Result<Void, StoreError> in
                    do throws(StoreError) { return .success(try table.append(Int64(key), bytes)) } catch { return .failure(error) }
                }.get()
            }
            try table.finish()
            try file.finish()
        }
        let database = try Database(path: folder["a.db"], file: folder["a.db"], flags: SQLITE_OPEN_READWRITE)
        #expect(try database.text("PRAGMA integrity_check") == "ok")
        #expect(try database.integer("SELECT count(*) FROM t WHERE value = x'07'") == Int64(count))
    }

    /// Orders that come in order and orders that do not stand in the same rows.
    @Test func pagesAndStatementsWriteTheSameStore() throws {
        let folder = try TemporaryFolder()
        var generated = Generated(11)
        var orders: [(verdict: Verdict, chain: Chain)] = []
        for _ in 0..<300 {
            let number = generated.order()
            if !orders.contains(where: { $0.verdict.order == number }) {
                orders.append((generated.verdict(number), generated.chain(number)))
            }
        }
        orders.sort { $0.verdict.order.stableHash < $1.verdict.order.stableHash }
        func store(_ name: String, _ orders: [(verdict: Verdict, chain: Chain)]) throws -> [[String]] {
            let builder = try StoreBuilder(path: folder[name])
            for order in orders {
                var batch = OrderBatch()
                batch.append(order.verdict, order.chain)
                try builder.write(batch)
            }
            try builder.commit(
                context: RunContext(asOf: Instant(microseconds: 1)), summary: Summary(asOf: Instant(microseconds: 1)), sources: [])
            let database = try StoreFile.openReadOnly(folder[name])
            #expect(try database.text("PRAGMA integrity_check") == "ok")
            let read = try database.prepare("SELECT * FROM orders ORDER BY key")
            let proofs = try database.prepare("SELECT quote(verdict), quote(chain) FROM proofs ORDER BY key")
            var rows: [[String]] = []
            while try read.step(), try proofs.step() {
                rows.append((0..<22).map { read.isNull($0) ? "NULL" : read.text($0) } + [proofs.text(0), proofs.text(1)])
            }
            return rows
        }
        let inOrder = try store("a.db", orders)
        #expect(inOrder.count == orders.count)
        #expect(try store("b.db", orders.reversed()) == inOrder)
        // The first in order, the rest not.
        #expect(try store("c.db", Array(orders[..<100] + orders[100...].reversed())) == inOrder)
    }

    /// SQLite's integers: what it writes itself is the reference.
    @Test func integersOfEveryLength() {
        for bits in 0..<64 {
            for value in [UInt64(1) << UInt64(bits), (UInt64(1) << UInt64(bits)) &- 1, ~(UInt64(1) << UInt64(bits))] {
                let bytes = varint(value)
                #expect(bytes.count == Varint.length(value))
                var read: UInt64 = 0
                for (place, byte) in bytes.enumerated() { read = place == 8 ? read << 8 | UInt64(byte) : read << 7 | UInt64(byte & 0x7F) }
                #expect(read == value)
                #expect(bytes.dropLast().allSatisfy { $0 >= 0x80 } && (bytes.count == 9 || bytes[bytes.count - 1] < 0x80))
            }
        }
    }

    private func varint(_ value: UInt64) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 9)
        let length = bytes.withUnsafeMutableBytes { Varint.write(value, to: $0, at: 0) }
        return Array(bytes[..<length])
    }

    private func emptyTable(at path: String, pageLength: Int) throws -> (root: Int64, pages: Int) {
        let database = try Database(path: path, file: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try database.execute("PRAGMA page_size = \(pageLength); CREATE TABLE t (key INTEGER PRIMARY KEY, value BLOB)")
        let root = try #require(try database.integer("SELECT rootpage FROM sqlite_master WHERE name = 't'"))
        return (root, Int(try #require(try database.integer("PRAGMA page_count"))))
    }
}
