import Conversion
import Domain

/// The conversion report as one JSON object (docs/report.md names its keys).
public enum ConversionJSON {
    /// The bytes of the object with a line feed.
    public static func make(_ report: ConversionReport) -> [UInt8] {
        var json = JSONWriter(capacity: 1 << 14)
        json.beginObject()
        json.key("as_of")
        json.asOf(report.asOf)
        json.key("period")
        period(report.period, &json)
        json.key("compared_with")
        if let compared = report.compared { period(compared, &json) } else { json.null() }
        integers(&json, [("orders", report.orders), ("bill_only", report.billOnly)])
        json.key("orders_before")
        json.integer(report.ordersBefore)
        json.key("conversion")
        compared(report.conversion, &json)
        json.key("paid_amount")
        money(report.paidMoney, &json)
        json.key("paid_amount_before")
        if let before = report.paidMoneyBefore { money(before, &json) } else { json.null() }
        json.key("stuck")
        orders(report.stuck, report.stuckMoney, &json)
        json.key("outcomes")
        counts(report.outcomes.map { ($0.outcome.rawValue, $0.orders) }, &json)
        json.key("experience")
        counts(report.experiences.map { ($0.experience.rawValue, $0.orders) }, &json)
        json.key("lost")
        compared(report.lost, &json)
        funnels(report, &json)
        breaks(report, &json)
        ways(report, &json)
        notifies(report, &json)
        reconciliation(report, &json)
        breakdowns(report, &json)
        drivers(report, &json)
        json.key("harmed")
        orders(report.harmed, report.harmedMoney, &json)
        recovery(report, &json)
        json.key("coverage")
        coverage(report.coverage, &json)
        json.key("coverage_before")
        if let before = report.coverageBefore { coverage(before, &json) } else { json.null() }
        json.endObject()
        json.newline()
        return json.bytes
    }

    private static func period(_ period: ReportPeriod, _ json: inout JSONWriter) {
        json.beginObject()
        json.key("name")
        json.string(period.name.isEmpty ? nil : period.name)
        json.key("from")
        json.instant(period.from)
        json.key("until")
        json.instant(period.until)
        json.endObject()
    }

    private static func integers(_ json: inout JSONWriter, _ values: [(StaticString, Int)]) {
        for (key, value) in values {
            json.key(key)
            json.integer(value)
        }
    }

    /// A share has four decimals at most: three of a percent.
    private static func share(_ key: StaticString, _ value: Double?, _ json: inout JSONWriter) {
        json.key(key)
        json.exact(value)
    }

    private static func rate(_ rate: BoundedRate, _ json: inout JSONWriter) {
        json.beginObject()
        content(rate, &json)
        json.endObject()
    }

    private static func content(_ rate: BoundedRate, _ json: inout JSONWriter) {
        share("point", rate.point, &json)
        share("low", rate.bounds.low, &json)
        share("high", rate.bounds.high, &json)
        integers(
            &json,
            [("yes", rate.counts.yes), ("no", rate.counts.no), ("open", rate.counts.open), ("unseen", rate.counts.unseen)])
    }

    private static func compared(_ rate: ConversionReport.Compared, _ json: inout JSONWriter) { compared(rate, rate.change, &json) }

    private static func compared(_ rate: ConversionReport.Compared, _ change: RateChange?, _ json: inout JSONWriter) {
        json.beginObject()
        content(rate.now, &json)
        json.key("before")
        if let then = rate.then { self.rate(then, &json) } else { json.null() }
        json.key("change")
        if let change {
            json.beginObject()
            json.key("finding")
            json.string(change.finding.rawValue)
            share("difference", change.difference, &json)
            share("low", change.bounds.low, &json)
            share("high", change.bounds.high, &json)
            json.endObject()
        } else {
            json.null()
        }
        json.endObject()
    }

    static func money(_ amounts: [Money], _ json: inout JSONWriter) {
        json.beginObject()
        for amount in amounts {
            json.key(amount.currency)
            json.string(amount.decimal)
        }
        json.endObject()
    }

