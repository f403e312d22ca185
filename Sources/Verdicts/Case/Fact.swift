import Domain
import Providers

/// One event of a chain with the attributes that judging needs, read once.
///
/// A trivial value: building and walking an array of them costs no reference counting. Everything rarer is read from the chain.
struct Fact {
    /// The raw stamp.
    var at: Instant
    /// The true moment lies in `range`: for a device stamp by its clock's interval.
    var range: ClockRange
    /// When the payer paid, as the line says.
    var paidAt: Instant?
    /// End of the payment window (created, checkout), or when the provider closed it.
    var until: Instant?
    var device: DeviceKey
    var event: EventKind
    var witness: Witness
    var binding: Binding
    var state: StateWord?
    var from: StateWord?
    var to: StateWord?
    var by: Actor = .unsaid
    var ok: Bool?
    var meaning: ResultMeaning?
    var via: Via = .unsaid
    var flow: Flow?
    var environment: Environment = .unsaid
    var flags: Flags = []

    /// Who moved an order (`by=`).
    enum Actor: UInt8 {
        case unsaid, notify, providerQuery, receipt, client, returned, user, staff, timeout, expiryJob, database, other
    }

    /// How the payer came back.
    enum Via: UInt8 {
        case unsaid, universalLink, urlScheme, sdk, webview
    }

    /// Where a transaction belongs.
    enum Environment: UInt8 {
        case unsaid, production, sandbox, xcode
    }

    /// What else the line carries.
    struct Flags: OptionSet {
        let rawValue: UInt32
        static let probe = Flags(rawValue: 1 << 0)
        static let tool = Flags(rawValue: 1 << 1)
        static let error = Flags(rawValue: 1 << 2)
        static let amount = Flags(rawValue: 1 << 3)
        static let refundedAmount = Flags(rawValue: 1 << 4)
        static let returnURLEmpty = Flags(rawValue: 1 << 5)
        static let returnHost = Flags(rawValue: 1 << 6)
        static let urlScheme = Flags(rawValue: 1 << 7)
        static let urlHasOrder = Flags(rawValue: 1 << 8)
        static let urlLacksOrder = Flags(rawValue: 1 << 9)
        static let namesOrder = Flags(rawValue: 1 << 10)
        static let pendingNone = Flags(rawValue: 1 << 11)
        static let secret = Flags(rawValue: 1 << 12)
        static let payerExport = Flags(rawValue: 1 << 13)
        static let hints = Flags(rawValue: 1 << 14)
        static let codeZero = Flags(rawValue: 1 << 15)
        static let code = Flags(rawValue: 1 << 16)
        static let detail = Flags(rawValue: 1 << 17)
        static let segment = Flags(rawValue: 1 << 18)
        static let merchantID = Flags(rawValue: 1 << 19)
        static let returnScheme = Flags(rawValue: 1 << 20)
        static let serverFailure = Flags(rawValue: 1 << 21)
        static let tradeNumber = Flags(rawValue: 1 << 22)
        static let codeTwo = Flags(rawValue: 1 << 23)
        static let renewal = Flags(rawValue: 1 << 24)
        static let badSignature = Flags(rawValue: 1 << 25)
        static let goodSignature = Flags(rawValue: 1 << 26)
        /// The provider's own document of a refund, however it stands.
        static let refundDocument = Flags(rawValue: 1 << 27)
        /// A refund that gave nothing back as far as the line tells: it began, was given up, or its amount is encrypted.
        static let refundOpen = Flags(rawValue: 1 << 28)
        /// A state that says that some refund began, and not how it stands (WeChat `REFUND`).
        static let refundBegun = Flags(rawValue: 1 << 29)
        static let environment = Flags(rawValue: 1 << 30)
        /// Bound to its order by nothing but the time.
        static let window = Flags(rawValue: 1 << 31)
    }

    /// Reads an event of a chain whose arena is `arena`.
    init(_ event: Evidence, range: ClockRange, arena: UnsafeRawBufferPointer) {
        (at, self.range, device, self.event) = (event.at, range, event.device, event.event)
        (witness, binding) = (event.witness, event.binding)
        if event.binding == .window { flags.insert(.window) }
        guard event.attributesLength > 0, Int(event.attributesStart) + Int(event.attributesLength) <= arena.count else { return }
        let keys = Fact.keys
        var cursor = AttributeCursor(Attributes(of: event, in: arena))
        while cursor.next(among: keys) { if let key = AttributeKey(rawValue: cursor.code) { take(key, cursor.value) } }
        // How much went back is not told.
        if flags.contains(.refundDocument), !flags.contains(.refundedAmount) { flags.insert(.refundOpen) }
        // SKErrorPaymentCancelled: the payer's own no (facts.md §3.1)
        if self.event == .storeTransaction, state == .failed, flags.contains(.codeTwo) { (state, meaning) = (.cancelled, .cancelled) }
    }

