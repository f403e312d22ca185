import Domain
import Testing

@testable import Commands

/// What holds for every command because it is a declaration.
@Suite struct DeclarationTests {
    private static func hasChinese(_ text: String) -> Bool { text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } }

    @Test("every text exists in both languages", arguments: CommandDefinition.all.map(\.name))
    func texts(_ name: String) throws {
        let command = try #require(CommandDefinition.named(name))
        var texts = [command.summary] + command.examples.map(\.does)
        if let details = command.details { texts.append(details) }
        for option in command.options {
            #expect(!option.help.en.isEmpty && !option.help.zh.isEmpty)
        }
        for text in texts {
            #expect(DeclarationTests.hasChinese(text.zh), "\(text.zh)")
            #expect(!DeclarationTests.hasChinese(text.en), "\(text.en)")
        }
        #expect(!command.examples.isEmpty)
    }

    @Test("every example is a command line that is understood", arguments: CommandDefinition.all.map(\.name))
    func examples(_ name: String) throws {
        let command = try #require(CommandDefinition.named(name))
        for (line, _) in command.examples {
            for part in line.split(separator: "|") {
                let words = part.split(separator: " ").map(String.init)
                guard words.first == "paychain" else { continue }
                let parsed = try ArgumentParser.parse(Array(words.dropFirst()))
                let known = try #require(parsed.command)
                try ArgumentParser.checkOperands(parsed.arguments, of: known)
            }
        }
    }

    @Test("help names every option and example", arguments: CommandDefinition.all.map(\.name), Language.allCases)
    func help(_ name: String, _ language: Language) throws {
        let command = try #require(CommandDefinition.named(name))
        let page = Called("help \(name) --lang \(language)", environment: ["COLUMNS": "120"]).output
        for option in command.options + OptionDefinition.everywhere { #expect(page.contains("--\(option.name)")) }
        for example in command.examples { #expect(page.contains(example.line)) }
        // Texts of several lines are several paragraphs.
        #expect(!page.contains("␊"))
        #expect(page == Called("\(name) --help --lang \(language)", environment: ["COLUMNS": "120"]).output)
        #expect(Called("help --lang \(language)").output.contains("paychain \(name)"))
    }

    @Test func `no command declares an option twice, or one that every command has`() {
        for command in CommandDefinition.all {
            let names = (command.options + OptionDefinition.everywhere).map(\.name)
            #expect(Set(names).count == names.count, "\(command.name)")
        }
        #expect(Set(CommandDefinition.all.map(\.name)).count == CommandDefinition.all.count)
    }
}
