/// What an apple-app-site-association file says about universal links, read leniently: what a device would skip is left out here too,
/// and the checks say so.
public struct AssociationFile: Sendable {
    /// The entries of `applinks.details`, in the order of the file.
    public var entries: [Entry]
    /// Custom substitution variables.
    public var variables: [String: [String]]

    /// One entry of `details`: some apps and the rules they share.
    public struct Entry: Sendable {
        /// Where it stands: `details[0]`.
        public var place: String
        /// Its apps.
        public var apps: [AppIdentifier]
        /// The rules that current systems read, in order.
        public var rules: [LinkRule]
        /// Rules of `paths` that current systems ignore, since `components` stands beside them; systems before iOS 13 read only these.
        public var legacyRules: [LinkRule]
    }

    /// Makes a file without entries.
    public init(entries: [Entry] = [], variables: [String: [String]] = [:]) { (self.entries, self.variables) = (entries, variables) }

    /// Every app, once, in the order of the file.
    public var apps: [AppIdentifier] {
        var seen: Set<AppIdentifier> = []
        return entries.flatMap(\.apps).filter { seen.insert($0).inserted }
    }

    /// Reads a document; what is not there or of the wrong kind is left out.
    init(_ document: JSONValue) {
        self.init()
        guard let links = document["applinks"] else { return }
        for member in links["substitutionVariables"]?.members ?? [] {
            variables[member.key] = (member.value.elements ?? []).compactMap(\.text)
        }
        let defaults = MatchOptions(links["defaults"], over: MatchOptions())
        entries = AssociationFile.details(of: links).map { place, detail, app in
            let own = MatchOptions(detail["defaults"], over: defaults)
            var apps: [AppIdentifier] = app.map { [AppIdentifier($0)] } ?? []
            if let one = detail["appID"]?.text { apps.append(AppIdentifier(one)) }
            apps += (detail["appIDs"]?.elements ?? []).compactMap(\.text).map(AppIdentifier.init)
            var seen: Set<AppIdentifier> = []
            apps = apps.filter { seen.insert($0).inserted }
            let paths = (detail["paths"]?.elements ?? []).enumerated().compactMap { index, value in
                value.text.map { LinkRule(path: $0, place: "\(place).paths[\(index)]", variables: [:]) }
            }
            guard let components = detail["components"]?.elements else {
                return Entry(place: place, apps: apps, rules: paths, legacyRules: [])
            }
            let rules = components.enumerated().compactMap { index, value in
                LinkRule(component: value, place: "\(place).components[\(index)]", options: own, variables: variables)
            }
            return Entry(place: place, apps: apps, rules: rules, legacyRules: paths)
        }
    }

    /// The entries of `details` with their places; those of the old form, an object keyed by app, with the app's name.
    static func details(of links: JSONValue) -> [(place: String, value: JSONValue, app: String?)] {
        switch links["details"] {
        case .array(let elements): elements.enumerated().map { ("details[\($0.offset)]", $0.element, nil) }
        case .object(let members): members.map { ("details.\($0.key)", $0.value, $0.key) }
        default: []
        }
    }
}

/// How patterns of `components` are matched: the file's, the entry's or the component's own setting (Apple, applinks.Details.Components).
struct MatchOptions: Hashable, Sendable {
    /// Upper and lower case differ.
    var caseSensitive = true
    /// The pattern is percent-encoded like the URL; false: the URL is decoded first.
    var percentEncoded = true

    init() {}

    init(_ value: JSONValue?, over outer: MatchOptions) {
        caseSensitive = value?["caseSensitive"]?.truth ?? outer.caseSensitive
        percentEncoded = value?["percentEncoded"]?.truth ?? outer.percentEncoded
    }
}
