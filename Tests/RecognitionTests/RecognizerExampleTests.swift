import Domain
import Recognition
import Testing

/// Every recogniser and bill is held to its own examples.
@Suite struct RecognizerExampleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var example: Recognizer.Example
        var testDescription: String { name }
    }

    static let cases: [Case] =
        Recognizer.all.flatMap { recognizer in
            recognizer.examples.enumerated().map { Case(name: "\(recognizer.name) \($0.offset + 1)", example: $0.element) }
        }
        + TableFormat.all.flatMap { table in
            table.examples.enumerated().map { Case(name: "\(table.name) \($0.offset + 1)", example: $0.element) }
        }
        + BillFormat.all.flatMap { bill in
            bill.examples.enumerated().map { Case(name: "\(bill.name) \($0.offset + 1)", example: $0.element) }
        }

    @Test(arguments: cases) func givesWhatItDeclares(_ item: Case) {
        let found = Extraction(item.example.line + "\n")
        #expect(found.rows.count == item.example.gives.count, "\(found.rows.map { ($0.event, $0.attributes) })")
        for (index, expected) in item.example.gives.enumerated() {
            if let difference = found.difference(index, from: expected) { Issue.record("\(difference)") }
        }
    }

    @Test(arguments: cases) func isTheSameInAnyBlocks(_ item: Case) {
        let whole = Extraction(item.example.line + "\n")
        for step in [1, 7, 64] {
            let cut = Extraction(item.example.line + "\n", step: step)
            #expect(cut.rows.map(\.event) == whole.rows.map(\.event))
            #expect(cut.rows.map(\.attributes) == whole.rows.map(\.attributes))
        }
    }

    @Test(arguments: cases) func survivesBeingCutAnywhere(_ item: Case) {
        let bytes = Array(item.example.line.utf8)
        for end in 0...bytes.count { _ = Extraction(bytes: Array(bytes[..<end])) }
    }

    /// Lines of garbage around it and between its lines: no crash, and outside of documents and tables, which they break, the same evidence.
    @Test(arguments: cases) func survivesGarbageBetween(_ item: Case) {
        let lines = item.example.line.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        var seeds = Garbage(state: 11)
        var between: [UInt8] = []
        for line in lines { between += line + [10] + seeds.garbage() + [10] }
        _ = Extraction(bytes: seeds.garbage() + [10] + between)
        guard lines.count == 1 else { return }
        let whole = Extraction(item.example.line + "\n")
        let found = Extraction(bytes: between)
        #expect(found.rows.map(\.event) == whole.rows.map(\.event))
    }

    @Test(arguments: cases) func survivesGarbage(_ item: Case) {
        var state: UInt64 = 42
        func random() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        let bytes = Array(item.example.line.utf8)
        for _ in 0..<200 {
            var copy = bytes
            for _ in 0...(random() % 6) { copy[Int(random() % UInt64(copy.count))] = UInt8(truncatingIfNeeded: random()) }
            _ = Extraction(bytes: copy)
        }
    }

    @Test func hasExamplesForEach() {
        for recognizer in Recognizer.all { #expect(!recognizer.examples.isEmpty, "\(recognizer.name)") }
        for bill in BillFormat.all { #expect(!bill.examples.isEmpty, "\(bill.name)") }
        for table in TableFormat.all { #expect(!table.examples.isEmpty, "\(table.name)") }
    }
}

/// Garbage of a seed.
struct Garbage: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// A line of any bytes but a line feed.
    mutating func garbage() -> [UInt8] {
        (0..<Int.random(in: 1...120, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }.filter { $0 != 10 }
    }
}
