import Alerts
import Domain

/// What a `paychain.yaml` means (client-and-server-lines.md, last section). Without one, everything is at its default.
public struct Settings: Sendable {
    /// The file they came from; nil for defaults.
    public var path: String?
    /// Zone of stamps that carry none; nil when not configured (then `--tz`, else Asia/Shanghai).
    public var zone: ZoneTable?
    /// The merchant's own identities.
    public var merchant = RunContext.Merchant()
    /// Domains that return URLs may use.
    public var returnDomains: [String] = []
    /// The app's own URL schemes, in lower case.
    public var urlSchemes: [String] = []
    /// Notify, return and order-status paths beside the learnt ones.
    public var endpoints = Endpoints()
    /// Keys of order numbers beside the usual spellings.
    public var orderNumberKeys: [String] = []
    /// Sources that need a word of explanation; the first whose path fits counts.
    public var sources: [SourceSettings] = []
    /// Deadlines that replace the flow's own, in the order of the file.
    public var deadlines: [RunContext.Deadline] = []
    /// The file that holds the key of masking; nil: the usual place (``MaskKeyFile``).
    public var maskKeyFile: String?
    /// Who can be told of alerts: rule files may name these beside their own.
    public var receivers: [ReceiverSettings] = []
    /// Who is told what, for rule files that have no route of their own.
    public var route = AlertRoute()

    /// Makes the defaults.
    public init() {}
}

/// One entry of `sources:`.
public struct SourceSettings: Sendable {
    /// Which sources are meant.
    public var path: Glob
    /// Who speaks in them; nil: recognised by content.
    public var witness: Witness?
    /// The envelope's name; empty: recognised by content.
    public var format = ""
    /// Zone of their stamps; nil: the one of the file.
    public var zone: ZoneTable?
    /// What their lines mean.
    public var events: [EventSettings] = []

    /// Makes an entry that explains nothing.
    public init(path: Glob) { self.path = path }
}

/// One entry of `events:`: a test on a line, and the event it means.
public struct EventSettings: Sendable {
    /// How a line is recognised.
    public enum Test: Sendable {
        /// A pattern anywhere in the message.
        case pattern(CompiledPattern)
        /// A field of the line that has exactly this value: `match: {evt: pay_ok}`.
        case field(key: String, value: String)
    }

    /// How a line is recognised.
    public var test: Test
    /// The event.
    public var event: EventKind
    /// Key of ours → pattern whose first group (or whole match) is the value, in the order of the file.
    public var fields: [(key: String, pattern: CompiledPattern)] = []
    /// Key of ours → name of the line's own field: `fields: {orderNo: {field: biz_no}}`.
    public var copies: [(key: String, field: String)] = []
    /// Key of ours → constant.
    public var constants: [(key: String, value: String)] = []
    /// Key of ours → words of theirs → words of ours.
    public var words: [String: [String: String]] = [:]

    /// Makes an entry.
    public init(test: Test, event: EventKind) { (self.test, self.event) = (test, event) }
}
