import Conversion
import Domain
import Verdicts

/// The first screen: how it went, whether the change is real, what cost most, who must act, what to do first.
extension ConversionDocument {
    func overview() -> ReportDocument.Section {
        var blocks: [ReportDocument.Block] = [.faint(period)]
        guard report.orders > 0 else {
            blocks.append(.notice(.warn, emptiness))
            return .init(id: "overview", title: say("At a glance", "概览"), blocks: blocks, isBrief: true)
        }
        blocks.append(.notice(tone, headline))
        if report.stuck > 0 { blocks.append(.notice(.bad, stuck)) }
        blocks.append(.cards(cards))
        blocks += warnings.map { .notice(.warn, $0) }
        let actions = self.actions
        if !actions.isEmpty {
            blocks.append(.paragraph(say("What to do first:", "优先处理：")))
            blocks.append(.labelled(actions))
        }
        return .init(id: "overview", title: say("At a glance", "概览"), blocks: blocks, isBrief: true)
    }

    /// Why the period has no orders, as far as is known.
    private var emptiness: String {
        var text = say("No order belongs to this period.", "该时段没有订单。")
        if report.isStoreEmpty {
            text += say(" ", "") + EmptyStore.paragraph(language)
        } else if let held = report.held {
            let (first, last) = (time.day(held.from), time.day(held.to))
            let days = first == last ? first : "\(first) – \(last)"
            text += say(" The store's orders are of \(days).", "存储中的订单日期为 \(days)。")
        }
        if report.billOnly > 0 {
            text += say(
                " \(count(report.billOnly, "order stands", "orders stand")) in provider bills only and \(report.billOnly == 1 ? "counts" : "count") in no rate.",
                "另有 \(count(report.billOnly)) 笔仅见于渠道账单，不计入任何比率。")
        }
        if !report.asOf.isUndated, report.period.from > report.asOf {
            text += say(" It begins after what the logs tell (as-of).", "该时段在判定时点之后才开始。")
        }
        return text
    }

    private var period: String {
        let ends = days(report.period) + " " + time.zoneName(at: report.period.from)
        let compared = report.compared.map { say(" · compared with ", " · 对比期 ") + name($0) } ?? ""
        return ends + compared + time.asOf(report.asOf)
    }

    private var cards: [ReportDocument.Card] {
        let rate = report.conversion.now
        // The currency of most money stands first.
        let paid = report.paidMoney.sorted { ($0.rescaled(to: 4) ?? .max) > ($1.rescaled(to: 4) ?? .max) }
        var cards = [
            ReportDocument.Card(
                label: say("conversion (paid of all orders)", "转化率（已支付 / 全部订单）"), value: rate.point.map(RateText.percent) ?? "–",
                note: RateText.range(rate.bounds) + " %"),
            ReportDocument.Card(
                label: say("orders", "订单"), value: count(report.orders),
                note: report.ordersBefore.map { say("before: ", "对比期：") + count($0) } ?? ""),
            ReportDocument.Card(
                label: say("money paid", "支付金额"), value: money(Array(paid.prefix(1))),
                note: (paid.dropFirst().map { "+ " + money([$0]) }
                    + (report.paidMoneyBefore.map { [say("before: ", "对比期：") + money($0)] } ?? [])).joined(separator: " · ")),
            stuckCard,
        ]
        if report.lost.now.counts.total > 0 {
            cards.append(
                ReportDocument.Card(
                    label: say("payers lost", "体验丢失"), value: report.lost.now.point.map(RateText.percent) ?? "–",
                    note: report.lost.now.counts.known > 0
                        ? RateText.range(report.lost.now.bounds) + " %" : say("not known: no device log tells", "未知：没有设备日志"),
                    tone: report.lost.now.counts.yes > 0 ? .warn : report.lost.now.counts.known > 0 ? .good : .info))
        }
        return cards
    }

    /// None is a claim only where logs would show them.
    private var stuckCard: ReportDocument.Card {
        let label = say("paid and NOT marked", "已支付未入账")
        let (known, untold) = marks
        let rest = untold > 0 ? say("not known of \(count(untold)) more", "另有 \(count(untold)) 笔无法判断") : ""
        if report.stuck > 0 {
            return .init(
                label: label, value: count(report.stuck),
                note: [money(report.stuckMoney), rest].filter { !$0.isEmpty }.joined(separator: " · "), tone: .bad)
        }
        if known == 0, untold > 0 {
            return .init(label: label, value: "–", note: say("not known: no server log tells", "未知：没有服务端日志"))
        }
        return .init(label: label, value: "0", note: rest.isEmpty ? say("none", "没有") : rest, tone: rest.isEmpty ? .good : .info)
    }

