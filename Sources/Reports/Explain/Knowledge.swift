import Domain
import Providers

/// Finds what somebody means: a code, a code with the word that tells its kind, or a sentence.
public enum Knowledge {
    /// What was found.
    public struct Answer: Sendable {
        /// How it was found.
        public enum Way: Sendable {
            /// The words are a code.
            case code
            /// The words are a kind of codes: all of them.
            case kind
            /// The words occur; the best comes first.
            case words
            /// Nothing fits.
            case nothing
        }

        /// How it was found.
        public var way: Way
        /// The entries.
        public var entries: [Explanation]
        /// Near words, where nothing was found.
        public var suggestions: [String]
    }

    /// Every word that can be asked for, without repeats, in the order of the index.
    public static let words: [String] = {
        var seen: Set<String> = []
        return Explanation.all.flatMap { [$0.code] + $0.names }.filter { seen.insert($0).inserted } + groups.map(\.word)
    }()

    /// Kinds of codes and of entries that can be asked for as a whole.
    static let groups: [(word: String, title: Text)] =
        CodeGroup.all.map { ($0.word, $0.title) }
        + Explanation.Kind.allCases.filter { $0 != .reason && $0 != .code }.map { ($0.rawValue, $0.title) }

    /// Everything, in the order of the index.
    public static let everything = Answer(way: .kind, entries: Explanation.all, suggestions: [])

    /// Finds what is meant.
    public static func find(_ text: String) -> Answer {
        let asked = trimmed(text)
        guard !asked.isEmpty else { return Answer(way: .nothing, entries: [], suggestions: []) }
        for way in [exact, qualified, inRange, joined, amongWords] {
            let entries = way(asked)
            if !entries.isEmpty { return Answer(way: .code, entries: entries, suggestions: []) }
        }
        let kind = ofKind(asked)
        if !kind.isEmpty { return Answer(way: .kind, entries: kind, suggestions: []) }
        let isOneWord = asked.utf8.allSatisfy { $0 > 32 && $0 < 127 }
        let near = NearestWord.find(asked, in: words, limit: 5)
        if isOneWord, !near.isEmpty { return Answer(way: .nothing, entries: [], suggestions: near) }
        let found = KnowledgeSearch.find(asked)
        return found.isEmpty
            ? Answer(way: .nothing, entries: [], suggestions: near) : Answer(way: .words, entries: found, suggestions: [])
    }

    /// Entries whose code it is; in any case where none has exactly this one.
    private static func exact(_ asked: String) -> [Explanation] {
        let found = Explanation.all.filter { $0.code == asked || $0.names.contains(asked) }
        guard found.isEmpty else { return found }
        let folded = asked.lowercased()
        return Explanation.all.filter { $0.code.lowercased() == folded || $0.names.contains { $0.lowercased() == folded } }
    }

    /// `sk_error/2`, `notify_rejected/http_status`; behind a break any word of a provider may stand.
    private static func qualified(_ asked: String) -> [Explanation] {
        guard let slash = asked.firstIndex(where: { $0 == "/" || $0 == ":" }) else { return [] }
        let group = trimmed(String(asked[..<slash])).lowercased()
        let code = trimmed(String(asked[asked.index(after: slash)...]))
        let own = exact(code).filter { $0.group == group || $0.kind.rawValue == group }
        return own.isEmpty ? Explanation.breaks.filter { $0.code == group } : own
    }

    private static func inRange(_ asked: String) -> [Explanation] {
        guard let number = Int(asked) else { return [] }
        return Explanation.all.filter { $0.range?.contains(number) ?? false }
    }

    /// `paid not marked`, `paid-not-marked`.
    private static func joined(_ asked: String) -> [Explanation] {
        exact(String(asked.map { $0 == " " || $0 == "-" || $0 == "." ? "_" : $0 }))
    }

    /// `resultStatus=6004`, `HTTP 419`, `SKError 2`: a code among other words, which tell its kind.
    private static func amongWords(_ asked: String) -> [Explanation] {
        let parts = asked.split { " =:,;()（）：，\"".contains($0) }.map(String.init)
        guard parts.count > 1, let place = parts.lastIndex(where: { looksLikeCode($0) && !exact($0).isEmpty }) else { return [] }
        let found = exact(parts[place])
        let others = parts.enumerated().filter { $0.offset != place }.map { $0.element.lowercased() }
        let told = found.filter { entry in
            let words = (CodeGroup.all.first { $0.word == entry.group }?.words ?? []).map { $0.lowercased() } + [entry.group]
            return others.contains(where: words.contains)
        }
        return told.isEmpty ? found : told
    }

    private static func looksLikeCode(_ word: String) -> Bool {
        word.utf8.contains { (48...57).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
            || (word.utf8.count > 3 && word.utf8.allSatisfy { (65...90).contains($0) })
    }

    private static func ofKind(_ asked: String) -> [Explanation] {
        let folded = asked.lowercased()
        return Explanation.all.filter { $0.kind.rawValue == folded || ($0.kind == .code && $0.group == folded) }
    }

    private static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}
