import CScan
import Domain
import Testing

@testable import Decoding

/// The byte scans that work on many bytes at a time, held against a walk over single bytes.
@Suite struct ScanTests {
    private static let alphabet = Array("&:=%{[<+ \t\n\rab09_-.@;\u{0}\u{1F}é".utf8)

    private static func texts(_ seed: UInt64, _ body: (UnsafeRawBufferPointer, _ from: Int) -> Void) {
        var random = Seeded(seed)
        for _ in 0..<4_000 {
            let isPlain = random.next() % 2 == 0
            let text = (0..<Int(random.next() % 70)).map { _ in
                isPlain && random.next() % 12 != 0 ? UInt8(97 + random.next() % 26) : alphabet[Int(random.next() % UInt64(alphabet.count))]
            }
            let from = Int(random.next() % UInt64(text.count + 1))
            text.withUnsafeBytes { body($0, from) }
        }
    }

    @Test func marks() {
        Self.texts(1) { text, _ in
            var expected: UInt8 = 0
            for (index, mark) in "&:=%{[<".utf8.enumerated() where text.contains(mark) { expected |= 1 << UInt8(index) }
            #expect(cscan_marks(text.baseAddress, text.count) == expected)
        }
    }

    @Test func anyOfFour() {
        Self.texts(8) { text, _ in
            guard let base = text.baseAddress else { return }
            let signs = Array("=:%{".utf8)
            let expected = text.contains { signs.contains($0) }
            #expect((cscan_holds_any(base, text.count, signs[0], signs[1], signs[2], signs[3]) != 0) == expected)
        }
    }

    @Test func endsOfWords() {
        Self.texts(2) { text, from in
            #expect(text.wordEnd(from: from) == text[from...].firstIndex { $0.isBlank } ?? text.count)
        }
    }

    @Test func beginningsOfKeys() {
        Self.texts(3) { text, end in
            guard let base = text.baseAddress else { return }
            let floor = end / 3
            var expected = end
            while expected > floor {
                let byte = text[expected - 1]
                guard byte.isIdentifier || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") || byte >= 0x80 else { break }
                expected -= 1
            }
            #expect(cscan_key_start(base, floor, end) == expected)
        }
    }

    @Test func pairsOfForms() {
        Self.texts(4) { text, from in
            guard let base = text.baseAddress else { return }
            var equals = 0
            var encoded: UInt8 = 0
            let end = cscan_form_pair(base, text.count, from, &equals, &encoded)
            let expected = text[from...].firstIndex(of: UInt8(ascii: "&")) ?? text.count
            let pair = text[from..<expected]
            #expect(end == expected)
            #expect(equals == pair.firstIndex(of: UInt8(ascii: "=")) ?? expected)
            #expect((encoded != 0) == pair.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") })
        }
    }

    @Test func linesAndTheirNumber() {
        Self.texts(5) { text, from in
            guard let base = text.baseAddress else { return }
            let feeds = text.indices.filter { text[$0] == 10 }
            #expect(cscan_count_lines(base, text.count) == feeds.count)
            let (all, capacity) = (text.count * 8, 64 + from)
            let long = (0..<8).flatMap { _ in Array(text) }
            long.withUnsafeBytes { long in
                var found = [UInt32](repeating: 0, count: capacity)
                var scanned = 0
                var dirty: UInt8 = 0
                let count = cscan_lines(long.baseAddress, all, &found, capacity, &scanned, &dirty)
                let expected = long.prefix(scanned).indices.filter { long[$0] == 10 }
                #expect(found.prefix(count).map(Int.init) == expected)
                #expect((dirty != 0) == long.prefix(scanned).contains { $0 == 0x1B || $0 == 0 })
                #expect(scanned == all || count + 64 > capacity)
            }
        }
    }

    @Test func wordsInAnyCase() {
        var random = Seeded(6)
        func letters(_ count: Int, _ first: UInt64) -> [UInt8] { (0..<count).map { _ in UInt8(first + random.next() % 3) } }
        for _ in 0..<4_000 {
            let text = (0..<Int(random.next() % 12)).flatMap { _ in letters(Int(random.next() % 9), random.next() % 2 == 0 ? 97 : 65) }
            let needle = letters(1 + Int(random.next() % 4), 97)
            let places = (0...text.count).filter { place in
                place + needle.count <= text.count && text[place..<(place + needle.count)].map(\.lowered) == needle
            }
            text.withUnsafeBytes { bytes in
                #expect(cscan_find_any_case(bytes.baseAddress, bytes.count, needle, needle.count) == places.first ?? bytes.count)
                let exact = places.first { Array(text[$0..<($0 + needle.count)]) == needle }
                #expect(cscan_find(bytes.baseAddress, bytes.count, needle, needle.count) == exact ?? bytes.count)
            }
        }
    }

    @Test func copiesUpToEitherByte() {
        Self.texts(7) { text, from in
            guard let base = text.baseAddress else { return }
            var room = [UInt8](repeating: 0, count: text.count - from)
            let end = cscan_copy_until(base, text.count, from, UInt8(ascii: "%"), UInt8(ascii: "+"), &room)
            #expect(end == text[from...].firstIndex { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") } ?? text.count)
            #expect(Array(room.prefix(end - from)) == Array(text[from..<end]))
        }
    }
}
