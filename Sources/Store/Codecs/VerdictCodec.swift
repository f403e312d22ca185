import Domain

/// Packs a ``Verdict`` without its order number, which stands in a column.
public enum VerdictCodec {
    static let version: UInt8 = 1

    /// The packed form.
    public static func encode(_ verdict: Verdict) -> [UInt8] {
        var out = ByteWriter()
        write(verdict, to: &out)
        return out.bytes
    }

    /// Reads a packed verdict.
    public static func decode(_ bytes: UnsafeRawBufferPointer, order: OrderNumber) throws(CodecError) -> Verdict {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        var verdict = Verdict(order: order, asOf: try input.instant())
        verdict.flow = try input.word()
        verdict.outcome = try input.word()
        var isThere = try input.presence(bits: 6)
        if isThere.next() { verdict.experience = try input.word() }
        if isThere.next() { verdict.primaryBreak = try input.word() }
        if isThere.next() { verdict.amount = try input.money() }
        if isThere.next() { verdict.createdAt = try input.instant() }
        if isThere.next() { verdict.paidAt = try input.instant() }
        if isThere.next() { verdict.lastEvidenceAt = try input.instant() }
        verdict.steps = try input.list { (r) throws(CodecError) in try readStep(&r) }
        verdict.breaks = try input.list { (r) throws(CodecError) in try readBreak(&r) }
        verdict.aliases = try input.list { (r) throws(CodecError) in
            guard let kind = AttributeKey(rawValue: try r.byte()) else { throw r.failure(.value) }
            return (kind, try r.texts())
        }
        verdict.segments = try readSegments(&input)
        verdict.coverage = try input.list { (r) throws(CodecError) in
            guard let witness = Witness(rawValue: try r.byte()) else { throw r.failure(.value) }
            return (witness, try r.word())
        }
        verdict.remarks = try input.list { (r) throws(CodecError) in try r.word() }
        try input.end()
        return verdict
    }

    static func write(_ verdict: Verdict, to out: inout ByteWriter) {
        out.begin(version: version)
        out.instant(verdict.asOf)
        out.word(verdict.flow)
        out.word(verdict.outcome)
        out.presence(
            verdict.experience != nil, verdict.primaryBreak != nil, verdict.amount != nil, verdict.createdAt != nil, verdict.paidAt != nil,
            verdict.lastEvidenceAt != nil)
        if let value = verdict.experience { out.word(value) }
        if let value = verdict.primaryBreak { out.word(value) }
        if let value = verdict.amount { out.money(value) }
        if let value = verdict.createdAt { out.instant(value) }
        if let value = verdict.paidAt { out.instant(value) }
        if let value = verdict.lastEvidenceAt { out.instant(value) }
        out.count(verdict.steps.count)
        for index in verdict.steps.indices { write(verdict.steps[index], to: &out) }
        out.count(verdict.breaks.count)
        for index in verdict.breaks.indices { write(verdict.breaks[index], to: &out) }
        out.count(verdict.aliases.count)
        for alias in verdict.aliases {
            out.byte(alias.kind.rawValue)
            out.texts(alias.values)
        }
        write(verdict.segments, to: &out)
        out.count(verdict.coverage.count)
        for one in verdict.coverage {
            out.byte(one.witness.rawValue)
            out.word(one.state)
        }
        out.count(verdict.remarks.count)
        for remark in verdict.remarks { out.word(remark) }
    }

    private static func write(_ step: StepVerdict, to out: inout ByteWriter) {
        out.word(step.step)
        out.word(step.state)
        out.presence(step.at != nil, step.due != nil, step.evidence != nil)
        if let value = step.at { out.instant(value) }
        if let value = step.due { out.instant(value) }
        if let value = step.evidence { out.integer(value) }
    }

    private static func readStep(_ input: inout ByteReader) throws(CodecError) -> StepVerdict {
        var step = StepVerdict(step: try input.word(), state: try input.word())
        var isThere = try input.presence(bits: 3)
        if isThere.next() { step.at = try input.instant() }
        if isThere.next() { step.due = try input.instant() }
        if isThere.next() { step.evidence = try input.integer() }
        return step
    }

    private static func write(_ one: Break, to out: inout ByteWriter) {
        out.word(one.code)
        out.word(one.stage)
        out.word(one.severity)
        out.word(one.owner)
        out.word(one.confidence)
        out.presence(
            one.reason != nil, one.explainedBy != nil, one.closedAt != nil, one.attempt != nil, one.attemptsUnseen != nil, one.hint != nil)
        if let value = one.reason { out.text(value) }
        if let value = one.explainedBy { out.word(value) }
        if let value = one.closedAt { out.instant(value) }
        if let value = one.attempt { out.integer(value) }
        if let value = one.attemptsUnseen { out.integer(value) }
        if let value = one.hint { out.text(value) }
        out.count(one.evidence.count)
        for index in one.evidence { out.integer(index) }
    }

    private static func readBreak(_ input: inout ByteReader) throws(CodecError) -> Break {
        let (code, stage, severity) = (try input.word(BreakCode.self), try input.word(Stage.self), try input.word(Severity.self))
        let (owner, confidence) = (try input.word(Owner.self), try input.word(Confidence.self))
        var one = Break(code: code, stage: stage, severity: severity, owner: owner, confidence: confidence)
        var isThere = try input.presence(bits: 6)
        if isThere.next() { one.reason = try input.text() }
        if isThere.next() { one.explainedBy = try input.word() }
        if isThere.next() { one.closedAt = try input.instant() }
        if isThere.next() { one.attempt = try input.integer() }
        if isThere.next() { one.attemptsUnseen = try input.integer() }
        if isThere.next() { one.hint = try input.text() }
        one.evidence = try input.list { (r) throws(CodecError) in try r.integer() }
        return one
    }

    private static func write(_ segments: Segments, to out: inout ByteWriter) {
        out.presence(
            segments.appVersion != nil, segments.osVersion != nil, segments.channel != nil, segments.returnVia != nil,
            segments.platform != nil, segments.provider != nil)
        if let value = segments.appVersion { out.text(value) }
        if let value = segments.osVersion { out.text(value) }
        if let value = segments.channel { out.text(value) }
        if let value = segments.returnVia { out.text(value) }
        if let value = segments.platform { out.text(value) }
        if let value = segments.provider { out.text(value) }
    }

    private static func readSegments(_ input: inout ByteReader) throws(CodecError) -> Segments {
        var segments = Segments()
        var isThere = try input.presence(bits: 6)
        if isThere.next() { segments.appVersion = try input.text() }
        if isThere.next() { segments.osVersion = try input.text() }
        if isThere.next() { segments.channel = try input.text() }
        if isThere.next() { segments.returnVia = try input.text() }
        if isThere.next() { segments.platform = try input.text() }
        if isThere.next() { segments.provider = try input.text() }
        return segments
    }
}
