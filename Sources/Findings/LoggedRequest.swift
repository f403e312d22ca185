import Domain

/// What a line says of the request it logs, read in one pass.
struct LoggedRequest {
    private(set) var method: UnsafeRawBufferPointer?
    private(set) var path: UnsafeRawBufferPointer?
    /// A provider's probe, or a request of a tool or scanner (vocabulary §7).
    private(set) var isNoDelivery = false

    init(_ attributes: Attributes) {
        var cursor = AttributeCursor(attributes)
        while cursor.next() {
            switch cursor.code {
            case AttributeKey.method.rawValue: method = method ?? cursor.value
            case AttributeKey.path.rawValue: path = path ?? cursor.value
            case AttributeKey.probe.rawValue, AttributeKey.tool.rawValue: if cursor.value.equals("true") { isNoDelivery = true }
            case AttributeKey.agent.rawValue: if cursor.value.equals("tool") || cursor.value.equals("scanner") { isNoDelivery = true }
            default: break
            }
        }
    }
}
