import Domain
import Foundation
import TestKit
import Testing

@testable import Pipeline

/// Of an order with very many lines the first and the last of each kind stay, whatever the run.
@Suite struct CrowdedOrderTests {
    private struct Item: Hashable {
        var at: Int64
        var identity: UInt64
        var kind: EventKind
    }

    @Test("what stays depends on the lines alone", arguments: [1, 2, 3] as [UInt64])
    func staying(_ seed: UInt64) {
        var random = Seeded(state: seed)
        let most = Limits.linesOfKind
        let crowded: UInt64 = 0x0101_0000_0000_0001
        var rows: [(key: UInt64, row: Evidence)] = []
        func add(_ key: UInt64, _ event: EventKind, _ count: Int) {
            for _ in 0..<count {
                let row = Evidence(
                    event: event, at: Instant(microseconds: Int64.random(in: 0..<3_000, using: &random)), resolution: .second,
                    witness: .serverApp, source: UInt32.random(in: 0..<2, using: &random), line: 1,
                    offset: UInt64.random(in: 0..<1_000_000, using: &random), identity: UInt64.random(in: 0..<9, using: &random))
                rows.append((key, row))
            }
        }
        add(crowded, .orderChanged, 14_000)
        add(crowded, .queryReceived, most)
        // Beside it in the same bucket, and one that is below the bound though its bucket is not.
        add(crowded + 1, .orderChanged, 2 * most)
        add(0x0102_0000_0000_0001, .orderCreated, 30)
        func read(_ stores: [PartitionStore], _ late: PartitionStore, _ slices: Int) -> [UInt64: Set<Item>] {
            var found: [UInt64: Set<Item>] = [:]
            for index in 0..<slices {
                let slice = OrderSlice(partition: 1, index: index, count: slices)
                let orders = CrowdedOrders(slice, in: stores, late: late, horizon: .distantFuture) { $0 }
                var partition = PartitionRows()
                for store in stores { partition.add(slice, of: store, keeping: orders?.keeps) }
                partition.add(slice, of: late, isLate: true, keeping: orders?.keeps)
                partition.group()
                for group in partition.groups.indices {
                    let key = partition.groups[group].key
                    _ = partition.take(group) { _, _ in true }
                    for row in partition.rows {
                        found[key, default: []].insert(Item(at: row.at.microseconds, identity: row.identity, kind: row.event))
                    }
                    // Rows are added once or twice.
                    #expect(partition.rows.count <= 2 * (found[key]?.count ?? 0))
                }
            }
            return found
        }
        var wanted: [UInt64: Set<Item>] = [:]
        for (key, row) in rows { wanted[key, default: []].insert(Item(at: row.at.microseconds, identity: row.identity, kind: row.event)) }
        for key in wanted.keys {
            for kind in [EventKind.orderChanged, .queryReceived, .orderCreated] {
                let sorted = (wanted[key] ?? []).filter { $0.kind == kind }.sorted { ($0.at, $0.identity) < ($1.at, $1.identity) }
                for item in sorted.dropFirst(most).dropLast(most) { wanted[key]?.remove(item) }
            }
        }
        #expect(wanted[crowded]?.filter { $0.kind == .orderChanged }.count == 2 * most)
        for (stores, budget, slices) in [(1, 1 << 30, 1), (2, 0, 1), (3, 0, 4)] {
            let all = (0...stores).map { _ in PartitionStore(budget: budget) }
            for (key, row) in rows.shuffled(using: &random) + rows.prefix(5_000) {
                all.randomElement(using: &random)?.append(key: key, row: row, attributes: UnsafeRawBufferPointer(start: nil, count: 0))
            }
            #expect(read(Array(all.dropLast()), all[stores], slices) == wanted)
        }
    }

    @Test func `a run says of which orders lines are left out, and says the same of what it kept`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("crowded-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func line(_ second: Int, _ event: String, _ more: String) -> String {
            let at = String(format: "2026-11-02T%02d:%02d:%02d", 8 + second / 3_600, second / 60 % 60, second % 60)
            return "{\"level\":\"info\",\"ts\":\"\(at).000+0800\",\"event\":\"\(event)\",\"orderNo\":\"SO20261102000001\",\(more)}\n"
        }
        var lines = [line(0, "order.created", "\"amount\":\"19.90\",\"currency\":\"CNY\",\"flow\":\"alipay_h5\"")]
        for second in 1...9_000 { lines.append(line(second, "order.changed", "\"from\":\"pending\",\"to\":\"paid\"")) }
        let whole = folder.appendingPathComponent("app.jsonl").path
        try lines.joined().write(toFile: whole, atomically: true, encoding: .utf8)
        let wanted = try Judged([whole])
        #expect(wanted.summary.notes.contains { $0.contains("SO20261102000001") && $0.contains("2048") })
        let few = try Judged([whole]) { ($0.memory, $0.workers) = (0, 1) }
        try few.expectSame(as: wanted, "spilled")
        #expect(few.summary.notes == wanted.summary.notes)
        // What was kept is kept of itself, beside more lines too.
        let database = folder.appendingPathComponent("once.db").path
        let first = try Judged([whole]) { $0.database = database }
        try first.expectSame(as: wanted, "with a store")
        let again = try Judged([whole]) { $0.database = database }
        try again.expectSame(as: wanted, "read again into its store")
        #expect(again.summary.notes == wanted.summary.notes)
    }
}
