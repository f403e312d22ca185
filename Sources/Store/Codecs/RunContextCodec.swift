import Domain

/// Packs a ``RunContext``. Sets are written in sorted order: equal contexts give equal bytes.
public enum RunContextCodec {
    static let version: UInt8 = 3
    /// The version whose unbound notifies were single requests.
    private static let singleRequests: UInt8 = 2

    /// The packed form.
    ///
    /// - Parameter withNotifies: false leaves the unbound notifies out.
    public static func encode(_ run: RunContext, withNotifies: Bool = true) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.instant(run.asOf)
        out.coverage(run.serverApp)
        out.coverage(run.serverEdge)
        out.count(run.providerDays.count)
        for (provider, days) in run.providerDays.sorted(by: { $0.key < $1.key }) {
            out.text(provider)
            out.coverage(days)
        }
        let shown = run.clientEventsShown.sorted { ($0.platform, $0.event.rawValue) < ($1.platform, $1.event.rawValue) }
        out.count(shown.count)
        for one in shown {
            out.text(one.platform)
            out.byte(one.event.rawValue)
        }
        out.data(run.serverEventsShown.map(\.rawValue).sorted())
        out.texts(run.appSchemes.sorted())
        out.texts(run.merchant.appIDs)
        out.texts(run.merchant.sellerIDs)
        out.texts(run.merchant.merchantIDs)
        out.texts(run.merchant.bundleIDs)
        out.texts(run.returnDomains)
        out.count(run.deadlines.count)
        for deadline in run.deadlines {
            out.word(deadline.flow)
            out.word(deadline.step)
            out.signed(deadline.span.microseconds)
        }
        out.count(withNotifies ? run.unboundNotifies.count : 0)
        for notify in run.unboundNotifies where withNotifies {
            out.instant(notify.first)
            out.instant(notify.last)
            out.fixed(notify.path)
            out.text(notify.provider)
            out.byte(notify.isInferred ? 1 : 0)
        }
        return out.bytes
    }

    /// Reads a packed context.
    ///
    /// - Parameter withNotifies: false leaves the unbound notifies out: a run may have very many, and showing an order needs none.
    public static func decode(_ bytes: UnsafeRawBufferPointer, withNotifies: Bool = true) throws(CodecError) -> RunContext {
        var input = ByteReader(bytes)
        let known = try input.begin(versions: singleRequests...version)
        var run = RunContext(asOf: try input.instant())
        run.serverApp = try input.coverage()
        run.serverEdge = try input.coverage()
        for _ in 0..<(try input.count()) {
            let provider = try input.text()
            run.providerDays[provider] = try input.coverage()
        }
        for _ in 0..<(try input.count()) {
            let platform = try input.text()
            run.clientEventsShown.insert(RunContext.ShownEvent(platform: platform, event: try event(&input)))
        }
        for _ in 0..<(try input.count()) { run.serverEventsShown.insert(try event(&input)) }
        run.appSchemes = Set(try input.texts())
        run.merchant.appIDs = try input.texts()
        run.merchant.sellerIDs = try input.texts()
        run.merchant.merchantIDs = try input.texts()
        run.merchant.bundleIDs = try input.texts()
        run.returnDomains = try input.texts()
        run.deadlines = try input.list { (r) throws(CodecError) in
            RunContext.Deadline(flow: try r.word(), step: try r.word(), span: TimeSpan(microseconds: try r.signed()))
        }
        guard withNotifies else { return run }
        run.unboundNotifies = try input.list { (r) throws(CodecError) in
            let first = try r.instant()
            let last = known == singleRequests ? first : try r.instant()
            let path = known == singleRequests ? name(ofPath: try r.text()) : try r.fixed()
            var notify = RunContext.UnboundNotify(at: first, path: path, provider: try r.text(), isInferred: try r.byte() == 1)
            notify.last = last
            return notify
        }
        try input.end()
        return run
    }

    private static func name(ofPath path: String) -> UInt64 { path.isEmpty ? 0 : StableHash.of(path) }

    private static func event(_ input: inout ByteReader) throws(CodecError) -> EventKind {
        guard let event = EventKind(rawValue: try input.byte()) else { throw input.failure(.value) }
        return event
    }
}
