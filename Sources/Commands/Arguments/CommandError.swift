import Configuration
import Domain
import Reports

/// How a process ends (contract.md).
public enum ExitCode: Int32, Sendable {
    /// Done; also when nothing was recognised.
    case done = 0
    /// Done, and what was asked for was not found, or a check fired.
    case notFound = 1
    /// Usage or configuration error.
    case usage = 2
    /// No path could be read.
    case unreadable = 3
    /// The store or the output could not be opened or written.
    case store = 4
}

/// Why a command could not do what was asked: what is wrong, what to do, how the process ends.
public struct CommandError: Error, Sendable {
    /// How the process ends.
    public var code: ExitCode
    /// What is wrong.
    public var what: Text
    /// What to do; nil where `what` says it all.
    public var remedy: Text?
    /// Each line of `what` is a mistake of its own; else line ends in it are no more than characters of a name.
    var isList = false

    /// A configuration with one mistake or several.
    init(_ error: ConfigurationError) {
        self.init(.usage, Text(en: error.message(.en), zh: error.message(.zh)))
        isList = true
    }

    /// What is wrong, line by line.
    func lines(_ language: Language) -> [String] {
        isList ? what(language).split(separator: "\n").map(String.init) : [what(language)]
    }

    /// Makes an error.
    public init(_ code: ExitCode, _ what: Text, remedy: Text? = nil) { (self.code, self.what, self.remedy) = (code, what, remedy) }

    static func unknownCommand(_ word: String, known: [String]) -> CommandError {
        var remedy = suggestion(word, known) ?? Text(en: "`paychain help` lists them", zh: "`paychain help` 列出所有命令")
        if word.contains("/") || word.contains(".") {
            remedy = Text(en: "to read logs: `paychain analyze \(word)`", zh: "读取日志请用：`paychain analyze \(word)`")
        }
        return CommandError(.usage, Text(en: "there is no command “\(word)”", zh: "没有命令“\(word)”"), remedy: remedy)
    }

    static func unknownOption(_ word: String, known: [String], command: CommandDefinition?) -> CommandError {
        let help = "paychain help" + (command.map { " " + $0.name } ?? "")
        return CommandError(
            .usage, Text(en: "there is no option “\(word)”", zh: "没有选项“\(word)”"),
            remedy: suggestion(word, known) ?? Text(en: "`\(help)` lists them", zh: "`\(help)` 列出所有选项"))
    }

    static func valueMissing(_ option: OptionDefinition) -> CommandError {
        let value = option.value ?? ""
        return CommandError(.usage, Text(en: "--\(option.name) needs a value: \(value)", zh: "--\(option.name) 需要一个值：\(value)"))
    }

    static func valueNotWanted(_ option: OptionDefinition) -> CommandError {
        CommandError(.usage, Text(en: "--\(option.name) takes no value", zh: "--\(option.name) 不带值"))
    }

    static func givenTwice(_ option: OptionDefinition) -> CommandError {
        CommandError(.usage, Text(en: "--\(option.name) was given twice", zh: "--\(option.name) 重复出现"))
    }

    static func notAChoice(_ word: String, _ option: OptionDefinition) -> CommandError {
        let choices = option.choices.joined(separator: ", ")
        return CommandError(
            .usage, Text(en: "--\(option.name) cannot be “\(word)”", zh: "--\(option.name) 不能是“\(word)”"),
            remedy: suggestion(word, option.choices) ?? Text(en: "one of: \(choices)", zh: "可选：\(choices)"))
    }

    static func badValue(_ option: String, _ value: String, _ wanted: Text) -> CommandError {
        CommandError(.usage, Text(en: "--\(option) “\(value)” cannot be read", zh: "--\(option) “\(value)” 无法识别"), remedy: wanted)
    }

    static func missingOperand(_ command: CommandDefinition) -> CommandError {
        CommandError(
            .usage,
            Text(en: "`paychain \(command.name)` needs \(command.operands)", zh: "`paychain \(command.name)` 需要 \(command.operands)"),
            remedy: Text(en: "`paychain help \(command.name)` has examples", zh: "`paychain help \(command.name)` 有示例"))
    }

    static func unexpectedOperand(_ word: String, _ command: CommandDefinition) -> CommandError {
        CommandError(
            .usage, Text(en: "“\(word)” is one argument too many", zh: "多余的参数“\(word)”"),
            remedy: Text(en: "`paychain help \(command.name)` has examples", zh: "`paychain help \(command.name)` 有示例"))
    }

    static func suggestion(_ word: String, _ known: [String]) -> Text? {
        let near = NearestWord.find(word, in: known)
        guard !near.isEmpty else { return nil }
        return Text(
            en: "did you mean \(near.map { "“\($0)”" }.joined(separator: ", "))?",
            zh: "是不是想用\(near.map { "“\($0)”" }.joined(separator: "、"))？")
    }
}
