import Domain
import Reports

extension CommandDefinition {
    /// `paychain help [COMMAND]`.
    static let help = CommandDefinition(
        name: "help", operands: "[COMMAND]", operandCount: 0...1,
        summary: Text(en: "what there is, or one command in full", zh: "列出命令，或查看某个命令的说明"),
        examples: [
            ("paychain help", Text(en: "all commands", zh: "所有命令")),
            ("paychain help analyze", Text(en: "one command with its options and examples", zh: "某个命令的选项与示例")),
        ]
    ) { invocation throws(CommandError) in
        guard let word = invocation.arguments.operands.first else {
            invocation.console.write(HelpPage.overview(invocation))
            return .done
        }
        guard let command = CommandDefinition.named(word) else {
            throw CommandError.unknownCommand(word, known: CommandDefinition.all.map(\.name))
        }
        invocation.console.write(HelpPage.make(command, invocation))
        return .done
    }
}
