/// What the judge knows of the whole run: the same for every order, so that a bucket can be judged anywhere.
public struct RunContext: Sendable {
    /// The moment verdicts speak for (vocabulary §1).
    public var asOf: Instant
    /// Coverage of the merchant's application logs.
    public var serverApp: WitnessCoverage
    /// Coverage of the merchant's access logs.
    public var serverEdge: WitnessCoverage
    /// Days that a complete bill or export covers, by provider word (`alipay`, `wechat`); a bill day is a stretch in UTC.
    public var providerDays: [String: WitnessCoverage]
    /// Platforms (`ios`, `android`, or empty) whose logs show each kind of client event at least once: a kind never logged there
    /// cannot be missed (vocabulary §4).
    public var clientEventsShown: Set<ShownEvent>
    /// Server event kinds that some line of the run shows.
    public var serverEventsShown: Set<EventKind>
    /// URL schemes that are this app's: the configured ones and every scheme a return came by.
    public var appSchemes: Set<String>
    /// The merchant's own ids; an empty list judges nothing.
    public var merchant: Merchant
    /// Domains that return URLs may use; empty judges nothing.
    public var returnDomains: [String]
    /// Deadlines that replace the flow's own.
    public var deadlines: [Deadline]
    /// Notify requests without a number that stayed without an order or found one by inference, in time order, probes and tools excepted:
    /// one of them may be the notify that an order seems to lack, so no order may miss a notify while one lies in its interval
    /// (vocabulary §5).
    public var unboundNotifies: [UnboundNotify]

    /// The merchant's own identities (client-and-server-lines.md, `merchant:`).
    public struct Merchant: Hashable, Sendable {
        /// Alipay app ids and WeChat appids.
        public var appIDs: [String] = []
        /// Alipay seller ids.
        public var sellerIDs: [String] = []
        /// WeChat merchant ids.
        public var merchantIDs: [String] = []
        /// App Store bundle ids.
        public var bundleIDs: [String] = []
        /// Makes a merchant without ids.
        public init() {}
    }

    /// One kind of client event on one platform.
    public struct ShownEvent: Hashable, Sendable {
        /// ios, android, or empty when unknown.
        public var platform: String
        /// The kind.
        public var event: EventKind
        /// Makes a pair.
        public init(platform: String, event: EventKind) {
            (self.platform, self.event) = (platform, event)
        }
    }

    /// A configured deadline of one step of one flow.
    public struct Deadline: Hashable, Sendable {
        /// The flow.
        public var flow: Flow
        /// The step.
        public var step: Step
        /// How long after its predecessor.
        public var span: TimeSpan
        /// Makes a deadline.
        public init(flow: Flow, step: Step, span: TimeSpan) {
            (self.flow, self.step, self.span) = (flow, step, span)
        }
    }

    /// Notify requests of one minute without a number: they stayed without an order, or found one only by inference.
    ///
    /// A run may have as many such requests as orders; by the minute they are as many as the time it covers.
    public struct UnboundNotify: Hashable, Sendable {
        /// When the first came.
        public var first: Instant
        /// When the last came.
        public var last: Instant
        /// The stable hash of their path, or 0 when the lines name none: as many as orders where paths carry numbers.
        public var path: UInt64
        /// Their provider word, or empty when unknown.
        public var provider: String
        /// Whether they were given to orders because those orders' application lines fit them. Where application lines are lost, one may be
        /// the request of another order whose line is lost too.
        public var isInferred: Bool
        /// Makes an entry of one request.
        public init(at: Instant, path: UInt64 = 0, provider: String = "", isInferred: Bool = false) {
            (first, last, self.path, self.provider, self.isInferred) = (at, at, path, provider, isInferred)
        }

        /// Whole minutes since 1970.
        public var minute: Int64 { first.microseconds / TimeSpan.minutes(1).microseconds }

        /// The order in which a context has them.
        public static func isOrdered(_ a: UnboundNotify, _ b: UnboundNotify) -> Bool {
            (a.first, a.last, a.path, a.provider, a.isInferred ? 1 : 0) < (b.first, b.last, b.path, b.provider, b.isInferred ? 1 : 0)
        }
    }

    /// Whether a notify without an order lies in `[from, to]` that may have been for an order with this endpoint and provider.
    ///
    /// For less than a minute it may say so where the requests came before and after.
    ///
    /// - Parameters:
    ///   - path: the order's notify path, or empty; one with a `*` carries the order number, so that its requests always bind.
    ///   - provider: the order's provider word, or empty.
    ///   - withInferred: whether requests that others got by inference count too.
    public func hasUnboundNotify(from: Instant, to: Instant, path: String, provider: String, withInferred: Bool = false) -> Bool {
        guard !unboundNotifies.isEmpty, !path.utf8.contains(UInt8(ascii: "*")) else { return false }
        let name = path.isEmpty ? 0 : StableHash.of(path)
        let earliest = from - .minutes(1)
        var low = 0
        var high = unboundNotifies.count
        while low < high {
            let middle = (low + high) / 2
            if unboundNotifies[middle].first < earliest { low = middle + 1 } else { high = middle }
        }
        while low < unboundNotifies.count, unboundNotifies[low].first <= to {
            let one = unboundNotifies[low]
            let samePath = name == 0 || one.path == 0 || one.path == name
            let sameProvider = provider.isEmpty || one.provider.isEmpty || one.provider == provider
            if one.last >= from, samePath, sameProvider, withInferred || !one.isInferred { return true }
            low += 1
        }
        return false
    }

    /// The same in memory of its own: workers that share memory count the references to it against each other.
    public var detached: RunContext {
        func own(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }
        func own(_ coverage: WitnessCoverage) -> WitnessCoverage {
            WitnessCoverage(stretches: coverage.stretches.map { $0 }, gaps: coverage.gaps.map { $0 })
        }
        var copy = self
        (copy.serverApp, copy.serverEdge) = (own(serverApp), own(serverEdge))
        copy.providerDays = Dictionary(uniqueKeysWithValues: providerDays.map { (own($0.key), own($0.value)) })
        copy.clientEventsShown = Set(clientEventsShown.map { ShownEvent(platform: own($0.platform), event: $0.event) })
        copy.serverEventsShown = Set(serverEventsShown.map { $0 })
        copy.appSchemes = Set(appSchemes.map { own($0) })
        copy.merchant.appIDs = merchant.appIDs.map { own($0) }
        copy.merchant.sellerIDs = merchant.sellerIDs.map { own($0) }
        copy.merchant.merchantIDs = merchant.merchantIDs.map { own($0) }
        copy.merchant.bundleIDs = merchant.bundleIDs.map { own($0) }
        copy.returnDomains = returnDomains.map { own($0) }
        copy.deadlines = deadlines.map { $0 }
        return copy
    }

    /// Makes a context that covers nothing.
    public init(asOf: Instant) {
        self.asOf = asOf
        (serverApp, serverEdge, providerDays) = (WitnessCoverage(), WitnessCoverage(), [:])
        (clientEventsShown, serverEventsShown, appSchemes) = ([], [], [])
        (merchant, returnDomains, deadlines, unboundNotifies) = (Merchant(), [], [], [])
    }
}
