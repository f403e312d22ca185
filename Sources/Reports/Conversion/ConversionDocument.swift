import Conversion
import Domain
import Flows
import Providers
import Verdicts

/// Puts the report into sections of one language.
struct ConversionDocument {
    let report: ConversionReport
    let language: Language
    let time: TimeText

    typealias Table = ReportDocument.Table
    typealias Column = ReportDocument.Column
    typealias Cell = ReportDocument.Cell
    typealias Section = ReportDocument.Section

    init(_ report: ConversionReport, language: Language, zone: ZoneTable) {
        (self.report, self.language) = (report, language)
        time = TimeText(zone: zone, language: language)
    }

    func say(_ en: String, _ zh: String) -> String { language == .zh ? zh : en }
    func count(_ value: some BinaryInteger) -> String { MoneyText.count(value) }
    func count(_ value: Int, _ one: String, _ many: String? = nil) -> String { MoneyText.count(value, one, many) }
    /// A sum in no currency that a log names says so: it must not be read as one of another.
    func money(_ amounts: [Money]) -> String {
        guard !amounts.isEmpty else { return "–" }
        return amounts.map { MoneyText.make($0) + ($0.currency.isEmpty ? say(" (currency not named)", "（币种未注明）") : "") }
            .joined(separator: " + ")
    }

    /// Paid orders of which no log tells whether they are marked paid, and those that are known to be or not.
    var marks: (known: Int, untold: Int) {
        report.funnels.compactMap { funnel in funnel.steps.first { $0.step == .markedPaid }?.ofBase.now.counts }
            .reduce((0, 0)) { ($0.0 + $1.known, $0.1 + $1.unseen) }
    }

    /// The name of a period: its week or day, else its ends.
    func name(_ period: ReportPeriod) -> String {
        if !period.name.isEmpty { return period.name }
        return days(period)
    }

    /// The first and the last day of a period of whole days; else its ends.
    func days(_ period: ReportPeriod) -> String {
        let ends = [period.from, period.until].map { time.full($0) }
        guard ends.allSatisfy({ $0.hasSuffix(" 00:00:00") }) else { return ends.joined(separator: " – ") }
        let (first, last) = (ends[0].prefix(10), time.full(Instant(microseconds: period.until.microseconds - 1)).prefix(10))
        return first == last ? String(first) : "\(first) – \(last)"
    }

    func make() -> ReportDocument {
        var document = ReportDocument(title: say("Conversion report ", "转化报告 ") + name(report.period))
        document.sections.append(overview())
        guard report.orders > 0 else {
            // Orders of bills alone are in no rate; what the provider has and we have not stands here all the same.
            document.sections += [reconciliation()].compactMap { $0 }
            return document
        }
        document.sections += [drivers(), recovery(), unknowns()].compactMap { $0 }
        document.sections.append(Section(id: "funnels", title: say("Funnels", "转化漏斗"), blocks: funnels(), isBrief: true))
        document.sections.append(outcomes())
        document.sections.append(breaks())
        document.sections += [routes(), notifies(), reconciliation(), breakdowns()].compactMap { $0 }
        document.sections.append(method())
        return document
    }

    // MARK: outcomes

    private func outcomes() -> Section {
        func table(_ caption: String, _ rows: [(name: String, orders: Int, before: Int?, isBad: Bool)]) -> Table {
            let total = max(1, rows.reduce(0) { $0 + $1.orders })
            var columns = [Column(caption), Column(say("share", "占比"), .bar), Column(say("orders", "订单"), .number), Column("%", .number)]
            if report.compared != nil { columns.append(Column(say("before", "对比期"), .number)) }
            return Table(
                caption: caption, columns: columns,
                rows: rows.map { row in
                    let share = Double(row.orders) / Double(total)
                    var cells = [
                        Cell(row.name, row.isBad ? .warn : nil),
                        Cell(.init(label: "\(row.name): \(RateText.percent(share))", value: share)),
                        Cell(count(row.orders)), Cell(RateText.percent(share)),
                    ]
                    if report.compared != nil { cells.append(Cell(row.before.map { count($0) } ?? "–")) }
                    return cells
                })
        }
        var blocks: [ReportDocument.Block] = [
            .table(
                table(
                    say("outcome: the money", "结果：资金"), report.outcomes.map { ($0.outcome.title(language), $0.orders, $0.before, false) }))
        ]
        if !report.experiences.isEmpty {
            blocks.append(
                .table(
                    table(
                        say("experience of the payers of paid orders", "体验：已支付订单的付款人"),
                        report.experiences.map { ($0.experience.title(language), $0.orders, $0.before, $0.experience == .lost) })))
            blocks.append(
                .paragraph(
                    say("Payers lost: ", "体验丢失率：") + RateText.make(report.lost.now)
                        + change(report.lost).map { say("; ", "；") + $0 }.joined()))
        }
        return Section(id: "outcomes", title: say("Outcome and experience", "结果与体验"), blocks: blocks)
    }

