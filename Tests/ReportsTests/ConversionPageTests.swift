import Conversion
import Domain
import Foundation
import TestKit
import Testing
import Verdicts

@testable import Reports

@Suite("Renderings of the conversion report")
struct ConversionPageTests {
    private static let hostile = "<script>alert(1)</script>|`*_[x](javascript:1) \u{1B}[31m\u{202E}"

    private static func report(hostile value: String = "5.2.1") throws -> ConversionReport {
        let lines = """
            cover all
            10:02:11 order.created amount=12.80 currency=CNY flow=alipay_h5
            10:02:12 checkout.loaded
            10:02:14 wallet.opened ok=true
            10:02:40 trade.recorded status=paid paidAt=10:02:40 provider=alipay
            """
        let marked = "\n10:02:41 order.changed from=pending to=paid by=notify\n10:02:44 return.received via=universal_link"
        let run = try Story(lines).run
        let period = try #require(ReportPeriod.week(45, of: 2026, zone: .shanghai))
        let day = try Story(lines).chain.events[0].at
        let here = ReportPeriod.week(containing: day, zone: .shanghai)
        var now = ConversionCollector(period: here, zone: .shanghai, run: run)
        var then = ConversionCollector(period: here, zone: .shanghai, run: run)
        for index in 0..<60 {
            let story = try Story(index % 3 == 0 ? lines : lines + marked, number: "N\(1_000 + index)")
            var verdict = Judge.judge(story.chain, in: story.run)
            verdict.segments.appVersion = value
            now.note(verdict, story.chain)
            if index % 3 != 0 { then.note(verdict, story.chain) }
        }
        _ = period
        return ConversionReport(now, comparedWith: then)
    }

