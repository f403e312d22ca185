/// The name of an app in an association file: `<application identifier prefix>.<bundle id>`.
///
/// The prefix is the team's id but for some old accounts (source document 4, 3.1).
public struct AppIdentifier: Hashable, Sendable {
    /// As written.
    public let text: String

    /// Takes a name as written.
    public init(_ text: String) { self.text = text }

    /// Makes the name of a team's app.
    public init(team: String, bundle: String) { text = team + "." + bundle }

    /// What stands before the first dot; nil when it cannot be a prefix.
    public var prefix: String? {
        let head = text.prefix { $0 != "." }
        return AppIdentifier.isPrefix(String(head)) ? String(head) : nil
    }

    /// What stands behind the prefix; the whole text where there is none.
    public var bundle: String { prefix.map { String(text.dropFirst($0.count + 1)) } ?? text }

    /// Ten capital letters and digits.
    public static func isPrefix(_ word: String) -> Bool {
        word.utf8.count == 10 && word.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 }
    }

    /// Why it names no app; nil when it is well formed.
    var fault: Fault? {
        guard prefix != nil else {
            let head = text.prefix { $0 != "." }.lowercased()
            let isPlaceholder =
                ["teamid", "team_id", "your_team", "yourteamid", "appidprefix", "prefix"].contains(head) || text.contains("<")
            return isPlaceholder ? .placeholder : head.utf8.count == 10 ? .prefixSpelling : .prefixMissing
        }
        let bundle = bundle
        let isPlain = bundle.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || $0 == 45 || $0 == 46 }
        return bundle.isEmpty || bundle.hasPrefix(".") || bundle.hasSuffix(".") || !isPlain ? .bundle : nil
    }

    /// What is wrong with a name.
    enum Fault: String, Sendable {
        case placeholder, prefixMissing, prefixSpelling, bundle
    }
}
