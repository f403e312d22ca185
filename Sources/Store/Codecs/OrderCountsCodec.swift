import Domain

/// Packs ``OrderCounts``.
enum OrderCountsCodec {
    static let version: UInt8 = 1

    static func encode(_ counts: OrderCounts) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.count(counts.orders.count)
        for one in counts.orders {
            out.word(one.flow)
            out.word(one.outcome)
            out.flag(one.experience != nil)
            if let experience = one.experience { out.word(experience) }
            out.integer(one.count)
            write(one.money, to: &out)
        }
        out.count(counts.breaks.count)
        for one in counts.breaks {
            out.word(one.code)
            out.word(one.severity)
            out.word(one.owner)
            out.word(one.flow)
            out.integer(one.count)
            write(one.money, to: &out)
        }
        out.count(counts.steps.count)
        for one in counts.steps {
            out.word(one.flow)
            out.word(one.step)
            out.word(one.state)
            out.integer(one.count)
        }
        out.count(counts.notifies.count)
        for one in counts.notifies {
            out.text(one.provider)
            out.text(one.answer)
            out.integer(one.count)
        }
        return out.bytes
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> OrderCounts {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        var counts = OrderCounts()
        counts.orders = try input.list { (r) throws(CodecError) in
            OrderCounts.Orders(
                flow: try r.word(), outcome: try r.word(), experience: try r.flag() ? try r.word() : nil, count: try r.integer(),
                money: try money(&r))
        }
        counts.breaks = try input.list { (r) throws(CodecError) in
            OrderCounts.Breaks(
                code: try r.word(), severity: try r.word(), owner: try r.word(), flow: try r.word(), count: try r.integer(),
                money: try money(&r))
        }
        counts.steps = try input.list { (r) throws(CodecError) in
            OrderCounts.Steps(flow: try r.word(), step: try r.word(), state: try r.word(), count: try r.integer())
        }
        counts.notifies = try input.list { (r) throws(CodecError) in
            OrderCounts.Notifies(provider: try r.text(), answer: try r.text(), count: try r.integer())
        }
        try input.end()
        return counts
    }

    private static func write(_ amounts: [Money], to out: inout ByteWriter) {
        out.count(amounts.count)
        for amount in amounts { out.money(amount) }
    }

    private static func money(_ input: inout ByteReader) throws(CodecError) -> [Money] {
        try input.list { (r) throws(CodecError) in try r.money() }
    }
}