    @Test(arguments: Language.allCases)
    func `a file asks for nothing, runs nothing and carries hostile values inert`(_ language: Language) throws {
        let page = ConversionPage(try ConversionPageTests.report(hostile: ConversionPageTests.hostile), language: language, zone: .shanghai)
        let html = String(decoding: page.html(), as: UTF8.self)
        #expect(!html.contains("<script") && !html.contains("http://") && !html.contains("https://") && !html.contains(" style="))
        #expect(!html.contains("\u{1B}") && !html.contains("\u{202E}"))
        #expect(html.contains("&lt;script&gt;"))
        let markdown = page.markdown()
        #expect(!markdown.contains("<script") && !markdown.contains("[x](") && !markdown.contains("\u{1B}"))
        // Every table row has as many cells as its heading.
        var columns = 0
        for line in markdown.split(separator: "\n") {
            let bars = line.enumerated().filter { item in
                item.element == "|" && (item.offset == 0 || line[line.index(line.startIndex, offsetBy: item.offset - 1)] != "\\")
            }.count
            if line.hasPrefix("|--") || line.hasPrefix("|---") { columns = bars }
            if line.hasPrefix("| "), columns > 0, !line.hasPrefix("| step") { #expect(bars >= 3) }
        }
        let text = page.text(ReportStyle(language: language, width: 80))
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    }

    @Test func `every bar has its numbers as text beside it, and a label for those who cannot see it`() throws {
        let html = String(
            decoding: ConversionPage(try ConversionPageTests.report(), language: .en, zone: .shanghai).html(), as: UTF8.self)
        let bars = html.components(separatedBy: "<svg ").count - 1
        #expect(bars > 10)
        #expect(html.components(separatedBy: "role=\"img\" aria-label=\"").count - 1 == bars)
        #expect(html.components(separatedBy: "<title>").count - 1 == bars + 1)
        #expect(html.components(separatedBy: "<table").count == html.components(separatedBy: "<caption>").count)
    }

    @Test func `each language speaks only itself`() throws {
        func hasChinese(_ text: String) -> Bool { text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } }
        let report = try ConversionPageTests.report()
        #expect(!hasChinese(ConversionPage(report, language: .en, zone: .shanghai).markdown()))
        // Commands are typed as they are.
        let chinese = ConversionPage(report, language: .zh, zone: .shanghai).markdown().replacing("paychain orders", with: "")
        for word in ["orders", "paid", "break ", "share", "before"] { #expect(!chinese.contains(word), "\(word)") }
    }

    @Test func `JSON is JSON, with bounds beside every point`() throws {
        let bytes = ConversionJSON.make(try ConversionPageTests.report(hostile: ConversionPageTests.hostile))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        func check(_ any: Any) {
            if let list = any as? [Any] { list.forEach(check) }
            guard let object = any as? [String: Any] else { return }
            if let point = object["point"] as? Double, object["yes"] != nil {
                let (low, high) = (object["low"] as? Double ?? 2, object["high"] as? Double ?? -1)
                #expect(low <= point + 1e-6 && point <= high + 1e-6)
            }
            object.values.forEach(check)
        }
        check(object)
        #expect(object["orders"] as? Int == 60 && object["orders_before"] as? Int == 40)
        let stuck = try #require(object["stuck"] as? [String: Any])
        #expect(stuck["orders"] as? Int == 20 && (stuck["amount"] as? [String: String])?["CNY"] == "256.00")
        let change = (object["conversion"] as? [String: Any])?["change"] as? [String: Any]
        #expect(change?["finding"] as? String == "within_noise")
    }

    @Test func `CSV has a heading, one row a step and no formulas`() throws {
        let text = String(decoding: ConversionCSV.make(try ConversionPageTests.report()), as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        #expect(lines.count == 1 + 9)
        let columns = lines[0].components(separatedBy: ",").count
        #expect(lines.allSatisfy { $0.components(separatedBy: ",").count == columns })
        for (cell, wanted) in [("=1+1", "'=1+1"), ("@x", "'@x"), ("-5", "-5"), ("a,b", "\"a,b\""), ("\"", "\"\"\"\"")] {
            #expect(ConversionCSV.neutral(cell) == wanted)
        }
    }

    @Test func `the line for cron is one line`() throws {
        let report = try ConversionPageTests.report()
        let line = ConversionPage(report, language: .en, zone: .shanghai).exitLine()
        #expect(line == "report: 2026-W45 60 orders, conversion 100 % [94.0, 100], paid not marked 20 (CNY 256.00)")
    }

    /// One story as a report of its week.
    private static func one(_ lines: String) throws -> ConversionReport {
        let story = try Story(lines)
        let here = ReportPeriod.week(containing: story.chain.events[0].at, zone: .shanghai)
        var collector = ConversionCollector(period: here, zone: .shanghai, run: story.run)
        collector.note(Judge.judge(story.chain, in: story.run), story.chain)
        return ConversionReport(collector)
    }

    private static let paidUnseen = """
        cover phone 09:00 12:00
        10:02:11 wallet.opened ok=true
        10:02:40 trade.recorded status=paid paidAt=10:02:40 provider=alipay amount=12.80
        10:02:44 return.received via=universal_link
        10:02:45 result.shown status=paid
        """

    @Test func `where no server log tells, no order is called marked, and none is not the answer`() throws {
        let report = try ConversionPageTests.one(ConversionPageTests.paidUnseen)
        #expect(report.orders == 1 && report.stuck == 0)
        let english = ConversionPage(report, language: .en, zone: .shanghai)
        #expect(english.exitLine().hasSuffix("paid not marked not known"), "\(english.exitLine())")
        #expect(ConversionPage(report, language: .zh, zone: .shanghai).exitLine().hasSuffix("已支付未入账未知"))
        #expect(english.markdown().contains("- **paid and NOT marked:** – (not known: no server log tells)"))
    }

    @Test func `one of anything is one`() throws {
        let report = try ConversionPageTests.one(ConversionPageTests.paidUnseen)
        let english = ConversionPage(report, language: .en, zone: .shanghai)
        for text in [english.markdown(), english.text(ReportStyle(language: .en, width: 120)), english.exitLine()] {
            for (place, word) in ["orders", "sales", "deliveries", "orders were", "values"].enumerated() {
                #expect(text.firstMatch(of: try Regex("(^|[^0-9.,])1 (paid |marked |more )?\(word)\\b")) == nil, "\(place): \(text)")
            }
        }
        #expect(english.markdown().contains("1 of 1 order was paid"))
    }

    @Test func `the rate stands with its bounds and the counts that it is made of`() throws {
        let text = ConversionPage(try ConversionPageTests.report(), language: .en, zone: .shanghai).markdown()
        #expect(text.contains("Conversion 100 % \\[94.0, 100\\]: 60 of 60 orders were paid."), "\(text.prefix(400))")
        #expect(text.contains("`paychain orders --stuck`") && !text.contains("\\`"))
    }

    @Test func `a sum in no named currency is not read as one of its neighbour`() {
        let (none, yuan) = (Money(units: 4_305, scale: 2, currency: ""), Money(units: 100, scale: 2, currency: "CNY"))
        #expect(MoneyText.make([none, yuan]) == "¤43.05 + ¥1.00" && MoneyText.make([none]) == "43.05")
    }

    @Test(
        "Shares are never rounded to all or none",
        arguments: [(0.0, "0 %"), (0.00001, "0.1 %"), (0.5, "50.0 %"), (0.99999, "99.9 %"), (1.0, "100 %"), (.nan, "–")])
    func shares(share: Double, text: String) { #expect(RateText.percent(share) == text) }
}
