import Conversion
import Domain
import Flows
import Providers
import Verdicts

/// Funnels and the tables behind the first screen.
extension ConversionDocument {
    func funnels() -> [ReportDocument.Block] {
        report.funnels.map { .table(funnel($0)) } + [
            .faint(
                say(
                    "Share: of all orders of the flow; behind the payment only paid ones count. [low, high] holds whatever unseen orders did, plus sampling error (95 %); the point is the share among orders that can be told, behind the payment the share of paid orders times that of the paid ones that got there. Changes behind the payment are those of the paid ones. Times count from the creation, behind the payment from the payment; an open order counts as long as it was watched.",
                    "占比：占该流程全部订单；支付之后的步骤只计已支付订单。[下限, 上限] 已计入无法观察订单的两种极端情况及抽样误差（95%）；点估计为可判断订单中的占比，支付之后的步骤为支付占比乘以已支付订单中到达的占比；其变化按已支付订单计算。用时自创建起算，支付之后的步骤自支付起算；未完成订单按已观察时长计入。"
                ))
        ]
    }

    func funnel(_ funnel: ConversionReport.Funnel) -> Table {
        let names = FlowDefinition.of(funnel.flow).names(language)
        var columns = [
            Column(say("step", "步骤")), Column(say("share", "占比"), .bar, rank: 6), Column("%", .rate),
            Column(say("orders", "订单"), .number, rank: 2), Column(say("not seen", "无法观察"), .number, rank: 3),
            Column(say("of the step before", "相对上一步"), .rate, rank: 4), Column(say("median", "中位用时"), .number, rank: 1),
            Column("p90", .number, rank: 5),
        ]
        if report.compared != nil { columns.append(Column(say("change (points)", "变化（百分点）"), .rate)) }
        let rows = funnel.steps.map { step -> [Cell] in
            let rate = step.reached.now
            var cells = [
                Cell(step.step.title(language)),
                Cell(
                    ReportDocument.Bar(
                        label: "\(step.step.title(language)): \(RateText.make(rate))", value: rate.point,
                        range: (rate.bounds.low, rate.bounds.high))),
                Cell(RateText.make(rate)), Cell(count(rate.counts.yes)), Cell(count(rate.counts.unseen + rate.counts.open)),
                Cell(step.base == nil ? "–" : RateText.make(step.ofBase.now)),
                Cell(step.base == nil ? "–" : quantile(step.time, 0.5)), Cell(step.base == nil ? "–" : quantile(step.time, 0.9)),
            ]
            if report.compared != nil { cells.append(changeCell(step.change)) }
            return cells
        }
        return Table(
            caption: say("\(names): \(count(funnel.orders, "order"))", "\(names)：\(count(funnel.orders)) 笔订单"), columns: columns, rows: rows
        )
    }

    func quantile(_ step: TimeToStep, _ share: Double) -> String {
        guard step.orders > 0 else { return "–" }
        guard let seconds = step.quantile(share).seconds else { return say("not reached", "未达到") }
        return time.span(TimeSpan(microseconds: Int64(seconds * 1_000_000)))
    }

    func routes() -> ReportDocument.Section? {
        let routes = report.routes
        guard routes.paid > 0 else { return nil }
        let via: [String: Text] = [
            "universal_link": Text(en: "Universal Link", zh: "Universal Link"), "url_scheme": Text(en: "URL scheme", zh: "URL Scheme"),
            "sdk": Text(en: "SDK callback", zh: "SDK 回调"), "webview": Text(en: "web view", zh: "WebView"),
            "other": Text(en: "another way", zh: "其他方式"),
        ]
        var rows = routes.returns.map { (via[$0.via]?(language) ?? $0.via, $0.orders) }
        rows += [
            (say("no callback; a fallback query showed the result", "没有回调，兜底查询显示了结果"), routes.byQuery),
            (say("neither", "两者都没有"), routes.none), (say("not due yet", "尚未到期"), routes.open),
            (say("no log tells", "日志无法判断"), routes.unseen),
        ]
        return .init(
            id: "routes", title: say("How payers came back", "付款人如何返回"),
            blocks: [
                .table(
                    shares(
                        say("paid orders by the way back", "已支付订单的返回方式"), say("way", "方式"), rows.filter { $0.1 > 0 }, of: routes.paid)),
                .paragraph(
                    say(
                        "The URL scheme took over from the Universal Link on \(count(routes.fallbacks, "order")). ",
                        "其中 \(count(routes.fallbacks)) 笔由 URL Scheme 接替了 Universal Link。") + firstInstall(routes.firstInstall)),
            ])
    }

