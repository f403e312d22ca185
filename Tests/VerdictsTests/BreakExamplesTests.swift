import Domain
import TestKit
import Testing
import Verdicts

/// One declared history of one break.
struct DeclaredExample: CustomTestStringConvertible, Sendable {
    var definition: BreakDefinition
    var example: BreakDefinition.Example
    var testDescription: String { "\(definition.code.rawValue): \(example.title)" }

    static let all = BreakDefinition.all.flatMap { definition in
        definition.examples.map { DeclaredExample(definition: definition, example: $0) }
    }
}

@Suite struct BreakExamplesTests {
    @Test(arguments: DeclaredExample.all)
    func declaredHistoryGetsItsVerdict(_ declared: DeclaredExample) throws {
        let story = try Story(declared.example.history)
        let verdict = Judge.judge(story.chain, in: story.run)
        let fired = verdict.breaks.first { $0.code == declared.definition.code }
        #expect(fired?.severity == declared.example.severity)
        if let fired {
            #expect(fired.reason == declared.example.reason)
            #expect(!fired.evidence.isEmpty)
        }
    }

    @Test func everyReasonIsDeclared() throws {
        for declared in DeclaredExample.all {
            guard let reason = declared.example.reason, declared.definition.code != .paymentFailed else { continue }
            #expect(declared.definition.reasons.contains { $0.word == reason }, "\(declared.testDescription)")
        }
    }

    @Test func everyBreakIsCompleteInBothLanguages() {
        for definition in BreakDefinition.all {
            let texts = definition.texts
            for text in [texts.title, texts.statement, texts.severity, texts.meaning, texts.confirm, texts.causes, texts.fix]
                + definition.reasons.map(\.text)
            {
                #expect(!text.en.isEmpty && !text.zh.isEmpty, "\(definition.code.rawValue)")
                #expect(text.zh.unicodeScalars.contains { $0.value > 0x3000 }, "\(definition.code.rawValue): \(text.zh)")
            }
            #expect(definition.examples.contains { $0.severity != nil }, "\(definition.code.rawValue) needs a history on which it fires")
            #expect(
                definition.examples.contains { $0.severity == nil }, "\(definition.code.rawValue) needs a history on which it is silent")
        }
    }

    @Test func breaksStandInRankOrder() {
        #expect(BreakDefinition.all.map(\.code.rank) == BreakDefinition.all.map(\.code.rank).sorted())
        #expect(Set(BreakDefinition.all.map(\.code)).count == BreakDefinition.all.count)
    }
}
