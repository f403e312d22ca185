import Domain
import TestKit
import Testing

@testable import Pipeline

@Suite struct PartitionStoreTests {
    /// A row that can be told from every other, and its attributes.
    struct Item: Equatable {
        var key: UInt64
        var offset: UInt64
        var attributes: [UInt8]
    }

    static func item(_ random: inout Seeded, _ number: Int, length: Int) -> Item {
        let key = UInt64.random(in: 0...UInt64.max, using: &random)
        let byte = UInt8(truncatingIfNeeded: number)
        return Item(key: key, offset: UInt64(number), attributes: [UInt8](repeating: byte, count: length))
    }

    static func append(_ item: Item, to store: PartitionStore) {
        let row = Evidence(
            event: .orderCreated, at: Instant(microseconds: Int64(item.offset)), resolution: .second, witness: .serverApp, source: 7,
            line: 1,
            offset: item.offset, identity: item.key &* 3)
        item.attributes.withUnsafeBytes { store.append(key: item.key, row: row, attributes: $0) }
    }

    static func items(_ store: PartitionStore, _ partition: Int) -> [Item] {
        var items: [Item] = []
        store.forEachPart(of: partition) { part in
            PartitionStore.forEachRow(in: part) { key, row, attributes in
                #expect(row.identity == key &* 3 && row.source == 7)
                items.append(Item(key: key, offset: row.offset, attributes: Array(attributes)))
            }
        }
        return items
    }

    @Test("rows come back by partition in the order in which they were given, spilled or not", arguments: [1 << 18, 1 << 30])
    func order(_ budget: Int) {
        var random = Seeded(state: 11)
        let store = PartitionStore(budget: budget)
        var wanted = [[Item]](repeating: [], count: PartitionStore.count)
        for number in 0..<4_000 {
            let item = PartitionStoreTests.item(&random, number, length: Int.random(in: 0...400, using: &random))
            wanted[PartitionStore.partition(of: item.key)].append(item)
            PartitionStoreTests.append(item, to: store)
        }
        #expect(store.rows == 4_000)
        #expect((store.spilledBytes > 0) == (budget < 1 << 20))
        #expect(store.spillFailure == nil)
        for partition in wanted.indices { #expect(PartitionStoreTests.items(store, partition) == wanted[partition]) }
        store.release(0)
        #expect(PartitionStoreTests.items(store, 0).isEmpty)
    }

    @Test func `a row larger than the whole budget is kept, with those around it`() {
        let store = PartitionStore(budget: 0)
        var random = Seeded(state: 5)
        var wanted: [Item] = []
        for (number, length) in [10, 3 << 20, 0, 1, 2 << 20, 9, 1 << 20].enumerated() {
            var item = PartitionStoreTests.item(&random, number, length: length)
            item.key = 42
            wanted.append(item)
            PartitionStoreTests.append(item, to: store)
        }
        #expect(store.spilledBytes > 0)
        #expect(PartitionStoreTests.items(store, 0) == wanted)
        #expect(store.length(of: 0) >= 6 << 20)
        #expect(store.length(of: 1) == 0)
    }

    @Test func `where no temporary file can be made, rows stay in memory and the reason is kept`() {
        let store = PartitionStore(budget: 1 << 18, temporaryFile: { TemporaryFile.open(in: "/nonexistent/folder") })
        var random = Seeded(state: 6)
        var wanted = [[Item]](repeating: [], count: PartitionStore.count)
        for number in 0..<3_000 {
            let item = PartitionStoreTests.item(&random, number, length: 300)
            wanted[PartitionStore.partition(of: item.key)].append(item)
            PartitionStoreTests.append(item, to: store)
        }
        #expect(store.spilledBytes == 0)
        #expect(store.spillFailure?.contains("No such file") == true)
        for partition in wanted.indices { #expect(PartitionStoreTests.items(store, partition) == wanted[partition]) }
    }

    @Test func `a temporary file that takes nothing leaves rows in memory`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "read-only")
        let store = PartitionStore(budget: 1 << 18, temporaryFile: { openForReading(path) })
        var random = Seeded(state: 7)
        var wanted: [Item] = []
        for number in 0..<3_000 {
            var item = PartitionStoreTests.item(&random, number, length: 300)
            item.key &= 0x00FF_FFFF_FFFF_FFFF
            wanted.append(item)
            PartitionStoreTests.append(item, to: store)
        }
        #expect(store.spillFailure != nil)
        #expect(PartitionStoreTests.items(store, 0) == wanted)
    }

