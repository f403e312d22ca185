import Domain
import Verdicts

extension Step {
    /// The step in a few words, as its declaration has them.
    public var title: Text { StepDefinition.of(self)?.title ?? Text(en: rawValue, zh: rawValue) }

    /// The lane in which it is drawn.
    public var layer: Layer {
        switch self {
        case .orderCreated, .notified, .markedPaid, .receiptVerified, .delivered: .server
        case .paid: .provider
        default: .client
        }
    }

    /// Witnesses able to show it (vocabulary §5).
    public var witnesses: [Witness] {
        switch self {
        case .orderCreated, .markedPaid, .receiptVerified, .delivered: [.serverApp]
        case .notified: [.serverEdge, .serverApp]
        case .paid: [.provider]
        case .requeried: [.client, .serverEdge, .serverApp]
        default: [.client]
        }
    }

    /// The break that its absence is (vocabulary §4); nil where absence alone is no fault.
    var breakIfMissing: BreakCode? {
        switch self {
        case .walletOpened: .walletNeverOpened
        case .returned: .returnNeverLanded
        case .requeried: .pendingNotRequeried
        case .notified: .notifyNotReceived
        case .markedPaid: .paidNotMarked
        case .receiptUploaded: .receiptNotUploaded
        case .delivered: .paidNotDelivered
        case .finished: .neverFinished
        case .orderCreated, .checkoutLoaded, .paid, .resultShown, .purchasing, .purchased, .receiptVerified: nil
        }
    }
}
