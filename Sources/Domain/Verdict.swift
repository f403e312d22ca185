/// What became of the money (vocabulary §2).
public enum Outcome: String, Sendable, CaseIterable {
    case refunded
    case paid
    case failed
    case cancelled
    case abandoned
    case pending
    case unknown

    /// Paid at some time: refunded orders were paid.
    @inlinable public var everPaid: Bool { self == .paid || self == .refunded }
}

/// What the payer lived through, for orders that were ever paid (vocabulary §2).
public enum Experience: String, Sendable, CaseIterable {
    case landed
    case recovered
    case lost
    case unobserved
}

/// How bad a break is at as-of.
public enum Severity: String, Sendable, CaseIterable, Comparable {
    case critical
    case major
    case minor

    /// 0 for the worst.
    public var rank: Int { self == .critical ? 0 : self == .major ? 1 : 2 }
    /// The worse one is less.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
}

/// Who has to act.
public enum Owner: String, Sendable, CaseIterable {
    case client
    case web
    case server
    case provider
    case user
}

/// How surely the evidence belongs to the order (vocabulary §2).
public enum Confidence: String, Sendable, CaseIterable {
    case high
    case medium
    case low
}

/// The named faults of vocabulary §6 in their rank order.
public enum BreakCode: String, Sendable, CaseIterable {
    case markedWithoutProof = "marked_without_proof"
    case amountMismatch = "amount_mismatch"
    case merchantMismatch = "merchant_mismatch"
    case chargedTwice = "charged_twice"
    case stateRegressed = "state_regressed"
    case deliveredTwice = "delivered_twice"
    case sandboxInProduction = "sandbox_in_production"
    case notifyRejected = "notify_rejected"
    case notifyNotReceived = "notify_not_received"
    case paidNotMarked = "paid_not_marked"
    case paidNotDelivered = "paid_not_delivered"
    case closedNotMarked = "closed_not_marked"
    case returnURLMissing = "return_url_missing"
    case checkoutLoadFailed = "checkout_load_failed"
    case walletNeverOpened = "wallet_never_opened"
    case paymentFailed = "payment_failed"
    case returnNeverLanded = "return_never_landed"
    case returnUnrouted = "return_unrouted"
    case pendingNotRequeried = "pending_not_requeried"
    case queryNotReceived = "query_not_received"
    case queryStale = "query_stale"
    case providerQueryFailed = "provider_query_failed"
    case resultMisreported = "result_misreported"
    case resultDuplicated = "result_duplicated"
    case productsUnavailable = "iap_products_unavailable"
    case purchaseNeverCompleted = "iap_never_completed"
    case observerMissing = "iap_observer_missing"
    case receiptNotUploaded = "iap_receipt_not_uploaded"
    case receiptRejected = "iap_receipt_rejected"
    case finishedEarly = "iap_finished_early"
    case neverFinished = "iap_never_finished"
    case entitlementWrong = "entitlement_wrong"
    case secretInURL = "secret_in_url"

    /// 1…33, as in the table of vocabulary §6.
    public var rank: Int { (BreakCode.allCases.firstIndex(of: self) ?? 0) + 1 }
}

/// Notes on a verdict that are no break (vocabulary §6).
public enum Remark: String, Sendable, CaseIterable {
    case clockSkewed = "clock_skewed"
    case evidenceConflict = "evidence_conflict"
    case boundByWindow = "bound_by_window"
    case fallbackUsed = "fallback_used"
    case notifyLate = "notify_late"
    case proofAfterTheFact = "proof_after_the_fact"
    case partiallyRefunded = "partially_refunded"
    case refundBegun = "refund_begun"
    case billOnly = "bill_only"
    case sandbox
    case xcodeTransaction = "xcode_transaction"
}

/// A fired break of one order.
public struct Break: Hashable, Sendable {
    /// Which fault.
    public var code: BreakCode
    /// The funnel stage.
    public var stage: Stage
    /// How bad at as-of.
    public var severity: Severity
    /// Who has to act.
    public var owner: Owner
    /// The reason word of vocabulary §6; for `payment_failed` the provider's own code; nil where the break has none.
    public var reason: String?
    /// How surely the evidence belongs to the order.
    public var confidence: Confidence
    /// The fired break that explains it, if any.
    public var explainedBy: BreakCode?
    /// When it healed, if it did.
    public var closedAt: Instant?
    /// Estimated number of the delivery, from 1.
    public var attempt: Int?
    /// How many deliveries before it must have been refused unseen.
    public var attemptsUnseen: Int?
    /// A hint word of vocabulary §6.
    public var hint: String?
    /// Indices into ``Chain/events``: the lines it rests on, in chain order.
    public var evidence: [Int]

