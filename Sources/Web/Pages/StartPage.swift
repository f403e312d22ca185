import Domain
import Reports
import Serving
import Store

extension Route {
    /// The overview.
    static let start = Route("/", .page, Text(en: "the overview: money, top breaks, findings, coverage", zh: "概览：资金、主要断点、发现、覆盖范围")) {
        (call) throws(WebFailure) in
        let snapshot = try call.read { _, snapshot in snapshot }
        return Frame.page(call, title: call.say("Overview", "概览"), current: "/", state: snapshot.tag) { page in
            StartPage(call: call, snapshot: snapshot).write(to: &page)
        }
    }
}

/// How the day went, what is broken, what the logs can tell.
private struct StartPage {
    let call: Call
    let snapshot: StoreReader.Snapshot
    var summary: Summary { snapshot.summary }

    private func say(_ en: String, _ zh: String) -> String { call.say(en, zh) }
    private func count(_ value: some BinaryInteger) -> String { MoneyText.count(value) }
    private var paid: Int { (summary.outcomes[.paid] ?? 0) + (summary.outcomes[.refunded] ?? 0) }

    func write(to page: inout HTMLWriter) {
        guard snapshot.run != nil else {
            page.element("h1", text: say("Nothing has been analysed yet", "尚未分析任何日志"))
            page.element("p") { page in
                page.prose(
                    say(
                        "`paychain analyze PATH… --db FILE` or `paychain watch` fills this store.",
                        "`paychain analyze 路径… --db 文件` 或 `paychain watch` 会写入此存储。"))
            }
            return
        }
        headline(&page)
        if summary.orders == 0 { page.noOrders(call, summary) } else { cards(&page) }
        breaks(&page)
        outcomes(&page)
        findings(&page)
        witnesses(&page)
    }

    private func headline(_ page: inout HTMLWriter) {
        page.element(
            "h1",
            text: summary.stuckOrders > 0
                ? say("\(count(summary.stuckOrders)) paid and not marked", "\(count(summary.stuckOrders)) 笔已支付未入账")
                : summary.orders > 0
                    ? StuckText.untold(summary) == 0
                        ? say("No paid order is stuck", "没有卡单") : say("No paid order is known to be stuck", "未发现卡单")
                    : say("No order was recognised", "没有识别出订单"))
        page.element(
            "p", ["class": "faint"],
            text: say(
                "\(MoneyText.count(summary.orders, "order"))\(call.time.asOf(summary.asOf)) · times in \(call.time.zoneName(at: summary.asOf))",
                "\(count(summary.orders)) 笔订单\(call.time.asOf(summary.asOf)) · 时间按 \(call.time.zoneName(at: summary.asOf))"))
    }

    private func cards(_ page: inout HTMLWriter) {
        page.element("div", ["class": "cards"]) { page in
            card(
                say("Paid", "已支付"), count(paid), MoneyText.make(summary.paidAmounts), "/orders", [("outcome", "paid,refunded")], "good",
                &page)
            let untold = StuckText.untold(summary)
            let rest = untold > 0 ? say("not known of \(count(untold))", "\(count(untold)) 笔无法判断") : ""
            card(
                say("Paid, not marked", "已支付未入账"), count(summary.stuckOrders),
                [MoneyText.make(summary.stuckAmounts), rest].filter { !$0.isEmpty }.joined(separator: " · "), "/repair", [],
                summary.stuckOrders > 0 ? "bad" : untold > 0 ? "" : "good", &page)
            let lost = summary.experiences[.lost] ?? 0
            card(
                say("Payer lost on the way", "体验丢失"), count(lost), Share.percent(lost, of: max(1, paid)), "/orders",
                [("experience", "lost")], lost > 0 ? "warn" : "", &page)
            let acting = summary.findings.filter { !$0.isNote }.count
            card(
                say("Findings", "系统级发现"), count(acting), acting > 0 ? say("to act on", "待处理") : say("none to act on", "无待处理"), "/findings",
                [],
                acting > 0 ? "warn" : "", &page)
            let damaged = summary.inputs.damaged.filter { !$0.isNote }.count
            let gaps = summary.coverage.reduce(0) { $0 + $1.source.gaps.count }
            card(
                say("Sources", "来源"), count(summary.coverage.count),
                say(
                    "\(MoneyText.count(gaps, "gap")), \(MoneyText.count(damaged, "damaged place"))",
                    "\(count(gaps)) 处缺口，\(count(damaged)) 处损坏"), "/sources", [],
                damaged + gaps > 0 ? "warn" : "", &page)
        }
    }

