import Decoding
import Domain
import Providers

extension Reading {
    /// Writes one server event with the keys of client-and-server-lines.md. False when there is no room.
    mutating func putServerEvent(_ event: EventKind) -> Bool {
        let payload = payload
        // A failed verification that carries the body it failed on is the delivery's only trace (facts.md §2.2).
        if event == .notifyVerified, case .wechatEnvelope = payload, Reading.truth(value(.ok)) == false, !putNotify(payload) {
            return false
        }
        if event == .notifyReceived { return putNotify(payload) }
        guard begin(event, .serverApp) else { return false }
        putNumbers()
        putAliases(hasReceipt: event == .receiptVerified && holdsReceipt)
        switch event {
        case .orderCreated, .checkoutCreated: putOrder(event)
        case .notifyVerified: putVerification(payload)
        case .notifyAnswered: putAnswer()
        case .handlerFailed: putError(value(.error, .reason) ?? text)
        case .queryReceived: break
        case .serverQueryAnswered: putStatus(value(.status, .orderStatus) ?? value(.tradeStatus, .tradeState))
        case .providerQueried: putProviderWord(payload)
        case .providerAnswered: putProviderAnswer(payload)
        case .orderChanged:
            putStatus(fields[.from], .from)
            putStatus(value(.to, .status, .orderStatus), .to)
            if let by = value(.by) { rows.putLowered(.by, by.trimmed.unquoted.cut(to: 32)) }
        case .returnServed: putReturnPage()
        case .orderDelivered: putAlias(.item, .item)
        case .receiptVerified: putReceipt()
        case .entitlementChanged: putEntitlement()
        default: break
        }
        putEnvironment()
        putTool()
        return true
    }

    /// Writes a delivery of a notify.
    mutating func putNotify(_ payload: Payload) -> Bool {
        guard begin(.notifyReceived, .serverApp) else { return false }
        switch payload {
        case .paypal where paypalEvent != nil:
            // Its `order_id` and `transaction_id` are PayPal's own: the merchant's number is found with the resource.
            putAlias(.requestID, .requestID)
            putSession()
        case .stripe where stripeEvent != nil:
            putNumbers()
            putAlias(.requestID, .requestID)
            putSession()
        default:
            putNumbers()
            putAliases()
        }
        putPayload(payload)
        if isProbe { rows.put(.probe, "true") }
        putEnvironment()
        putTool()
        return true
    }

    /// The environment that the line names, when its provider's document has not said so already.
    mutating func putEnvironment() {
        guard !rows.has(.environment), let word = fields[.environment]?.trimmed.unquoted else { return }
        rows.put(.environment, word.cut(to: 16))
    }

    private mutating func putVerification(_ payload: Payload) {
        let isGood = Reading.truth(value(.ok)) ?? Reading.truth(value(.success))
        if let isGood { putTruth(.ok, isGood) }
        if let reason = value(.reason) {
            rows.putLowered(.reason, reason.trimmed.unquoted.cut(to: 40))
        } else if isGood == false, let error = fields[.error] {
            putError(error)
        }
        if case .none = payload { putAnyStatus() } else { putPayload(payload) }
        if isProbe { rows.put(.probe, "true") }
        if isGood == false, !rows.has(.hints) {
            putHints(text.holds("&quot;") ? "entities" : nil, isKeyRotation ? "key_rotation" : nil)
        }
    }

    /// A verification that fails because the provider's key is another one.
    var isKeyRotation: Bool {
        (text.holds("PUB_KEY_ID") || text.holdsAnyCase("serial") || text.holds("证书"))
            && (text.holdsAnyCase("not found") || text.holdsAnyCase("mismatch serial") || text.holdsAnyCase("unknown serial")
                || text.holdsAnyCase("no certificate") || text.holds("不匹配") || text.holds("找不到"))
    }

