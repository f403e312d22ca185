import Domain
import TestKit
import Testing

@testable import Findings

@Suite struct FindingsCollectorTests {
    private func order(_ number: String, _ story: String) throws -> (Verdict, Chain) {
        let story = try Story(story, number: number)
        return (Verdict(order: OrderNumber(number), asOf: story.run.asOf), story.chain)
    }

    private func paid(_ number: String, version: String, via: String?) -> Verdict {
        var verdict = Verdict(order: OrderNumber(number), asOf: StoryTime.at("12:00"))
        verdict.outcome = .paid
        verdict.segments.appVersion = version
        verdict.segments.returnVia = via ?? "none"
        verdict.steps = [StepVerdict(step: .returned, state: via == nil ? .missing : .seen)]
        return verdict
    }

    private func refusal(_ number: String, _ time: String, status: Int, path: String = "/alipay/notify") throws -> (Verdict, Chain) {
        try order(
            number,
            """
            10:00:00 order.created amount=9.90 flow=alipay_h5
            \(time) edge notify.received httpStatus=\(status) method=POST path=\(path)
            """)
    }

    @Test func endpointThatRefusesEverybodyIsFound() throws {
        var gathered = FindingsCollector()
        for (index, time) in ["10:01:00", "10:02:00", "10:05:00", "10:07:00"].enumerated() {
            let (verdict, chain) = try refusal("A\(index)", time, status: 419)
            gathered.note(verdict, chain)
        }
        // mended: what is accepted afterwards does not excuse the time before
        for index in 0..<20 {
            let (verdict, chain) = try refusal("B\(index)", "11:00:\(index + 10)", status: 200)
            gathered.note(verdict, chain)
        }
        let findings = gathered.findings(of: RunFacts())
        #expect(findings.map(\.code) == [.notifyEndpointFailing])
        #expect(findings.first?.place == "POST /alipay/notify")
        #expect(findings.first?.httpStatus == 419)
        #expect(findings.first?.count == 4)
        #expect(findings.first?.orders == 4)
    }

    @Test func linksThatNeverLandForAnybodyAreFound() throws {
        let (_, none) = try order("N", "10:00:00 order.created amount=9.90 flow=alipay_h5")
        var gathered = FindingsCollector()
        var other = FindingsCollector()
        for index in 0..<6 {
            var verdict = paid("A\(index)", version: "5.2.1", via: "url_scheme")
            verdict.remarks = [.fallbackUsed]
            if index < 3 { gathered.note(verdict, none) } else { other.note(verdict, none) }
        }
        #expect(gathered.findings(of: RunFacts()).isEmpty)
        gathered.merge(other)
        #expect(gathered.findings(of: RunFacts()).map(\.place) == ["via=universal_link"])
        gathered.note(paid("B", version: "5.2.1", via: "universal_link"), none)
        #expect(gathered.findings(of: RunFacts()).isEmpty)
    }

    @Test func handfulOfFailuresAmongSuccessesIsNone() throws {
        var gathered = FindingsCollector()
        for index in 0..<40 {
            let (verdict, chain) = try refusal("A\(index)", "10:01:\(index + 10)", status: index % 8 == 0 ? 500 : 200)
            gathered.note(verdict, chain)
        }
        #expect(gathered.findings(of: RunFacts()).isEmpty)
    }

    /// An application's line names no method, the access log's does: one endpoint, also when no further one is kept.
    @Test func aKnownEndpointIsCountedWhateverItsLinesName() throws {
        var gathered = FindingsCollector()
        for index in 0..<4_100 {
            let (verdict, chain) = try refusal("A\(index)", "10:01:00", status: 500, path: "/hooks/\(index)/notify")
            gathered.note(verdict, chain)
        }
        for index in 0..<3 {
            let (verdict, chain) = try order(
                "B\(index)",
                """
                10:00:00 order.created amount=9.90 flow=alipay_h5
                10:02:00 notify.received httpStatus=500 path=/hooks/7/notify
                10:02:01 notify.answered httpStatus=500
                """)
            gathered.note(verdict, chain)
        }
        let found = gathered.findings(of: RunFacts()).first { $0.place == "POST /hooks/7/notify" }
        #expect(found?.count == 4)
    }