    private func card(
        _ label: String, _ value: String, _ below: String, _ path: String, _ query: [(String, String?)], _ tone: String,
        _ page: inout HTMLWriter
    ) {
        page.element("a", ["class": "card", "href": call.link(path, query)]) { page in
            page.element("span", ["class": "label"], text: label)
            page.element("span", ["class": "value \(tone)"], text: value)
            page.element("span", ["class": "label"], text: below)
        }
    }

    private func breaks(_ page: inout HTMLWriter) {
        guard !summary.breaks.isEmpty else { return }
        page.element("h2", text: say("Top breaks", "主要断点"))
        BreaksTable.make(call, Array(BreaksTable.worstFirst(summary.breaks).prefix(8))).write(to: &page)
        page.element("p") { page in page.element("a", ["href": call.link("/breaks")], text: say("All breaks", "全部断点")) }
    }

    private func outcomes(_ page: inout HTMLWriter) {
        guard summary.orders > 0 else { return }
        page.element("h2", text: say("The money and the payer", "资金与付款人"))
        page.element("div", ["class": "columns"]) { page in
            var money = PageTable(
                say("Outcome of all orders", "全部订单的结果"),
                [.init(say("Outcome", "结果")), .init(say("Orders", "订单"), isNumber: true), .init(say("Share", "占比"), isNumber: true)])
            for outcome in Outcome.allCases {
                guard let orders = summary.outcomes[outcome], orders > 0 else { continue }
                money.rows.append([
                    .link(call.say(outcome.title), to: call.link("/orders", [("outcome", outcome.rawValue)])), .text(count(orders)),
                    .text(Share.percent(orders, of: summary.orders)),
                ])
            }
            var payer = PageTable(
                say("What payers of paid orders saw", "已支付订单的付款人体验"),
                [.init(say("Experience", "体验")), .init(say("Orders", "订单"), isNumber: true), .init(say("Share", "占比"), isNumber: true)])
            for experience in Experience.allCases {
                guard let orders = summary.experiences[experience], orders > 0 else { continue }
                payer.rows.append([
                    .link(call.say(experience.title), to: call.link("/orders", [("experience", experience.rawValue)])),
                    .text(count(orders)),
                    .text(Share.percent(orders, of: max(1, paid))),
                ])
            }
            page.element("div") { money.write(to: &$0) }
            if !payer.rows.isEmpty { page.element("div") { payer.write(to: &$0) } }
        }
    }

    private func findings(_ page: inout HTMLWriter) {
        let acting = summary.findings.filter { !$0.isNote }
        guard !acting.isEmpty else { return }
        page.element("h2", text: say("Findings", "系统级发现"))
        FindingsList.write(Array(acting.prefix(5)), say("To act on", "待处理"), call, to: &page)
        guard acting.count > 5 else { return }
        page.element("p") { page in
            page.element(
                "a", ["href": call.link("/findings")], text: say("All \(count(acting.count)) findings", "全部 \(count(acting.count)) 条"))
        }
    }

    /// How far each kind of log reaches: the lag is what is missing up to as-of.
    private func witnesses(_ page: inout HTMLWriter) {
        page.element("h2", text: say("How far the logs reach", "日志到哪里为止"))
        var table = PageTable(
            say("Kinds of log", "日志种类"),
            [
                .init(say("Kind", "种类")), .init(say("Sources", "来源"), isNumber: true), .init(say("Until", "截至")),
                .init(say("Behind as-of", "落后判定时点")),
            ])
        for witness in Witness.allCases {
            let sources = summary.coverage.map(\.source).filter { $0.witness == witness }
            let end = sources.compactMap(\.span?.to).max()
            let lag = end.map { summary.asOf - $0 }
            table.rows.append([
                .text(call.say(witness.title)), .text(count(sources.count)), .text(end.map(call.time.full) ?? say("none", "没有")),
                .text(lag.map { $0 > .seconds(1) ? call.time.span($0) : "–" } ?? "–"),
            ])
        }
        table.write(to: &page)
    }
}