    private func firstInstall(_ rate: BoundedRate) -> String {
        guard rate.counts.known > 0 else {
            return say(
                "First-install share: not known. No log line of these orders says whether the app had just been installed; it can be told once the app logs firstInstall=true or false on any line of an order.",
                "首次安装占比：未知。这些订单的日志都没有记录应用是否刚安装；应用在订单的任意一行日志中写入 firstInstall=true 或 false 后即可统计。")
        }
        return say("First-install share of paid orders: ", "首次安装占比（已支付订单）：") + RateText.make(rate)
            + say(
                " (known of \(count(rate.counts.known)) of \(count(rate.counts.total))).",
                "（\(count(rate.counts.total)) 笔中已知 \(count(rate.counts.known)) 笔）。")
    }

    private func shares(_ caption: String, _ first: String, _ rows: [(String, Int)], of total: Int) -> Table {
        Table(
            caption: caption,
            columns: [Column(first), Column(say("share", "占比"), .bar), Column(say("orders", "订单"), .number), Column("%", .number)],
            rows: rows.map { name, orders in
                let share = Double(orders) / Double(max(1, total))
                return [
                    Cell(name), Cell(.init(label: "\(name): \(RateText.percent(share))", value: share)), Cell(count(orders)),
                    Cell(RateText.percent(share)),
                ]
            })
    }

    func notifies() -> ReportDocument.Section? {
        guard !report.notifies.isEmpty else { return nil }
        var blocks: [ReportDocument.Block] = []
        for one in report.notifies {
            let name = ProviderDefinition.named(one.provider).names(language)
            var rows = one.acceptedAt.enumerated().filter { $0.element > 0 }.map { index, orders in
                (
                    index + 1 == one.acceptedAt.count
                        ? say("taken at delivery \(index + 1) or later", "第 \(index + 1) 次及以后成功")
                        : say("taken at delivery \(index + 1)", "第 \(index + 1) 次成功"),
                    orders
                )
            }
            if one.neverAccepted > 0 { rows.append((say("never taken", "始终未成功"), one.neverAccepted)) }
            blocks.append(
                .table(
                    shares(
                        say(
                            "\(name): \(count(one.orders, "order")), \(count(one.deliveries, "delivery", "deliveries"))",
                            "\(name)：\(count(one.orders)) 笔订单，\(count(one.deliveries)) 次投递"), say("first success", "首次成功"), rows,
                        of: one.orders)))
            if !one.refusals.isEmpty {
                let definition = BreakDefinition.of(.notifyRejected)
                let list = one.refusals.map { refusal in
                    let text = definition?.reasons.first { $0.word == refusal.reason }?.text(language) ?? refusal.reason
                    return "\(text) \(count(refusal.deliveries))"
                }
                blocks.append(.paragraph(say("Refused deliveries: ", "被拒绝的投递：") + list.joined(separator: say("; ", "；"))))
            }
        }
        return .init(id: "notifies", title: say("Notifies: attempts to success", "异步通知：成功所需次数"), blocks: blocks)
    }

    func reconciliation() -> ReportDocument.Section? {
        guard !report.reconciliation.isEmpty else { return nil }
        var rows: [[Cell]] = []
        for one in report.reconciliation {
            let name =
                one.provider.isEmpty
                ? say("provider not told", "未知渠道")
                : ProviderDefinition.all.first { $0.word == one.provider }?.names(language) ?? one.provider
            for line in one.lines where line.orders > 0 {
                let isBad = line.kind == .thereOnly || line.kind == .hereOnly || line.kind == .differing
                var amount = money(line.money)
                if line.kind == .differing, !one.received.isEmpty {
                    amount += say(" ordered, ", " 应付，") + money(one.received) + say(" received", " 实收")
                }
                rows.append([Cell(name), Cell(line.kind.title(language), isBad ? .bad : nil), Cell(count(line.orders)), Cell(amount)])
            }
        }
        return .init(
            id: "reconciliation", title: say("Reconciliation with the providers", "渠道对账"),
            blocks: [
                .table(
                    Table(
                        caption: say("payments there and here", "渠道与本地的支付"),
                        columns: [
                            Column(say("provider", "支付渠道")), Column(say("agreement", "对账结果")), Column(say("orders", "订单"), .number),
                            Column(say("money", "金额"), .number),
                        ], rows: rows))
            ])
    }

