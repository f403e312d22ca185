import Domain
import Foundation
import Reports
import TestKit
import Testing

@Suite struct SummaryReportTests {
    static func day() -> Summary {
        var s = Summary(asOf: Sample.at(18, 0, 0))
        s.inputs.files = 6
        s.inputs.bytesRead = 48_211_007
        s.inputs.bytesDecompressed = 612_904_551
        s.inputs.lines = 2_310_448
        s.inputs.evidence = 91_240
        s.inputs.noise = 2_219_208
        s.inputs.unbound = 12
        s.inputs.duplicates = 310
        s.inputs.probes = 2
        s.inputs.damaged = [
            Damage(source: "logs/nginx/access.log.3.gz", at: "offset 188211", reason: "gzip: unexpected end"),
            Damage(source: "logs/bill/20261101.csv", at: "", reason: "an error body under a bill's name", isNote: true),
        ]
        let sample = Sample.refusedNotify()
        var edge = sample.sources[1]
        edge.span = Stretch(from: Sample.at(0, 0, 3), to: Sample.at(17, 59, 58))
        edge.gaps = [Gap(stretch: Stretch(from: Sample.at(10, 17, 30), to: Sample.at(10, 21, 0)), why: "gzip: unexpected end")]
        s.coverage = [sample.sources[0], edge, sample.sources[3]].map(Summary.SourceCoverage.init(source:))
        s.unboundItems = [
            Summary.UnboundItem(
                event: .notifyReceived, source: "logs/nginx/access.log:88120", at: Sample.at(11, 0, 1),
                ids: [.init(kind: .notifyID, value: "2026110200222\u{1B}[0m")], why: "no order number, and it was answered 200")
        ]
        s.notes = ["stamps without a zone were read as Asia/Shanghai in 2 sources"]
        s.orders = 12_480
        s.outcomes = [.paid: 9_120, .refunded: 31, .cancelled: 410, .abandoned: 2_801, .pending: 12, .unknown: 106]
        s.experiences = [.landed: 8_604, .recovered: 301, .lost: 88, .unobserved: 158]
        s.paidAmounts = [Money(units: 118_234_410, scale: 2, currency: "CNY"), Money(units: 1_200, scale: 2, currency: "USD")]
        s.stuckOrders = 17
        s.stuckAmounts = [Money(units: 218_400, scale: 2, currency: "CNY")]
        s.funnels = [
            (
                .alipayH5, 8_000,
                [
                    .init(step: .orderCreated, orders: 8_000, conversion: 1, medianSeconds: 0),
                    .init(step: .checkoutLoaded, orders: 7_620, conversion: 0.9525, medianSeconds: 0.8),
                    .init(step: .walletOpened, orders: 7_000, conversion: 0.875, medianSeconds: 8.4, unobserved: 400),
                    .init(step: .paid, orders: 6_100, conversion: 0.7625, medianSeconds: 29),
                    .init(step: .markedPaid, orders: 6_083, conversion: 0.760375, medianSeconds: 31),
                    .init(step: .resultShown, orders: 0, conversion: 0, medianSeconds: nil, unobserved: 6_100),
                ]
            )
        ]
        s.breaks = [
            Summary.BreakCount(
                code: .returnNeverLanded, orders: 389, primary: 371, amounts: [Money(units: 5_120_000, scale: 2, currency: "CNY")],
                bySeverity: [0, 88, 301], example: OrderNumber("PD260115-0042")),
            Summary.BreakCount(
                code: .notifyRejected, orders: 17, primary: 17, amounts: [Money(units: 218_400, scale: 2, currency: "CNY")],
                bySeverity: [17, 0, 0], example: OrderNumber("SO0414-10192")),
        ]
        s.findings = [
            Finding(
                code: .notifyEndpointFailing, place: "POST /alipay/notify", httpStatus: 419, count: 68, orders: 17,
                span: Stretch(from: Sample.at(9, 58, 2), to: Sample.at(11, 2, 44))),
            Finding(code: .probesRefused, place: "POST /wx/notify", count: 2, isNote: true),
        ]
        s.elapsedSeconds = 1.24
        return s
    }

