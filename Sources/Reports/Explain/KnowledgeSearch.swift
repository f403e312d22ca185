import Domain

/// Finds entries by words: English by stems, Chinese by pairs of characters. Rare words weigh more than common ones.
enum KnowledgeSearch {
    /// At most so many entries.
    private static let limit = 5

    /// The entries that fit best; empty when no more than half of the words occur together.
    static func find(_ text: String) -> [Explanation] {
        let asked = terms(of: text)
        guard !asked.isEmpty else { return [] }
        var weights: [String: Double] = [:]
        for term in asked {
            let count = index.reduce(0) { $0 + ($1.terms[term] == nil ? 0 : 1) }
            weights[term] = count == 0 ? 1 : 1 / Double(count).squareRoot()
        }
        let scored = index.enumerated().compactMap { place, document -> (score: Double, place: Int)? in
            var score = 0.0
            var met = 0
            for term in asked {
                guard let weight = document.terms[term] else { continue }
                met += 1
                score += weight * (weights[term] ?? 0)
            }
            guard met * 2 > asked.count else { return nil }
            return (score * (document.entry.kind == .symptom ? 1.5 : 1), place)
        }.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
        guard let best = scored.first?.score else { return [] }
        return scored.prefix(limit).filter { $0.score * 3 >= best }.map { index[$0.place].entry }
    }

    private struct Document {
        var entry: Explanation
        /// How much each term of it weighs.
        var terms: [String: Double]
    }

    private static let index: [Document] = Explanation.all.filter { $0.kind != .reason }.map { entry in
        var found: [String: Double] = [:]
        func add(_ text: String, _ weight: Double) {
            for term in terms(of: text) { found[term] = max(found[term] ?? 0, weight) }
        }
        for phrase in entry.phrases { add(phrase, 4) }
        add(String(entry.code.map { $0 == "_" ? " " : $0 }), 3)
        for text in [entry.title.en, entry.title.zh] { add(text, 3) }
        for part in entry.parts where [.meaning, .causes, .confirm].contains(part.role) {
            add(part.text.en, 1)
            add(part.text.zh, 1)
        }
        return Document(entry: entry, terms: found)
    }

    /// Words without their endings, and pairs of neighbouring CJK characters; each once, in their order.
    static func terms(of text: String) -> [String] {
        var out: [String] = []
        var word = ""
        var before: Unicode.Scalar?
        func add(_ term: String) { if !out.contains(term) { out.append(term) } }
        func endWord() {
            if word.utf8.count > 1, !stopWords.contains(word) { add(stem(word)) }
            word = ""
        }
        for scalar in text.lowercased().unicodeScalars {
            if (0x4E00...0x9FFF).contains(scalar.value) {
                endWord()
                if let before { add("\(before)\(scalar)") }
                before = scalar
            } else {
                before = nil
                if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                    word.unicodeScalars.append(scalar)
                } else {
                    endWord()
                }
            }
        }
        endWord()
        return out
    }

    private static func stem(_ word: String) -> String {
        for ending in ["ing", "ed", "es", "s"] where word.utf8.count > ending.utf8.count + 2 && word.hasSuffix(ending) {
            return String(word.dropLast(ending.utf8.count))
        }
        return word
    }

    private static let stopWords: Set<String> = [
        "a", "an", "the", "and", "or", "of", "to", "in", "on", "it", "is", "was", "are", "be", "but", "for", "by", "at", "from", "with",
        "my", "we", "our", "you", "he", "she", "they", "that", "this", "there", "why", "how", "does", "do", "did", "has", "have", "had",
        "all", "not",
    ]
}
