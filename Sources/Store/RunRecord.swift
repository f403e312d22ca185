import Domain

/// What a store keeps of the run as a whole.
public struct RunRecord: Sendable {
    /// What the judge knew of the run.
    public var context: RunContext
    /// The result of the run, to be printed again; its `inputs.damaged` are the damaged places.
    public var summary: Summary

    static func write(
        context: RunContext, summary: Summary, sources: [SourceInfo], deviceSpans: some Sequence<DeviceSpan>, to database: Database
    ) throws(StoreError) {
        // The first row is read for every look-up: the notifies, of which there may be a hundred thousand, stand in one of their own.
        let run = try database.prepare("INSERT OR REPLACE INTO run VALUES (1, ?1, ?2), (2, ?3, x'')")
        run.bind(1, blob: RunContextCodec.encode(context, withNotifies: false))
        run.bind(2, blob: SummaryCodec.encode(summary))
        run.bind(3, blob: RunContextCodec.encode(context))
        try run.run()
        // The third is what metrics ask for again and again.
        if let counts = summary.counts {
            let row = try database.prepare("INSERT OR REPLACE INTO run VALUES (3, x'', ?1)")
            row.bind(1, blob: OrderCountsCodec.encode(counts))
            try row.run()
        } else {
            try database.execute("DELETE FROM run WHERE id = 3")
        }
        try database.execute("DELETE FROM sources; DELETE FROM devices; DELETE FROM damage")
        let source = try database.prepare("INSERT INTO sources VALUES (?1, ?2, ?3)")
        for (id, info) in sources.enumerated() {
            source.bind(1, Int64(id))
            source.bind(2, info.name)
            source.bind(3, blob: SourceInfoCodec.encode(info))
            try source.run()
        }
        let device = try database.prepare("INSERT INTO devices (span) VALUES (?1)")
        for span in deviceSpans {
            device.bind(1, blob: DeviceSpanCodec.encode(span))
            try device.run()
        }
        let damage = try database.prepare("INSERT INTO damage (source, place, reason, note) VALUES (?1, ?2, ?3, ?4)")
        for one in summary.inputs.damaged {
            damage.bind(1, one.source)
            damage.bind(2, one.at)
            damage.bind(3, one.reason)
            damage.bind(4, one.isNote ? 1 : 0)
            try damage.run()
        }
    }
}

extension Store {
    /// The run whose verdicts the store holds; nil when none was stored yet.
    public func run() throws(StoreError) -> RunRecord? {
        let statement = try database.prepare(
            "SELECT coalesce((SELECT context FROM run WHERE id = 2), context), summary FROM run WHERE id = 1")
        guard try statement.step() else { return nil }
        do throws(CodecError) {
            return RunRecord(
                context: try RunContextCodec.decode(statement.bytes(0)), summary: try SummaryCodec.decode(statement.bytes(1)))
        } catch { throw damage(error, in: "the run") }
    }

    /// The result of the run alone; nil when none was stored yet.
    public func summary() throws(StoreError) -> Summary? {
        let statement = try database.prepare("SELECT summary FROM run WHERE id = 1")
        guard try statement.step() else { return nil }
        do throws(CodecError) { return try SummaryCodec.decode(statement.bytes(0)) } catch { throw damage(error, in: "the run") }
    }

    /// The orders by what metrics tell apart, as the run counted them. In a store that an earlier version wrote they are counted here, which
    /// takes a walk over all of them.
    public func orderCounts() throws(StoreError) -> OrderCounts {
        let statement = try database.prepare("SELECT summary FROM run WHERE id = 3")
        guard try statement.step() else { return try countOrders() }
        do throws(CodecError) { return try OrderCountsCodec.decode(statement.bytes(0)) } catch { throw damage(error, in: "the run") }
    }

    private func countOrders() throws(StoreError) -> OrderCounts {
        var counter = OrderCounter()
        let cursor = try orders(withProofs: true)
        while try cursor.next() != nil {
            guard let verdict = try cursor.verdict() else { continue }
            counter.add(verdict, deliveries: try cursor.chain()?.deliveries ?? [], amount: verdict.amount)
        }
        return counter.counts
    }

    /// What the orders were judged by, without the unbound notifies; nil when no run was stored yet.
    public func context() throws(StoreError) -> RunContext? {
        let statement = try database.prepare("SELECT context FROM run WHERE id = 1")
        guard try statement.step() else { return nil }
        do throws(CodecError) { return try RunContextCodec.decode(statement.bytes(0), withNotifies: false) } catch {
            throw damage(error, in: "the run")
        }
    }

    /// The sources of all stored evidence, in the order of ``Evidence/source``.
    public func sources() throws(StoreError) -> [SourceInfo] {
        let statement = try database.prepare("SELECT name, info FROM sources ORDER BY id")
        var sources: [SourceInfo] = []
        while try statement.step() {
            do throws(CodecError) { sources.append(try SourceInfoCodec.decode(statement.bytes(1))) } catch {
                throw damage(error, in: "source \(statement.text(0))")
            }
        }
        return sources
    }

    /// Gives what collector files span for each device, one by one: there may be as many as orders. Their `source` is a place in ``sources()``.
    public func forEachDeviceSpan(_ body: (DeviceSpan) -> Void) throws(StoreError) {
        let statement = try database.prepare("SELECT span FROM devices ORDER BY id")
        while try statement.step() {
            do throws(CodecError) { body(try DeviceSpanCodec.decode(statement.bytes(0))) } catch {
                throw damage(error, in: "a device's span")
            }
        }
    }
}
