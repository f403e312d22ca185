import Domain
import TestKit
import Testing
import Verdicts

/// One story and what its verdict must say; what is nil is not checked.
struct Expectation: CustomTestStringConvertible, Sendable {
    var name: String
    var story: String
    var outcome: Outcome?
    var experience: Experience??
    var primary: BreakCode??
    var breaks: Set<BreakCode>?
    var reason: String?
    var severity: Severity?
    var hint: String?
    var attempt: Int?
    var unseen: Int?
    var remarks: Set<Remark>?
    var closedAt: String?
    var owner: Owner?

    var testDescription: String { name }

    /// An order of which nothing is wrong.
    static func healthy(_ name: String, _ outcome: Outcome, _ experience: Experience?, _ story: String) -> Expectation {
        Expectation(name: name, story: story, outcome: outcome, experience: .some(experience), primary: .some(nil), breaks: [])
    }

    func check() throws {
        let story = try Story(story)
        let verdict = Judge.judge(story.chain, in: story.run)
        if let outcome { #expect(verdict.outcome == outcome) }
        if let experience { #expect(verdict.experience == experience) }
        if let primary { #expect(verdict.primaryBreak == primary) }
        if let breaks { #expect(Set(verdict.breaks.map(\.code)) == breaks) }
        if let remarks { #expect(Set(verdict.remarks) == remarks) }
        let main = verdict.breaks.first { $0.code == verdict.primaryBreak }
        if let reason { #expect(main?.reason == reason) }
        if let severity { #expect(main?.severity == severity) }
        if let hint { #expect(main?.hint == hint) }
        if let attempt { #expect(main?.attempt == attempt) }
        if let unseen { #expect(main?.attemptsUnseen == unseen) }
        if let owner { #expect(main?.owner == owner) }
        if let closedAt { #expect(main?.closedAt == StoryTime.at(closedAt)) }
    }
}
