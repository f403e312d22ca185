import Domain

/// Packs a ``VerdictChange`` without its order's number where that is known.
enum VerdictChangeCodec {
    static let version: UInt8 = 1

    static func encode(_ change: VerdictChange) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.data(change.order.bytes)
        out.instant(change.asOf)
        out.flag(change.isSettled)
        write(change.before, to: &out)
        write(change.after, to: &out)
        switch change.cause {
        case .line(let source, let line, let event, let at):
            out.byte(0)
            out.text(source)
            out.varint(UInt64(line))
            out.byte(event.rawValue)
            out.instant(at)
        case .deadline(let step, let due):
            out.byte(1)
            out.word(step)
            out.instant(due)
        case .context: out.byte(2)
        case .merged: out.byte(3)
        }
        return out.bytes
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> VerdictChange {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        let order = OrderNumber(bytes: Array(try input.slice()))
        let asOf = try input.instant()
        let isSettled = try input.flag()
        let before = try readState(&input)
        let after = try readState(&input)
        let cause: VerdictChange.Cause
        switch try input.byte() {
        case 0:
            let (source, line) = (try input.text(), try input.unsigned32())
            guard let event = EventKind(rawValue: try input.byte()) else { throw input.failure(.value) }
            cause = .line(source: source, line: line, event: event, at: try input.instant())
        case 1: cause = .deadline(step: try input.word(), due: try input.instant())
        case 2: cause = .context
        case 3: cause = .merged
        default: throw input.failure(.value)
        }
        try input.end()
        return VerdictChange(order: order, asOf: asOf, isSettled: isSettled, before: before, after: after, cause: cause)
    }

    private static func write(_ state: VerdictChange.State?, to out: inout ByteWriter) {
        out.flag(state != nil)
        guard let state else { return }
        out.word(state.outcome)
        out.presence(state.experience != nil, state.primaryBreak != nil)
        if let word = state.experience { out.word(word) }
        if let word = state.primaryBreak { out.word(word) }
        out.count(state.breaks.count)
        for word in state.breaks { out.word(word) }
        out.count(state.steps.count)
        for step in state.steps {
            out.word(step.step)
            out.word(step.state)
        }
    }

    private static func readState(_ input: inout ByteReader) throws(CodecError) -> VerdictChange.State? {
        guard try input.flag() else { return nil }
        let outcome: Outcome = try input.word()
        var isThere = try input.presence(bits: 2)
        let experience: Experience? = isThere.next() ? try input.word() : nil
        let primary: BreakCode? = isThere.next() ? try input.word() : nil
        let breaks = try input.list { (r) throws(CodecError) -> BreakCode in try r.word() }
        let steps = try input.list { (r) throws(CodecError) -> (step: Step, state: StepState) in (try r.word(), try r.word()) }
        return VerdictChange.State(outcome: outcome, experience: experience, primaryBreak: primary, breaks: breaks, steps: steps)
    }
}
