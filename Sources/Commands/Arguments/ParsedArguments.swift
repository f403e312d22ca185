import Domain
import Reports

/// What was typed, taken apart but not yet understood: options are not settings.
public struct ParsedArguments: Sendable {
    /// What stands behind the command's word.
    public internal(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    init() {}

    mutating func add(_ option: OptionDefinition, _ value: String) { values[option.name, default: []].append(value) }

    /// Whether a switch was given.
    public func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option, the last one given.
    public subscript(_ name: String) -> String? { values[name]?.last }

    /// All values of an option that repeats, as typed.
    public func each(_ name: String) -> [String] { values[name] ?? [] }

    /// All values of an option that repeats; a value may hold several, separated by commas.
    public func all(_ name: String) -> [String] {
        (values[name] ?? []).flatMap { $0.split(separator: ",").map(String.init) }
    }
}

/// Takes a command line apart: `--name value`, `--name=value`, `-h`, `--` before operands that begin with a dash.
///
/// `-` alone is an operand: standard input.
enum ArgumentParser {
    /// The command that is meant and its arguments.
    struct Result {
        var command: CommandDefinition?
        var arguments = ParsedArguments()
    }

    static func parse(_ words: [String], commands: [CommandDefinition] = CommandDefinition.all) throws(CommandError) -> Result {
        var result = Result()
        var index = 0
        var onlyOperands = false
        while index < words.count {
            let word = words[index]
            index += 1
            if !onlyOperands, word == "--" {
                onlyOperands = true
            } else if !onlyOperands, word.hasPrefix("-"), word != "-", !isNumber(word) {
                try option(word, words, &index, &result)
            } else if result.command == nil {
                guard let command = commands.first(where: { $0.name == word }) else {
                    throw CommandError.unknownCommand(word, known: commands.map(\.name))
                }
                result.command = command
            } else {
                result.arguments.operands.append(word)
            }
        }
        return result
    }

    /// `-2` is a code or a number, never an option: none is called by a digit.
    private static func isNumber(_ word: String) -> Bool { word.utf8.dropFirst().allSatisfy { (48...57).contains($0) } }

    /// Refuses too few or too many operands. Not part of parsing: `--help` comes first.
    static func checkOperands(_ arguments: ParsedArguments, of command: CommandDefinition) throws(CommandError) {
        let count = arguments.operands.count
        if count < command.operandCount.lowerBound { throw CommandError.missingOperand(command) }
        if count > command.operandCount.upperBound {
            throw CommandError.unexpectedOperand(arguments.operands[command.operandCount.upperBound], command)
        }
    }

    private static func option(_ word: String, _ words: [String], _ index: inout Int, _ result: inout Result) throws(CommandError) {
        let known = (result.command?.options ?? []) + OptionDefinition.everywhere
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard let option = known.first(where: { name == "--" + $0.name || $0.letter.map { name == "-\($0)" } ?? false }) else {
            throw CommandError.unknownOption(name, known: known.map { "--" + $0.name }, command: result.command)
        }
        guard option.value != nil else {
            if parts.count > 1 { throw CommandError.valueNotWanted(option) }
            if !result.arguments.has(option.name) { result.arguments.add(option, "") }
            return
        }
        let value: String
        if parts.count > 1 {
            value = parts[1]
        } else {
            guard index < words.count, words[index] == "-" || !words[index].hasPrefix("--") else { throw CommandError.valueMissing(option) }
            value = words[index]
            index += 1
        }
        if !option.choices.isEmpty {
            let given = option.repeats ? value.split(separator: ",").map(String.init) : [value]
            for one in given where !option.choices.contains(one) { throw CommandError.notAChoice(one, option) }
        }
        if result.arguments.has(option.name), !option.repeats { throw CommandError.givenTwice(option) }
        result.arguments.add(option, value)
    }
}
