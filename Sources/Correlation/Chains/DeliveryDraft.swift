import Domain

/// A delivery while ``DeliveryLedger`` puts it together: texts lie where the chain keeps them.
struct DeliveryDraft {
    var at: Instant
    var resolution: Resolution
    var binding: Binding
    /// Last line of it.
    var end: Instant
    var notifyID: UInt64 = 0
    var requestID: UInt64 = 0
    var attemptNumber: UInt64 = 0
    /// The chain of the access log that shows it.
    var edgeChain: UInt64 = 0
    /// Its status as the application says.
    var appStatus: Int?
    /// Empty when unknown.
    var provider: UnsafeRawBufferPointer
    var status: UnsafeRawBufferPointer?
    var notifyIDText: UnsafeRawBufferPointer?
    var reason: UnsafeRawBufferPointer?
    var body: UnsafeRawBufferPointer?
    /// Places of its received lines in the ledger's list, or -1.
    var firstReceived = -1
    var lastReceived = -1
    var verified: Int?
    var answered: Int?
    var edge: Int?
    var failed: Int?
    var sent: Int?
    var httpStatus: Int?
    var bytes: Int?
    var duration: TimeSpan?
    var ok: Bool?

    /// Begins a delivery with a line.
    init(_ event: Evidence, _ line: DeliveryLine) {
        (at, resolution, binding, end) = (event.at, event.resolution, event.binding, event.at)
        provider = line.provider ?? UnsafeRawBufferPointer(start: nil, count: 0)
        (notifyID, requestID, attemptNumber) = (line.notifyID, line.requestID, line.attemptNumber)
        if notifyID != 0 { notifyIDText = line.notifyIDText }
    }

    /// Fills what this line did not say from another line of the same delivery.
    mutating func take(_ other: DeliveryDraft) {
        status = status ?? other.status
        notifyIDText = notifyIDText ?? other.notifyIDText
        if notifyID == 0 { notifyID = other.notifyID }
        if attemptNumber == 0 { attemptNumber = other.attemptNumber }
        if provider.count == 0 { provider = other.provider }
        if other.binding.rawValue < binding.rawValue { binding = other.binding }
    }

    /// What a line says of the delivery it belongs to.
    ///
    /// - Parameter moment: the stamp of the line when it is the answer.
    mutating func note(_ attributes: Attributes, answeredAt moment: Instant?) {
        let keys = DeliveryDraft.keys
        var cursor = AttributeCursor(attributes)
        while cursor.next(among: keys) {
            let value = cursor.value
            switch cursor.code {
            case AttributeKey.ok.rawValue: if value.equals("true") { ok = true } else if value.equals("false") { ok = false }
            case AttributeKey.reason.rawValue: reason = reason ?? value
            case AttributeKey.httpStatus.rawValue: if let status = value.integer { appStatus = Int(clamping: status) }
            case AttributeKey.bytes.rawValue: if let bytes = value.integer { self.bytes = Int(clamping: bytes) }
            case AttributeKey.body.rawValue: body = value
            case AttributeKey.duration.rawValue: if let duration = value.integer { self.duration = TimeSpan(microseconds: duration) }
            case AttributeKey.provider.rawValue: if provider.count == 0 { provider = value }
            case AttributeKey.notifyID.rawValue:
                if notifyID == 0, AliasKey.names(value) { (notifyID, notifyIDText) = (AliasKey.hash(cursor.code, value), value) }
            default: break
            }
        }
        if let moment, duration == nil, firstReceived >= 0, moment >= at { duration = moment - at }
        httpStatus = appStatus
    }

    private static let keys = AttributeKeys(
        .ok, .reason, .httpStatus, .bytes, .body, .duration, .provider, .notifyID)

    /// The delivery; for a survey without the texts that it does not ask for.
    func delivery(received: [Int], isForSurvey: Bool) -> Delivery {
        var delivery = Delivery(at: at, resolution: resolution, provider: provider.text, binding: binding)
        delivery.received = received
        if !isForSurvey {
            delivery.notifyID = notifyIDText?.text
            delivery.status = status?.text
            delivery.reason = reason?.text
        }
        delivery.body = body?.text
        (delivery.verified, delivery.answered, delivery.edge) = (verified, answered, edge)
        (delivery.failed, delivery.sent) = (failed, sent)
        (delivery.httpStatus, delivery.bytes, delivery.duration, delivery.ok) = (httpStatus, bytes, duration, ok)
        return delivery
    }
}
