import Decoding
import Domain

extension Reading {
    /// An identifier's value without its quotes and trailing punctuation; nil for placeholders that must never join orders (vocabulary §8
    /// rule 2) and for what is too long to be one.
    static func usable(_ value: Bytes?) -> Bytes? {
        guard var value, value.count > 0 else { return nil }
        if !value[0].isIdentifier || !value[value.count &- 1].isIdentifier {
            value = value.trimmed.unquoted
            // Swift prints an optional that nobody took out of its case.
            if value.has("Optional("), value[value.count &- 1] == 41 { value = value.slice(9, value.count &- 1).unquoted }
            while value.count > 0, isTrailing(value[value.count - 1]) { value = value.slice(0, value.count - 1) }
            while value.count > 0, isLeading(value[0]) { value = value.from(1) }
        }
        guard value.count > 0, value.count <= Limits.identifierLength else { return nil }
        guard !isSuspect(value) || isText(value) else { return nil }
        return value.count <= 12 && isPlaceholder(value) ? nil : value
    }

    private static func isPlaceholder(_ value: Bytes) -> Bool {
        // Most values begin with another digit or letter than any of them.
        guard placeholderBeginnings[Int(value[0].lowered)] else { return false }
        for junk in placeholders where value.equalsAnyCase(junk) { return true }
        return false
    }

    private static let placeholderBeginnings: [Bool] = {
        var found = [Bool](repeating: false, count: 256)
        for word in placeholders { found[Int(word.utf8Start[0])] = true }
        return found
    }()

