/// Finds what somebody may have meant by a word that does not exist.
public enum NearestWord {
    /// The known words nearest to `word`, best first.
    ///
    /// - Parameters:
    ///   - word: what was typed.
    ///   - known: what there is.
    ///   - limit: how many at most.
    /// - Returns: words at most a third of their length away, or that contain what was typed.
    public static func find(_ word: String, in known: [String], limit: Int = 3) -> [String] {
        let typed = simplified(word)
        guard !typed.isEmpty else { return [] }
        let scored = known.enumerated().compactMap { index, candidate -> (score: Int, index: Int, word: String)? in
            let bytes = simplified(candidate)
            let distance = distance(typed, bytes)
            if distance <= max(1, max(typed.count, bytes.count) / 3) { return (distance, index, candidate) }
            return typed.count >= 4 && contains(bytes, typed) ? (bytes.count, index, candidate) : nil
        }
        return scored.sorted { ($0.score, $0.index) < ($1.score, $1.index) }.prefix(limit).map(\.word)
    }

    /// Letters in lower case; `-`, `.` and blanks count as `_`: they are what people confuse first.
    private static func simplified(_ word: String) -> [UInt8] {
        word.lowercased().utf8.prefix(64).map { [0x2D, 0x2E, 0x20].contains($0) ? 0x5F : $0 }
    }

    /// Edits between two words, a swap of neighbours counting as one (optimal string alignment).
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var above = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1] + Array(repeating: 0, count: b.count)
            for j in b.indices {
                row[j + 1] = min(above[j + 1] + 1, row[j] + 1, above[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = min(row[j + 1], before[j - 1] + 1) }
            }
            (before, above) = (above, row)
        }
        return above[b.count]
    }

    private static func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
        guard whole.count >= part.count else { return false }
        return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