    /// What ``take(_:_:)`` takes.
    private static let keys = AttributeKeys(
        .status, .from, .to, .by, .ok, .paidAt, .expiresAt, .closedAt, .resultCode, .via, .flow, .environment, .transactionState, .probe,
        .tool, .agent, .error, .amount, .refundedAmount, .returnURLEmpty, .returnHost, .returnScheme, .urlScheme, .urlHasOrder,
        .orderNumber, .attemptNumber, .candidateNumber, .maskedNumber, .tradeNumber, .transactionReason, .signature, .pending, .secret,
        .payerExport, .hints, .code, .subCode, .detail, .httpStatus, .appVersion, .osVersion, .channel, .platform, .appID, .sellerID,
        .merchantID, .bundleID, .refundProgress, .rawStatus)

    private mutating func take(_ key: AttributeKey, _ value: UnsafeRawBufferPointer) {
        switch key {
        case .status:
            state = StateWord(bytes: value)
            if value.equals("0") { flags.insert(.codeZero) }
        case .from: from = StateWord(bytes: value)
        case .to: to = StateWord(bytes: value)
        case .by: by = Actor(bytes: value)
        case .ok: ok = value.equals("true") ? true : value.equals("false") ? false : nil
        case .paidAt: paidAt = value.integer.map(Instant.init(microseconds:))
        case .expiresAt, .closedAt: until = value.integer.map(Instant.init(microseconds:))
        case .resultCode: meaning = ProviderDefinition.meaning(ofResultCode: value)
        case .via: via = Via(bytes: value)
        case .flow: flow = Flow(bytes: value)
        case .environment:
            environment = Environment(bytes: value)
            flags.insert(.environment)
        case .transactionState: takeTransactionState(value)
        case .probe: if value.equals("true") { flags.insert(.probe) }
        case .tool: if value.equals("true") { flags.insert(.tool) }
        case .agent: if value.equals("tool") || value.equals("scanner") { flags.insert(.tool) }
        case .error: flags.insert(.error)
        case .amount: flags.insert(.amount)
        case .refundedAmount: flags.insert(.refundedAmount)
        case .returnURLEmpty: if value.equals("true") { flags.insert(.returnURLEmpty) }
        case .returnHost: flags.insert(.returnHost)
        case .returnScheme: flags.insert(.returnScheme)
        case .urlScheme: flags.insert(.urlScheme)
        case .urlHasOrder: flags.insert(value.equals("true") ? .urlHasOrder : .urlLacksOrder)
        case .orderNumber, .attemptNumber: flags.insert(.namesOrder)
        case .candidateNumber, .maskedNumber: flags.insert(.urlHasOrder)
        case .tradeNumber: flags.insert(.tradeNumber)
        case .transactionReason: if value.equals("renewal") { flags.insert(.renewal) }
        case .signature:
            if value.equals("invalid") { flags.insert(.badSignature) }
            if value.equals("valid") { flags.insert(.goodSignature) }
        case .pending: if value.equals("none") { flags.insert(.pendingNone) }
        case .secret: flags.insert(.secret)
        case .payerExport: if value.equals("true") { flags.insert(.payerExport) }
        case .hints: flags.insert(.hints)
        case .refundProgress: flags.insert(value.equals("done") ? .refundDocument : [.refundDocument, .refundOpen])
        case .rawStatus: if state == .paid, value.equals("REFUND") { flags.insert(.refundBegun) }
        case .code:
            flags.insert(value.equals("0") ? [.code, .codeZero] : .code)
            if value.equals("2") { flags.insert(.codeTwo) }
        case .subCode: flags.insert(.code)
        case .detail: flags.insert(.detail)
        case .httpStatus: if let status = value.integer, status >= 400 { flags.insert(.serverFailure) }
        case .appVersion, .osVersion, .channel, .platform: flags.insert(.segment)
        case .appID, .sellerID, .merchantID, .bundleID: flags.insert(.merchantID)
        default: break
        }
    }