    private mutating func putAnswer() {
        if let status = httpStatus { rows.put(.httpStatus, number: status) }
        if let body = fields[.body] { rows.put(.body, body.cut(to: Limits.bodyTextLength)) }
        if let bytes = fields[.bytes]?.integer, bytes >= 0 { rows.put(.bytes, number: bytes) }
        if let milliseconds = fields[.duration]?.integer, milliseconds >= 0, milliseconds < 1 << 40 {
            rows.put(.duration, number: milliseconds &* 1_000)
        }
    }

    /// `status`, `http` or `code` when it is an HTTP status.
    var httpStatus: Int64? {
        for key in [FieldKey.http, .status, .code] {
            if let number = fields[key]?.trimmed.unquoted.integer, (100...599).contains(number) { return number }
        }
        return nil
    }

    /// Which provider an answer or question speaks of: by its document, a provider word, else by the state's own spelling.
    mutating func putProviderWord(_ payload: Payload) {
        if let provider = payload.provider {
            rows.put(.provider, provider)
        } else if let word = value(.channel, .source), let known = ProviderDefinition.all.first(where: { $0.word == word.text }) {
            rows.put(.provider, known.word == "alipay" ? "alipay" : known.word == "wechat" ? "wechat" : "relay")
        } else if fields.has(.tradeStatus) || fields[.subCode]?.has("ACQ.") == true {
            rows.put(.provider, "alipay")
        } else if fields.has(.tradeState) {
            rows.put(.provider, "wechat")
        }
    }

    /// What the provider answered: state, code, error (vocabulary §6, rank 22).
    mutating func putProviderAnswer(_ payload: Payload) {
        switch payload {
        case .alipayQuery:
            rows.put(.provider, "alipay")
            putAlipayAnswer()
        case .alipayRefund:
            rows.put(.provider, "alipay")
            putAlipayRefund()
        case .wechatTransaction, .wechatEnvelope, .wechatNotify:
            rows.put(.provider, "wechat")
            putWeChatTransaction()
        case .wechatRefund:
            rows.put(.provider, "wechat")
            putWeChatRefund()
        default:
            putProviderWord(payload)
            putAnyStatus()
            putAmount(value(.totalAmount, .amount))
            putCurrency()
            putTime(.paidAt, value(.sendPayDate, .paymentTime, .successTime, .endTime))
        }
        let code = value(.code, .errorCode)?.trimmed.unquoted
        if let code, code.count <= 40 { rows.put(.code, code) }
        if let sub = value(.subCode)?.trimmed.unquoted {
            rows.put(.subCode, sub.cut(to: 60))
            if !rows.has(.status), let state = words.states.providerState(of: sub) { rows.put(.status, state.bytes) }
        } else if let code, !rows.has(.status), words.states.providerState(of: code) == .notExist {
            rows.put(.status, StateWord.notExist.bytes)
        }
        if let http = fields[.http]?.trimmed.unquoted.integer, (100...599).contains(http) { rows.put(.httpStatus, number: http) }
        putError(fields[.error])
    }

    private mutating func putReturnPage() {
        rows.put(.method, "GET")
        if let path = fields[.path] { rows.put(.path, URLTarget(path).path.cut(to: 200)) }
        putProviderStatus(value(.tradeStatus))
        if let code = resultCode { rows.put(.resultCode, code) }
        putAlias(.appID, .appID)
        putAlias(.sellerID, .sellerID)
    }

    /// Marks a line that names a developer's tool or a scanner as the sender (vocabulary §7).
    mutating func putTool() {
        switch rows.last?.pointee.event {
        case .notifyReceived, .notifyVerified, .notifyAnswered, .handlerFailed: break
        default: return
        }
        if isToolLine { rows.put(.tool, "true") }
    }

    var isToolLine: Bool {
        if let agent = fields[.userAgent] { return AgentClass.of(agent).isTool }
        return Reading.toolWords.contains(in: text)
    }

    private static let toolWords = AnchorScanner(
        literals: ["curl/", "PostmanRuntime", "ApiPOST", "python-requests", "Wget/"].map { Array($0.utf8) })
}
