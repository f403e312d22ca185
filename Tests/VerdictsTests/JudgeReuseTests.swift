import Domain
import TestKit
import Testing
import Verdicts

/// One judge judges order after order: nothing of one may show in the next.
@Suite struct JudgeReuseTests {
    @Test func aUsedJudgeSaysWhatAFreshOneDoes() throws {
        let stories = try DeclaredExample.all.map { try Story($0.example.history) }
        for run in stories.prefix(12).map(\.run) {
            var judge = Judge(run)
            for story in stories {
                var chain = story.chain
                judge.judge(&chain)
                #expect(judge.verdict == Judge.judge(story.chain, in: run))
                #expect(chain.events.count == story.chain.events.count)
            }
        }
    }
}
