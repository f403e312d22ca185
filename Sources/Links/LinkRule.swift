/// One rule of an association file: which URLs it is about, and whether they open the app or must not.
public struct LinkRule: Sendable {
    /// Where it stands: `details[0].components[2]`.
    public let place: String
    /// As people read it: `NOT /pay/*`, `/ /help/* ? id=????`.
    public let text: String
    /// The URLs it matches stay in the browser.
    public let isExclusion: Bool
    let path: LinkPattern?
    let query: Query
    let fragment: LinkPattern?
    let options: MatchOptions
    /// It comes from `paths`: only the path is compared.
    let isPath: Bool

    /// What a rule asks of the query.
    enum Query: Sendable {
        case anything
        case whole(LinkPattern)
        case items([(name: String, pattern: LinkPattern)])
    }

    /// A rule of `paths`: `NOT ` before it excludes (Apple, Support Universal Links).
    init(path text: String, place: String, variables: [String: [String]]) {
        self.place = place
        self.text = text
        isExclusion = text.hasPrefix("NOT ")
        options = MatchOptions()
        path = LinkPattern(isExclusion ? String(text.dropFirst(4).drop { $0 == " " }) : text, variables: nil)
        (query, fragment, isPath) = (.anything, nil, true)
    }

    /// A rule of `components`; nil when it is no object.
    init?(component value: JSONValue, place: String, options outer: MatchOptions, variables: [String: [String]]) {
        guard case .object(let members) = value else { return nil }
        self.place = place
        isExclusion = value["exclude"]?.truth ?? false
        options = MatchOptions(value, over: outer)
        isPath = false
        path = value["/"]?.text.map { LinkPattern($0, variables: variables) }
        fragment = value["#"]?.text.map { LinkPattern($0, variables: variables) }
        switch value["?"] {
        case .string(let text): query = .whole(LinkPattern(text, variables: variables))
        case .object(let items):
            query = .items(items.compactMap { item in item.value.text.map { (item.key, LinkPattern($0, variables: variables)) } })
        default: query = .anything
        }
        var parts: [String] = []
        if isExclusion { parts.append("NOT") }
        for member in members where ["/", "?", "#"].contains(member.key) {
            let shown =
                member.value.text
                ?? member.value.members.map { "\($0.key)=\($0.value.text ?? "")" }.joined(separator: "&")
            parts.append(member.key == "/" ? shown : "\(member.key) \(shown)")
        }
        if parts.isEmpty || parts == ["NOT"] { parts.append("*") }
        text = parts.joined(separator: " ")
    }

    /// Whether it matches a URL.
    func matches(_ url: LinkURL) -> Bool {
        func part(_ text: String, _ pattern: LinkPattern?) -> Bool {
            guard let pattern else { return true }
            return pattern.matches(options.percentEncoded ? text : LinkURL.decoded(text), caseSensitive: options.caseSensitive)
        }
        guard part(url.path, path), part(url.fragment ?? "", fragment) else { return false }
        switch query {
        case .anything: return true
        case .whole(let pattern): return part(url.query ?? "", pattern)
        case .items(let wanted):
            return wanted.allSatisfy { name, pattern in
                let values = url.items.filter { item in
                    name == (options.percentEncoded ? item.name : LinkURL.decoded(item.name))
                }.map(\.value)
                // An absent item counts as one with an empty value; of repeated ones all must match (WWDC 2019, session 717).
                return (values.isEmpty ? [""] : values).allSatisfy { part($0, pattern) }
            }
        }
    }

    /// Whether every URL that the other rule matches is surely matched by this one.
    func covers(_ other: LinkRule) -> Bool {
        guard case .anything = query, fragment == nil, options.caseSensitive == other.options.caseSensitive || !options.caseSensitive,
            options.percentEncoded == other.options.percentEncoded
        else { return false }
        guard let path else { return true }
        guard let theirs = other.path else { return path.isEverything }
        return path.covers(theirs, caseSensitive: options.caseSensitive)
    }

    /// Every pattern it has.
    var patterns: [LinkPattern] {
        var all = [path, fragment].compactMap { $0 }
        switch query {
        case .anything: break
        case .whole(let pattern): all.append(pattern)
        case .items(let items): all += items.map(\.pattern)
        }
        return all
    }

    /// It matches every URL of the domain.
    var isEverything: Bool {
        guard case .anything = query, fragment == nil else { return false }
        return path?.isEverything ?? true
    }
}