    private static func orders(_ orders: Int, _ amounts: [Money], _ json: inout JSONWriter) {
        json.beginObject()
        integers(&json, [("orders", orders)])
        json.key("amount")
        money(amounts, &json)
        json.endObject()
    }

    private static func counts(_ values: [(String, Int)], _ json: inout JSONWriter) {
        json.beginObject()
        for (key, value) in values {
            json.key(key)
            json.integer(value)
        }
        json.endObject()
    }

    private static func list<Item>(_ key: StaticString, _ items: [Item], _ json: inout JSONWriter, _ body: (Item, inout JSONWriter) -> Void)
    {
        json.key(key)
        json.beginArray()
        for item in items {
            json.beginObject()
            body(item, &json)
            json.endObject()
        }
        json.endArray()
    }

    private static func text(_ key: StaticString, _ value: String?, _ json: inout JSONWriter) {
        json.key(key)
        json.string(value)
    }

    private static func funnels(_ report: ConversionReport, _ json: inout JSONWriter) {
        list("funnels", report.funnels, &json) { funnel, json in
            text("flow", funnel.flow.rawValue, &json)
            integers(&json, [("orders", funnel.orders)])
            list("steps", funnel.steps, &json) { step, json in
                text("step", step.step.rawValue, &json)
                json.key("reached")
                compared(step.reached, step.change, &json)
                text("base", step.base?.rawValue, &json)
                json.key("of_base")
                rate(step.ofBase.now, &json)
                text("since", step.since.rawValue, &json)
                integers(&json, [("timed", step.time.orders), ("open", step.time.open), ("time_unknown", step.time.unknown)])
                quantile("median_seconds", step.time.quantile(0.5), &json)
                quantile("p90_seconds", step.time.quantile(0.9), &json)
            }
        }
    }

    private static func quantile(_ key: StaticString, _ value: TimeToStep.Quantile, _ json: inout JSONWriter) {
        json.key(key)
        json.beginObject()
        json.key("point")
        json.number(value.seconds)
        json.key("low")
        json.number(value.low)
        json.key("high")
        json.number(value.high)
        json.endObject()
    }

    private static func breaks(_ report: ConversionReport, _ json: inout JSONWriter) {
        list("breaks", report.breaks, &json) { row, json in
            text("code", row.code.rawValue, &json)
            integers(&json, [("orders", row.orders), ("primary", row.primary)])
            json.key("severity")
            counts(Severity.allCases.map { ($0.rawValue, row.bySeverity[$0.rank]) }, &json)
            text("owner", row.owner.rawValue, &json)
            json.key("reasons")
            counts(row.reasons.map { ($0.word, $0.orders) }, &json)
            json.key("rate")
            compared(row.rate, &json)
            json.key("lost")
            orders(row.lostOrders, row.lostMoney, &json)
            json.key("at_risk")
            orders(row.atRiskOrders, row.atRiskMoney, &json)
            text("example", row.example?.description, &json)
        }
    }

    private static func ways(_ report: ConversionReport, _ json: inout JSONWriter) {
        let routes = report.routes
        json.key("return_routes")
        json.beginObject()
        integers(&json, [("paid", routes.paid)])
        json.key("returns")
        counts(routes.returns.map { ($0.via, $0.orders) }, &json)
        integers(
            &json,
            [
                ("fallback_query", routes.byQuery), ("none", routes.none), ("not_due", routes.open), ("unobserved", routes.unseen),
                ("scheme_took_over", routes.fallbacks),
            ])
        json.key("first_install")
        if routes.firstInstall.counts.known > 0 { rate(routes.firstInstall, &json) } else { json.null() }
        json.endObject()
    }

    private static func notifies(_ report: ConversionReport, _ json: inout JSONWriter) {
        list("notifies", report.notifies, &json) { one, json in
            text("provider", one.provider, &json)
            integers(&json, [("orders", one.orders), ("deliveries", one.deliveries), ("never_accepted", one.neverAccepted)])
            json.key("accepted_at")
            json.beginArray()
            for orders in one.acceptedAt { json.integer(orders) }
            json.endArray()
            json.key("refusals")
            counts(one.refusals.map { ($0.reason, $0.deliveries) }, &json)
        }
    }

