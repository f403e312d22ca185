import Domain

/// What one line says of the delivery it belongs to, read in one pass over its attributes.
struct DeliveryLine {
    /// Its attributes.
    let attributes: Attributes
    /// A probe of the provider, or a request of a tool or scanner (vocabulary §7).
    private(set) var isNoDelivery = false
    /// Names of notification and request; 0 where the line names none.
    private(set) var notifyID: UInt64 = 0
    private(set) var requestID: UInt64 = 0
    /// The number of the attempt it speaks of; 0 when it only names the order.
    private(set) var attemptNumber: UInt64 = 0
    /// The notification's id as logged.
    private(set) var notifyIDText: UnsafeRawBufferPointer?
    private(set) var provider: UnsafeRawBufferPointer?
    private(set) var status: UnsafeRawBufferPointer?

    /// Reads a line of the order with this hash.
    init(_ attributes: Attributes, order: UInt64) {
        self.attributes = attributes
        var (attempt, number, request): (UnsafeRawBufferPointer?, UnsafeRawBufferPointer?, UnsafeRawBufferPointer?)
        var (probe, tool, agent): (UnsafeRawBufferPointer?, UnsafeRawBufferPointer?, UnsafeRawBufferPointer?)
        let keys = DeliveryLine.keys
        var cursor = AttributeCursor(attributes)
        while cursor.next(among: keys) {
            switch cursor.code {
            case AttributeKey.orderNumber.rawValue: number = number ?? cursor.value
            case AttributeKey.attemptNumber.rawValue: attempt = attempt ?? cursor.value
            case AttributeKey.notifyID.rawValue: notifyIDText = notifyIDText ?? cursor.value
            case AttributeKey.requestID.rawValue: request = request ?? cursor.value
            case AttributeKey.provider.rawValue: provider = provider ?? cursor.value
            case AttributeKey.status.rawValue: status = status ?? cursor.value
            case AttributeKey.probe.rawValue: probe = probe ?? cursor.value
            case AttributeKey.tool.rawValue: tool = tool ?? cursor.value
            case AttributeKey.agent.rawValue: agent = agent ?? cursor.value
            default: break
            }
        }
        isNoDelivery =
            probe?.equals("true") ?? false || tool?.equals("true") ?? false || agent?.equals("tool") ?? false
            || agent?.equals("scanner") ?? false
        notifyID = DeliveryLine.name(.notifyID, notifyIDText)
        requestID = DeliveryLine.name(.requestID, request)
        if let attempt {
            attemptNumber = StableHash.of(attempt)
        } else if let number {
            let hash = StableHash.of(number)
            attemptNumber = hash == order ? 0 : hash
        }
    }

    private static let keys = AttributeKeys(
        .orderNumber, .attemptNumber, .notifyID, .requestID, .provider, .status, .probe, .tool, .agent)

    private static func name(_ key: AttributeKey, _ value: UnsafeRawBufferPointer?) -> UInt64 {
        guard let value, AliasKey.names(value) else { return 0 }
        return AliasKey.hash(key.rawValue, value)
    }
}