    private var tone: ReportDocument.Tone {
        guard let change = report.conversion.change, change.finding.isReal, let difference = change.difference else { return .info }
        return difference < 0 ? .bad : .good
    }

    /// Money that came in and of which the shop does not know: what cannot wait for the next report.
    private var stuck: String {
        let (many, sum) = (count(report.stuck), money(report.stuckMoney))
        return say(
            "\(many) paid \(report.stuck == 1 ? "order is" : "orders are") NOT marked paid, \(sum): the money came, and the shop does not know it. `paychain orders --stuck` lists them, the oldest first.",
            "\(many) 笔已支付订单未入账，共 \(sum)：款已付，商城却不知道。用 `paychain orders --stuck` 列出，最早的在前。")
    }

    private var headline: String {
        let rate = report.conversion
        var text = conversion(rate.now)
        if let change = rate.change, let then = rate.then {
            switch change.finding {
            case .real, .realAtEqualCoverage:
                let isUp = (change.difference ?? 0) > 0
                text += say(
                    " Conversion \(isUp ? "rose" : "fell") by \(RateText.points((change.difference ?? 0).magnitude).dropFirst()) points from \(RateText.make(then)): \(change.finding.title.en).",
                    "转化率\(isUp ? "上升" : "下降") \(RateText.points((change.difference ?? 0).magnitude).dropFirst()) 个百分点，对比期为 \(RateText.make(then))：\(change.finding.title.zh)。"
                )
            case .withinNoise:
                text += say(
                    " No real change: before it was \(RateText.make(then)), and the difference is \(change.finding.title.en).",
                    "没有真实变化：对比期为 \(RateText.make(then))，差异\(change.finding.title.zh)。")
            case .coverageDiffers, .notComparable:
                text += say(
                    " Whether it changed is \(change.finding == .notComparable ? "not known" : "open"): \(change.finding.title.en) (before: \(then.point == nil ? "not known" : RateText.make(then))).",
                    "是否有变化：\(change.finding.title.zh)（对比期：\(then.point == nil ? "未知" : RateText.make(then))）。")
            }
        }
        if let worst = costliest {
            text += say(
                " What cost most: “\(BreakWording.title(worst.code).en)”, \(cost(worst)); \(worst.owner.title.en) must act.",
                "代价最大的是“\(BreakWording.title(worst.code).zh)”，\(cost(worst))；由\(worst.owner.title.zh)处理。")
        }
        return text
    }

    /// The rate with its bounds, and the counts that it is made of: those that cannot be told are in neither.
    private func conversion(_ rate: BoundedRate) -> String {
        let counts = rate.counts
        guard counts.known > 0 else {
            return say(
                "Of none of the \(count(counts.total, "order")) it is known whether it was paid.", "\(count(counts.total)) 笔订单是否支付均不得而知。")
        }
        var text = say(
            "Conversion \(RateText.make(rate)): \(count(counts.yes)) of \(count(counts.known, "order")) \(counts.yes == 1 ? "was" : "were") paid",
            "转化率 \(RateText.make(rate))：\(count(counts.known)) 笔订单中 \(count(counts.yes)) 笔已支付")
        if counts.unseen > 0 { text += say("; of \(count(counts.unseen)) more no log tells", "；另有 \(count(counts.unseen)) 笔日志无法判断") }
        if counts.open > 0 {
            text += say("; \(count(counts.open)) \(counts.open == 1 ? "is" : "are") still open", "；\(count(counts.open)) 笔尚未到期")
        }
        return text + say(".", "。")
    }

    /// The break with the most money lost or at risk.
    private var costliest: ConversionReport.BreakRow? { report.breaks.first { $0.lostOrders + $0.atRiskOrders > 0 } }

