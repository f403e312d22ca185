import Domain
import Flows
import Verdicts

/// What `paychain orders` prints: one line an order; with `--stuck` the repair list.
public struct OrdersTable {
    private let time: TimeText
    private var page: Page

    /// Makes a table.
    public init(style: ReportStyle) {
        time = TimeText(style)
        page = Page(style)
    }

    /// A list of orders.
    ///
    /// - Parameters:
    ///   - verdicts: the orders of the page, in the order of the list.
    ///   - total: how many orders fit the filter in all.
    public consuming func list(_ verdicts: [Verdict], total: Int) -> String {
        var rows: [[StyledText]] = [
            [
                heading("order", "订单"), heading("created", "创建时间"), heading("money", "金额"), heading("flow", "流程"),
                heading("outcome", "结果"), heading("experience", "体验"), heading("primary break", "首要断点"),
            ]
        ]
        for verdict in verdicts {
            let item = verdict.breaks.first { $0.code == verdict.primaryBreak }
            rows.append([
                StyledText(verdict.order.description), StyledText((verdict.createdAt ?? verdict.paidAt).map(time.full) ?? "–"),
                StyledText(verdict.amount.map(MoneyText.make) ?? "–"), StyledText(page.say(FlowDefinition.of(verdict.flow).names)),
                StyledText(page.say(verdict.outcome.title)), StyledText(verdict.experience.map { page.say($0.title) } ?? "–"),
                item.map { StyledText("\($0.severity.sign) \($0.code.rawValue)", $0.severity.style) } ?? StyledText("–", .dim),
            ])
        }
        if !verdicts.isEmpty { page.table(rows, right: [2], indent: 0) }
        footer(shown: verdicts.count, total: total)
        return page.text
    }

    /// The repair list: paid and not marked, the oldest payment first.
    ///
    /// - Parameters:
    ///   - verdicts: the orders of the page, in the order of the list.
    ///   - total: how many there are in all.
    ///   - amounts: the money of all of them, by currency.
    public consuming func repair(_ verdicts: [Verdict], total: Int, amounts: [Money]) -> String {
        var rows: [[StyledText]] = [
            [
                heading("order", "订单"), heading("money", "金额"), heading("paid at", "支付时间"), heading("age", "已过"),
                heading("trade number", "渠道交易号"), heading("owner", "负责方"), heading("why", "原因"),
            ]
        ]
        for verdict in verdicts {
            let item = verdict.breaks.first { $0.code == verdict.primaryBreak }
            var why = StyledText(item.map { page.say(BreakWording.title($0.code)) } ?? "")
            if let reason = item.flatMap(BreakWording.reason) { why.append(say(": ", "：") + page.say(reason)) }
            let trade = verdict.aliases.first { $0.kind == .tradeNumber }?.values.first
            rows.append([
                StyledText(verdict.order.description), StyledText(verdict.amount.map(MoneyText.make) ?? "–", .bold),
                StyledText(verdict.paidAt.map(time.full) ?? "–"),
                StyledText(verdict.paidAt.map { time.span(verdict.asOf - $0) } ?? "–", .critical), StyledText(trade ?? "–"),
                StyledText(item.map { page.say($0.owner.shortTitle) } ?? "–"), why,
            ])
        }
        guard total > 0 else {
            page.line(say("No paid order is stuck.", "没有已支付未入账的订单。"), .good)
            return page.text
        }
        page.line(
            StyledText(
                say(
                    "\(MoneyText.count(total)) orders paid and not marked: \(MoneyText.make(amounts))",
                    "\(MoneyText.count(total)) 笔已支付未入账：\(MoneyText.make(amounts))"), .bold))
        page.line()
        page.table(rows, right: [1], indent: 0)
        footer(shown: verdicts.count, total: total)
        return page.text
    }

    private mutating func footer(shown: Int, total: Int) {
        if total == 0 {
            page.line(say("No order fits.", "没有符合条件的订单。"))
        } else if shown < total {
            page.line(
                say(
                    "… \(MoneyText.count(shown)) of \(MoneyText.count(total)) orders; --limit shows more",
                    "… 共 \(MoneyText.count(total)) 笔，显示 \(MoneyText.count(shown)) 笔；用 --limit 显示更多"), .dim)
        }
    }

    private func say(_ en: String, _ zh: String) -> String { page.style.language == .zh ? zh : en }
    private func heading(_ en: String, _ zh: String) -> StyledText { StyledText(say(en, zh), .dim) }
}
