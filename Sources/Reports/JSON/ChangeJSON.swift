import Domain

/// One change of a verdict as JSON: a line of `paychain watch --ndjson`, an entry of `history` in `paychain order --json`.
public enum ChangeJSON {
    /// Writes one change.
    public static func append(_ change: VerdictChange, to json: inout JSONWriter) {
        json.beginObject()
        json.key("order")
        json.string(change.order.description)
        json.key("as_of")
        json.instant(change.asOf)
        json.key("settled")
        json.bool(change.isSettled)
        pair("outcome", change.before?.outcome.rawValue, change.after?.outcome.rawValue, to: &json)
        pair("experience", change.before?.experience?.rawValue, change.after?.experience?.rawValue, to: &json)
        pair("primary_break", change.before?.primaryBreak?.rawValue, change.after?.primaryBreak?.rawValue, to: &json)
        let (old, new) = (change.before?.breaks ?? [], change.after?.breaks ?? [])
        list("fired", new.filter { !old.contains($0) }.map(\.rawValue), to: &json)
        list("gone", old.filter { !new.contains($0) }.map(\.rawValue), to: &json)
        json.key("steps")
        json.beginArray()
        for moved in change.movedSteps {
            json.beginObject()
            json.key("step")
            json.string(moved.step.rawValue)
            json.key("from")
            json.string(moved.from?.rawValue)
            json.key("to")
            json.string(moved.to.rawValue)
            json.endObject()
        }
        json.endArray()
        json.key("cause")
        append(change.cause, to: &json)
        json.endObject()
    }

    private static func pair(_ key: StaticString, _ from: String?, _ to: String?, to json: inout JSONWriter) {
        json.key(key)
        json.beginObject()
        json.key("from")
        json.string(from)
        json.key("to")
        json.string(to)
        json.endObject()
    }

    private static func list(_ key: StaticString, _ words: [String], to json: inout JSONWriter) {
        json.key(key)
        json.beginArray()
        for word in words { json.string(word) }
        json.endArray()
    }

    private static func append(_ cause: VerdictChange.Cause, to json: inout JSONWriter) {
        json.beginObject()
        json.key("kind")
        switch cause {
        case .line(let source, let line, let event, let at):
            json.string("line")
            json.key("source")
            json.string("\(source):\(line)")
            json.key("event")
            json.string(event.name)
            json.key("at")
            json.instant(at)
        case .deadline(let step, let due):
            json.string("deadline")
            json.key("step")
            json.string(step.rawValue)
            json.key("due")
            json.instant(due)
        case .context: json.string("context")
        case .merged: json.string("merged")
        }
        json.endObject()
    }
}