    private mutating func takeTransactionState(_ value: UnsafeRawBufferPointer) {
        if value.equals("purchased") || value.equals("restored") {
            state = .paid
        } else if value.equals("failed") || value.equals("unverified") {
            // What StoreKit could not verify is no purchase (facts.md §3.2).
            (state, meaning) = (.failed, .failed)
        } else if value.equals("userCancelled") || value.equals("usercancelled") {
            (state, meaning) = (.cancelled, .cancelled)
        } else if value.equals("purchasing") {
            state = .created
        } else if value.equals("deferred") || value.equals("pending") {
            state = .pending
        }
    }
}

extension Fact.Actor {
    /// Reads a `by=` word; others are kept as `other`.
    init(bytes: UnsafeRawBufferPointer) {
        if bytes.equals("notify") {
            self = .notify
        } else if bytes.equals("provider_query") {
            self = .providerQuery
        } else if bytes.equals("receipt") {
            self = .receipt
        } else if bytes.equals("client") {
            self = .client
        } else if bytes.equals("return") {
            self = .returned
        } else if bytes.equals("user") {
            self = .user
        } else if bytes.equals("operator") {
            self = .staff
        } else if bytes.equals("database") {
            self = .database
        } else if bytes.equals("timeout") {
            self = .timeout
        } else if bytes.equals("expiry_job") {
            self = .expiryJob
        } else {
            self = .other
        }
    }
}

extension Fact.Via {
    init(bytes: UnsafeRawBufferPointer) {
        if bytes.equals("universal_link") {
            self = .universalLink
        } else if bytes.equals("url_scheme") {
            self = .urlScheme
        } else if bytes.equals("sdk") {
            self = .sdk
        } else if bytes.equals("webview") {
            self = .webview
        } else {
            self = .unsaid
        }
    }

    /// The word of contract.md's `return_via`.
    var word: String? {
        switch self {
        case .unsaid: nil
        case .universalLink: "universal_link"
        case .urlScheme: "url_scheme"
        case .sdk: "sdk"
        case .webview: "webview"
        }
    }
}

extension Fact.Environment {
    init(bytes: UnsafeRawBufferPointer) {
        func begins(_ word: StaticString) -> Bool {
            guard bytes.count >= word.utf8CodeUnitCount else { return false }
            for i in 0..<word.utf8CodeUnitCount where bytes[i] | 0x20 != word.utf8Start[i] { return false }
            return true
        }
        // A deployment's own word (`staging`, `local`, `pre`) is no environment of the payment.
        if begins("prod") {
            self = .production
        } else if begins("sandbox") {
            self = .sandbox
        } else if begins("xcode") || begins("localtesting") {
            self = .xcode
        } else {
            self = .unsaid
        }
    }
}

extension StateWord {
    /// Reads a canonical word; nil for every other.
    init?(bytes: UnsafeRawBufferPointer) {
        switch bytes.count {
        case 4 where bytes.equals("paid"): self = .paid
        case 6 where bytes.equals("closed"): self = .closed
        case 6 where bytes.equals("failed"): self = .failed
        case 7 where bytes.equals("pending"): self = .pending
        case 7 where bytes.equals("created"): self = .created
        case 7 where bytes.equals("shipped"): self = .shipped
        case 7 where bytes.equals("expired"): self = .expired
        case 8 where bytes.equals("refunded"): self = .refunded
        case 9 where bytes.equals("delivered"): self = .delivered
        case 9 where bytes.equals("completed"): self = .completed
        case 9 where bytes.equals("cancelled"): self = .cancelled
        case 9 where bytes.equals("not_exist"): self = .notExist
        default: return nil
        }
    }

    /// Its place in the course of an order (vocabulary §6, break 5); nil for the words that end an unpaid order.
    var progress: Int? {
        switch self {
        case .created: 0
        case .pending: 1
        case .paid: 2
        case .shipped, .delivered: 3
        case .completed: 4
        case .refunded: 5
        case .failed, .cancelled, .closed, .expired, .notExist: nil
        }
    }

    /// The order is paid or beyond.
    var isPaidOrBeyond: Bool { self == .paid || self == .shipped || self == .delivered || self == .completed }
    /// The order ended without money.
    var endsUnpaid: Bool { self == .failed || self == .closed || self == .cancelled || self == .expired }
    /// What a payer can be shown last.
    var isFinalResult: Bool { isPaidOrBeyond || self == .refunded || endsUnpaid }
    /// Still open.
    var isOpen: Bool { self == .created || self == .pending || self == .notExist }
}
