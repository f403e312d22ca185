import Domain
import Testing

@testable import Correlation

/// Links that leave memory say what the same links say that are worked out in memory at once.
@Suite struct SpilledLinksTests {
    /// Rows of a small shop in which everything meets everything.
    static func rows(_ random: inout Seeded, count: Int) -> EvidenceBatch {
        var rows = Rows()
        var clocks = [Double](repeating: 0, count: 5)
        let events: [EventKind] = [
            .payTapped, .returnReceived, .storeTransaction, .orderCreated, .checkoutCreated, .notifyReceived, .notifyVerified,
            .notifyAnswered, .orderChanged, .queryReceived, .tradeRecorded, .storeNotified, .exportFinished,
        ]
        func some(_ name: String, _ many: Int) -> String { "\(name)\(Int.random(in: 0..<many, using: &random))" }
        for _ in 0..<count {
            let event = events.randomElement(using: &random) ?? .payTapped
            var attributes: [(AttributeKey, String)] = []
            func maybe(_ share: Int, _ key: AttributeKey, _ value: @autoclosure () -> String) {
                if Int.random(in: 0..<100, using: &random) < share { attributes.append((key, value())) }
            }
            maybe(45, .orderNumber, some("order-", 40))
            maybe(12, .attemptNumber, Bool.random(using: &random) ? some("attempt-", 30) : some("order-", 40))
            maybe(20, .tradeNumber, some("trade-", 40))
            maybe(15, .notifyID, some("notify-", 60))
            maybe(30, .session, some("session-", 30))
            maybe(10, .transactionID, some("transaction-", 30))
            maybe(6, .originalTransactionID, some("transaction-", 30))
            maybe(4, .requestID, some("request-", 60))
            maybe(8, .candidateNumber, some("order-", 50))
            maybe(3, .maskedNumber, "order-\(Int.random(in: 0..<5, using: &random))*")
            maybe(10, .productID, some("product-", 3))
            maybe(2, .payerExport, "alipay")
            maybe(2, .probe, "true")
            let isEdge = event.layer == .server && Int.random(in: 0..<4, using: &random) == 0
            let source = event.layer == .client ? UInt32.random(in: 0..<2, using: &random) : UInt32.random(in: 2..<5, using: &random)
            clocks[Int(source)] += Double(Int.random(in: 0..<900, using: &random))
            let device = event.layer == .client && Bool.random(using: &random) ? UInt64.random(in: 1..<6, using: &random) : 0
            rows.add(
                event, clocks[Int(source)], by: isEdge ? .serverEdge : nil, source: source, device: device, attributes)
        }
        return rows.batch
    }

    @Test("in memory, spilled, on one worker or several, in order or not", arguments: 0..<60)
    func spilledLinksAreTheReference(_ seed: Int) {
        var random = Seeded(UInt64(seed))
        let batch = SpilledLinksTests.rows(&random, count: seed % 3 == 0 ? 60 : 700)
        let doubtful: Set<UInt32> = seed % 4 == 1 ? [3] : []
        var places: [SourceOrder.Place] = []
        for source in UInt64(0)..<5 {
            let isClient = source < 2
            places.append(
                SourceOrder.Place(
                    chain: isClient ? 0 : source, rank: UInt32(source), device: isClient ? 99 : 0, ownDevice: isClient ? 90 + source : 0,
                    witness: isClient ? .client : .serverApp))
        }
        let order = SourceOrder(places: places)
        let reference = ReferenceLinks(batch, doubtful: doubtful, order: order)
        let isMixed = seed % 2 == 1
        let workers = 1 + seed % 3
        let space = seed % 5 == 0 ? nil : MemorySpace()
        if seed % 7 == 3 { space?.room = 3_000 }
        let pool = SpillPool(space: space, budget: 0)
        var indices = (0..<workers).map { _ in LinkIndex(rowsInSourceOrder: !isMixed, pool: pool) }
        let sets = (0..<workers).map { _ in LooseSet(in: pool) }
        var direct: [UInt64: [Evidence]] = [:]
        for row in isMixed ? batch.rows.shuffled(using: &random) : batch.rows {
            // The rows of a source come to one worker.
            let worker = Int(row.source) % workers
            batch.withAttributes(of: row) { attributes in
                switch indices[worker].observe(row, attributes) {
                case .order(let key): direct[key, default: []].append(row)
                case .loose: sets[worker].append(row, attributes: attributes.bytes)
                }
            }
        }
        for source in doubtful { indices[Int(source) % workers].distrust([source]) }
        var index = indices[0]
        for other in indices.dropFirst() { index.merge(other) }
        var duplicates = 0
        let loose = LooseSet.gather(sets, in: pool, number: { $0 }, duplicates: &duplicates)
        var fates: [UInt64: ReferenceLinks.Fate] = [:]
        func name(_ row: Evidence) -> UInt64 { StableHash.mixed(row.identity, UInt64(row.event.rawValue)) }
        var boundRows: [UInt64: [Evidence]] = [:]
        let (links, left) = index.resolve(loose: loose, order: order, in: pool) { row, _, order, binding in
            fates[name(row)] = .bound(order, binding)
            boundRows[order, default: []].append(batch.rows.first { name($0) == name(row) } ?? row)
        }
        for row in left.waitingRows { fates[name(row)] = .waiting }
        for (row, why) in left.unboundRows {
            let isAmbiguous = why == "its identifiers stand for several orders"
            fates[name(row)] = .unbound(isAmbiguous ? "several" : "other")
        }
        for (place, row) in reference.loose.rows.enumerated() { #expect(fates[name(row)] ?? .left == reference.fates[place]) }
        #expect(fates.count <= reference.loose.rows.count)
        for key in direct.keys { #expect(links.canonical(key) == reference.canonical(key)) }
        var orders = boundRows
        for (key, rows) in direct { orders[links.canonical(key), default: []] += rows }
        for (key, rows) in orders {
            let part = links.part(Int(key >> 56))
            var found = Scratch<DeviceKey>()
            rows.withUnsafeBufferPointer { rows in
                batch.arena.withUnsafeBytes { links.findDevices(of: rows, arena: $0, part: part, into: &found) }
            }
            #expect(Array(found.elements) == reference.devices(of: rows, in: batch))
        }
        if let space, space.room > 3_000, batch.rows.count > 100 { #expect(!space.bytes.isEmpty) }
    }

    @Test("records come back part by part in the order in which they were given", arguments: [nil, 0, 5_000, Int.max])
    func spool(_ room: Int?) {
        let space = MemorySpace()
        space.room = room ?? 0
        let spool = Spool(bits: 3, in: SpillPool(space: room == nil ? nil : space, budget: 4_096))
        var random = Seeded(7)
        var given = [[UInt64]](repeating: [], count: 8)
        for _ in 0..<20_000 {
            let value = random.next()
            given[spool.part(of: value)].append(value)
            spool.append(value, to: spool.part(of: value))
        }
        for part in 0..<8 { #expect(spool.records(UInt64.self, in: part) == given[part]) }
        #expect(spool.take(UInt64.self, of: 3) == given[3])
        #expect(spool.isEmpty(3) && !spool.isEmpty(4))
        spool.append(UInt64(5), to: 3)
        #expect(spool.records(UInt64.self, in: 3) == [5])
        #expect((space.bytes.count > 10_000) == (room == .max))
    }
}
