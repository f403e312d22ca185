import Domain
import Testing

@testable import Store

/// The store of a run that goes on.
@Suite struct WatchStoreTests {
    private let number = OrderNumber("202611020001")

    private func chain(_ hint: UInt64) -> Chain {
        var chain = Chain(order: number)
        chain.events = [
            Evidence(
                event: .orderCreated, at: Instant(microseconds: 1_000_000), resolution: .second, witness: .serverApp, source: 0, line: 1,
                offset: hint, identity: hint)
        ]
        return chain
    }

    private func verdict(_ outcome: Outcome, asOf: Int64) -> Verdict {
        var verdict = Verdict(order: number, asOf: Instant(microseconds: asOf))
        verdict.outcome = outcome
        verdict.steps = [StepVerdict(step: .paid, state: outcome == .paid ? .seen : .notDue)]
        return verdict
    }

    private func change(_ before: StoredOrder?, _ after: StoredOrder) -> VerdictChange? {
        let (old, new) = (before.map { VerdictChange.State($0.verdict) }, VerdictChange.State(after.verdict))
        guard old != new else { return nil }
        return VerdictChange(
            order: after.verdict.order, asOf: after.verdict.asOf, isSettled: true, before: old, after: new,
            cause: .line(source: "a.log", line: 3, event: .notifyReceived, at: after.verdict.asOf))
    }

    private func write(_ store: WatchStore, _ orders: [(Verdict, Chain)], whole: Bool, all: Bool = false) throws(StoreError) {
        var batch = WatchedOrders()
        for (verdict, chain) in orders { batch.append(verdict, chain, wait: OrderWait(isOpen: verdict.outcome != .paid)) }
        let first = number.stableHash & 0xFF00_0000_0000_0000
        try store.transaction { () throws(StoreError) in
            try store.apply(batch, hashes: whole ? first...(first | 0x00FF_FFFF_FFFF_FFFF) : nil, all: all, moved: change) { before in
                VerdictChange(
                    order: before.verdict.order, asOf: before.verdict.asOf, isSettled: true, before: VerdictChange.State(before.verdict),
                    after: nil, cause: .merged)
            }
        }
    }

    @Test("a change is written once, kept with its cause, and as-of alone is none")
    func changes() throws {
        let folder = try TemporaryFolder()
        let store = try WatchStore(path: folder["a.db"])
        try write(store, [(verdict(.pending, asOf: 10), chain(1))], whole: false)
        #expect(try store.openOrders() == 1)
        try write(store, [(verdict(.pending, asOf: 20), chain(1))], whole: true)
        #expect(try store.store.order(number)?.verdict.asOf == Instant(microseconds: 10))
        try write(store, [(verdict(.pending, asOf: 20), chain(1))], whole: true, all: true)
        #expect(try store.store.order(number)?.verdict.asOf == Instant(microseconds: 20))
        try write(store, [(verdict(.paid, asOf: 30), chain(2))], whole: true)
        #expect(try store.openOrders() == 0)
        let history = try store.store.changes(of: number)
        #expect(history.map { $0.after?.outcome } == [.pending, .paid])
        #expect(history[1].movedSteps.map(\.to) == [.seen])
        #expect(history[1].cause == .line(source: "a.log", line: 3, event: .notifyReceived, at: Instant(microseconds: 30)))
        // What is not among the orders of its partition any more is none.
        try write(store, [], whole: true)
        #expect(try store.store.order(number) == nil)
        #expect(try store.store.changes(of: number).last?.after == nil)
    }

    @Test("the history of an order is bounded, the latest changes stay")
    func bounded() throws {
        let folder = try TemporaryFolder()
        let store = try WatchStore(path: folder["a.db"])
        for round in 0..<Int64(Limits.changesPerOrder + 10) {
            try write(store, [(verdict(round % 2 == 0 ? .paid : .pending, asOf: round), chain(1))], whole: false)
        }
        let history = try store.store.changes(of: number)
        #expect(history.count == Limits.changesPerOrder)
        #expect(history.last?.asOf == Instant(microseconds: Int64(Limits.changesPerOrder + 9)))
    }

    @Test("a transaction that fails leaves everything as it was, and the disk's fullness is told")
    func full() throws {
        let folder = try TemporaryFolder()
        let store = try WatchStore(path: folder["a.db"])
        try store.transaction { () throws(StoreError) in try store.save(stream: 1, state: [1, 2, 3]) }
        try store.bound(pages: 40)
        #expect(throws: StoreError.self) {
            try store.transaction { () throws(StoreError) in
                try store.save(stream: 1, state: [9])
                try store.append(pushed: [UInt8](repeating: 7, count: 4 << 20), stream: 1, number: 0)
            }
        }
        #expect(try store.streams().map(\.state) == [[1, 2, 3]])
    }

    @Test("rows of a stream come back in their order, provisional ones last, and give way")
    func rows() throws {
        let folder = try TemporaryFolder()
        let store = try WatchStore(path: folder["a.db"])
        func batch(_ identities: [UInt64]) -> EvidenceBatch {
            var batch = EvidenceBatch()
            for identity in identities {
                [1, 1, 65].withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
                    batch.append(
                        Evidence(
                            event: .orderCreated, at: Instant(microseconds: 0), resolution: .second, witness: .serverApp, source: 0,
                            line: 1,
                            offset: 0, identity: identity), attributes: UnsafeRawBufferPointer(rebasing: bytes.prefix(3)))
                }
            }
            return batch
        }
        func identities(_ stream: UInt32) throws(StoreError) -> [UInt64] {
            var all: [UInt64] = []
            try store.rows(of: stream) { (batch) throws(StoreError) in all += batch.rows.map(\.identity) }
            return all
        }
        var next: UInt32 = 0
        try store.transaction { () throws(StoreError) in
            try store.append(batch([1, 2]), stream: 7, next: &next, isProvisional: false)
            try store.append(batch([9]), stream: 7, next: &next, isProvisional: true)
            try store.append(batch([3]), stream: 7, next: &next, isProvisional: false)
            try store.append(batch([5]), stream: 8, next: &next, isProvisional: false)
        }
        #expect(try identities(7) == [1, 2, 3, 9])
        try store.transaction { () throws(StoreError) in try store.removeRows(stream: 7, onlyProvisional: true) }
        #expect(try identities(7) == [1, 2, 3])
        try store.transaction { () throws(StoreError) in try store.removeRows(stream: 7, onlyProvisional: false) }
        #expect(try identities(7) == [])
        #expect(try identities(8) == [5])
    }
}
