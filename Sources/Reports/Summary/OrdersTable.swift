import Domain
import Flows
import Verdicts

/// What `paychain orders` prints: one line an order; with `--stuck` the repair list.
public struct OrdersTable {
    /// One order of a list.
    public struct Entry: Sendable {
        var order: OrderNumber
        var flow: Flow
        var outcome: Outcome
        var experience: Experience?
        var amount: Money?
        var createdAt: Instant?
        var paidAt: Instant?
        var primaryBreak: BreakCode?
        var severity: Severity?
        /// What only the repair list shows.
        var repair: (item: Break?, refund: Text?, tradeNumber: String?, received: Money?, asOf: Instant)?

        /// Makes an entry from the columns of a list.
        public init(
            order: OrderNumber, flow: Flow, outcome: Outcome, experience: Experience?, amount: Money?, createdAt: Instant?,
            paidAt: Instant?, primaryBreak: BreakCode?, severity: Severity?
        ) {
            (self.order, self.flow, self.outcome, self.experience, self.amount) = (order, flow, outcome, experience, amount)
            (self.createdAt, self.paidAt, self.primaryBreak, self.severity) = (createdAt, paidAt, primaryBreak, severity)
        }

        /// Makes an entry from a whole verdict.
        ///
        /// - Parameter received: what was paid, where that is not the order's amount.
        public init(_ verdict: Verdict, received: Money? = nil) {
            let item = verdict.breaks.first { $0.code == verdict.primaryBreak }
            self.init(
                order: verdict.order, flow: verdict.flow, outcome: verdict.outcome, experience: verdict.experience,
                amount: verdict.amount?.assumed(provider: verdict.segments.provider, flow: verdict.flow), createdAt: verdict.createdAt,
                paidAt: verdict.paidAt, primaryBreak: verdict.primaryBreak,
                severity: item?.severity)
            repair = (
                item, StuckText.refund(verdict), verdict.aliases.first { $0.kind == .tradeNumber }?.values.first, received, verdict.asOf
            )
        }
    }

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
    ///   - entries: the orders of the page, in the order of the list.
    ///   - total: how many orders fit the filter in all.
    public consuming func list(_ entries: [Entry], total: Int) -> String {
        var rows: [[StyledText]] = [
            [
                heading("order", "订单"), heading("created", "创建时间"), heading("money", "金额"), heading("flow", "流程"),
                heading("outcome", "结果"), heading("experience", "体验"), heading("primary break", "首要断点"),
            ]
        ]
        for entry in entries {
            rows.append([
                StyledText(entry.order.description), StyledText((entry.createdAt ?? entry.paidAt).map(time.full) ?? "–"),
                StyledText(entry.amount.map(MoneyText.make) ?? "–"), StyledText(page.say(FlowDefinition.of(entry.flow).names)),
                StyledText(page.say(entry.outcome.title)), StyledText(entry.experience.map { page.say($0.title) } ?? "–"),
                breakCell(entry),
            ])
        }
        if !entries.isEmpty { page.table(rows, right: [2], indent: 0) }
        footer(shown: entries.count, total: total)
        return page.text
    }

    /// The repair list: paid and not marked, the oldest payment first.
    ///
    /// - Parameters:
    ///   - entries: the orders of the page, in the order of the list.
    ///   - total: how many there are in all.
    ///   - amounts: the money of all of them, by currency.
    public consuming func repair(_ entries: [Entry], total: Int, amounts: [Money]) -> String {
        // Trade numbers are long: on a narrow terminal `why` needs the room, and `paychain order` has them.
        let hasTrade = page.width >= 130
        var rows: [[StyledText]] = [
            [heading("order", "订单"), heading("money", "金额"), heading("paid at", "支付时间"), heading("age", "已过")]
                + (hasTrade ? [heading("trade number", "渠道交易号")] : []) + [heading("owner", "负责方"), heading("why", "原因")]
        ]
        for entry in entries {
            let item = entry.repair?.item
            var why = StyledText()
            if let refund = entry.repair?.refund { why.append(page.say(refund) + say("; ", "；"), .bold) }
            why.append(item.map { page.say(BreakWording.title($0.code)) } ?? "")
            if let reason = item.flatMap(BreakWording.reason) { why.append(" — " + page.say(reason)) }
            var row = [
                StyledText(entry.order.description), StyledText(money(entry), .bold),
                StyledText(entry.paidAt.map(time.full) ?? "–"), StyledText(age(entry) ?? "–", .critical),
            ]
            if hasTrade { row.append(StyledText(entry.repair?.tradeNumber ?? "–")) }
            row += [StyledText(item.map { page.say($0.owner.shortTitle) } ?? "–"), why]
            rows.append(row)
        }
        guard total > 0 else {
            page.line(say("No paid order is known to be stuck.", "未发现已支付未入账的订单。"), .good)
            return page.text
        }
        page.line(
            StyledText(
                say(
                    (total == 1 ? "1 order" : "\(MoneyText.count(total)) orders") + " paid and not marked: \(MoneyText.make(amounts))",
                    "\(MoneyText.count(total)) 笔已支付未入账：\(MoneyText.make(amounts))"), .bold))
        page.line()
        page.table(rows, right: [1], indent: 0)
        if entries.contains(where: { $0.repair?.refund != nil }) {
            page.line()
            page.paragraph(StyledText(page.say(StuckText.refundNote)), first: StyledText("→ ", .dim))
        }
        footer(shown: entries.count, total: total)
        return page.text
    }

    private func breakCell(_ entry: Entry) -> StyledText {
        guard let code = entry.primaryBreak else { return StyledText("–", .dim) }
        let severity = entry.severity ?? .minor
        return StyledText("\(severity.sign) \(code.rawValue)", severity.style)
    }

    /// What was received; beside it what was ordered, where that is another amount.
    private func money(_ entry: Entry) -> String {
        let ordered = entry.amount.map(MoneyText.make)
        guard let received = entry.repair?.received else { return ordered ?? "–" }
        return MoneyText.make(received) + (ordered.map { say(" (ordered \($0))", "（应付 \($0)）") } ?? "")
    }

    private func age(_ entry: Entry) -> String? {
        guard let paid = entry.paidAt, let asOf = entry.repair?.asOf else { return nil }
        return time.span(asOf - paid)
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
