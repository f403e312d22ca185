import Domain
import Testing

@testable import Correlation

@Suite struct SortedSpoolTests {
    @Test("records of several spools come back in order", arguments: [nil, 0, 3_000, 100_000, Int.max])
    func order(_ room: Int?) {
        var random = Seeded(UInt64(bitPattern: Int64(room ?? -1)))
        let space = MemorySpace()
        space.room = room ?? 0
        let pool = SpillPool(space: room == nil ? nil : space, budget: 0)
        let spools = (0..<3).map { _ in SortedSpool<UInt64>(in: pool) }
        var given: [UInt64] = []
        for _ in 0..<10_000 {
            let record = UInt64.random(in: 0...5_000, using: &random)
            given.append(record)
            spools.randomElement(using: &random)?.append(record)
        }
        var reader = SortedSpool.reader(of: spools)
        var found: [UInt64] = []
        while let first = reader.first, let next = reader.next() {
            #expect(first == next)
            found.append(next)
        }
        #expect(found == given.sorted())
        #expect((space.bytes.count > 60_000) == (room ?? 0 > 60_000))
    }

    @Test func anEmptySpoolGivesNothing() {
        var reader = SortedSpool.reader(of: [SortedSpool<Int>(in: SpillPool())])
        #expect(reader.next() == nil)
    }
}
