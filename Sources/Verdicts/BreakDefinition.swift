import Domain

/// A named fault of vocabulary §6: what it is, who has to act, when it fires and what people read about it.
///
/// One value, one file under `Breaks/`. The judge, `explain`, the reports and the tests derive from these declarations.
/// Immutable, and a class so that walking the declarations for every order copies one reference and no text.
public final class BreakDefinition: Sendable {
    /// The code.
    public let code: BreakCode
    /// The stage of the funnel it belongs to.
    public let stage: Stage
    /// Who usually has to act; a reason can move it to somebody else.
    public let owner: Owner
    /// Flows it is judged for.
    public let flows: [Flow]
    /// Reasons in the order in which the first match wins; empty when it has none.
    public let reasons: [Reason]
    /// Breaks that explain it when they fired too.
    public let explainedBy: [BreakCode]
    /// What people read.
    public let texts: Texts
    /// Short histories and the verdict each must get.
    public let examples: [Example]
    /// Kinds of event without any of which it cannot fire; nil: the absence of an event can be the fault.
    let kinds: EventKinds?
    /// The judgement.
    let check: Check

    /// Judges one order; nil when the fault is not there. Called for the flows of the declaration only, and never for bill-only orders.
    typealias Check = @Sendable (borrowing Case) -> Fired?

    init(
        _ code: BreakCode, stage: Stage, owner: Owner, flows: [Flow] = Flow.allCases, reasons: [Reason] = [], explainedBy: [BreakCode] = [],
        among kinds: EventKinds? = nil, texts: Texts, examples: [Example], check: @escaping Check
    ) {
        (self.code, self.stage, self.owner, self.flows, self.reasons) = (code, stage, owner, flows, reasons)
        (self.explainedBy, self.kinds, self.texts, self.examples, self.check) = (explainedBy, kinds, texts, examples, check)
    }

    /// One reason word.
    public struct Reason: Sendable {
        /// The word of vocabulary §6.
        public let word: String
        /// What it means.
        public let text: Text
        /// Who has to act when it is not the break's usual owner.
        public let owner: Owner?

        /// Makes a reason.
        public init(_ word: String, owner: Owner? = nil, en: String, zh: String) {
            (self.word, self.owner, text) = (word, owner, Text(en: en, zh: zh))
        }
    }

    /// What people read about a break.
    public struct Texts: Sendable {
        /// A few words.
        public let title: Text
        /// The fault in one sentence.
        public let statement: Text
        /// When it counts as critical, major or minor.
        public let severity: Text
        /// What it means for payer and shop.
        public let meaning: Text
        /// How to confirm it in these logs.
        public let confirm: Text
        /// Usual causes.
        public let causes: Text
        /// How to fix it.
        public let fix: Text

        /// Makes the texts.
        public init(title: Text, statement: Text, severity: Text, meaning: Text, confirm: Text, causes: Text, fix: Text) {
            (self.title, self.statement, self.severity) = (title, statement, severity)
            (self.meaning, self.confirm, self.causes, self.fix) = (meaning, confirm, causes, fix)
        }
    }

    /// A short history, one event a line, and the break it must give.
    ///
    /// `HH:mm:ss layer.event key=value …`, with directives such as `cover app 10:00 12:00`; tests read it (TestKit, `Story`).
    public struct Example: Sendable {
        /// What the history shows.
        public let title: String
        /// The history.
        public let history: String
        /// The severity it must get; nil when the break must not fire.
        public let severity: Severity?
        /// The reason it must get.
        public let reason: String?

        /// A history on which the break fires.
        public static func fires(_ title: String, _ severity: Severity, reason: String? = nil, _ history: String) -> Example {
            Example(title: title, history: history, severity: severity, reason: reason)
        }

        /// A history that looks like the break and is none.
        public static func silent(_ title: String, _ history: String) -> Example {
            Example(title: title, history: history, severity: nil, reason: nil)
        }
    }

    /// A break as its check found it.
    struct Fired {
        var severity: Severity
        var reason: String?
        var owner: Owner?
        var closedAt: Instant?
        var attempt: Int?
        var attemptsUnseen: Int?
        var hint: String?
        var evidence: [Int]
        /// The judgement rests on a corrected device clock.
        var restsOnClock = false

        init(_ severity: Severity, reason: String? = nil, evidence: [Int]) {
            (self.severity, self.reason, self.evidence) = (severity, reason, evidence)
        }
    }

    /// Every break that is judged, in rank order.
    public static let all: [BreakDefinition] = [
        markedWithoutProof, amountMismatch, merchantMismatch, chargedTwice, stateRegressed, deliveredTwice, sandboxInProduction,
        notifyRejected, notifyNotReceived, paidNotMarked, paidNotDelivered, closedNotMarked, returnURLMissing, checkoutLoadFailed,
        walletNeverOpened, paymentFailed, returnNeverLanded, returnUnrouted, pendingNotRequeried, queryNotReceived, queryStale,
        providerQueryFailed, resultMisreported, resultDuplicated, productsUnavailable, purchaseNeverCompleted, observerMissing,
        receiptNotUploaded, receiptRejected, finishedEarly, neverFinished, entitlementWrong, secretInURL,
    ]

    /// The declaration of one code; nil for a code that is not judged yet.
    public static func of(_ code: BreakCode) -> BreakDefinition? { all.first { $0.code == code } }

    /// Every flow but in-app purchases.
    static let allButStoreKit = Flow.allCases.filter { $0 != .storekit }
}