    @Test func numbersInPathsAreOneEndpoint() throws {
        var gathered = FindingsCollector()
        for index in 0..<3 {
            let (verdict, chain) = try refusal("N\(index)", "10:01:1\(index)", status: 403, path: "/notify/N\(index)")
            gathered.note(verdict, chain)
        }
        #expect(gathered.findings(of: RunFacts()).first?.place == "POST /notify/*")
    }

    @Test func probesAndToolsAreNoRefusals() throws {
        var gathered = FindingsCollector()
        for (index, mark) in ["probe=true", "agent=tool", "agent=scanner", "tool=true"].enumerated() {
            let (verdict, chain) = try order(
                "P\(index)", "10:00:0\(index) edge notify.received httpStatus=500 method=POST path=/wx/notify \(mark)")
            gathered.note(verdict, chain)
        }
        let findings = gathered.findings(of: RunFacts(probes: 2))
        #expect(findings.map(\.code) == [.probesRefused])
        #expect(findings.first?.isNote == true)
    }

    @Test func segmentThatNeverLandsIsFound() {
        var gathered = FindingsCollector()
        let none = Chain(order: OrderNumber("X"))
        for index in 0..<6 { gathered.note(paid("A\(index)", version: "5.2.1", via: nil), none) }
        for index in 0..<8 { gathered.note(paid("B\(index)", version: "5.2.0", via: "universal_link"), none) }
        for index in 0..<6 { gathered.note(paid("C\(index)", version: "5.1.9", via: "universal_link"), none) }
        let findings = gathered.findings(of: RunFacts())
        #expect(findings.map(\.place) == ["app_version=5.2.1"])
        #expect(findings.first?.orders == 6)
    }

    @Test func segmentThatLandsNeverByLinkIsFound() {
        var gathered = FindingsCollector()
        let none = Chain(order: OrderNumber("X"))
        for index in 0..<6 { gathered.note(paid("A\(index)", version: "5.2.1", via: "url_scheme"), none) }
        for index in 0..<8 { gathered.note(paid("B\(index)", version: "5.2.0", via: "universal_link"), none) }
        #expect(gathered.findings(of: RunFacts()).map(\.place) == ["app_version=5.2.1 via=universal_link"])
    }

    @Test func sourceThatEndsWhileItsKinGoesOnIsFound() {
        func source(_ name: String, _ from: String, _ to: String, lines: UInt64) -> SourceInfo {
            SourceInfo(
                name: name, contentID: StableHash.of(name), witness: .serverApp,
                span: Stretch(from: StoryTime.at(from), to: StoryTime.at(to)), lines: lines, evidence: name == "redis.log" ? 0 : 5)
        }
        let silent = source("pay-1.log", "09:00", "10:00", lines: 3_600)
        let kin = source("pay-2.log", "09:00", "12:00", lines: 9_000)
        let rare = source("cron.log", "09:00", "11:00", lines: 20)
        // A log that never gave evidence has nothing to fall silent about.
        let cache = source("redis.log", "09:00", "09:30", lines: 9_000)
        let findings = FindingsCollector().findings(of: RunFacts(sources: [silent, kin, rare, cache]))
        #expect(findings.map(\.place) == ["pay-1.log"])
        #expect(FindingsCollector().findings(of: RunFacts(sources: [kin])).isEmpty)
    }

    @Test func unboundEvidenceIsCountedByKind() throws {
        var gathered = FindingsCollector()
        let story = try Story(
            """
            10:00:00 notify.received notifyID=w-1
            10:05:00 notify.received notifyID=w-2
            10:06:00 app.foregrounded
            10:07:00 notify.received probe=true
            """)
        let chain = story.chain
        for event in chain.events { chain.withAttributes(of: event) { gathered.noteUnbound(event, $0) } }
        let findings = gathered.findings(of: RunFacts())
        #expect(findings.map(\.place) == ["server.notify.received", "client.app.foregrounded"])
        #expect(findings.map(\.count) == [2, 1])
        #expect(findings.map(\.isNote) == [false, true])
    }

