import CScan
import Domain
import Testing

@testable import Decoding

/// Held against a search at every place; serialized because the vector level is one for the process.
@Suite(.serialized) struct AnchorScannerTests {
    /// Every match by comparing at every place.
    private static func slow(_ literals: [[UInt8]], _ text: [UInt8], from: Int) -> Set<AnchorScanner.Match> {
        var found: Set<AnchorScanner.Match> = []
        for (index, literal) in literals.enumerated() where !literal.isEmpty && literal.count <= text.count {
            for start in from...max(from, text.count - literal.count) where start + literal.count <= text.count {
                if Array(text[start..<(start + literal.count)]) == literal { found.insert(.init(offset: start, literal: index)) }
            }
        }
        return found
    }

    private static func all(_ scanner: AnchorScanner, _ text: [UInt8], from: Int) -> [AnchorScanner.Match] {
        text.withUnsafeBytes { bytes in
            var cursor = AnchorScanner.Cursor()
            var found: [AnchorScanner.Match] = []
            while let match = scanner.next(in: bytes, from: from, &cursor) { found.append(match) }
            return found
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func findsWhatASlowSearchFinds(level: Int32) {
        let inForce = cscan_set_level(level)
        defer { cscan_set_level(-1) }
        #expect(inForce <= max(level, 3))
        var random = Seeded(UInt64(level) + 11)
        for round in 0..<400 {
            let alphabet = UInt64(round % 2 == 0 ? 3 : 40)
            func bytes(_ length: Int) -> [UInt8] { (0..<length).map { _ in UInt8(97 + random.next() % alphabet) } }
            // Long ones share fingerprints, short ones have none.
            let longest = round % 5 == 0 ? 14 : 7 as UInt64
            let literals = (0..<Int(random.next() % 40)).map { _ in bytes(Int(random.next() % longest)) }
            let text = bytes(Int(random.next() % 300))
            let from = Int(random.next() % 20)
            let scanner = AnchorScanner(literals: literals)
            let found = Self.all(scanner, text, from: from)
            let expected = from < text.count ? Self.slow(literals, text, from: from) : []
            // One literal of several that share a fingerprint place is named; that there is one at that place is what counts.
            for match in found { #expect(expected.contains(match)) }
            #expect(found.isEmpty == expected.isEmpty)
            if literals.filter({ !$0.isEmpty }).count == 1 { #expect(Set(found) == expected) }
            if let first = expected.map(\.offset).min(), let hit = found.first {
                #expect(first <= hit.offset)
            }
        }
    }

    /// Text far from any literal stays quiet, and each literal is found at every place of a block.
    @Test func findsALiteralAtEveryPlace() {
        let literals = ["out_trade_no", "orderNo", "PayCallback", "支付宝", "ab", "x"].map { Array($0.utf8) }
        let scanner = AnchorScanner(literals: Array(literals.prefix(4)))
        for literal in literals.prefix(4) {
            for start in 0...(100 - literal.count) {
                var text = [UInt8](repeating: 32, count: 100)
                text.replaceSubrange(start..<(start + literal.count), with: literal)
                #expect(Self.all(scanner, text, from: 0).map(\.offset) == [start])
                #expect(Self.all(scanner, text, from: start + 1).isEmpty)
            }
        }
        #expect(Self.all(AnchorScanner(literals: []), [1, 2, 3], from: 0).isEmpty)
        #expect(Self.all(AnchorScanner(literals: [[]]), [1, 2, 3], from: 0).isEmpty)
    }
}
