/// The known word that a mistyped one most likely means.
enum Nearest {
    /// The nearest of `words`, the first of equals; nil when none is near enough to be meant.
    static func to(_ word: String, among words: [String]) -> String? {
        let asked = Array(simplified(word))
        var best: (word: String, distance: Int)?
        for candidate in words {
            let distance = distance(asked, Array(simplified(candidate)))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, min(asked.count, best.word.utf8.count) / 3) else { return nil }
        return best.word
    }

    /// Letters in lower case; `-`, `_`, `.` and blanks count as one sign: they are what people confuse first.
    private static func simplified(_ word: String) -> some Sequence<UInt8> {
        word.lowercased().utf8.prefix(64).map { [0x2D, 0x2E, 0x20].contains($0) ? 0x5F : $0 }
    }

    /// Edits from one word to the other: insert, delete, replace, swap neighbours.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
