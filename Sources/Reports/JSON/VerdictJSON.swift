import Domain

/// One order as contract.md's order line: the machine form of a verdict.
public struct VerdictJSON: Sendable {
    private let sources: [SourceInfo]

    /// Makes a writer for the orders of one run; costs nothing.
    ///
    /// - Parameter sources: the run's source table; ``Evidence/source`` counts into it.
    public init(sources: [SourceInfo]) { self.sources = sources }

    /// Appends one object, without a line feed.
    ///
    /// - Parameters:
    ///   - verdict: the verdict.
    ///   - events: the events of the chain it was given on; a break's evidence counts into them.
    ///   - json: where to write.
    public func append(_ verdict: Verdict, events: [Evidence], to json: inout JSONWriter) {
        json.beginObject()
        members(verdict, events: events, to: &json)
        json.endObject()
    }

    /// Appends one object with the events of the chain in it (`paychain order --json`), without a line feed.
    ///
    /// - Parameters:
    ///   - verdict: the verdict.
    ///   - chain: the chain it was given on.
    ///   - rawLines: the original record of each event by its index, or nil.
    ///   - history: how the verdict moved; nothing is written where there is none.
    ///   - json: where to write.
    public func append(
        _ verdict: Verdict, chain: Chain, rawLines: [Int: [UInt8]]?, history: [VerdictChange] = [], to json: inout JSONWriter
    ) {
        json.beginObject()
        members(verdict, events: chain.events, to: &json)
        json.key("events")
        json.beginArray()
        for index in chain.events.indices { append(index, of: chain, raw: rawLines?[index], to: &json) }
        json.endArray()
        if !history.isEmpty {
            json.key("history")
            json.beginArray()
            for change in history { ChangeJSON.append(change, to: &json) }
            json.endArray()
        }
        json.endObject()
    }

    private func append(_ index: Int, of chain: Chain, raw: [UInt8]?, to json: inout JSONWriter) {
        let event = chain.events[index]
        json.beginObject()
        json.key("event")
        json.string(event.event.name)
        json.key("at")
        json.instant(event.at)
        if event.witness == .client {
            let range = chain.range(of: event)
            json.key("earliest")
            json.instant(range.earliest)
            json.key("latest")
            json.instant(range.latest)
        }
        json.key("source")
        json.string(reference(index, in: chain.events))
        json.key("binding")
        json.string("\(event.binding)")
        json.key("attributes")
        json.beginObject()
        chain.withAttributes(of: event) { attributes in
            var written: Set<AttributeKey> = []
            for (key, value) in attributes where written.insert(key).inserted {
                json.key(key.jsonName)
                if key.isInstant, let microseconds = value.integer {
                    json.instant(Instant(microseconds: microseconds))
                } else {
                    json.string(value.text)
                }
            }
        }
        json.endObject()
        if let raw {
            json.key("raw")
            json.string(raw)
        }
        json.endObject()
    }

    private func members(_ verdict: Verdict, events: [Evidence], to json: inout JSONWriter) {
        json.key("order")
        json.string(verdict.order.bytes)
        json.key("flow")
        json.string(verdict.flow.rawValue)
        json.key("outcome")
        json.string(verdict.outcome.rawValue)
        json.key("experience")
        json.string(verdict.experience?.rawValue)
        json.key("primary_break")
        json.string(verdict.primaryBreak?.rawValue)
        json.key("breaks")
        json.beginArray()
        for item in verdict.breaks { append(item, events: events, to: &json) }
        json.endArray()
        json.key("steps")
        json.beginArray()
        for step in verdict.steps { append(step, events: events, to: &json) }
        json.endArray()
        json.key("amount")
        append(verdict.amount, to: &json)
        json.key("created_at")
        json.instant(verdict.createdAt)
        json.key("paid_at")
        json.instant(verdict.paidAt)
        json.key("last_evidence_at")
        json.instant(verdict.lastEvidenceAt)
        json.key("aliases")
        json.beginObject()
        for alias in verdict.aliases where !alias.values.isEmpty {
            json.key(alias.kind.identifierName)
            json.beginArray()
            for value in alias.values { json.string(value) }
            json.endArray()
        }
        json.endObject()
        append(verdict.segments, to: &json)
        json.key("coverage")
        json.beginObject()
        for witness in Witness.allCases {
            json.key(witness.key)
            json.string((verdict.coverage.first { $0.witness == witness }?.state ?? .absent).rawValue)
        }
        json.endObject()
        json.key("remarks")
        json.beginArray()
        for remark in verdict.remarks { json.string(remark.rawValue) }
        json.endArray()
        json.key("as_of")
        json.instant(verdict.asOf)
    }

    private func append(_ item: Break, events: [Evidence], to json: inout JSONWriter) {
        json.beginObject()
        json.key("code")
        json.string(item.code.rawValue)
        json.key("stage")
        json.string(item.stage.rawValue)
        json.key("severity")
        json.string(item.severity.rawValue)
        json.key("owner")
        json.string(item.owner.rawValue)
        json.key("reason")
        json.string(item.reason)
        json.key("confidence")
        json.string(item.confidence.rawValue)
        json.key("explained_by")
        json.string(item.explainedBy?.rawValue)
        json.key("closed_at")
        json.instant(item.closedAt)
        json.key("attempt")
        json.integer(item.attempt)
        json.key("attempts_unseen")
        json.integer(item.attemptsUnseen)
        json.key("hint")
        json.string(item.hint)
        json.key("evidence")
        json.beginArray()
        for index in item.evidence { json.string(reference(index, in: events)) }
        json.endArray()
        json.endObject()
    }

    private func append(_ step: StepVerdict, events: [Evidence], to json: inout JSONWriter) {
        json.beginObject()
        json.key("step")
        json.string(step.step.rawValue)
        json.key("state")
        json.string(step.state.rawValue)
        if let at = step.at {
            json.key("at")
            json.instant(at)
        }
        if let due = step.due {
            json.key("due")
            json.instant(due)
        }
        if let evidence = step.evidence {
            json.key("evidence")
            json.string(reference(evidence, in: events))
        }
        json.endObject()
    }

    private func append(_ amount: Money?, to json: inout JSONWriter) {
        guard let amount else { return json.null() }
        json.beginObject()
        json.key("value")
        json.string(amount.decimal)
        json.key("currency")
        json.string(amount.currency)
        json.endObject()
    }

    private func append(_ segments: Segments, to json: inout JSONWriter) {
        json.key("segments")
        json.beginObject()
        json.key("app_version")
        json.string(segments.appVersion)
        json.key("os_version")
        json.string(segments.osVersion)
        json.key("channel")
        json.string(segments.channel)
        json.key("return_via")
        json.string(segments.returnVia)
        json.key("platform")
        json.string(segments.platform)
        json.key("provider")
        json.string(segments.provider)
        json.endObject()
    }

    /// `file:line` of one event, or nil where the index points nowhere.
    public func reference(_ index: Int, in events: [Evidence]) -> String? {
        guard events.indices.contains(index) else { return nil }
        let event = events[index]
        let source = Int(event.source)
        return "\(sources.indices.contains(source) ? sources[source].name : "?"):\(event.line)"
    }
}
