import Domain
import Testing

@testable import Store

@Suite struct StoreTests {
    @Test(arguments: [UInt64(1), 2, 3]) func whatIsWrittenIsRead(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generated = Generated(seed)
        var orders: [OrderNumber: (verdict: Verdict, chain: Chain)] = [:]
        for _ in 0..<400 {
            let number = generated.order()
            orders[number] = (generated.verdict(number), generated.chain(number))
        }
        let (context, summary, sources) = (generated.context(), generated.summary(), generated.list(9) { $0.source() })
        let loose = generated.rows(600, devices: [])
        let builder = try StoreBuilder(path: folder["a.db"])
        var batch = OrderBatch()
        for (place, order) in orders.values.enumerated() {
            batch.append(order.verdict, order.chain)
            if place % 150 == 149 {
                try builder.write(batch)
                batch.removeAll()
            }
        }
        try builder.write(batch)
        try builder.writeLoose(loose)
        try builder.commit(context: context, summary: summary, sources: sources)
        #expect(folder.names == ["a.db"])

        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        for (number, order) in orders {
            let stored = try #require(try store.order(number))
            #expect(stored.verdict == order.verdict)
            #expect(described(stored.chain) == described(order.chain))
        }
        let run = try #require(try store.run())
        #expect(described(run.context) == described(context))
        #expect(described(run.summary) == described(summary))
        #expect(try store.sources() == sources)
        #expect(try store.count() == orders.count)

        var seen: [OrderNumber] = []
        var looseRows: [UInt64] = []
        try store.allEvidence { (stored) throws(StoreError) in
            if let order = stored.order {
                seen.append(order)
                #expect(described(stored.rows) == described(orders[order]?.chain.events ?? []))
            } else {
                looseRows += stored.rows.map(\.identity)
            }
        }
        #expect(looseRows == loose.rows.map(\.identity))
        #expect(seen == orders.keys.sorted { $0.stableHash < $1.stableHash })
    }