    /// The change of a share as a phrase; empty where nothing is compared.
    func change(_ rate: ConversionReport.Compared) -> [String] {
        guard let then = rate.then, let change = rate.change else { return [] }
        let difference = change.difference.map { RateText.points($0) + say(" points against ", " 个百分点，对比期为 ") } ?? say("against ", "对比期为 ")
        return [difference + RateText.make(then) + say(": ", "：") + change.finding.title(language)]
    }

    /// The same in a cell.
    func changeCell(_ change: RateChange?) -> Cell {
        guard let change else { return Cell("–") }
        let points = change.difference.map { RateText.points($0) } ?? "–"
        return Cell("\(points) · \(change.finding.shortTitle(language))", change.finding.isReal ? .warn : nil)
    }

    // MARK: breaks

    private func breaks() -> Section {
        guard !report.breaks.isEmpty else {
            return Section(id: "breaks", title: say("Breaks", "断点"), blocks: [.paragraph(say("None.", "没有。"))], isBrief: true)
        }
        var columns = [
            Column(say("break", "断点")), Column(say("severity", "程度"), .rate, rank: 3), Column(say("orders", "订单"), .number, rank: 1),
            Column(say("share", "占比"), .rate, rank: 4), Column(say("sales lost", "损失订单金额"), .rate),
            Column(say("at risk", "风险金额"), .rate), Column(say("owner", "负责方"), .rate, rank: 2),
        ]
        if report.compared != nil { columns.append(Column(say("change (points)", "变化（百分点）"), rank: 5)) }
        columns.append(Column(say("look at", "示例订单"), rank: 6))
        let rows = report.breaks.map { row -> [Cell] in
            func amount(_ orders: Int, _ money: [Money]) -> String {
                orders == 0 ? "–" : "\(count(orders)) · \(self.money(money))"
            }
            let tone: ReportDocument.Tone = row.worst == .critical ? .bad : row.worst == .major ? .warn : .info
            var cells = [
                Cell(BreakWording.title(row.code)(language)), Cell("\(row.worst.sign) \(row.worst.title(language))", tone),
                Cell(count(row.orders)), Cell(RateText.make(row.rate.now)), Cell(amount(row.lostOrders, row.lostMoney)),
                Cell(amount(row.atRiskOrders, row.atRiskMoney), row.atRiskOrders > 0 ? tone : nil),
                Cell(row.owner.shortTitle(language)),
            ]
            if report.compared != nil { cells.append(changeCell(row.rate.change)) }
            cells.append(Cell(row.example?.description ?? "–"))
            return cells
        }
        return Section(
            id: "breaks", title: say("Breaks, those that cost most first", "断点（按金额排序）"),
            blocks: [
                .table(Table(caption: say("breaks", "断点"), columns: columns, rows: rows, briefRows: 12)),
                .faint(
                    say(
                        "Sales lost: money of unpaid orders that this break kept from being paid. At risk: money of paid orders that it still harms, and of unpaid ones that were marked or delivered. Each order counts with its first break only; healed ones count in neither.",
                        "损失：因该断点未能支付的订单金额。风险：仍受其影响的已支付订单，以及未支付却已入账或已交付的订单金额。每笔订单只计入首要断点；已恢复的不计入。")),
            ], isBrief: true)
    }
}