    @Test("rows of a partition are grouped as a dictionary groups them", arguments: [0, 1, 2, 7, 300] as [UInt64])
    func grouping(_ keys: UInt64) {
        var random = Seeded(state: keys)
        let stores = [PartitionStore(budget: 1 << 18), PartitionStore(budget: 1 << 18)]
        var wanted: [UInt64: [Item]] = [:]
        for (number, store) in stores.enumerated() where keys > 0 {
            for count in 0..<700 {
                // The low bits of half of the keys are alike: they meet in the table's slots.
                let low = UInt64.random(in: 0..<keys, using: &random)
                let key: UInt64 = low.isMultiple(of: 2) ? low << 32 : low &* 0x9E37_79B9 & 0xFF_FFFF
                let item = Item(key: key, offset: UInt64(number * 1_000 + count), attributes: Array("\(key) \(count)".utf8))
                PartitionStoreTests.append(item, to: store)
                if !count.isMultiple(of: 13) { wanted[key, default: []].append(item) }
            }
        }
        var scratch = PartitionRows()
        // Twice: what the first filling left must not show in the second.
        for _ in 0..<2 {
            scratch.removeAll()
            for store in stores { scratch.add(0, of: store) }
            scratch.group()
            let keys = scratch.groups.elements.map(\.key)
            #expect(keys.filter { wanted[$0] != nil } == wanted.keys.sorted())
            for (place, key) in keys.enumerated() {
                let number = scratch.take(place) { row, _ in !(row.offset % 1_000).isMultiple(of: 13) }
                #expect(number == nil)
                let arena = scratch.arena
                let items = scratch.rows.map { row in
                    let start = Int(row.attributesStart)
                    return Item(key: key, offset: row.offset, attributes: Array(arena[start..<start + Int(row.attributesLength)]))
                }
                #expect(items == wanted[key] ?? [])
            }
        }
    }

    @Test("slices hold all rows of a partition, each once and in the order of their keys", arguments: [1, 2, 3, 16])
    func slices(_ count: Int) {
        var random = Seeded(state: 3)
        let store = PartitionStore(budget: 0)
        var keys: [UInt64: Int] = [:]
        for number in 0..<3_000 {
            var item = PartitionStoreTests.item(&random, number, length: Int.random(in: 0...300, using: &random))
            // Two of three rows lie in one partition; some orders have several rows.
            if number % 3 > 0 { item.key = 0x2A << 56 | item.key >> 8 & ~0xFF }
            if PartitionStore.partition(of: item.key) == 0x2A { keys[item.key, default: 0] += 1 }
            PartitionStoreTests.append(item, to: store)
        }
        var scratch = PartitionRows()
        var found: [UInt64] = []
        for index in 0..<count {
            scratch.removeAll()
            scratch.add(OrderSlice(partition: 0x2A, index: index, count: count), of: store)
            scratch.group()
            for group in scratch.groups.indices {
                let key = scratch.groups[group].key
                _ = scratch.take(group) { _, _ in true }
                #expect(scratch.rows.count == keys[key] && scratch.rows.allSatisfy { $0.identity == key &* 3 })
                found.append(key)
            }
        }
        #expect(found == keys.keys.sorted())
        store.spillAll()
        let held = PartitionStoreTests.items(store, 0x2A)
        #expect(held.count == keys.values.reduce(0, +))
    }

    @Test func `the number of an order is the one that hashes to its key`() {
        let store = PartitionStore(budget: 0)
        let number = OrderNumber("A1")
        for text in ["B9", "A1", "A1"] {
            var attributes: [UInt8] = []
            AttributeWriter.append(.orderNumber, text, to: &attributes)
            let row = Evidence(
                event: .orderCreated, at: Instant(microseconds: 0), resolution: .second, witness: .serverApp, source: 0, line: 1, offset: 0,
                identity: 0)
            attributes.withUnsafeBytes { store.append(key: number.stableHash, row: row, attributes: $0) }
        }
        var scratch = PartitionRows()
        scratch.add(PartitionStore.partition(of: number.stableHash), of: store)
        scratch.group()
        let count = scratch.groups.count
        #expect(count == 1)
        let found = scratch.take(0) { _, _ in true }
        #expect(found == number)
    }
}