    @Test("the run in both languages", arguments: Language.allCases)
    func goldens(_ language: Language) {
        expectGolden(
            SummaryReport(summary: SummaryReportTests.day(), style: ReportStyle(language: language, width: 120)).render(),
            "summary.\(language).txt")
    }

    @Test("every line fits the terminal", arguments: [80, 100, 160], Language.allCases)
    func fits(_ width: Int, _ language: Language) {
        let text = SummaryReport(summary: SummaryReportTests.day(), style: ReportStyle(language: language, width: width)).render()
        for line in text.split(separator: "\n") { #expect(TextWidth.of(String(line)) <= width, "\(line)") }
        #expect(!text.contains("\u{1B}"))
    }

    @Test func `a run without orders says so`() {
        var summary = Summary(asOf: Sample.at(1, 0, 0))
        let empty = SummaryReport(summary: summary, style: ReportStyle(language: .en)).render()
        #expect(empty.hasPrefix("No log file was found in what was named."))
        summary.inputs.files = 1
        let text = SummaryReport(summary: summary, style: ReportStyle(language: .en)).render()
        #expect(text.hasPrefix("No order was recognised"))
    }

    @Test func `the run object has every key of the contract`() throws {
        var json = JSONWriter()
        SummaryJSON.append(SummaryReportTests.day(), to: &json)
        expectGolden(try pretty(json.bytes), "summary.json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
        #expect(
            Set(object.keys).isSuperset(of: [
                "as_of", "inputs", "coverage", "unbound_items", "notes", "orders", "outcomes", "experience", "funnel", "breaks", "findings",
                "elapsed_seconds", "megabytes_per_second",
            ]))
        let inputs = try #require(object["inputs"] as? [String: Any])
        #expect(
            Set(inputs.keys).isSuperset(of: [
                "files", "bytes_read", "bytes_decompressed", "lines", "evidence", "noise", "unbound", "duplicates", "probes",
                "implausible_stamps",
                "damaged",
            ]))
    }

    @Test func `the order line has every key of the contract`() throws {
        let sample = Sample.refusedNotify()
        var json = JSONWriter()
        VerdictJSON(sources: sample.sources).append(sample.verdict, events: sample.chain.events, to: &json)
        #expect(!json.bytes.contains(10))
        expectGolden(try pretty(json.bytes), "order-line.json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
        #expect(
            Set(object.keys).isSuperset(of: [
                "order", "flow", "outcome", "experience", "primary_break", "breaks", "steps", "amount", "created_at", "paid_at",
                "last_evidence_at",
                "aliases", "segments", "coverage", "remarks", "as_of",
            ]))
        let first = try #require((object["breaks"] as? [[String: Any]])?.first)
        #expect(
            Set(first.keys).isSuperset(of: [
                "code", "stage", "severity", "owner", "reason", "confidence", "explained_by", "closed_at", "attempt", "hint", "evidence",
            ]))
    }

    @Test func `the whole order has its events, corrected ranges and original lines`() throws {
        let sample = Sample.neverReturned()
        var json = JSONWriter()
        VerdictJSON(sources: sample.sources).append(sample.verdict, chain: sample.chain, rawLines: [1: Array("a\"b".utf8)], to: &json)
        expectGolden(try pretty(json.bytes), "order-whole.json")
    }

    /// Broken into lines for people; the order of the keys stays.
    private func pretty(_ bytes: [UInt8]) throws -> String {
        _ = try JSONSerialization.jsonObject(with: Data(bytes))
        var out = ""
        var depth = 0
        var inString = false
        var escaped = false
        for character in String(decoding: bytes, as: UTF8.self) {
            if inString {
                out.append(character)
                if escaped { escaped = false } else if character == "\\" { escaped = true } else if character == "\"" { inString = false }
                continue
            }
            switch character {
            case "\"":
                inString = true
                out.append(character)
            case "{", "[":
                depth += 1
                out += "\(character)\n" + String(repeating: " ", count: depth)
            case "}", "]":
                depth -= 1
                out += "\n" + String(repeating: " ", count: depth) + "\(character)"
            case ",": out += ",\n" + String(repeating: " ", count: depth)
            default: out.append(character)
            }
        }
        return out + "\n"
    }
}