    /// Whether a byte below the blank or above ASCII stands in it: eight at a time, the last eight overlapping those before them.
    private static func isSuspect(_ value: Bytes) -> Bool {
        guard value.count >= 8, let base = value.baseAddress else { return value.contains { $0 < 32 || $0 >= 128 } }
        var i = 0
        while true {
            let place = Swift.min(i, value.count &- 8)
            let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if (word | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080 != 0 { return true }
            i &+= 8
            if i >= value.count { return false }
        }
    }

    /// Whether it is text: bytes that damaged files have in its place are none, and an order is never called so.
    private static func isText(_ value: Bytes) -> Bool {
        !value.contains { $0 < 32 } && !value.holds("\u{FFFD}") && String(validating: value, as: UTF8.self) != nil
    }

    private static let placeholders: [StaticString] = [
        "null", "0", "test", "undefined", "none", "nil", "(null)", "null)", "n/a", "na", "-", "unknown", "<private>", "private", "false",
        "true", "optional", "nan", "{}", "[]", "\"\"", "''",
    ]

    private static func isTrailing(_ byte: UInt8) -> Bool {
        switch byte {
        case 44, 59, 46, 34, 39, 93, 41, 125, 62: true  // , ; . " ' ] ) } >
        default: false
        }
    }

    private static func isLeading(_ byte: UInt8) -> Bool {
        byte == 34 || byte == 39 || byte == 91 || byte == 40 || byte == 60 || byte == 96
    }

    /// Writes the numbers of the record (vocabulary §8 rule 1): of two different ones the order's keys name the order and
    /// `out_trade_no` its attempt; the only one is the order number whatever its spelling.
    ///
    /// - Returns: whether the record names an order.
    @discardableResult mutating func putNumbers() -> Bool {
        let order = Reading.usable(fields[.orderNumber]) ?? Reading.usable(fields[.orderID])
        let attempt = Reading.usable(fields[.attemptNumber])
        let merchant = Reading.usable(fields[.merchantNumber])
        guard let first = order ?? merchant ?? attempt else { return false }
        if first.first(42) != nil {
            rows.put(.maskedNumber, first)
        } else {
            rows.put(.orderNumber, first)
        }
        let second = order != nil || merchant != nil ? (attempt ?? merchant) : nil
        if let second, !second.same(as: first), second.first(42) == nil { rows.put(.attemptNumber, second) }
        return true
    }

    /// The number the record names, or nil.
    @inline(__always) var number: Bytes? {
        Reading.usable(fields[.orderNumber]) ?? Reading.usable(fields[.orderID]) ?? Reading.usable(fields[.merchantNumber])
            ?? Reading.usable(fields[.attemptNumber])
    }

    /// Writes an alias when its value is one.
    @inline(__always) mutating func putAlias(_ key: AttributeKey, _ field: FieldKey) {
        if fields.has(field) { putSeenAlias(key, field) }
    }

    private mutating func putSeenAlias(_ key: AttributeKey, _ field: FieldKey) {
        if let value = Reading.usable(fields[field]) { rows.put(key, value) }
    }

    /// Writes the identifiers that any line may carry.
    ///
    /// - Parameter hasReceipt: the record holds a receipt: its transactions are many, and which of them counts is not told by their order
    ///   (facts.md §12).
    mutating func putAliases(hasReceipt: Bool = false) {
        guard fields.hasAny(from: .tradeNumber, through: .requestID) else { return putSession() }
        putAlias(.tradeNumber, .tradeNumber)
        if !hasReceipt {
            putTransaction()
            putAlias(.originalTransactionID, .originalTransactionID)
            putAlias(.webOrderLineItemID, .webOrderLineItemID)
            if let token = Reading.token(fields[.appAccountToken]) { rows.putLowered(.appAccountToken, token) }
        }
        putAlias(.notifyID, .notifyID)
        putAlias(.prepayID, .prepayID)
        putAlias(.requestID, .requestID)
        putSession()
    }

    /// `transaction_id` is WeChat's trade number (28 digits, or in a line that speaks of WeChat) or the App Store's id (facts.md §2.1,
    /// §3.5).
    private mutating func putTransaction() {
        guard let value = Reading.usable(fields[.transactionID]) else { return }
        if value.count >= 24 || speaksOfWeChat {
            if !fields.has(.tradeNumber) { rows.put(.tradeNumber, value) }
        } else {
            rows.put(.transactionID, value)
        }
    }

    /// Whether a line says that it is of WeChat's: a state only WeChat knows, its merchant's number, a refund's number beside the trade's, or
    /// its name.
    private var speaksOfWeChat: Bool {
        if fields.has(.tradeState) || fields.has(.merchantID) || fields.has(.returnCode) || fields.has(.refundNumber) { return true }
        for key in [FieldKey.source, .channel] where fields[key]?.trimmed.unquoted.equalsAnyCase("wechat") == true { return true }
        return false
    }

    /// Session, device and the segments that reports break down by.
    mutating func putSession() {
        putAlias(.session, .session)
        if let device = Reading.usable(fields[.device]) {
            rows.put(.device, device)
            rows.last?.pointee.device = StableHash.of(device)
        }
        putAlias(.appVersion, .appVersion)
        putAlias(.osVersion, .osVersion)
        putAlias(.channel, .cid)
        if fields.has(.firstInstall), let told = Reading.truth(fields[.firstInstall]) { putTruth(.firstInstall, told) }
    }

    /// Writes the canonical state of a shop's word; the word itself beside it when it differs.
    mutating func putStatus(_ word: Bytes?, _ key: AttributeKey = .status) {
        guard let word = word?.trimmed.unquoted, word.count > 0 else { return }
        putState(words.states.state(of: word), word, key)
    }

    /// Writes the canonical state of a provider's own word.
    mutating func putProviderStatus(_ word: Bytes?) {
        guard let word = word?.trimmed.unquoted, word.count > 0 else { return }
        putState(words.states.providerState(of: word), word, .status)
    }

    /// Writes the state of a line that may use the provider's word or the shop's.
    mutating func putAnyStatus() {
        if let word = value(.tradeStatus, .tradeState) { putProviderStatus(word) } else { putStatus(value(.status, .orderStatus)) }
    }

    private mutating func putState(_ state: StateWord?, _ word: Bytes, _ key: AttributeKey) {
        if let state {
            rows.put(key, state.bytes)
            if key == .status, !word.same(as: state.bytes) { rows.put(.rawStatus, word.cut(to: 40)) }
        } else {
            rows.put(key == .status ? .rawStatus : key, word.cut(to: 40))
        }
    }

    /// `true` and its synonyms, `false` and its; nil for anything else.
    static func truth(_ word: Bytes?) -> Bool? {
        guard let word = word?.trimmed.unquoted, word.count > 0 else { return nil }
        for yes in ["true", "yes", "1", "ok", "pass", "passed", "success", "y"] as [StaticString] where word.equalsAnyCase(yes) {
            return true
        }
        for no in ["false", "no", "0", "fail", "failed", "failure", "n"] as [StaticString] where word.equalsAnyCase(no) { return false }
        return nil
    }

    /// Writes a boolean.
    mutating func putTruth(_ key: AttributeKey, _ value: Bool) { rows.put(key, value ? "true" : "false") }

    /// Writes a provider's time.
    mutating func putTime(_ key: AttributeKey, _ value: Bytes?) {
        if let value, let instant = ProviderTime.read(value.unquoted) { rows.put(key, instant) }
    }

    /// Writes a decimal amount.
    mutating func putAmount(_ value: Bytes?, _ key: AttributeKey = .amount) {
        guard let value = value?.trimmed.unquoted, value.count > 0, value.count <= 40, value[0].isDigit || value[0] > 0x2A else { return }
        guard Money(decimal: value) != nil else { return }
        rows.put(key, value)
    }

    /// Writes an amount given in fen.
    mutating func putFen(_ value: Bytes?, _ key: AttributeKey = .amount) {
        if let fen = value?.trimmed.unquoted.integer { rows.put(key, hundredths: fen) }
    }

    /// Writes an error text, cut.
    mutating func putError(_ value: Bytes?) {
        guard let value = value?.trimmed, value.count > 0 else { return }
        rows.put(.error, value.firstLine.cut(to: Limits.errorTextLength))
    }
}