    /// Makes a break from its parts.
    public init(
        code: BreakCode, stage: Stage, severity: Severity, owner: Owner, reason: String? = nil, confidence: Confidence = .high,
        explainedBy: BreakCode? = nil, closedAt: Instant? = nil, attempt: Int? = nil, attemptsUnseen: Int? = nil, hint: String? = nil,
        evidence: [Int] = []
    ) {
        (self.code, self.stage, self.severity, self.owner, self.reason) = (code, stage, severity, owner, reason)
        (self.confidence, self.explainedBy, self.closedAt) = (confidence, explainedBy, closedAt)
        (self.attempt, self.attemptsUnseen, self.hint, self.evidence) = (attempt, attemptsUnseen, hint, evidence)
    }
}

/// One step of an order's flow as judged.
public struct StepVerdict: Hashable, Sendable {
    /// Which step.
    public var step: Step
    /// Its state at as-of.
    public var state: StepState
    /// When it was seen: the raw stamp of the evidence.
    public var at: Instant?
    /// The deadline, where one is known.
    public var due: Instant?
    /// Index into ``Chain/events`` of the line that shows it.
    public var evidence: Int?

    /// Makes a step verdict from its parts.
    public init(step: Step, state: StepState, at: Instant? = nil, due: Instant? = nil, evidence: Int? = nil) {
        (self.step, self.state, self.at, self.due, self.evidence) = (step, state, at, due, evidence)
    }
}

/// Whether a kind of witness covers an order (contract.md).
public enum CoverageState: String, Sendable, CaseIterable {
    case covered
    case gap
    case endedEarly = "ended_early"
    case absent
}

/// The segments that reports break down by; nil where no line told.
public struct Segments: Hashable, Sendable {
    /// App version.
    public var appVersion: String?
    /// OS version.
    public var osVersion: String?
    /// Channel (`cid`).
    public var channel: String?
    /// How the payer came back: universal_link, url_scheme, sdk, webview, or `none` when the return is missing.
    public var returnVia: String?
    /// ios or android.
    public var platform: String?
    /// alipay, wechat, apple, …
    public var provider: String?

    /// Makes empty segments.
    public init() {}
}

/// Outcome, experience and breaks of one order: everything of contract.md's order line.
public struct Verdict: Hashable, Sendable {
    /// The order.
    public var order: OrderNumber
    /// The flow it was judged by.
    public var flow: Flow
    /// The money.
    public var outcome: Outcome
    /// The payer; nil for orders never paid.
    public var experience: Experience?
    /// Fired breaks, worst first: by (severity, rank), explained ones among them.
    public var breaks: [Break]
    /// The break to act on, or nil.
    public var primaryBreak: BreakCode?
    /// The flow's steps in order.
    public var steps: [StepVerdict]
    /// The order's amount, from order.created, else from the provider.
    public var amount: Money?
    /// When the order was created.
    public var createdAt: Instant?
    /// When it was first paid.
    public var paidAt: Instant?
    /// The latest raw stamp of its evidence.
    public var lastEvidenceAt: Instant?
    /// Aliases by kind, each list sorted and without repeats.
    public var aliases: [(kind: AttributeKey, values: [String])]
    /// Segments.
    public var segments: Segments
    /// Coverage of the order's time by kind of witness.
    public var coverage: [(witness: Witness, state: CoverageState)]
    /// Notes.
    public var remarks: [Remark]
    /// The moment it speaks for.
    public var asOf: Instant

    /// Makes a verdict that says nothing yet.
    public init(order: OrderNumber, asOf: Instant) {
        (self.order, self.asOf) = (order, asOf)
        (flow, outcome, breaks, steps, aliases, coverage, remarks) = (.unknown, .unknown, [], [], [], [], [])
        segments = Segments()
    }

    /// Equal when every field is.
    public static func == (a: Verdict, b: Verdict) -> Bool {
        a.order == b.order && a.flow == b.flow && a.outcome == b.outcome && a.experience == b.experience && a.breaks == b.breaks
            && a.primaryBreak == b.primaryBreak && a.steps == b.steps && a.amount == b.amount && a.createdAt == b.createdAt
            && a.paidAt == b.paidAt && a.lastEvidenceAt == b.lastEvidenceAt && a.segments == b.segments && a.remarks == b.remarks
            && a.asOf == b.asOf && a.aliases.elementsEqual(b.aliases) { $0.kind == $1.kind && $0.values == $1.values }
            && a.coverage.elementsEqual(b.coverage) { $0.witness == $1.witness && $0.state == $1.state }
    }

    /// Hashes the order number alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(order) }
}
