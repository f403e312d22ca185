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
        let period = ConversionDocument(report, language: language, zone: zone).name(report.period)
        let stuck = report.stuckMoney.map { ($0.currency.isEmpty ? "" : $0.currency + " ") + MoneyText.grouped($0.decimal) }
            .joined(separator: " + ")
        guard report.orders > 0 else {
            return language == .zh ? "\(name.zh)：\(period) 没有订单" : "\(name.en): \(period) has no orders"
        }
        let rate = RateText.make(report.conversion.now)
        let (orders, count) = (MoneyText.count(report.orders), MoneyText.count(report.stuck))
        return language == .zh
            ? "\(name.zh)：\(period) 订单 \(orders) 笔，转化率 \(rate)，已支付未入账 \(count) 笔\(stuck.isEmpty ? "" : "（\(stuck)）")"
            : "\(name.en): \(period) \(orders) \(report.orders == 1 ? "order" : "orders"), conversion \(rate), paid not marked \(count)\(stuck.isEmpty ? "" : " (\(stuck))")"
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
