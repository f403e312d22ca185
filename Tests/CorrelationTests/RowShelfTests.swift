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
        let sorted = SortedRows(in: pool)
        var wanted: [(row: Evidence, attributes: [UInt8], note: String)] = []
        for count in 0..<5_000 {
            let row = RowShelfTests.row(
                UInt32.random(in: 0..<3, using: &random), UInt64.random(in: 0..<900, using: &random), UInt64(count))
            // Most are short; one is longer than a piece.
            let length = count == 1_234 ? 200_000 : Int.random(in: 0...700, using: &random)
            let attributes = [UInt8](repeating: UInt8(truncatingIfNeeded: count), count: length)
            let note = "note \(count % 5)"
            attributes.withUnsafeBytes {
                shelf.append(row, attributes: $0, tie: UInt64(count))
                sorted.append(row, attributes: $0, tie: UInt64(count), note: note)
            }
            wanted.append((row, attributes, note))
        }
        #expect((space.bytes.count > 0) == (budget < .max))
        #expect(shelf.count == wanted.count && sorted.count == wanted.count)
        shelf.sort()
        wanted.sort { a, b in
            (a.row.source, a.row.offset, a.row.event.rawValue, a.row.identity)
                < (b.row.source, b.row.offset, b.row.event.rawValue, b.row.identity)
        }
        var seen = 0
        shelf.forEach { index, row, attributes in
            #expect(index == seen && row.identity == wanted[index].row.identity && row.at == wanted[index].row.at)
            #expect(Array(attributes.bytes) == wanted[index].attributes)
            #expect(shelf.place(index) == (wanted[index].row.source, wanted[index].row.offset))
            seen += 1
        }
        #expect(seen == wanted.count)
        seen = 0
        sorted.forEach { row, attributes, note in
            #expect(row.identity == wanted[seen].row.identity && Array(attributes.bytes) == wanted[seen].attributes)
            #expect(note == wanted[seen].note)
            seen += 1
        }
        #expect(seen == wanted.count)
        var sizes: [Int] = []
        sorted.forEachBatch(of: 2_000) { sizes.append($0.rows.count) }
        #expect(sizes == [2_000, 2_000, 1_000])
    }

    @Test func `rows stay in memory when the space is full`() {
        let space = MemorySpace()
        space.room = 0
        let pool = SpillPool(space: space, budget: 0)
        let (shelf, sorted) = (RowShelf(in: pool), SortedRows(in: pool))
        for count in 0..<2_000 {
            let row = RowShelfTests.row(1, UInt64(count), 2)
            shelf.append(row, attributes: .init(start: nil, count: 0), tie: 0)
            sorted.append(row, attributes: .init(start: nil, count: 0), tie: 0)
        }
        for index in 0..<2_000 { #expect(shelf.withRow(index) { row, _ in row.offset } == UInt64(index)) }
        sorted.forEachBatch(of: 5_000) { #expect($0.rows.map(\.offset) == Array(0..<2_000)) }
    }
}
