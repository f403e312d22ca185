import Domain
import Foundation
import TestKit
import Testing

@testable import Reports

@Suite struct OrderPageTests {
    private static let stories: [(name: String, sample: Sample)] = [
        ("refused-notify", .refusedNotify()), ("never-returned", .neverReturned()), ("landed", .landed()), ("polling", .polling()),
    ]

    static func file(_ sample: Sample, _ language: Language = .en, raw: [Int: [UInt8]]? = nil) -> String {
        OrderPage(
            verdict: sample.verdict, chain: sample.chain, run: sample.run, sources: sample.sources, rawLines: raw,
            time: TimeText(zone: .shanghai, language: language)
        ).file().html
    }

    private static func values(_ attribute: String, in html: String) -> [String] {
        html.components(separatedBy: " \(attribute)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    @Test(
        "it stands alone: one heading, no script, nothing from outside, every anchor there", arguments: stories.map(\.name),
        Language.allCases)
    func standsAlone(_ name: String, _ language: Language) throws {
        let sample = try #require(OrderPageTests.stories.first { $0.name == name }?.sample)
        var raw: [Int: [UInt8]] = [:]
        for index in sample.chain.events.indices { raw[index] = Array("line \(index) https://x.example/".utf8) }
        let html = OrderPageTests.file(sample, language, raw: raw)
        #expect(html.components(separatedBy: "<h1>").count == 2)
        #expect(!html.contains("<script") && !html.contains(" src=") && !html.contains("url(") && !html.contains("<link"))
        #expect(!html.contains(" style=") && !html.contains(" on" + "click"))
        let ids = Set(OrderPageTests.values("id", in: html))
        #expect(OrderPageTests.values("id", in: html).count == ids.count)
        for address in OrderPageTests.values("href", in: html) {
            #expect(address.hasPrefix("#") && ids.contains(String(address.dropFirst())), "\(address)")
        }
        #expect(html.contains(language == .zh ? "时间线" : "Timeline"))
        #expect(html.contains("lang=\"\(language == .zh ? "zh-Hans" : "en")\""))
    }

    @Test("the page says what the terminal says", arguments: stories.map(\.name), Language.allCases)
    func sameWords(_ name: String, _ language: Language) throws {
        let sample = try #require(OrderPageTests.stories.first { $0.name == name }?.sample)
        let html = OrderPageTests.file(sample, language)
        let words = OrderWords(
            verdict: sample.verdict, chain: sample.chain, run: sample.run, sources: sample.sources,
            time: TimeText(zone: .shanghai, language: language))
        func shown(_ text: String) -> Bool {
            var writer = HTMLWriter(language)
            // Words between backticks are code there.
            writer.prose(text)
            return html.contains(writer.html)
        }
        #expect(shown(VerdictSentence.make(sample.verdict, time: words.time)))
        for item in sample.verdict.breaks {
            #expect(shown(BreakWording.title(item.code)(language)))
            for index in item.evidence where sample.chain.events.indices.contains(index) { #expect(shown(words.reference(index))) }
        }
        for item in words.actionable { for (_, text) in words.advice(item) { #expect(shown(text)) } }
        for step in sample.verdict.missingSteps {
            #expect(html.contains("id=\"s-\(step.step.rawValue)\""))
            if let proof = words.proof(step) { #expect(shown(proof)) }
        }
    }

    @Test func `a message between lanes is an arrow, in words too`() {
        #expect(Exchange.of(.notifyReceived)?.style == "arrow sp left")
        #expect(Exchange.of(.returnReceived)?.style == "arrow cp left")
        #expect(Exchange.of(.querySent)?.style == "arrow cs right")
        #expect(Exchange.of(.walletOpened, failed: true) == nil)
        #expect(OrderPageTests.file(.refusedNotify()).contains("PROVIDER → SERVER"))
        #expect(OrderPageTests.file(.refusedNotify(), .zh).contains("支付渠道 → 服务端"))
    }

    @Test func `lines stand under their rows; those that cannot be read any more say so`() {
        let sample = Sample.refusedNotify()
        let html = OrderPageTests.file(sample, raw: [sample.verdict.breaks[0].evidence[0]: Array("first\u{1B}[31m <b>\r\nsecond".utf8)])
        #expect(html.contains("<pre>first␛[31m &lt;b&gt;\nsecond</pre>"))
        #expect(html.contains("cannot be read any more"))
        // Under its row and, open, where it proves a break.
        #expect(html.components(separatedBy: "first␛[31m").count >= 3)
    }

    static let payloads = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'-alert(1)-'", "=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-1",
        "\u{1B}[2J\u{202E}\u{7}", "]]><x/>", "&lt;script&gt;", "javascript:alert(1)", "</pre></details>", "\u{0}\u{FFFE}",
    ]

    /// An order that carries a payload in every place.
    static func hostile(_ evil: String) -> Sample {
        var sample = Sample(evil)
        for kind in EventKind.allCases {
            let witness: Witness = kind.layer == .client ? .client : kind.layer == .provider ? .provider : .serverApp
            sample.event(
                kind, Sample.at(10, 0, 0) + .seconds(Int64(kind.rawValue)), witness,
                AttributeKey.allCases.filter { ![.amount, .refundedAmount].contains($0) }.map { ($0, evil) })
        }
        sample.sources = sample.sources.map {
            var source = $0
            source.name = evil
            return source
        }
        sample.verdict.breaks = [
            Break(
                code: .paymentFailed, stage: .payment, severity: .major, owner: .provider, reason: evil, hint: evil, evidence: [0, 1, 99])
        ]
        sample.verdict.primaryBreak = .paymentFailed
        sample.verdict.aliases = [(.session, [evil]), (.tradeNumber, [evil])]
        (sample.verdict.segments.appVersion, sample.verdict.segments.channel) = (evil, evil)
        sample.verdict.amount = Money(units: 1, scale: 2, currency: evil)
        sample.step(.returned, .missing, due: Sample.at(10, 1, 0))
        sample.chain.devices = [
            DeviceSession(
                key: 7, offset: ClockOffset(low: .zero, high: .zero), coverage: WitnessCoverage(), name: evil, platform: evil)
        ]
        sample.run.serverApp = WitnessCoverage(
            stretches: [Stretch(from: Sample.at(9, 0, 0), to: Sample.at(11, 0, 0))],
            gaps: [Gap(stretch: Stretch(from: Sample.at(10, 0, 1), to: Sample.at(10, 0, 2)), why: evil)])
        return sample
    }

    @Test("a payload in every logged field is inert", arguments: payloads, Language.allCases)
    func inert(_ evil: String, _ language: Language) {
        let html = OrderPageTests.file(OrderPageTests.hostile(evil), language, raw: [0: Array(evil.utf8)])
        let body = html.components(separatedBy: "</style>").last ?? ""
        #expect(!body.contains("<script") && !body.contains("<img") && !body.contains("<x/>"))
        #expect(!html.unicodeScalars.contains { $0 != "\n" && VisibleText.isDangerous($0) })
        for address in OrderPageTests.values("href", in: body) { #expect(address.hasPrefix("#")) }
        #expect(body.components(separatedBy: "<pre>").count == body.components(separatedBy: "</pre>").count)
        #expect(body.components(separatedBy: "<details").count == body.components(separatedBy: "</details>").count)
    }

    @Test func `an order of many thousand rows stays a page`() {
        var many = Sample("M1")
        for index in 0..<6_000 {
            many.event(
                index % 2 == 0 ? .handlerFailed : .orderChanged, Sample.at(10, 0, 0) + .seconds(Int64(index)), .serverApp,
                [(.error, "e\(index)"), (.to, "s\(index)")])
        }
        many.verdict.breaks = [Break(code: .stateRegressed, stage: .mark, severity: .critical, owner: .server, evidence: [3_000])]
        let html = OrderPageTests.file(many)
        #expect(html.contains("id=\"e3001\"") && !html.contains("id=\"e3002\""))
        #expect(html.components(separatedBy: "<li class=\"row").count < 2 * Limits.ladderRows + 10)
        #expect(OrderPageTests.file(Sample("E1")).contains("no evidence"))
    }
}