    func breakdowns() -> ReportDocument.Section? {
        guard !report.breakdowns.isEmpty else { return nil }
        var blocks: [ReportDocument.Block] = []
        for one in report.breakdowns {
            let title = one.dimension.title(language)
            blocks.append(
                .table(
                    Table(
                        caption: say("by \(title)", "按\(title)")
                            + (one.hidden > 0 ? say(" (\(count(one.hidden, "more value")))", "（另有 \(one.hidden) 个取值）") : ""),
                        columns: [
                            Column(title), Column(say("paid", "已支付"), .bar), Column(say("conversion", "转化率"), .rate),
                            Column(say("orders", "订单"), .number),
                            Column(say("back in the app", "返回应用"), .rate), Column(say("marked paid", "入账"), .rate),
                            Column(say("payers lost", "体验丢失"), .rate),
                        ],
                        rows: one.rows.map { value, counts in
                            let rate = BoundedRate(counts.paid)
                            let name = value.isEmpty ? say("not told", "未记录") : label(value, one.dimension)
                            func share(_ counts: ReachCounts) -> String { counts.total > 0 ? RateText.make(BoundedRate(counts)) : "–" }
                            return [
                                Cell(name),
                                Cell(
                                    .init(
                                        label: "\(name): \(RateText.make(rate))", value: rate.point,
                                        range: (rate.bounds.low, rate.bounds.high))),
                                Cell(RateText.make(rate)), Cell(count(counts.orders)), Cell(share(counts.returned)),
                                Cell(share(counts.marked)),
                                Cell(share(counts.lost)),
                            ]
                        }, isFolded: one.dimension == .hour)))
        }
        return .init(id: "breakdowns", title: say("Breakdowns", "细分"), blocks: blocks)
    }

    private func label(_ value: String, _ dimension: SegmentDimension) -> String {
        switch dimension {
        case .hour: "\(value):00"
        case .provider: ProviderDefinition.all.first { $0.word == value }?.names(language) ?? value
        case .platform: value == "ios" ? "iOS" : value == "android" ? "Android" : value
        default: value
        }
    }

    func method() -> ReportDocument.Section {
        let coverage = report.coverage
        var rows = [
            (say("period spanned by application logs", "应用日志覆盖的时段"), coverage.serverApp, report.coverageBefore?.serverApp),
            (say("period spanned by access logs", "访问日志覆盖的时段"), coverage.serverEdge, report.coverageBefore?.serverEdge),
            (say("orders whose device's log spans their time", "设备日志完整覆盖的订单"), coverage.client, report.coverageBefore?.client),
            (say("orders whose time a provider's record spans", "渠道账单覆盖的订单"), coverage.provider, report.coverageBefore?.provider),
        ].map { row in
            [Cell(row.0), Cell(RateText.percent(row.1))] + (report.compared == nil ? [] : [Cell(row.2.map { RateText.percent($0) } ?? "–")])
        }
        if rows.isEmpty { rows = [] }
        return .init(
            id: "method", title: say("What the logs could tell, and how to read this", "日志的可观察范围与阅读说明"),
            blocks: [
                .table(
                    Table(
                        caption: say("coverage", "覆盖率"),
                        columns: [Column(say("what", "项目")), Column(name(report.period), .number)]
                            + (report.compared.map { [Column(name($0), .number)] } ?? []), rows: rows)),
                .list([
                    say(
                        "An order belongs to the period in which it was created, else paid, else first seen.",
                        "订单按创建时间归入时段；没有则按支付时间，再没有则按首条证据。"),
                    say(
                        "[low, high]: low counts every unseen or open order as a no, high as a yes; each end is moved out by its sampling error (Wilson, 95 %).",
                        "[下限, 上限]：下限把所有无法观察或未完成的订单当作“否”，上限当作“是”；两端再外扩抽样误差（Wilson，95%）。"),
                    say(
                        "A change is called real when it holds with all unseen orders at their worst (99 %), or, where as much is seen as before (within 2 points), among the seen ones. In tables of many rows 99.9 % is asked for: of a hundred comparisons one would else be wrong.",
                        "只有当所有未观察订单取最不利情形时变化仍成立（99%），或观察范围相当（相差不超过 2 个百分点）且可观察订单中变化成立，才称为确有变化。在多行表格中要求 99.9%：否则一百次比较就会有一次误报。"),
                    say(
                        "Times: cumulative incidence with open orders censored at as-of; orders that surely end otherwise are competing ends.",
                        "用时：累积发生率估计，未完成订单在判定时点删失，确定以其他方式结束的订单作竞争事件处理。"),
                ]),
            ])
    }
}
