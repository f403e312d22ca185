/// A pattern of an association file: `*` any characters, `?` one, `?*` at least one, `$(name)` any value of a variable (Apple,
/// applinks.Details.Components). The whole text must match.
struct LinkPattern: Sendable {
    /// As written.
    let text: String
    /// Variables it names that nobody defines.
    private(set) var unknownVariables: [String] = []
    private let tokens: [Token]

    indirect enum Token: Sendable {
        case literal(Unicode.Scalar)
        case one
        case any
        case choice([[Token]])
    }

    /// Takes a pattern apart.
    ///
    /// - Parameter variables: the file's own; nil: the pattern has none (`paths`).
    init(_ text: String, variables: [String: [String]]?) {
        self.text = text
        var unknown: [String] = []
        tokens = LinkPattern.tokens(of: text, variables: variables, unknown: &unknown)
        unknownVariables = unknown
    }

    private static func tokens(of text: String, variables: [String: [String]]?, unknown: inout [String]) -> [Token] {
        var out: [Token] = []
        let scalars = Array(text.unicodeScalars)
        var i = 0
        while i < scalars.count {
            switch scalars[i] {
            case "*": out.append(.any)
            case "?": out.append(.one)
            case "$" where variables != nil && i + 1 < scalars.count && scalars[i + 1] == "(":
                guard let end = scalars[i...].firstIndex(of: ")") else {
                    out.append(.literal("$"))
                    break
                }
                var name = String.UnicodeScalarView()
                name.append(contentsOf: scalars[(i + 2)..<end])
                if let choices = choices(String(name), variables ?? [:]) {
                    out.append(.choice(choices))
                } else {
                    unknown.append(String(name))
                    out.append(.choice([]))
                }
                i = end
            default: out.append(.literal(scalars[i]))
            }
            i += 1
        }
        return out
    }

    /// The values of a variable as patterns of their own; they may hold wildcards and no further variables.
    private static func choices(_ name: String, _ variables: [String: [String]]) -> [[Token]]? {
        if let own = variables[name] {
            var ignored: [String] = []
            return own.map { tokens(of: $0, variables: nil, unknown: &ignored) }
        }
        return LinkVariable.named(name)?.values.map { $0.unicodeScalars.map(Token.literal) }
    }

    /// Whether the pattern matches everything.
    var isEverything: Bool {
        !tokens.isEmpty
            && tokens.allSatisfy { token in
                if case .any = token { true } else { false }
            }
    }

    /// Whether the whole text matches. Linear in pattern times text: a hostile pattern costs no more.
    func matches(_ text: String, caseSensitive: Bool) -> Bool {
        let text = Array((caseSensitive ? text : text.lowercased()).unicodeScalars)
        var reached = [Bool](repeating: false, count: text.count + 1)
        reached[0] = true
        return LinkPattern.advance(tokens, reached, text, caseSensitive: caseSensitive)[text.count]
    }

    /// The positions in the text that can be reached from `start` by the tokens.
    private static func advance(_ tokens: [Token], _ start: [Bool], _ text: [Unicode.Scalar], caseSensitive: Bool) -> [Bool] {
        var reached = start
        for token in tokens {
            guard let first = reached.firstIndex(of: true) else { return reached }
            switch token {
            case .any:
                for i in first..<reached.count { reached[i] = true }
            case .one: reached = shifted(reached) { _ in true }
            case .literal(let scalar):
                let wanted = caseSensitive ? scalar : lowered(scalar)
                reached = shifted(reached) { text[$0] == wanted }
            case .choice(let choices):
                var sum = [Bool](repeating: false, count: reached.count)
                for choice in choices {
                    for (i, isReached) in advance(choice, reached, text, caseSensitive: caseSensitive).enumerated() where isReached {
                        sum[i] = true
                    }
                }
                reached = sum
            }
        }
        return reached
    }

    private static func shifted(_ reached: [Bool], _ fits: (Int) -> Bool) -> [Bool] {
        var out = [Bool](repeating: false, count: reached.count)
        for i in 0..<(reached.count - 1) where reached[i] && fits(i) { out[i + 1] = true }
        return out
    }

    private static func lowered(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }

    /// Whether everything that the other pattern matches is surely matched by this one; false when it cannot be told.
    func covers(_ other: LinkPattern, caseSensitive: Bool) -> Bool {
        if text == other.text { return true }
        // The other's wildcards become characters that no literal of ours is: only our own wildcards match them.
        var view = String.UnicodeScalarView()
        var steps = 0
        for token in other.tokens {
            switch token {
            case .literal(let scalar): view.append(scalar)
            case .one: view.append("\u{F8FE}")
            case .any: view.append("\u{F8FF}")
            case .choice: return false
            }
            steps += 1
        }
        let hasQuestionForStar = tokens.contains { if case .one = $0 { true } else { false } } && other.text.contains("*")
        return !hasQuestionForStar && matches(String(view), caseSensitive: caseSensitive)
    }
}