    @Test func numbersAreCaseSensitive() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("Ab1"), verdict("AB1")])
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        #expect(try store.order(OrderNumber("Ab1"))?.verdict.order == OrderNumber("Ab1"))
        #expect(try store.order(OrderNumber("ab1")) == nil)
    }

    /// Numbers whose hashes collide stand one behind the other; one that is displaced is found through its neighbours.
    @Test func collidingHashesAreKeptApart() throws {
        let folder = try TemporaryFolder()
        let hashes: [(String, UInt64)] = [("a", 7), ("b", 7), ("c", 8), ("d", 7), ("e", .max), ("f", .max), ("g", 0)]
        let builder = try StoreBuilder(path: folder["a.db"])
        var batch = OrderBatch()
        for (number, hash) in hashes {
            let verdict = verdict(number) { $0.aliases = [(.tradeNumber, ["trade-\(number)"])] }
            batch.append(verdict, Chain(order: verdict.order), hash: hash)
        }
        try builder.write(batch)
        try builder.commit(context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: [])
        let store = try Store.open(path: folder["a.db"], mode: .readWrite)
        for round in 0...1 {
            for (number, hash) in hashes {
                #expect(try store.order(OrderNumber(number), hash: hash)?.verdict.order.description == number)
                #expect(try store.orders(withAlias: "trade-\(number)").map(\.verdict.order.description) == [number])
            }
            #expect(try store.order(OrderNumber("z"), hash: 7) == nil)
            #expect(try store.count() == hashes.count)
            // Writing them again displaces nothing.
            if round == 0 { try store.upsert(batch) }
        }
    }

    @Test func anOrderWrittenTwiceIsRefused() throws {
        let folder = try TemporaryFolder()
        let builder = try StoreBuilder(path: folder["a.db"])
        var batch = OrderBatch()
        for _ in 0..<2 { batch.append(verdict("1"), Chain(order: OrderNumber("1"))) }
        #expect(throws: StoreError.self) { try builder.write(batch) }
    }

    @Test func aliasesOfEveryKindFindTheirOrders() throws {
        let folder = try TemporaryFolder()
        let token = "0f8fad5b-d9cb-469f-a165-70867728950e"
        var chain = Chain(order: OrderNumber("1"))
        chain.attempts = [Attempt(number: "1-A", tradeNumbers: ["T9"]), Attempt(number: "1")]
        let first = verdict("1") {
            $0.aliases = [(.tradeNumber, ["T1", "T2"]), (.session, ["s"]), (.appAccountToken, [token])]
        }
        let second = verdict("2") { $0.aliases = [(.session, ["s"])] }
        let builder = try StoreBuilder(path: folder["a.db"])
        var batch = OrderBatch()
        batch.append(first, chain)
        batch.append(second, Chain(order: second.order))
        try builder.write(batch)
        try builder.commit(context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: [])
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        let expected: [(String, [String])] = [
            ("T1", ["1"]), ("T2", ["1"]), ("T9", ["1"]), ("1-A", ["1"]), ("s", ["1", "2"]), (token, ["1"]), (token.uppercased(), ["1"]),
            ("t1", []), ("S", ["1", "2"]), ("1", []), ("", []),
        ]
        for (alias, orders) in expected {
            #expect(try store.orders(withAlias: alias).map(\.verdict.order.description) == orders, "\(alias)")
        }
    }

    /// Thousands of aliases, single inserts and bulk runs beside each other, against a plain dictionary.
    @Test func manyAliasesAgreeWithADictionary() throws {
        let folder = try TemporaryFolder()
        var generated = Generated(11)
        var expected: [String: Set<String>] = [:]
        func batch(_ range: ClosedRange<Int>) -> OrderBatch {
            var batch = OrderBatch()
            for number in range {
                let aliases = (0..<generated.number(0...6)).map { _ in "alias-\(generated.number(0...800))" }
                for alias in aliases { expected[alias, default: []].insert(String(number)) }
                let verdict = verdict(String(number)) { $0.aliases = [(.tradeNumber, aliases)] }
                batch.append(verdict, Chain(order: verdict.order))
            }
            return batch
        }
        let builder = try StoreBuilder(path: folder["a.db"])
        try builder.write(batch(1...900))
        try builder.commit(context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: [])
        let store = try Store.open(path: folder["a.db"], mode: .readWrite)
        try store.upsert(batch(2_000...2_600))
        for number in 0...800 {
            let found = try store.orders(withAlias: "alias-\(number)").map(\.verdict.order.description)
            #expect(Set(found) == expected["alias-\(number)", default: []])
        }
    }

    @Test func anAliasOfVeryManyOrdersIsBounded() throws {
        let folder = try TemporaryFolder()
        let verdicts = (0..<1_200).map { number in verdict("order-\(number)") { $0.aliases = [(.session, ["shared", "own-\(number)"])] } }
        try makeStore(at: folder["a.db"], verdicts)
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        #expect(try store.orders(withAlias: "shared").count == Limits.ordersPerLookup)
        #expect(try store.orders(withAlias: "own-1199").count == 1)
        #expect(try store.database.integer("SELECT value FROM meta WHERE key = 'shared_aliases'") == 200)
    }

    @Test("aliases that left memory and do not come back are no silent loss", arguments: [true, false])
    func aliasesThatAreLost(isBroken: Bool) throws {
        let folder = try TemporaryFolder()
        let builder = try StoreBuilder(path: folder["a.db"], pool: SpillPool(space: TestSpace(isBroken: isBroken), budget: 0))
        var batch = OrderBatch()
        for number in 0..<1_000 {
            let verdict = verdict("order-\(number)") { $0.aliases = [(.session, ["own-\(number)"])] }
            batch.append(verdict, Chain(order: verdict.order))
        }
        try builder.write(batch)
        let commit = { try builder.commit(context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: []) }
        guard !isBroken else {
            #expect(throws: StoreError.self) { try commit() }
            return
        }
        try commit()
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        for number in 0..<1_000 { #expect(try store.orders(withAlias: "own-\(number)").count == 1) }
        #expect(try store.database.integer("SELECT count(DISTINCT run) FROM aliases") == 1)
    }

    @Test func upsertInsertsAndReplaces() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(path: folder["new.db"], mode: .readWrite)
        var batch = OrderBatch()
        batch.append(verdict("1") { $0.outcome = .pending }, Chain(order: OrderNumber("1")))
        try store.upsert(batch)
        batch.removeAll()
        batch.append(verdict("1") { $0.outcome = .paid }, Chain(order: OrderNumber("1")))
        batch.append(verdict("2"), Chain(order: OrderNumber("2")))
        try store.upsert(batch)
        #expect(try store.count() == 2)
        #expect(try store.order(OrderNumber("1"))?.verdict.outcome == .paid)
        #expect(try store.run() == nil)
        try store.update(context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: [])
        #expect(try store.run()?.context.asOf == .distantPast)
    }

    @Test func readingWorksWhileAnotherWrites() throws {
        let folder = try TemporaryFolder()
        let writer = try Store.open(path: folder["a.db"], mode: .readWrite)
        var batch = OrderBatch()
        batch.append(verdict("1"), Chain(order: OrderNumber("1")))
        try writer.upsert(batch)
        try writer.database.execute("BEGIN IMMEDIATE; DELETE FROM orders")
        let reader = try Store.open(path: folder["a.db"], mode: .readOnly)
        #expect(try reader.order(OrderNumber("1")) != nil)
        try writer.database.execute("ROLLBACK")
    }

    @Test func damagedBlobsGiveTypedErrors() throws {
        let folder = try TemporaryFolder()
        try makeStore(at: folder["a.db"], [verdict("1")])
        let store = try Store.open(path: folder["a.db"], mode: .readWrite)
        try store.database.execute("UPDATE proofs SET verdict = x'01'")
        let error = #expect(throws: StoreError.self) { _ = try store.order(OrderNumber("1")) }
        #expect(error?.problem == .damaged)
        #expect(error?.message(.en).contains("order 1: cut short at byte 1") == true)
    }
}

/// A place for what leaves memory, which may have lost it.
private final class TestSpace: SpillSpace, @unchecked Sendable {
    private var bytes: [UInt8] = []
    private let isBroken: Bool

    init(isBroken: Bool) { self.isBroken = isBroken }

    func write(_ piece: UnsafeRawBufferPointer) -> Int? {
        defer { bytes.append(contentsOf: piece) }
        return bytes.count
    }

    func read(_ place: Int, into piece: UnsafeMutableRawBufferPointer) -> Int {
        guard !isBroken else { return 0 }
        bytes.withUnsafeBytes { piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[place..<(place + piece.count)])) }
        return piece.count
    }
}
