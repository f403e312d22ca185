import Domain

/// What a break rests on: the step that it says is missing, the orders that could have it, and whose silence could be mistaken for it.
struct BreakBasis: Sendable {
    /// Orders that could have a break.
    enum Population: Sendable {
        case created
        case paid
    }

    /// The step that is missing; nil for breaks that lines themselves show.
    var step: Step?
    /// Which orders are the whole of its share.
    var population: Population
    /// Kinds of source whose silence would look like it (vocabulary §5). Devices are none: their logs come when they come.
    var absentFrom: [Witness] = []
    /// It takes a second line to show it: it counts when that is there.
    var needsSecond = false

    static func of(_ code: BreakCode) -> BreakBasis {
        switch code {
        case .notifyNotReceived: BreakBasis(step: .notified, population: .paid, absentFrom: [.serverApp, .serverEdge])
        case .paidNotMarked: BreakBasis(step: .markedPaid, population: .paid, absentFrom: [.serverApp])
        case .paidNotDelivered: BreakBasis(step: .delivered, population: .paid, absentFrom: [.serverApp])
        case .closedNotMarked, .markedWithoutProof: BreakBasis(population: .created, absentFrom: [.serverApp])
        case .walletNeverOpened: BreakBasis(step: .walletOpened, population: .created)
        case .returnNeverLanded: BreakBasis(step: .returned, population: .paid, absentFrom: [.serverEdge])
        case .pendingNotRequeried: BreakBasis(step: .requeried, population: .paid, absentFrom: [.serverApp, .serverEdge])
        case .queryNotReceived: BreakBasis(population: .created, absentFrom: [.serverApp, .serverEdge])
        case .receiptNotUploaded: BreakBasis(step: .receiptUploaded, population: .paid, absentFrom: [.serverApp])
        case .neverFinished: BreakBasis(step: .finished, population: .paid)
        case .observerMissing: BreakBasis(step: .purchased, population: .paid)
        case .chargedTwice, .stateRegressed, .deliveredTwice: BreakBasis(population: .paid, needsSecond: true)
        case .resultDuplicated: BreakBasis(population: .created, needsSecond: true)
        case .returnURLMissing, .checkoutLoadFailed, .paymentFailed, .productsUnavailable, .purchaseNeverCompleted, .secretInURL,
            .resultMisreported:
            BreakBasis(population: .created)
        case .amountMismatch, .merchantMismatch, .sandboxInProduction, .notifyRejected, .returnUnrouted, .queryStale, .providerQueryFailed,
            .receiptRejected, .finishedEarly, .entitlementWrong:
            BreakBasis(population: .paid)
        }
    }
}

/// When a step is decided on a server's clock, and who can show it.
struct StepBasis: Sendable {
    /// What its time runs from.
    enum Anchor: Sendable {
        case creation
        case payment
    }

    var anchor: Anchor
    /// How long it is given behind its anchor (the defaults of vocabulary §4, added up).
    var allowance: TimeSpan
    /// Its deadline and its stamp are those of a server or provider, not of a device.
    var isOnServer = false
    /// Kinds of source whose silence would look like its absence; devices are none.
    var shownBy: [Witness] = []

    static func of(_ step: Step) -> StepBasis {
        switch step {
        case .orderCreated: StepBasis(anchor: .creation, allowance: .zero, isOnServer: true, shownBy: [.serverApp])
        case .checkoutLoaded: StepBasis(anchor: .creation, allowance: .seconds(30))
        case .walletOpened: StepBasis(anchor: .creation, allowance: .seconds(90))
        case .paid: StepBasis(anchor: .creation, allowance: .minutes(15), isOnServer: true, shownBy: [.serverApp])
        case .returned: StepBasis(anchor: .payment, allowance: .minutes(2))
        case .requeried: StepBasis(anchor: .payment, allowance: .seconds(135), shownBy: [.serverApp, .serverEdge])
        case .notified: StepBasis(anchor: .payment, allowance: .seconds(270), isOnServer: true, shownBy: [.serverApp, .serverEdge])
        case .markedPaid: StepBasis(anchor: .payment, allowance: .minutes(5), isOnServer: true, shownBy: [.serverApp])
        case .resultShown: StepBasis(anchor: .payment, allowance: .minutes(6))
        case .purchasing: StepBasis(anchor: .creation, allowance: .zero)
        case .purchased: StepBasis(anchor: .creation, allowance: .minutes(10))
        case .receiptUploaded: StepBasis(anchor: .payment, allowance: .seconds(60), shownBy: [.serverApp])
        case .receiptVerified: StepBasis(anchor: .payment, allowance: .minutes(2), isOnServer: true, shownBy: [.serverApp])
        case .delivered: StepBasis(anchor: .payment, allowance: .minutes(7), isOnServer: true, shownBy: [.serverApp])
        case .finished: StepBasis(anchor: .payment, allowance: .minutes(12))
        }
    }

    /// Steps whose stamps are all on servers' clocks: only between them a latency means something.
    static let timed: [Step] = Step.allCases.filter { of($0).isOnServer }
}

extension Step {
    /// Steps between which ``MeasureDefinition/stepLatency`` measures.
    public static var withServerTime: [Step] { StepBasis.timed }
}
