import Audits
import Domain

/// What `paychain scenarios --json` writes: one object.
public enum ScenarioJSON {
    /// Appends the results, without a line feed.
    public static func append(_ results: [ScenarioResult], summary: Summary, to json: inout JSONWriter) {
        json.beginObject()
        json.key("as_of")
        json.asOf(summary.asOf)
        json.key("orders")
        json.integer(summary.orders)
        json.key("counts")
        json.beginObject()
        for state in ScenarioState.allCases {
            json.key(state.rawValue)
            json.integer(results.filter { $0.state == state }.count)
        }
        json.endObject()
        json.key("scenarios")
        json.beginArray()
        for result in results { append(result, to: &json) }
        json.endArray()
        json.endObject()
    }

    private static func append(_ result: ScenarioResult, to json: inout JSONWriter) {
        json.beginObject()
        json.key("scenario")
        json.string(result.definition.code)
        json.key("state")
        json.string(result.state.rawValue)
        json.key("order")
        json.string(result.decisive?.order.description)
        json.key("failed_step")
        json.string(result.decisive?.failedStep?.title.en)
        json.key("tries")
        json.beginArray()
        for one in result.tries {
            json.beginObject()
            json.key("order")
            json.string(one.order.description)
            json.key("flow")
            json.string(one.flow.rawValue)
            json.key("state")
            json.string(one.state.rawValue)
            json.key("declared")
            json.bool(one.isDeclared)
            json.key("at")
            json.instant(one.at)
            json.key("breaks")
            json.beginArray()
            for item in one.breaks {
                json.beginObject()
                json.key("code")
                json.string(item.code.rawValue)
                json.key("reason")
                json.string(item.reason)
                json.endObject()
            }
            json.endArray()
            json.key("steps")
            json.beginArray()
            for step in one.steps {
                json.beginObject()
                json.key("step")
                json.string(step.title.en)
                json.key("state")
                json.string(step.proof.code)
                json.key("evidence")
                json.string(step.reference)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}