    @Test func mergingGivesTheSameInAnyOrder() throws {
        var orders: [(Verdict, Chain)] = []
        for index in 0..<30 {
            orders.append(try refusal("A\(index)", "10:\(index + 10):00", status: index % 9 == 0 ? 200 : 502))
            orders.append((paid("S\(index)", version: "5.\(index % 3)", via: index % 3 == 0 ? nil : "universal_link"), orders[0].1))
        }
        var whole = FindingsCollector()
        for (verdict, chain) in orders { whole.note(verdict, chain) }
        var parts = [FindingsCollector(), FindingsCollector(), FindingsCollector()]
        for (index, one) in orders.reversed().enumerated() { parts[index % 3].note(one.0, one.1) }
        var merged = parts[2]
        merged.merge(parts[0])
        merged.merge(parts[1])
        #expect(!whole.findings(of: RunFacts()).isEmpty)
        #expect(whole.findings(of: RunFacts()) == merged.findings(of: RunFacts()))
    }

    /// More endpoints than are kept: the same ones stay, whoever met which of them first.
    @Test("the findings do not depend on workers or order", arguments: [1, 2, 3, 8])
    func manyEndpoints(_ workers: Int) throws {
        let count = FindingLimits.endpoints + 1_200
        var lines = EvidenceBatch()
        for number in 0..<count {
            // each is asked for three times, by three lines that may come to different workers
            for minute in 0..<FindingLimits.refusals {
                let row = Evidence(
                    event: .notifyReceived, at: Instant(microseconds: 1_793_584_800_000_000) + .minutes(Int64(minute)), resolution: .second,
                    witness: .serverEdge, source: 0, line: UInt32(number), offset: UInt64(number), identity: UInt64(lines.rows.count))
                var attributes: [UInt8] = []
                AttributeWriter.append(.path, "/hooks/\(number)/notify", to: &attributes)
                AttributeWriter.append(.httpStatus, "502", to: &attributes)
                attributes.withUnsafeBytes { lines.append(row, attributes: $0) }
            }
        }
        func findings(_ order: [Evidence], _ workers: Int) -> [Finding] {
            var collectors = (0..<workers).map { _ in FindingsCollector() }
            for (index, row) in order.enumerated() { lines.withAttributes(of: row) { collectors[index % workers].noteUnbound(row, $0) } }
            var all = FindingsCollector()
            for collector in collectors.reversed() { all.merge(collector) }
            return all.findings(of: RunFacts()).filter { $0.code == .notifyEndpointFailing }
        }
        let wanted = findings(lines.rows, 1)
        #expect(wanted.count == FindingLimits.endpoints)
        #expect(wanted.allSatisfy { $0.count == FindingLimits.refusals })
        var random = Seeded(state: UInt64(workers))
        #expect(findings(lines.rows.shuffled(using: &random), workers) == wanted)
    }

    @Test func everyFindingIsCompleteInBothLanguages() {
        for definition in FindingDefinition.all {
            for text in [definition.title, definition.meaning, definition.fix] {
                #expect(!text.en.isEmpty && text.zh.unicodeScalars.contains { $0.value > 0x3000 })
            }
        }
    }

    @Test("a server whose stamps lie whole hours from the provider's", arguments: [0, -8, 8])
    func zones(_ hours: Int) throws {
        var gathered = FindingsCollector()
        for index in 0..<10 {
            var (verdict, chain) = try order(
                "A\(index)",
                """
                11:\(index + 10):00 order.created amount=9.90 flow=alipay_h5
                11:\(index + 10):40 trade.recorded status=paid paidAt=11:\(index + 10):40 amount=9.90
                """)
            verdict.paidAt = chain.events.first { $0.event == .tradeRecorded }?.at
            for place in chain.events.indices where chain.events[place].event == .orderCreated {
                chain.events[place].at = chain.events[place].at + .hours(Int64(hours))
            }
            gathered.note(verdict, chain)
        }
        let source = SourceInfo(name: "pay.log", contentID: 1, witness: .serverApp)
        let findings = gathered.findings(of: RunFacts(sources: Array(repeating: source, count: 4)))
        #expect(findings.map(\.code) == (hours == 0 ? [] : [.zoneSuspicious]))
        if hours != 0 { #expect(findings.first?.place == "pay.log (\(hours > 0 ? "+" : "")\(hours) h)") }
    }
}
