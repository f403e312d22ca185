import Domain

/// One thing that a client log should carry for a chain to be told whole: how its lack is found, the line to add, and which verdicts
/// it would settle.
///
/// One value, one file under `Rules/`. ``all`` lists them; the report, JSON and tests derive from it.
public struct LintRule: Sendable {
    /// How much a chain needs it.
    public enum Level: String, Sendable, CaseIterable {
        /// Verdicts stay open without it, or the log gives something away that it must not.
        case must
        /// It makes verdicts surer, or faults easier to place.
        case should
    }

    /// A line to add, and where.
    public struct Addition: Sendable {
        /// `iOS`, `Android`, `server`, …
        public let place: String
        /// The code or configuration, as it is typed.
        public let code: String

        init(_ place: String, _ code: String) { (self.place, self.code) = (place, code) }
    }

    /// How a lack is found.
    enum Test: Sendable {
        /// A kind of event that no line of a platform shows, though orders whose flow has it are bound to its devices.
        case never(EventKind)
        /// Something that one order lacks: the event that shows it.
        case order(@Sendable (OrderView) -> Int?)
        /// Something that is wrong with one line.
        case record(@Sendable (LintRecord) -> Bool)
        /// Something that a source as a whole lacks.
        case source(@Sendable (LintSource) -> Bool)
        /// Something that the whole run lacks.
        case run(@Sendable (LintRun) -> Bool)
    }

    /// Which open verdicts it would settle.
    struct Settles: Sendable {
        /// Steps that are `unobserved` without it.
        var steps: [Step]
        /// The experience is `unobserved` without it.
        var experience = false
        /// It hides order numbers: orders without any client line are concerned too.
        var hidesNumbers = false

        static let nothing = Settles(steps: [])
        static let everyClientStep = Settles(
            steps: [.checkoutLoaded, .walletOpened, .returned, .requeried, .resultShown, .purchasing, .purchased, .finished],
            experience: true, hidesNumbers: true)
    }

    /// Its code, as in JSON.
    public let code: String
    /// How much a chain needs it.
    public let level: Level
    /// What is lacking, in a few words.
    public let title: Text
    /// Why it matters.
    public let meaning: Text
    /// The lines to add.
    public let additions: [Addition]
    let settles: Settles
    /// Flows it is about; empty: every one.
    let flows: Set<Flow>
    let test: Test

    init(
        _ code: String, _ level: Level, title: Text, meaning: Text, add additions: [Addition], settles: Settles, flows: Set<Flow> = [],
        test: Test
    ) {
        (self.code, self.level, self.title, self.meaning, self.additions) = (code, level, title, meaning, additions)
        (self.settles, self.flows, self.test) = (settles, flows, test)
    }

    /// Every rule, in the order in which ties are listed.
    public static let all: [LintRule] = [
        noClientLog, tagMissing, privateRedacted, lineTruncated, interceptNotLogged, openResultNotLogged, returnNotLogged,
        foregroundingNotLogged, urlMissing, urlCut, orderNotKept, numberMissing, deviceNotTied, deviceLogMissing, resultNotLogged,
        queryNotLogged,
        zoneMissing, secretLogged, versionMissing,
    ]

    /// Flows with a wallet; H5 ones open it from a page.
    static let walletFlows: Set<Flow> = [.alipayH5, .alipaySDK, .wechatH5, .wechatSDK]
    static let pageFlows: Set<Flow> = [.alipayH5, .wechatH5]
}

/// One line of a client log as it was written.
public struct LintRecord {
    /// What stands behind the header.
    public var text: UnsafeRawBufferPointer
    /// It carries the tag `PayCallback`.
    public var isTagged: Bool
    /// Its envelope is a device's.
    public var isDevice: Bool
    /// Name of its envelope.
    public var format: String

    /// Makes a record.
    public init(text: UnsafeRawBufferPointer, isTagged: Bool, isDevice: Bool, format: String) {
        (self.text, self.isTagged, self.isDevice, self.format) = (text, isTagged, isDevice, format)
    }

    /// Whether ASCII text stands in it.
    func holds(_ word: StaticString) -> Bool { place(of: word) != nil }

    /// Where ASCII text begins.
    func place(of word: StaticString) -> Int? {
        let length = word.utf8CodeUnitCount
        guard length > 0, text.count >= length else { return nil }
        let start = word.utf8Start
        var i = 0
        while i <= text.count &- length {
            if text[i] == start[0] {
                var j = 1
                while j < length, text[i &+ j] == start[j] { j &+= 1 }
                if j == length { return i }
            }
            i &+= 1
        }
        return nil
    }

    /// Whether it ends so, blanks apart.
    func ends(_ word: StaticString) -> Bool {
        var end = text.count
        while end > 0, text[end - 1] <= 32 { end -= 1 }
        let length = word.utf8CodeUnitCount
        guard length <= end else { return false }
        for i in 0..<length where text[end - length + i] != word.utf8Start[i] { return false }
        return true
    }
}

/// One source that holds client lines.
public struct LintSource: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Records with the tag.
    public var tagged: Int
    /// The line of the first of them.
    public var firstTagged: UInt32
    /// Their stamps carry no zone.
    public var lacksZone: Bool

    /// Makes a source.
    public init(name: String, tagged: Int, firstTagged: UInt32, lacksZone: Bool) {
        (self.name, self.tagged, self.firstTagged, self.lacksZone) = (name, tagged, firstTagged, lacksZone)
    }
}

/// What the whole run shows.
public struct LintRun: Sendable {
    /// Sources with tagged client lines.
    public var clientSources = 0
    /// Client events bound to orders.
    public var clientEvents = 0
    /// Orders judged.
    public var orders = 0
}