    private func cost(_ row: ConversionReport.BreakRow) -> String {
        var parts: [String] = []
        if row.atRiskOrders > 0 {
            parts.append(
                say(
                    "\(count(row.atRiskOrders, "paid order")) with \(money(row.atRiskMoney)) at risk",
                    "\(count(row.atRiskOrders)) 笔已支付订单、\(money(row.atRiskMoney)) 有风险"))
        }
        if row.lostOrders > 0 {
            parts.append(
                say(
                    "\(count(row.lostOrders, "sale")) of \(money(row.lostMoney)) lost",
                    "损失 \(count(row.lostOrders)) 笔、\(money(row.lostMoney))"))
        }
        return parts.joined(separator: say(" and ", "，"))
    }

    /// One sentence for each of the costliest breaks: who does what.
    private var actions: [(label: String, text: String)] {
        report.breaks.filter { $0.lostOrders + $0.atRiskOrders > 0 }.prefix(3).map { row in
            let title = BreakWording.title(row.code)(language)
            let fix = BreakDefinition.of(row.code)?.texts.fix(language) ?? ""
            let owner = row.owner.title(language)
            return (
                owner.prefix(1).uppercased() + owner.dropFirst(),
                say("“\(title)” (\(cost(row))). \(fix)", "“\(title)”（\(cost(row))）。\(fix)")
            )
        }
    }

    private var warnings: [String] {
        var out: [String] = []
        let coverage = report.coverage
        if !coverage.isOver {
            out.append(
                say(
                    "The period was not over at as-of: its orders are still growing.", "判定时点时该时段尚未结束，订单仍在增加。"))
        }
        if coverage.serverApp < 0.98 {
            out.append(
                say(
                    "Application logs span \(RateText.percent(coverage.serverApp)) of the period: orders of the rest may be missing altogether, which no bound here covers.",
                    "应用日志只覆盖该时段的 \(RateText.percent(coverage.serverApp))：其余时间的订单可能完全缺失，这不在下列区间之内。"))
        }
        if let before = report.coverageBefore, (before.serverApp - coverage.serverApp).magnitude > 0.02 {
            out.append(
                say(
                    "Application logs span \(RateText.percent(before.serverApp)) of the other period: counts of orders and money are not to be compared.",
                    "应用日志覆盖对比期的 \(RateText.percent(before.serverApp))：订单数和金额不可直接比较。"))
        }
        out += periodsDiffer
        if report.billOnly > 0 {
            out.append(
                say(
                    report.billOnly == 1
                        ? "1 more order stands in a provider's bill only: it is in the reconciliation and in no rate, because it was found by being paid."
                        : "\(count(report.billOnly)) more orders stand in provider bills only: they are in the reconciliation and in no rate, because they were found by being paid.",
                    "另有 \(count(report.billOnly)) 笔订单只见于渠道账单：仅列入对账，不计入任何比率，因为它们正是因已支付才被发现的。"))
        }
        return out
    }

    /// Payers of a Sunday are not those of a Monday.
    private var periodsDiffer: [String] {
        guard let compared = report.compared else { return [] }
        let now = report.period.part(until: report.asOf)
        let (mine, theirs) = (now.length.microseconds, compared.length.microseconds)
        if (mine - theirs).magnitude > 3_600_000_000 * 2 {
            return [
                say(
                    "The periods are not equally long: compare shares, not counts or money.", "两个时段长度不同：只可比较比率，不可比较订单数和金额。")
            ]
        }
        let zone = time.zone
        guard now.weekdays(zone: zone) != compared.weekdays(zone: zone), mine < 28 * 86_400_000_000 else { return [] }
        return [
            say(
                "The two periods have other days of the week, and payers differ by weekday: --compare with the same days a week before is fairer.",
                "两个时段的星期构成不同，而付款人随星期变化：用 --compare 与上周相同的日子比较更公平。")
        ]
    }

    // MARK: drivers and recovery