    private static func reconciliation(_ report: ConversionReport, _ json: inout JSONWriter) {
        list("reconciliation", report.reconciliation, &json) { one, json in
            text("provider", one.provider, &json)
            for line in one.lines {
                json.key(line.kind.rawValue)
                orders(line.orders, line.money, &json)
            }
            json.key("received")
            money(one.received, &json)
        }
    }

    private static func breakdowns(_ report: ConversionReport, _ json: inout JSONWriter) {
        list("breakdowns", report.breakdowns, &json) { one, json in
            text("dimension", one.dimension.rawValue, &json)
            integers(&json, [("hidden", one.hidden)])
            list("values", one.rows, &json) { row, json in
                text("value", row.value.isEmpty ? nil : row.value, &json)
                integers(&json, [("orders", row.counts.orders)])
                for (key, counts) in [
                    ("paid", row.counts.paid), ("returned", row.counts.returned), ("marked", row.counts.marked), ("lost", row.counts.lost),
                ] as [(StaticString, ReachCounts)] {
                    json.key(key)
                    rate(BoundedRate(counts), &json)
                }
            }
        }
    }

    private static func drivers(_ report: ConversionReport, _ json: inout JSONWriter) {
        list("drivers", report.drivers, &json) { driver, json in
            text("measure", driver.measure.word, &json)
            text("kind", driver.kind.rawValue, &json)
            list("segment", driver.segment, &json) { value, json in
                text("dimension", value.dimension.rawValue, &json)
                text("value", value.value, &json)
            }
            integers(
                &json,
                [("orders", driver.orders), ("hits", driver.hits), ("rest_orders", driver.restOrders), ("rest_hits", driver.restHits)])
            json.key("orders_before")
            json.integer(driver.before?.orders)
            json.key("hits_before")
            json.integer(driver.before?.hits)
            json.key("explained")
            json.number(driver.explained)
            json.key("explained_low")
            json.number(driver.explainedRange.low)
            json.key("explained_high")
            json.number(driver.explainedRange.high)
            for (key, amounts) in [("amount", \.point), ("amount_low", \.low), ("amount_high", \.high)]
                as [(StaticString, KeyPath<Driver.Amount, Money>)]
            {
                json.key(key)
                money(driver.money.map { $0[keyPath: amounts] }, &json)
            }
            json.key("odds_ratio")
            json.number(driver.oddsRatio)
            json.key("odds_low")
            json.number(driver.oddsRange.low)
            json.key("odds_high")
            json.number(driver.oddsRange.high)
            text("sentence_en", driver.sentence(.en), &json)
            text("sentence_zh", driver.sentence(.zh), &json)
        }
    }

    private static func recovery(_ report: ConversionReport, _ json: inout JSONWriter) {
        list("recovery", report.recovery, &json) { row, json in
            text("action", row.action.word, &json)
            integers(
                &json,
                [
                    ("orders", row.orders), ("orders_at_most", row.ordersAtMost), ("tried", row.tried), ("marked", row.marked),
                    ("marked_at_most", row.markedAtMost), ("payers", row.payers), ("payers_at_most", row.payersAtMost),
                ])
            json.key("amount")
            money(row.money, &json)
            json.key("amount_at_most")
            money(row.moneyAtMost, &json)
            json.key("breaks")
            counts(row.breaks.map { ($0.code.rawValue, $0.orders) }, &json)
            text("example", row.example?.description, &json)
        }
    }

    private static func coverage(_ coverage: ConversionReport.PeriodCoverage, _ json: inout JSONWriter) {
        json.beginObject()
        share("server_app", coverage.serverApp, &json)
        share("server_edge", coverage.serverEdge, &json)
        share("client", coverage.client, &json)
        share("provider", coverage.provider, &json)
        json.key("is_over")
        json.bool(coverage.isOver)
        json.endObject()
    }
}
