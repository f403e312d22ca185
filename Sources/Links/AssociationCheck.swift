import Domain

/// One thing that can be wrong with an association file: what it is, how it is found, what people read, and files that have it.
///
/// One value, one file under `Checks/`. ``all`` lists them; help, tests and reports derive from it.
public struct AssociationCheck: Sendable {
    /// How much it matters.
    public enum Severity: Int, Sendable, Comparable, CaseIterable {
        /// Links do not open the app.
        case error
        /// They may not, or not everywhere.
        case warning
        /// Worth knowing.
        case note

        /// The worse one is less.
        public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

        /// `error`, `warning`, `note`.
        public var word: String { self == .error ? "error" : self == .warning ? "warning" : "note" }
    }

    /// Where it was found and what stands there.
    typealias Found = (place: String, detail: String?)

    /// Its code, as in JSON.
    public let code: String
    /// How much it matters.
    public let severity: Severity
    /// A few words.
    public let title: Text
    /// What follows from it.
    public let meaning: Text
    /// What to do.
    public let fix: Text
    /// Files that have it; tests play them.
    let fires: [AssociationSubject]
    /// Finds it.
    let find: @Sendable (AssociationSubject) -> [Found]

    init(
        _ code: String, _ severity: Severity, title: Text, meaning: Text, fix: Text, fires: [AssociationSubject],
        find: @escaping @Sendable (AssociationSubject) -> [Found]
    ) {
        (self.code, self.severity, self.title, self.meaning, self.fix) = (code, severity, title, meaning, fix)
        (self.fires, self.find) = (fires, find)
    }

    /// Every check, in the order in which a device would stumble.
    public static let all: [AssociationCheck] = [
        certificateUntrusted, notSecure, redirected, httpStatus, wrongPlace, contentType, tooLarge, signed, byteOrderMark, notJSON,
        repeatedKey, linksMissing, detailsMissing, detailsAsObject, appsNotEmpty, appMissing, appMalformed, appNotListed, rulesMissing,
        wrongType, unknownKey, unknownVariable, matchesNothing, queryInPath, negationMalformed, excludedTooLate, neverReached,
        claimedTwice, pathsIgnored,
    ]

    /// The check of a code.
    public static func of(_ code: String) -> AssociationCheck? { all.first { $0.code == code } }
}

extension AssociationSubject {
    /// A file for the example of a check: the content of `applinks`.
    static func links(_ json: String, wanted: AppIdentifier? = nil) -> AssociationSubject {
        AssociationSubject(name: "example", bytes: Array("{\"applinks\":\(json)}".utf8), wanted: wanted)
    }

    /// A file with one entry for one app.
    static func entry(_ members: String, wanted: AppIdentifier? = nil) -> AssociationSubject {
        links("{\"details\":[{\"appIDs\":[\"ABCDE12345.com.example.shop\"],\(members)}]}", wanted: wanted)
    }

    /// A good file that came over the network in a certain way.
    static func fetched(_ fetch: Fetch, bytes: String? = nil) -> AssociationSubject {
        let good = "{\"applinks\":{\"details\":[{\"appIDs\":[\"ABCDE12345.com.example.shop\"],\"components\":[{\"/\":\"/pay/*\"}]}]}}"
        return AssociationSubject(name: fetch.hops.first?.url ?? "example", bytes: Array((bytes ?? good).utf8), fetch: fetch)
    }

    /// Where the file has to stand.
    static let wellKnown = "/.well-known/apple-app-site-association"

    /// Each entry of `details` as it stands in the file.
    var details: [(place: String, value: JSONValue, app: String?)] { links.map(AssociationFile.details) ?? [] }
}
