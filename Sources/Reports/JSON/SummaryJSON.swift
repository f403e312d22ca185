import Domain

/// A run as contract.md's run object: the machine form of a summary.
public enum SummaryJSON {
    /// Appends one object, without a line feed.
    public static func append(_ summary: Summary, to json: inout JSONWriter) {
        json.beginObject()
        json.key("as_of")
        json.instant(summary.asOf)
        append(summary.inputs, to: &json)
        json.key("coverage")
        json.beginArray()
        for entry in summary.coverage { append(entry.source, to: &json) }
        json.endArray()
        json.key("unbound_items")
        json.beginArray()
        for item in summary.unboundItems { append(item, to: &json) }
        json.endArray()
        json.key("notes")
        json.beginArray()
        for note in summary.notes { json.string(note) }
        json.endArray()
        json.key("orders")
        json.integer(summary.orders)
        json.key("outcomes")
        json.beginObject()
        for outcome in Outcome.allCases {
            json.key(outcome.rawValue)
            json.integer(summary.outcomes[outcome] ?? 0)
        }
        json.endObject()
        json.key("experience")
        json.beginObject()
        for experience in Experience.allCases {
            json.key(experience.rawValue)
            json.integer(summary.experiences[experience] ?? 0)
        }
        json.endObject()
        json.key("paid_amount")
        append(amounts: summary.paidAmounts, to: &json)
        json.key("stuck")
        json.beginObject()
        json.key("orders")
        json.integer(summary.stuckOrders)
        json.key("amount")
        append(amounts: summary.stuckAmounts, to: &json)
        json.endObject()
        append(funnels: summary.funnels, to: &json)
        json.key("breaks")
        json.beginArray()
        for item in summary.breaks { append(item, to: &json) }
        json.endArray()
        json.key("findings")
        json.beginArray()
        for finding in summary.findings { append(finding, to: &json) }
        json.endArray()
        json.key("elapsed_seconds")
        json.number(summary.elapsedSeconds)
        json.key("megabytes_per_second")
        json.number(summary.elapsedSeconds > 0 ? Double(summary.inputs.bytesDecompressed) / 1e6 / summary.elapsedSeconds : nil)
        json.endObject()
    }

    /// Appends the member `inputs`.
    public static func append(_ inputs: Summary.Inputs, to json: inout JSONWriter) {
        json.key("inputs")
        json.beginObject()
        json.key("files")
        json.integer(inputs.files)
        json.key("bytes_read")
        json.integer(inputs.bytesRead)
        json.key("bytes_decompressed")
        json.integer(inputs.bytesDecompressed)
        json.key("lines")
        json.integer(inputs.lines)
        json.key("evidence")
        json.integer(inputs.evidence)
        json.key("noise")
        json.integer(inputs.noise)
        json.key("unbound")
        json.integer(inputs.unbound)
        json.key("duplicates")
        json.integer(inputs.duplicates)
        json.key("probes")
        json.integer(inputs.probes)
        json.key("implausible_stamps")
        json.integer(inputs.implausibleStamps)
        json.key("damaged")
        json.beginArray()
        for damage in inputs.damaged where !damage.isNote {
            json.beginObject()
            json.key("source")
            json.string(damage.source)
            json.key("at")
            json.string(damage.at)
            json.key("reason")
            json.string(damage.reason)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    /// Appends one source as an object.
    public static func append(_ source: SourceInfo, to json: inout JSONWriter) {
        json.beginObject()
        json.key("layer")
        json.string(source.witness.layer.rawValue)
        json.key("kind")
        switch source.witness {
        case .client: json.string("device")
        case .serverApp: json.string("app")
        case .serverEdge: json.string("edge")
        case .provider: json.string("record")
        }
        json.key("source")
        json.string(source.name)
        json.key("format")
        json.string(source.format)
        json.key("from")
        json.instant(source.span?.from)
        json.key("to")
        json.instant(source.span?.to)
        json.key("lines")
        json.integer(source.lines)
        json.key("evidence")
        json.integer(source.evidence)
        json.key("gaps")
        json.beginArray()
        for gap in source.gaps {
            json.beginObject()
            json.key("from")
            json.instant(gap.stretch.from)
            json.key("to")
            json.instant(gap.stretch.to)
            json.key("why")
            json.string(gap.why)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func append(_ item: Summary.UnboundItem, to json: inout JSONWriter) {
        json.beginObject()
        json.key("event")
        json.string(item.event.name)
        json.key("source")
        json.string(item.source)
        json.key("at")
        json.instant(item.at)
        json.key("ids")
        json.beginObject()
        var written: Set<AttributeKey> = []
        for id in item.ids where written.insert(id.kind).inserted {
            json.key(id.kind.identifierName)
            json.string(id.value)
        }
        json.endObject()
        json.key("why")
        json.string(item.why)
        json.endObject()
    }

    /// Appends the member `funnel`.
    public static func append(
        funnels: [(flow: Flow, orders: Int, steps: [Summary.FunnelStep])], to json: inout JSONWriter
    ) {
        json.key("funnel")
        json.beginArray()
        for funnel in funnels {
            json.beginObject()
            json.key("flow")
            json.string(funnel.flow.rawValue)
            json.key("orders")
            json.integer(funnel.orders)
            json.key("steps")
            json.beginArray()
            for step in funnel.steps {
                json.beginObject()
                json.key("step")
                json.string(step.step.rawValue)
                json.key("orders")
                json.integer(step.orders)
                json.key("conversion")
                json.number(step.conversion)
                json.key("median_seconds")
                json.number(step.medianSeconds)
                json.key("unobserved")
                json.integer(step.unobserved)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
    }

    private static func append(_ item: Summary.BreakCount, to json: inout JSONWriter) {
        json.beginObject()
        json.key("code")
        json.string(item.code.rawValue)
        json.key("orders")
        json.integer(item.orders)
        json.key("primary")
        json.integer(item.primary)
        json.key("amount")
        append(amounts: item.amounts, to: &json)
        json.key("severity")
        json.beginObject()
        for severity in Severity.allCases where item.bySeverity.indices.contains(severity.rank) {
            json.key(severity.rawValue)
            json.integer(item.bySeverity[severity.rank])
        }
        json.endObject()
        json.key("example")
        json.string(item.example?.bytes)
        json.endObject()
    }

    private static func append(amounts: [Money], to json: inout JSONWriter) {
        json.beginObject()
        for amount in amounts {
            json.key(amount.currency)
            json.string(amount.decimal)
        }
        json.endObject()
    }

    /// Appends one finding as an object.
    public static func append(_ finding: Finding, to json: inout JSONWriter) {
        json.beginObject()
        json.key("code")
        json.string(finding.code.rawValue)
        json.key("where")
        json.string(finding.place)
        json.key("http_status")
        json.integer(finding.httpStatus)
        json.key("count")
        json.integer(finding.count)
        json.key("orders")
        json.integer(finding.orders)
        json.key("from")
        json.instant(finding.span?.from)
        json.key("to")
        json.instant(finding.span?.to)
        json.key("note")
        json.bool(finding.isNote)
        json.endObject()
    }
}
