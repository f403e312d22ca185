import Domain

/// What a command is: its name, its texts, its options, and what it does. One value, one file.
public struct CommandDefinition: Sendable {
    /// The word that calls it.
    public let name: String
    /// What stands behind the word: `PATH…`.
    public let operands: String
    /// How many operands it takes.
    public let operandCount: ClosedRange<Int>
    /// What it is for, in one line.
    public let summary: Text
    /// What else a user should know.
    public let details: Text?
    /// Its own options, beside the ones that every command has.
    public let options: [OptionDefinition]
    /// Command lines to copy, each with what it does.
    public let examples: [(line: String, does: Text)]
    /// Does it.
    public let run: @Sendable (Invocation) throws(CommandError) -> ExitCode

    /// Makes a command.
    public init(
        name: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0, summary: Text, details: Text? = nil,
        options: [OptionDefinition] = [], examples: [(line: String, does: Text)],
        run: @escaping @Sendable (Invocation) throws(CommandError) -> ExitCode
    ) {
        (self.name, self.operands, self.operandCount, self.summary, self.details) = (name, operands, operandCount, summary, details)
        (self.options, self.examples, self.run) = (options, examples, run)
    }

    /// Every command, in the order of the help.
    public static let all: [CommandDefinition] = [
        analyze, watch, order, orders, report, alerts, serve, export, `case`, explain, lint, scenarios, aasa, simulate, stage, help,
    ]

    /// The command of a word.
    static func named(_ name: String) -> CommandDefinition? { all.first { $0.name == name } }
}

/// One option of a command.
public struct OptionDefinition: Sendable {
    /// Its name without the dashes.
    public let name: String
    /// One letter, for the few options that have one.
    public let letter: Character?
    /// What its value is (`FILE`); nil for a switch.
    public let value: String?
    /// The words its value may be; empty when any.
    public let choices: [String]
    /// May be given more than once.
    public let repeats: Bool
    /// What it does.
    public let help: Text

    /// Makes an option.
    public init(
        _ name: String, letter: Character? = nil, value: String? = nil, choices: [String] = [], repeats: Bool = false, help: Text
    ) {
        (self.name, self.letter, self.value, self.choices, self.repeats, self.help) = (name, letter, value, choices, repeats, help)
    }

    /// Options that every command has.
    public static let everywhere: [OptionDefinition] = [
        OptionDefinition(
            "lang", value: "zh|en", choices: ["zh", "en"],
            help: Text(en: "language of the output; default from LC_ALL, LANG", zh: "输出语言；默认取自 LC_ALL、LANG")),
        OptionDefinition(
            "color", value: "auto|always|never", choices: ["auto", "always", "never"],
            help: Text(en: "colours; auto: on a terminal, unless NO_COLOR is set", zh: "颜色；auto：仅在终端且未设置 NO_COLOR 时使用")),
        OptionDefinition("quiet", letter: "q", help: Text(en: "no progress and no messages but errors", zh: "不显示进度和提示，只显示错误")),
        OptionDefinition("help", letter: "h", help: Text(en: "this help", zh: "显示帮助")),
        OptionDefinition("version", help: Text(en: "the version", zh: "显示版本")),
    ]
}
