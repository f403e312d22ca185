import Decoding
import Domain

/// One kind of line and what it means: the literals that make a line a candidate, the rule, and examples that tests hold it to.
///
/// One value, one file under `Recognizers/`. A recogniser sees bytes and gives rows; it never judges.
public struct Recognizer: Sendable {
    /// Which lines a recogniser is asked about.
    public enum Scope: Sendable {
        /// Client lines that carry the tag `PayCallback`, in an app's own words.
        case tagged
        /// The device system's own untagged lines.
        case system
        /// Application logs of a server, and provider records that lie in files of their own.
        case server
    }

    /// A short name for people and tests.
    public let name: String
    /// What it recognises.
    public let purpose: Text
    /// Which lines it is asked about.
    public let scope: Scope
    /// A line without any of these is never evidence of this kind.
    public let anchors: [StaticString]
    /// Lines and what they must give.
    public let examples: [Example]
    /// Looks at a record and gives its rows; false when it is none of this kind.
    let recognise: @Sendable (inout Reading) -> Bool

    /// A line and the evidence it must give.
    public struct Example: Sendable {
        /// The whole line, envelope included; several lines for a multi-line record.
        public let line: String
        /// `client.wallet.opened ok=true orderNumber=…` for each row in order: attributes not named here are free. Empty: noise.
        public let gives: [String]

        /// Makes an example.
        public init(_ line: String, gives: String...) {
            (self.line, self.gives) = (line, gives)
        }
    }

    init(
        name: String, purpose: Text, scope: Scope, anchors: [StaticString], examples: [Example],
        recognise: @escaping @Sendable (inout Reading) -> Bool
    ) {
        (self.name, self.purpose, self.scope, self.anchors) = (name, purpose, scope, anchors)
        (self.examples, self.recognise) = (examples, recognise)
    }

    /// Every recogniser; within a scope the first that knows a line takes it.
    public static let all: [Recognizer] = tagged + system + server

    /// The rules alone: what the hot path walks when no event word stood in the line.
    static let taggedRules = tagged.filter { $0.name != payCallbackEvent.name }.map(\.recognise)
    static let systemRules = system.map(\.recognise)
    static let serverRules = server.filter { $0.name != serverEvent.name }.map(\.recognise)

    static let tagged: [Recognizer] = [
        payCallbackEvent, storeKitLine, storePurchaseResult, frameworkPurchase, storeProducts, bridgeResult, receiptUpload, cardPage,
        webSession, paymentSheet,
        sdkResult, walletIntercept, walletUnavailable, walletOpen, universalLink, urlScheme,
        frameworkResult, frameworkIntercept, frameworkOpen, frameworkReturn, frameworkForeground, pendingQuery, foregrounding,
        checkoutFailure,
    ]
    static let system: [Recognizer] = [systemWalletUnavailable, unknownScheme, transportSecurity]
    static let server: [Recognizer] = [
        serverEvent, appStoreNotification, stripeEvent, paypalEvent, stripeObject, paypalTransaction, webhookSignature, alipayQueryAnswer,
        alipayRefundAnswer, alipayNotify, wechatEnvelope, wechatTransaction, wechatRefund, wechatXML, alipayReturn, alipayRecord,
        alipayCreate, goRequestDump,
        appStoreHistory, appStoreNotificationDecoded, appStoreNotificationV1, appStoreTransaction, verificationException, receiptAnswer,
        storeQuestion, refusedInWords, failedHandler,
    ]
}
