import Domain
import TestKit
import Testing
import Verdicts

@testable import Audits

/// One declared history of one scenario.
struct ScenarioExample: CustomTestStringConvertible, Sendable {
    var definition: ScenarioDefinition
    var example: ScenarioDefinition.Example
    var testDescription: String { "\(definition.code): \(example.title)" }

    static let all = ScenarioDefinition.all.flatMap { definition in
        definition.examples.map { ScenarioExample(definition: definition, example: $0) }
    }
}

@Suite struct ScenarioTests {
    static func view(_ history: String, number: String = "ORDER-1") throws -> OrderView {
        let story = try Story(history, number: number)
        let sources = Witness.allCases.map { SourceInfo(name: "\($0).log", contentID: 0, witness: $0) }
        return OrderView(verdict: Judge.judge(story.chain, in: story.run), chain: story.chain, sources: sources)
    }

    @Test("declared histories", arguments: ScenarioExample.all) func declared(_ one: ScenarioExample) throws {
        let order = try ScenarioTests.view(one.example.history)
        let attempt = one.definition.attempt(order, isDeclared: one.example.isDeclared)
        #expect(attempt?.state == one.example.state, "\(attempt?.steps.map { "\($0.title.en): \($0.proof)" } ?? [])")
        // Each claim points at a line.
        for step in attempt?.steps ?? [] {
            if case .shown = step.proof { #expect(step.reference?.contains(".log:") == true) }
            if step.proof == .unobserved { #expect(step.hint != nil) }
        }
    }

    @Test func `every scenario is complete in both languages and has its histories`() {
        for definition in ScenarioDefinition.all {
            for text in [definition.title, definition.story] + definition.steps.flatMap({ [$0.title, $0.hint] }) {
                #expect(!text.en.isEmpty && text.zh.unicodeScalars.contains { $0.value > 0x3000 }, "\(definition.code): \(text)")
            }
            #expect(definition.examples.contains { $0.state == .proven } && definition.examples.contains { $0.state == .failed })
        }
        #expect(Set(ScenarioDefinition.all.map(\.code)).count == 6)
    }

    @Test func `the last try that decides speaks for the scenario, and the order of noting does not matter`() throws {
        let failed = ScenarioDefinition.installedPaid.examples.first { $0.state == .failed }?.history ?? ""
        let proven = ScenarioDefinition.installedPaid.examples.first { $0.state == .proven }?.history ?? ""
        let later = failed.replacing("10:02", with: "10:22")
        let orders = try [
            ScenarioTests.view(proven, number: "A"), ScenarioTests.view(later, number: "B"), ScenarioTests.view(failed, number: "C"),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            var one = ScenarioCollector()
            var two = ScenarioCollector()
            one.note(orders[order[0]])
            two.note(orders[order[1]])
            two.note(orders[order[2]])
            one.merge(two)
            let result = one.results[1]
            #expect(result.state == .failed && result.decisive?.order.description == "B" && result.tries.count == 3)
            // The first launch of the device is the earliest order's; equal moments go by number.
            #expect(one.results[0].tries.map(\.order.description) == ["A"])
        }
    }

    @Test func `an order named for one scenario is no try at another`() throws {
        let history = ScenarioDefinition.installedPaid.examples.first { $0.state == .proven }?.history ?? ""
        var collector = ScenarioCollector(declared: ["first_install": ["ORDER-1"]])
        collector.note(try ScenarioTests.view(history))
        #expect(collector.results.map(\.state) == [.notTried, .notTried, .notTried, .notTried, .proven, .notTried])
    }

    @Test func `a folder named after a scenario names its orders`() throws {
        let history = ScenarioDefinition.installedPaid.examples.first { $0.state == .proven }?.history ?? ""
        let plain = try ScenarioTests.view(history)
        let sources = Witness.allCases.map { SourceInfo(name: "run/First-Install/\($0).log", contentID: 0, witness: $0) }
        var collector = ScenarioCollector()
        collector.note(OrderView(verdict: plain.verdict, chain: plain.chain, sources: sources))
        #expect(collector.results[4].state == .proven && collector.results[1].state == .notTried)
    }

    @Test func `memory stays bounded, whatever is noted`() throws {
        let history = ScenarioDefinition.installedPaid.examples.first { $0.state == .proven }?.history ?? ""
        let plain = try ScenarioTests.view(history)
        var collector = ScenarioCollector()
        for number in 0..<1_200 {
            var verdict = plain.verdict
            verdict.order = OrderNumber("N\(number)")
            var chain = plain.chain
            for index in chain.events.indices where chain.events[index].device != 0 { chain.events[index].device = UInt64(number + 1) }
            collector.note(OrderView(verdict: verdict, chain: chain, sources: []))
        }
        #expect(collector.results.allSatisfy { $0.tries.count <= 2 * Limits.triesPerScenario })
    }
}
