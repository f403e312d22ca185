import Audits
import Domain

/// What `paychain lint --json` writes: one object.
public enum LintJSON {
    /// Appends the report, without a line feed.
    public static func append(_ report: LintReport, summary: Summary, to json: inout JSONWriter) {
        json.beginObject()
        json.key("as_of")
        json.asOf(summary.asOf)
        json.key("ok")
        json.bool(!report.fails(on: .must))
        json.key("client_sources")
        json.integer(report.clientSources)
        json.key("orders")
        json.integer(report.orders)
        json.key("open_orders")
        json.integer(report.openOrders)
        json.key("open_amounts")
        amounts(report.openAmounts, to: &json)
        json.key("lacks")
        json.beginArray()
        for lack in report.lacks {
            json.beginObject()
            json.key("code")
            json.string(lack.rule.code)
            json.key("level")
            json.string(lack.rule.level.rawValue)
            json.key("count")
            json.integer(lack.count)
            json.key("orders")
            json.integer(lack.orders)
            json.key("settles")
            json.integer(lack.settles)
            json.key("amounts")
            amounts(lack.amounts, to: &json)
            json.key("platforms")
            strings(lack.platforms, to: &json)
            json.key("evidence")
            strings(lack.examples, to: &json)
            json.key("add")
            json.beginArray()
            for addition in lack.rule.additions {
                json.beginObject()
                json.key("where")
                json.string(addition.place)
                json.key("line")
                json.string(addition.code)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func amounts(_ amounts: [Money], to json: inout JSONWriter) {
        json.beginObject()
        for money in amounts {
            json.key(money.currency)
            json.string(money.decimal)
        }
        json.endObject()
    }

    private static func strings(_ values: [String], to json: inout JSONWriter) {
        json.beginArray()
        for value in values { json.string(value) }
        json.endArray()
    }
}
