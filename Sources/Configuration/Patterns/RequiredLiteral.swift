/// A text that every match of a regular expression contains, read off the pattern itself.
///
/// Cautious: whatever it does not understand gives a shorter literal or none, never a wrong one.
enum RequiredLiteral {
    /// The longest such literal, the first of equals; empty when none is known.
    static func of(_ pattern: [UInt8]) -> [UInt8] {
        var scanner = Scanner(pattern: pattern)
        return scanner.scan()
    }

    /// Whether the literal is all that a pattern asks for, so that a text which holds it matches.
    static func isAll(of pattern: [UInt8]) -> Bool {
        var scanner = Scanner(pattern: pattern)
        return !scanner.scan().isEmpty && scanner.runs == 1
    }

    private struct Scanner {
        let pattern: [UInt8]
        var place = 0
        /// The literal that grows at the moment, character by character.
        var run: [[UInt8]] = []
        var best: [UInt8] = []
        /// How many literals ended so far, empty ones among them.
        var runs = 0

        mutating func scan() -> [UInt8] {
            while place < pattern.count {
                guard take() else { return [] }
            }
            end()
            return best
        }

        mutating func end() {
            let bytes = run.flatMap { $0 }
            if bytes.count > best.count { best = bytes }
            run = []
            runs += 1
        }

        /// Takes one element; false when nothing can be said of the whole pattern.
        private mutating func take() -> Bool {
            switch pattern[place] {
            case UInt8(ascii: "|"): return false
            case UInt8(ascii: "("): return skipGroup()
            case UInt8(ascii: "["): return skipSet()
            case UInt8(ascii: "\\"): return takeEscape()
            case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "{"):
                guard isQuantifier else { return false }
                // The character before may be absent.
                _ = run.popLast()
                end()
                skipQuantifier()
            case UInt8(ascii: "+"):
                end()
                skipQuantifier()
            case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"):
                end()
                place += 1
            case let byte:
                let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                guard place + length <= pattern.count else { return false }
                run.append(Array(pattern[place..<(place + length)]))
                place += length
            }
            return true
        }

        private mutating func takeEscape() -> Bool {
            guard place + 1 < pattern.count else { return false }
            let next = pattern[place + 1]
            place += 2
            switch next {
            case 48...57, 65...90, 97...122, 0x80...:
                // Classes stand for one character; letters that take arguments, quote or refer are left alone as a whole.
                guard [UInt8](("dDwWsSbBhHvVrtnA" + "zZ").utf8).contains(next) else { return false }
                end()
            default: run.append([next])
            }
            return true
        }

        /// Whether a quantifier stands here: a brace may also be a literal one, and then anything may follow.
        private var isQuantifier: Bool {
            guard pattern[place] == UInt8(ascii: "{") else { return true }
            let inside = pattern[(place + 1)...].prefix { (48...57).contains($0) || $0 == UInt8(ascii: ",") }
            return !inside.isEmpty && inside.endIndex < pattern.count && pattern[inside.endIndex] == UInt8(ascii: "}")
        }

        private mutating func skipQuantifier() {
            if pattern[place] == UInt8(ascii: "{") {
                while place < pattern.count, pattern[place] != UInt8(ascii: "}") { place += 1 }
            }
            place += 1
            while place < pattern.count, pattern[place] == UInt8(ascii: "?") || pattern[place] == UInt8(ascii: "+") { place += 1 }
        }

        private mutating func skipSet() -> Bool {
            end()
            place += 1
            if place < pattern.count, pattern[place] == UInt8(ascii: "^") { place += 1 }
            if place < pattern.count, pattern[place] == UInt8(ascii: "]") { place += 1 }
            while place < pattern.count, pattern[place] != UInt8(ascii: "]") {
                // [[:alpha:]] ends later than its first bracket.
                if pattern[place] == UInt8(ascii: "[") { return false }
                if pattern[place] == UInt8(ascii: "\\"), place + 1 < pattern.count, pattern[place + 1] == UInt8(ascii: "Q") { return false }
                place += pattern[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            place += 1
            return true
        }

        private mutating func skipGroup() -> Bool {
            end()
            var depth = 0
            while place < pattern.count {
                switch pattern[place] {
                case UInt8(ascii: "("):
                    depth += 1
                    place += 1
                    // Settings such as (?i) reach beyond the group; verbs such as (*ACCEPT) end the match.
                    guard place < pattern.count else { return false }
                    if pattern[place] == UInt8(ascii: "*") { return false }
                    if pattern[place] == UInt8(ascii: "?") {
                        guard place + 1 < pattern.count, [UInt8](":=!<P>".utf8).contains(pattern[place + 1]) else { return false }
                    }
                case UInt8(ascii: ")"):
                    depth -= 1
                    place += 1
                    if depth == 0 { return true }
                case UInt8(ascii: "["): guard skipSet() else { return false }
                case UInt8(ascii: "\\"):
                    if place + 1 < pattern.count, pattern[place + 1] == UInt8(ascii: "Q") { return false }
                    place += 2
                default: place += 1
                }
            }
            return false
        }
    }
}
