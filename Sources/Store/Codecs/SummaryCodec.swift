import Domain

/// Packs a ``Summary``: all that is needed to print it again later.
public enum SummaryCodec {
    static let version: UInt8 = 1

    /// The packed form.
    public static func encode(_ summary: Summary) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.instant(summary.asOf)
        write(summary.inputs, to: &out)
        out.count(summary.coverage.count)
        for one in summary.coverage { SourceInfoCodec.write(one.source, to: &out) }
        out.count(summary.unboundItems.count)
        for item in summary.unboundItems { write(item, to: &out) }
        out.texts(summary.notes)
        out.integer(summary.orders)
        write(summary.outcomes, to: &out)
        write(summary.experiences, to: &out)
        write(summary.paidAmounts, to: &out)
        out.integer(summary.stuckOrders)
        write(summary.stuckAmounts, to: &out)
        out.count(summary.funnels.count)
        for funnel in summary.funnels {
            out.word(funnel.flow)
            out.integer(funnel.orders)
            out.count(funnel.steps.count)
            for step in funnel.steps { write(step, to: &out) }
        }
        out.count(summary.breaks.count)
        for one in summary.breaks { write(one, to: &out) }
        out.count(summary.findings.count)
        for finding in summary.findings { write(finding, to: &out) }
        out.double(summary.elapsedSeconds)
        return out.bytes
    }

    /// Reads a packed summary.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> Summary {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        var summary = Summary(asOf: try input.instant())
        summary.inputs = try readInputs(&input)
        summary.coverage = try input.list { (r) throws(CodecError) in Summary.SourceCoverage(source: try SourceInfoCodec.read(&r)) }
        summary.unboundItems = try input.list { (r) throws(CodecError) in try readItem(&r) }
        summary.notes = try input.texts()
        summary.orders = try input.integer()
        summary.outcomes = try readCounts(&input)
        summary.experiences = try readCounts(&input)
        summary.paidAmounts = try readAmounts(&input)
        summary.stuckOrders = try input.integer()
        summary.stuckAmounts = try readAmounts(&input)
        summary.funnels = try input.list { (r) throws(CodecError) in
            let (flow, orders) = (try r.word(Flow.self), try r.integer())
            return (flow, orders, try r.list { (r) throws(CodecError) in try readStep(&r) })
        }
        summary.breaks = try input.list { (r) throws(CodecError) in try readBreak(&r) }
        summary.findings = try input.list { (r) throws(CodecError) in try readFinding(&r) }
        summary.elapsedSeconds = try input.double()
        try input.end()
        return summary
    }

    static func write(_ damage: Damage, to out: inout ByteWriter) {
        out.text(damage.source)
        out.text(damage.at)
        out.text(damage.reason)
        out.flag(damage.isNote)
    }

    private static func write(_ inputs: Summary.Inputs, to out: inout ByteWriter) {
        out.integer(inputs.files)
        for value in [
            inputs.bytesRead, inputs.bytesDecompressed, inputs.lines, inputs.evidence, inputs.noise, inputs.unbound, inputs.duplicates,
            inputs.probes, inputs.implausibleStamps,
        ] { out.varint(value) }
        out.count(inputs.damaged.count)
        for damage in inputs.damaged { write(damage, to: &out) }
    }

    private static func readInputs(_ input: inout ByteReader) throws(CodecError) -> Summary.Inputs {
        var inputs = Summary.Inputs()
        inputs.files = try input.integer()
        inputs.bytesRead = try input.varint()
        inputs.bytesDecompressed = try input.varint()
        inputs.lines = try input.varint()
        inputs.evidence = try input.varint()
        inputs.noise = try input.varint()
        inputs.unbound = try input.varint()
        inputs.duplicates = try input.varint()
        inputs.probes = try input.varint()
        inputs.implausibleStamps = try input.varint()
        inputs.damaged = try input.list { (r) throws(CodecError) in
            Damage(source: try r.text(), at: try r.text(), reason: try r.text(), isNote: try r.flag())
        }
        return inputs
    }

    private static func write(_ item: Summary.UnboundItem, to out: inout ByteWriter) {
        out.byte(item.event.rawValue)
        out.text(item.source)
        out.instant(item.at)
        out.count(item.ids.count)
        for id in item.ids {
            out.byte(id.kind.rawValue)
            out.text(id.value)
        }
        out.text(item.why)
    }

    private static func readItem(_ input: inout ByteReader) throws(CodecError) -> Summary.UnboundItem {
        guard let event = EventKind(rawValue: try input.byte()) else { throw input.failure(.value) }
        let (source, at) = (try input.text(), try input.instant())
        let ids = try input.list { (r) throws(CodecError) -> Summary.UnboundItem.Identifier in
            guard let kind = AttributeKey(rawValue: try r.byte()) else { throw r.failure(.value) }
            return Summary.UnboundItem.Identifier(kind: kind, value: try r.text())
        }
        return Summary.UnboundItem(event: event, source: source, at: at, ids: ids, why: try input.text())
    }

    private static func write<W: StoredWord>(_ counts: [W: Int], to out: inout ByteWriter) {
        let sorted = counts.map { (code: $0.key.storedCode, count: $0.value) }.sorted { $0.code < $1.code }
        out.count(sorted.count)
        for one in sorted {
            out.byte(one.code)
            out.integer(one.count)
        }
    }

    private static func readCounts<W: StoredWord & Hashable>(_ input: inout ByteReader) throws(CodecError) -> [W: Int] {
        var counts: [W: Int] = [:]
        for _ in 0..<(try input.count()) {
            let word: W = try input.word()
            counts[word] = try input.integer()
        }
        return counts
    }

    private static func write(_ step: Summary.FunnelStep, to out: inout ByteWriter) {
        out.word(step.step)
        out.integer(step.orders)
        out.double(step.conversion)
        out.presence(step.medianSeconds != nil, step.unobserved > 0)
        if let value = step.medianSeconds { out.double(value) }
        if step.unobserved > 0 { out.integer(step.unobserved) }
    }

    private static func readStep(_ input: inout ByteReader) throws(CodecError) -> Summary.FunnelStep {
        var step = Summary.FunnelStep(
            step: try input.word(), orders: try input.integer(), conversion: try input.double(), medianSeconds: nil)
        var isThere = try input.presence(bits: 2)
        if isThere.next() { step.medianSeconds = try input.double() }
        if isThere.next() { step.unobserved = try input.integer() }
        return step
    }

    private static func write(_ one: Summary.BreakCount, to out: inout ByteWriter) {
        out.word(one.code)
        out.integer(one.orders)
        out.integer(one.primary)
        write(one.amounts, to: &out)
        out.count(one.bySeverity.count)
        for number in one.bySeverity { out.integer(number) }
        out.flag(one.example != nil)
        if let example = one.example { out.data(example.bytes) }
    }

    private static func write(_ amounts: [Money], to out: inout ByteWriter) {
        out.count(amounts.count)
        for amount in amounts { out.money(amount) }
    }

    private static func readAmounts(_ input: inout ByteReader) throws(CodecError) -> [Money] {
        try input.list { (r) throws(CodecError) in try r.money() }
    }

    private static func readBreak(_ input: inout ByteReader) throws(CodecError) -> Summary.BreakCount {
        Summary.BreakCount(
            code: try input.word(), orders: try input.integer(), primary: try input.integer(),
            amounts: try readAmounts(&input), bySeverity: try input.list { (r) throws(CodecError) in try r.integer() },
            example: try input.flag() ? OrderNumber(bytes: Array(try input.slice())) : nil)
    }

    private static func write(_ finding: Finding, to out: inout ByteWriter) {
        out.word(finding.code)
        out.text(finding.place)
        out.integer(finding.count)
        out.integer(finding.orders)
        out.flag(finding.isNote)
        out.presence(finding.httpStatus != nil, finding.span != nil)
        if let value = finding.httpStatus { out.integer(value) }
        if let value = finding.span { out.stretch(value) }
    }

    private static func readFinding(_ input: inout ByteReader) throws(CodecError) -> Finding {
        var finding = Finding(
            code: try input.word(), place: try input.text(), count: try input.integer(), orders: try input.integer(),
            isNote: try input.flag())
        var isThere = try input.presence(bits: 2)
        if isThere.next() { finding.httpStatus = try input.integer() }
        if isThere.next() { finding.span = try input.stretch() }
        return finding
    }
}
