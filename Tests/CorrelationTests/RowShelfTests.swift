import Domain
import Testing

@testable import Correlation

@Suite struct RowShelfTests {
    private static func row(_ source: UInt32, _ offset: UInt64, _ identity: UInt64) -> Evidence {
        Evidence(
            event: identity.isMultiple(of: 2) ? .notifyReceived : .notifyAnswered, at: Instant(microseconds: Int64(offset)),
            resolution: .second, witness: .serverEdge, source: source, line: 1, offset: offset, identity: identity)
    }

    @Test("rows come back sorted and whole, wherever they lie", arguments: [Int.max, 1 << 20, 0])
    func sorting(_ budget: Int) {
        var random = Seeded(7)
        let space = MemorySpace()
        let pool = SpillPool(space: space, budget: budget)
        let shelf = RowShelf(in: pool)
        var wanted: [(row: Evidence, attributes: [UInt8], note: String)] = []
        for count in 0..<5_000 {
            let row = RowShelfTests.row(
                UInt32.random(in: 0..<3, using: &random), UInt64.random(in: 0..<900, using: &random), UInt64(count))
            // Most are short; one is longer than a piece.
            let length = count == 1_234 ? 200_000 : Int.random(in: 0...700, using: &random)
            let attributes = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: length)
            let note = "note \(count % 5)"
            attributes.withUnsafeBytes { shelf.append(row, attributes: $0, tie: UInt64(count), note: note) }
            wanted.append((row, attributes, note))
        }
        #expect((space.bytes.count > 0) == (budget < .max))
        #expect(shelf.count == wanted.count)
        shelf.sort()
        wanted.sort { a, b in
            (a.row.source, a.row.offset, a.row.event.rawValue, a.row.identity)
                < (b.row.source, b.row.offset, b.row.event.rawValue, b.row.identity)
        }
        var seen = 0
        shelf.forEach { index, row, attributes in
            #expect(index == seen && row.identity == wanted[index].row.identity && row.at == wanted[index].row.at)
            #expect(Array(attributes.bytes) == wanted[index].attributes && shelf.note(index) == wanted[index].note)
            #expect(shelf.place(index) == (wanted[index].row.source, wanted[index].row.offset))
            seen += 1
        }
        #expect(seen == wanted.count)
        let some = shelf.batch(10..<20)
        #expect(some.rows.map(\.identity) == wanted[10..<20].map(\.row.identity))
    }

    @Test func `rows stay in memory when the space is full`() {
        let space = MemorySpace()
        space.room = 0
        let shelf = RowShelf(in: SpillPool(space: space, budget: 0))
        for count in 0..<2_000 { shelf.append(RowShelfTests.row(1, UInt64(count), 2), attributes: .init(start: nil, count: 0), tie: 0) }
        #expect(shelf.batch(0..<shelf.count).rows.map(\.offset) == Array(0..<2_000))
    }
}
