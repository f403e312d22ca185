/// A path with wildcards, relative to the folder of its configuration.
///
/// `*` any text inside one name, `?` one character, `[a-z]` and `[!a-z]` one of a set, `**` as a whole name any number of folders. A pattern that
/// ends in `/` means everything below that folder. Names compare by character, case-sensitive.
public struct Glob: Hashable, Sendable {
    /// As written.
    public let pattern: String
    private let parts: [Part]

    private enum Part: Hashable, Sendable {
        /// `**`
        case folders
        case name([Piece])
    }

    fileprivate enum Piece: Hashable, Sendable {
        case text(Unicode.Scalar)
        case any
        case one
        case set([ClosedRange<UInt32>], negated: Bool)
    }

    /// Reads a pattern; nil when it is empty or a `[` has no end.
    ///
    /// - Parameters:
    ///   - pattern: the pattern.
    ///   - folder: the folder it is relative to, itself relative to the current folder or absolute.
    public init?(_ pattern: String, relativeTo folder: String) {
        guard !pattern.isEmpty else { return nil }
        self.pattern = pattern
        let base = Paths.absolute(folder, from: Paths.current())
        var names = Paths.components(of: pattern, from: base)
        // The folder's own names may hold wildcard characters that mean nothing; what `..` takes away of them is not there.
        let climbs = pattern.split(separator: "/").count { $0 == ".." }
        let literal = pattern.hasPrefix("/") ? 0 : Paths.components(of: base, from: "/").count - climbs
        if pattern.hasSuffix("/") { names.append("**") }
        var parts: [Part] = []
        for (place, name) in names.enumerated() {
            if place < literal {
                parts.append(.name(name.unicodeScalars.map(Piece.text)))
            } else if name == "**" {
                parts.append(.folders)
            } else {
                guard let pieces = Glob.pieces(of: name) else { return nil }
                parts.append(.name(pieces))
            }
        }
        self.parts = parts
    }

    /// Whether a source's name is meant: a path as given, or `archive.zip!member`, which is also meant by its archive's path.
    public func matches(_ name: String) -> Bool {
        guard name != "-" else { return pattern == "-" }
        let current = Paths.current()
        if matches(Paths.components(of: name, from: current)) { return true }
        guard let mark = name.firstIndex(of: "!") else { return false }
        return matches(Paths.components(of: String(name[..<mark]), from: current))
    }

    private func matches(_ names: [String]) -> Bool {
        Glob.matches(parts[...], names[...], isStar: { (part: Part) -> Bool in part == .folders }) { (part: Part, name: String) -> Bool in
            guard case .name(let pieces) = part else { return false }
            let scalars: [Unicode.Scalar] = Array(name.unicodeScalars)
            return Glob.matches(
                pieces[...], scalars[...], isStar: { (piece: Piece) -> Bool in piece == .any },
                fits: { (piece: Piece, scalar: Unicode.Scalar) -> Bool in piece.fits(scalar) })
        }
    }

    /// The usual walk with one step back: a star takes as little as it can, and only the last star is ever asked again.
    private static func matches<P, T>(
        _ pattern: ArraySlice<P>, _ text: ArraySlice<T>, isStar: (P) -> Bool, fits: (P, T) -> Bool
    ) -> Bool {
        var (p, t) = (pattern.startIndex, text.startIndex)
        var star: (pattern: Int, text: Int)?
        while t < text.endIndex {
            if p < pattern.endIndex, isStar(pattern[p]) {
                star = (p, t)
                p += 1
            } else if p < pattern.endIndex, fits(pattern[p], text[t]) {
                p += 1
                t += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                p = last.pattern + 1
                t = last.text + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy(isStar)
    }

    private static func pieces(of name: String) -> [Piece]? {
        var pieces: [Piece] = []
        let scalars = Array(name.unicodeScalars)
        var i = 0
        while i < scalars.count {
            switch scalars[i] {
            case "*":
                if pieces.last != .any { pieces.append(.any) }
                i += 1
            case "?":
                pieces.append(.one)
                i += 1
            case "[":
                guard let (set, end) = set(scalars, from: i + 1) else { return nil }
                pieces.append(set)
                i = end
            case let scalar:
                pieces.append(.text(scalar))
                i += 1
            }
        }
        return pieces
    }

    /// A set behind its `[`; `]` as its first character is meant literally.
    private static func set(_ scalars: [Unicode.Scalar], from start: Int) -> (Piece, end: Int)? {
        var i = start
        let negated = i < scalars.count && (scalars[i] == "!" || scalars[i] == "^")
        if negated { i += 1 }
        let first = i
        var ranges: [ClosedRange<UInt32>] = []
        while i < scalars.count {
            if scalars[i] == "]", i > first { return (.set(ranges, negated: negated), i + 1) }
            let low = scalars[i].value
            if i + 2 < scalars.count, scalars[i + 1] == "-", scalars[i + 2] != "]" {
                let high = scalars[i + 2].value
                if low <= high { ranges.append(low...high) }
                i += 3
            } else {
                ranges.append(low...low)
                i += 1
            }
        }
        return nil
    }
}

extension Glob.Piece {
    fileprivate func fits(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .text(let own): own == scalar
        case .any, .one: true
        case .set(let ranges, let negated): ranges.contains { $0.contains(scalar.value) } != negated
        }
    }
}
