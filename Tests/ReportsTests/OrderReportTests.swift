import Domain
import Foundation
import TestKit
import Testing

@testable import Reports

@Suite struct OrderReportTests {
    private static let stories: [(name: String, sample: Sample)] = [
        ("refused-notify", .refusedNotify()), ("never-returned", .neverReturned()), ("landed", .landed()), ("polling", .polling()),
    ]

    static func report(_ sample: Sample, _ style: ReportStyle, raw: [Int: [UInt8]]? = nil) -> String {
        OrderReport(
            verdict: sample.verdict, chain: sample.chain, run: sample.run, sources: sample.sources, rawLines: raw, style: style
        ).render()
    }

    @Test("a report in both languages", arguments: stories.map(\.name), Language.allCases)
    func goldens(_ name: String, _ language: Language) throws {
        let sample = try #require(OrderReportTests.stories.first { $0.name == name }?.sample)
        let width = name == "refused-notify" ? 120 : 100
        expectGolden(OrderReportTests.report(sample, ReportStyle(language: language, width: width)), "order-\(name).\(language).txt")
    }

    @Test("every line fits the terminal", arguments: [80, 91, 100, 120, 160], Language.allCases)
    func fits(_ width: Int, _ language: Language) {
        for (name, sample) in OrderReportTests.stories {
            let text = OrderReportTests.report(sample, ReportStyle(language: language, width: width))
            for line in text.split(separator: "\n") {
                #expect(TextWidth.of(String(line)) <= width, "\(name): \(line)")
            }
        }
    }

    @Test func `original lines stand under their references, each once`() {
        let sample = Sample.refusedNotify()
        var raw: [Int: [UInt8]] = [:]
        for index in sample.chain.events.indices where index != 1 { raw[index] = Array("raw line \(index)\u{1B}[0m of the log\r".utf8) }
        let text = OrderReportTests.report(sample, ReportStyle(language: .en, width: 120), raw: raw)
        for index in raw.keys { #expect(text.components(separatedBy: "raw line \(index)␛[0m of the log").count == 2) }
        #expect(text.contains("cannot be read any more"))
        #expect(!text.contains("\u{1B}"))
    }

    @Test func `hostile content in every place is made visible`() {
        let evil = "x\u{1B}[2J\u{202E}\u{7}y"
        var sample = Sample(evil)
        sample.event(
            .handlerFailed, Sample.at(10, 0, 0), .serverApp, [(.error, evil), (.orderNumber, evil)])
        sample.event(.orderChanged, Sample.at(10, 0, 1), .serverApp, [(.from, evil), (.to, evil), (.by, evil)])
        sample.event(.returnReceived, Sample.at(10, 0, 2), .client, [(.via, evil), (.resultCode, evil)])
        sample.event(.notifyReceived, Sample.at(10, 0, 3), .serverEdge, [(.method, evil), (.path, evil), (.body, evil)])
        sample.sources = sample.sources.map {
            var source = $0
            source.name = evil
            return source
        }
        sample.verdict.breaks = [
            Break(
                code: .paymentFailed, stage: .payment, severity: .major, owner: .provider, reason: evil, hint: evil,
                evidence: [0, 1, 2, 3, 99])
        ]
        sample.verdict.aliases = [(.session, [evil])]
        sample.verdict.segments.appVersion = evil
        sample.verdict.amount = Money(units: 1, scale: 2, currency: evil)
        sample.run.serverApp = WitnessCoverage(
            stretches: [Stretch(from: Sample.at(9, 0, 0), to: Sample.at(11, 0, 0))],
            gaps: [Gap(stretch: Stretch(from: Sample.at(10, 0, 1), to: Sample.at(10, 0, 2)), why: evil)])
        for language in Language.allCases {
            let text = OrderReportTests.report(sample, ReportStyle(language: language, width: 80), raw: [0: Array(evil.utf8)])
            #expect(!text.unicodeScalars.contains { $0 != "\n" && VisibleText.isDangerous($0) })
        }
    }

    @Test func `an order without evidence, and one with many repeats, are drawn`() {
        let empty = Sample("E1")
        #expect(OrderReportTests.report(empty, ReportStyle(language: .en)).contains("no evidence"))
        var many = Sample("M1")
        for index in 0..<20_000 {
            many.event(
                .notifyReceived, Sample.at(10, 0, 0) + .seconds(Int64(index)), .serverEdge, [(.httpStatus, "500")], resolution: .second)
        }
        let text = OrderReportTests.report(many, ReportStyle(language: .en))
        #expect(text.contains("the same 19999 more times"))
        #expect(text.split(separator: "\n").count < 60)
    }

    @Test func `a notify that says paid, and that nobody acted on, is no proof but something to do`() {
        var sample = Sample("N1")
        sample.verdict.outcome = .unknown
        sample.event(.orderCreated, Sample.at(10, 0, 0), .serverApp)
        #expect(!OrderReportTests.report(sample, ReportStyle(language: .en)).contains("What to do next"))
        sample.event(.notifyReceived, Sample.at(10, 0, 30), .serverApp, [(.status, "paid")])
        #expect(OrderReportTests.report(sample, ReportStyle(language: .en)).contains("A notify says paid (#2)"))
        #expect(OrderReportTests.report(sample, ReportStyle(language: .zh)).contains("有一条通知称已支付（#2）"))
        sample.verdict.outcome = .paid
        #expect(!OrderReportTests.report(sample, ReportStyle(language: .en)).contains("A notify says paid"))
    }

    @Test func `an order that the server marked paid is not said to be unpaid while it is pending`() {
        var sample = Sample("N2")
        sample.verdict.outcome = .pending
        #expect(OrderReportTests.report(sample, ReportStyle(language: .en)).contains("is not paid yet"))
        sample.step(.markedPaid, .seen, at: Sample.at(10, 0, 1))
        let text = OrderReportTests.report(sample, ReportStyle(language: .en))
        #expect(text.contains("Nothing proves so far that the order was paid") && !text.contains("is not paid yet"))
        #expect(OrderReportTests.report(sample, ReportStyle(language: .zh)).contains("目前没有证据表明订单 已支付"))
    }

    @Test func `what several logs lost at one time is one hole`() {
        func at(_ second: Int64) -> Instant { Sample.at(10, 0, 0) + .seconds(second) }
        func gap(_ from: Int64, _ to: Int64, _ why: String) -> Gap { Gap(stretch: Stretch(from: at(from), to: at(to)), why: why) }
        func hole(_ from: Int64, _ to: Int64, _ causes: [String]) -> OrderTimeline.Hole {
            OrderTimeline.Hole(witness: .serverApp, stretch: Stretch(from: at(from), to: at(to)), causes: causes)
        }
        let coverage = WitnessCoverage(
            stretches: [Stretch(from: at(-500), to: at(80))],
            gaps: [gap(-40, 30, "a"), gap(10, 30, "b"), gap(20, 40, "a"), gap(60, 70, "b"), gap(200, 300, "c")])
        #expect(
            OrderTimeline.holes(.serverApp, coverage, in: Stretch(from: at(0), to: at(100))) == [
                hole(0, 40, ["a", "b"]), hole(60, 70, ["b"]), hole(80, 100, []),
            ])
        #expect(OrderTimeline.holes(.serverApp, WitnessCoverage(), in: Stretch(from: at(0), to: at(100))).isEmpty)
    }
}
