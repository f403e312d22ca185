import Conversion
import Domain

/// The conversion report as files and as a page.
public struct ConversionPage {
    private let report: ConversionReport
    private let language: Language
    private let zone: ZoneTable

    /// Makes the renderings of a report.
    ///
    /// - Parameters:
    ///   - report: the report.
    ///   - language: the language of every word.
    ///   - zone: the zone in which times are shown.
    public init(_ report: ConversionReport, language: Language, zone: ZoneTable) {
        (self.report, self.language, self.zone) = (report, language, zone)
    }

    private var document: ReportDocument { ConversionDocument(report, language: language, zone: zone).make() }

    /// What a period is called: its week or day, else its ends, in the page's zone.
    public func name(_ period: ReportPeriod) -> String { ConversionDocument(report, language: language, zone: zone).name(period) }

    /// One self-contained HTML file: no script, nothing from the network, prints to A4.
    public func html() -> [UInt8] {
        let document = document
        return HTMLDocument(title: document.title, language: language).render { page in
            page.element("h1", text: document.title)
            page.draw(document.sections)
        }.bytes
    }

    /// Markdown with the same sections; bars are left out, their numbers are not.
    public func markdown() -> String { MarkdownText.make(document) }

    /// What a terminal shows: the first screen, drivers, recovery, funnels, breaks.
    public func text(_ style: ReportStyle) -> String { ReportText.make(document, style) + exitLine(Text(en: "report", zh: "报告")) + "\n" }

    /// One line for a mail of cron: `report: 2026-W47 12,345 orders, conversion 71.2 % [70.1, 73.4], paid not marked 9 (CNY 4,455.23)`.
    public func exitLine(_ name: Text = Text(en: "report", zh: "报告")) -> String {
        let document = ConversionDocument(report, language: language, zone: zone)
        let period = document.name(report.period)
        let start = name(language) + document.say(": \(period) ", "：\(period) ")
        guard report.orders > 0 else {
            let bills = document.count(report.billOnly)
            return start + document.say("has no orders", "没有订单")
                + (report.billOnly == 0 ? "" : document.say("; \(bills) in provider bills only", "；另有 \(bills) 笔仅见于渠道账单"))
        }
        let sums = report.stuckMoney.map {
            ($0.currency.isEmpty ? document.say("no currency named ", "币种未注明 ") : $0.currency + " ") + MoneyText.grouped($0.decimal)
        }.joined(separator: " + ")
        let (known, untold) = document.marks
        let isUnknown = report.stuck == 0 && known == 0 && untold > 0
        // Where no log would show an order that is not marked, none is no news.
        let rest =
            isUnknown || untold == 0 ? "" : document.say(", not known of \(document.count(untold))", "，\(document.count(untold)) 笔无法判断")
        let rate = RateText.make(report.conversion.now)
        return start
            + document.say(
                "\(document.count(report.orders, "order")), conversion \(rate), paid not marked \(isUnknown ? "not known" : document.count(report.stuck))\(sums.isEmpty ? "" : " (\(sums))")",
                "订单 \(document.count(report.orders)) 笔，转化率 \(rate)，已支付未入账\(isUnknown ? "未知" : " \(document.count(report.stuck)) 笔")\(sums.isEmpty ? "" : "（\(sums)）")"
            ) + rest
    }
}

extension HTMLWriter {
    /// The funnels of a report, each a table with bars, bounds and times: for a page of the server.
    public mutating func funnels(of report: ConversionReport, zone: ZoneTable) {
        for block in ConversionDocument(report, language: language, zone: zone).funnels() { draw(block) }
    }

    /// Every section of a report without the frame of a file.
    public mutating func sections(of report: ConversionReport, zone: ZoneTable) {
        draw(ConversionDocument(report, language: language, zone: zone).make().sections)
    }
}
