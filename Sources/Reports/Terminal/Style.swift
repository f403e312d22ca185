import Domain

/// How a piece of text is set. Never the only carrier of a meaning: a sign or a word always says it too.
public enum Style: UInt8, Sendable {
    case plain
    case bold
    case dim
    case critical
    case major
    case minor
    case good
    case missing

    /// The ANSI sequence that turns it on. Colours of the Okabe–Ito palette, told apart with every kind of colour vision.
    var ansi: StaticString {
        switch self {
        case .plain: ""
        case .bold: "\u{1B}[1m"
        case .dim: "\u{1B}[2m"
        case .critical: "\u{1B}[1;38;5;202m"
        case .major, .missing: "\u{1B}[38;5;214m"
        case .minor: "\u{1B}[38;5;74m"
        case .good: "\u{1B}[38;5;36m"
        }
    }
}

/// How a report is drawn: everything about the reader's terminal and nothing about the data.
public struct ReportStyle: Sendable {
    /// The language of every word.
    public var language: Language
    /// Columns to fill; kept within ``narrowest``…``widest``.
    public var width: Int
    /// Whether colours are sent.
    public var usesColor: Bool
    /// The zone in which times are shown.
    public var zone: ZoneTable
    /// Nobody's screen: tables are as wide as they need to be.
    public var isPiped = false
    /// What was typed and a suggested command has to repeat.
    public var typed = TypedOptions()

    /// Fewer columns cannot hold three lanes.
    public static let narrowest = 80
    /// More columns make lines that the eye loses.
    public static let widest = 160

    /// Makes a style.
    public init(language: Language, width: Int = 100, usesColor: Bool = false, zone: ZoneTable = .shanghai) {
        (self.language, self.usesColor, self.zone) = (language, usesColor, zone)
        self.width = min(max(width, ReportStyle.narrowest), ReportStyle.widest)
    }

    /// What a suggested command needs behind its words to mean the same store, zone and language.
    public func again(for command: TypedOptions.Command) -> String { typed.text(for: command) }
}

/// Options that somebody typed and that a suggested command has to repeat.
public struct TypedOptions: Sendable, Hashable {
    /// The store (`--db`).
    public var database: String?
    /// The zone of times (`--tz`).
    public var zone: String?
    /// The language (`--lang`).
    public var language: String?

    /// Which of them a command takes.
    public enum Command: Sendable {
        /// Commands that read the store.
        case store
        /// Any command.
        case anything
    }

    /// Makes options of which none was typed.
    public init() {}

    /// The options as they are typed again, with a blank before each.
    func text(for command: Command) -> String {
        var out = ""
        func add(_ name: String, _ value: String?) {
            if let value { out += " --\(name) " + ShellWord.quoted(value, isOperand: false) }
        }
        if command == .store {
            add("db", database)
            add("tz", zone)
        }
        add("lang", language)
        return out
    }
}