    func drivers() -> ReportDocument.Section? {
        guard !report.drivers.isEmpty else {
            return .init(
                id: "drivers", title: say("What drives it", "驱动因素"),
                blocks: [
                    .paragraph(
                        say(
                            "No segment stands out beyond what chance explains (false-discovery rate 1 %).", "没有任何细分超出偶然所能解释的范围（错误发现率 1%）。")
                    )
                ])
        }
        let shown = report.drivers.prefix(8)
        return .init(
            id: "drivers", title: say("What drives it", "驱动因素"),
            blocks: [
                .list(shown.map { $0.sentence(language) }),
                .table(
                    Table(
                        caption: say("numbers of the drivers", "驱动因素的数据"),
                        columns: [
                            Column(say("where", "细分")), Column(say("what", "现象")), Column(say("explains [99 %]", "解释订单 [99%]"), .rate),
                            Column(say("money", "金额"), .rate),
                            Column(say("here", "该细分")), Column(say("elsewhere", "其余")), Column(say("odds ratio [99 %]", "优势比 [99%]")),
                        ],
                        rows: shown.map { driver in
                            [
                                Cell(driver.segment.map { $0.text(language) }.joined(separator: " × ")),
                                Cell(driver.measure.title(language)),
                                Cell(
                                    "\(count(Int(driver.explained.rounded()))) [\(count(Int(driver.explainedRange.low.rounded()))), \(count(Int(driver.explainedRange.high.rounded())))]"
                                ),
                                Cell(money(driver.money.map(\.point))),
                                Cell("\(count(driver.hits)) / \(count(driver.orders))"),
                                Cell("\(count(driver.restHits)) / \(count(driver.restOrders))"),
                                Cell("\(short(driver.oddsRatio)) [\(short(driver.oddsRange.low)), \(short(driver.oddsRange.high))]"),
                            ]
                        }, isFolded: true)),
                .faint(
                    say(
                        "A segment that stands out is where to look, not yet the cause. Tested against all orders whose segment is known; false-discovery rate 1 % over all tests.",
                        "突出的细分只是线索，还不是原因。与已知细分的全部订单比较；全部检验的错误发现率为 1%。")),
            ], isBrief: true)
    }

    private func short(_ value: Double) -> String {
        guard value.isFinite, value < 1e6 else { return "∞" }
        if value >= 100 { return count(Int(value.rounded())) }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    func recovery() -> ReportDocument.Section? {
        let rows = report.recovery.filter { $0.ordersAtMost > 0 }
        guard !rows.isEmpty else { return nil }
        func range(_ surely: Int, _ atMost: Int) -> String { surely == atMost ? count(surely) : "\(count(surely)) – \(count(atMost))" }
        func amount(_ surely: [Money], _ atMost: [Money]) -> String {
            if surely == atMost { return money(surely) }
            return surely.isEmpty
                ? say("at most \(money(atMost))", "至多 \(money(atMost))") : "\(money(surely)) – \(money(atMost))"
        }
        return .init(
            id: "recovery", title: say("What would have recovered it", "怎样本可挽回"),
            blocks: [
                .paragraph(
                    say(
                        "\(count(report.harmed, "paid order")) (\(money(report.harmedMoney))) \(report.harmed == 1 ? "is" : "are") not marked paid, or \(report.harmed == 1 ? "its" : "their") payer never saw the result. So many would have been helped: surely – at most.",
                        "\(count(report.harmed)) 笔已支付订单（\(money(report.harmedMoney))）未入账，或付款人始终看不到结果。可挽回的笔数：确定 – 至多。")),
                .table(
                    Table(
                        caption: say("each action by itself, replayed on each order", "逐笔重放，各措施单独计算"),
                        columns: [
                            Column(say("action", "措施")), Column(say("orders helped", "可挽回订单"), .rate),
                            Column(say("money", "金额"), .rate), Column(say("marked paid", "得以入账"), .rate, rank: 2),
                            Column(say("payers who see the result", "付款人看到结果"), .rate, rank: 1),
                            Column(say("mostly heals", "主要解决"), rank: 3),
                        ],
                        rows: rows.map { row in
                            [
                                Cell(row.action.title(language), row.orders > 0 ? .good : nil),
                                Cell(range(row.orders, row.ordersAtMost)), Cell(amount(row.money, row.moneyAtMost)),
                                Cell(range(row.marked, row.markedAtMost)), Cell(range(row.payers, row.payersAtMost)),
                                Cell(row.breaks.prefix(2).map { BreakWording.title($0.code)(language) }.joined(separator: say(", ", "、"))),
                            ]
                        })),
                .labelled(rows.map { ($0.action.title(language), $0.action.adds(language)) }),
                .faint(
                    say(
                        "Only orders that are paid by proof and whose money is right. The rows overlap: an order may be helped by several actions; do not add them up.",
                        "仅限有支付凭证且金额无误的订单。各行有重叠：一笔订单可能被多种措施挽回，请勿相加。")),
            ], isBrief: true)
    }
}
