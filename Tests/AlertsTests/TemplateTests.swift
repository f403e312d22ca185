import Domain
import Testing

@testable import Alerts

struct TemplateTests {
    @Test func fillsInWhatIsThere() throws {
        var world = World()
        for minute in 0..<5 as Range<Int64> { world.add(minute, breaks: [.notifyRejected], version: "5.2.1") }
        var rule = AlertRule(
            name: "Rejected", query: query(.breakCount) { $0.by = [.appVersion] }, condition: .threshold(.above, Quantity(0)))
        rule.annotations = [
            ("summary", try AlertTemplate("{{ value }} orders in {{window}} on {{ $labels.app_version }}: {{ examples }} ({{ baseline }})"))
        ]
        var state = AlertState()
        let said = AlertEvaluation.evaluate(rules(rule), world.evidence(asOf: 7), state: &state)
        #expect(said.first?.annotation("summary") == "5 orders in 10m on 5.2.1: o3, o4, o5 (–)")
        #expect(said.first?.labels == [AlertEvent.Pair("alertname", "Rejected"), AlertEvent.Pair("app_version", "5.2.1")])
        #expect(said.first?.fingerprint.utf8.count == 16)
    }

    @Test func refusesWhatIsNot() {
        #expect(throws: AlertTemplate.Fault.self) { try AlertTemplate("{{ valeu }}") }
        #expect(throws: AlertTemplate.Fault.self) { try AlertTemplate("{{ value") }
        do throws(AlertTemplate.Fault) { _ = try AlertTemplate("{{ valeu }}") } catch {
            #expect(error.what.en.contains("did you mean “{{ value }}”"))
        }
    }

    @Test func spansAreWrittenAsTheyAreRead() {
        #expect(AlertTemplate.span(.minutes(90)) == "1h30m")
        #expect(AlertTemplate.span(.seconds(0)) == "0s")
        #expect(AlertTemplate.span(.days(2)) == "2d")
    }

    @Test func numbersAreWrittenShortly() {
        #expect(Quantity.decimal(5) == "5")
        #expect(Quantity.decimal(0.125) == "0.125")
        #expect(Quantity.decimal(-0.5) == "-0.5")
        #expect(Quantity.decimal(.nan) == "NaN")
        #expect(Quantity(0.0525).text(.share) == "5.25%")
        #expect(Quantity(12.5).text(.seconds) == "12.5s")
        #expect(Quantity(5_430).text(.seconds) == "1h30m30s")
    }
}
