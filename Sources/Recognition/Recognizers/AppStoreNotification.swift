import Decoding
import Domain

extension Recognizer {
    /// An App Store notification without an event word.
    static let appStoreNotification = Recognizer(
        name: "App Store notification",
        purpose: Text(
            en: "JSON with signedPayload (facts.md §3.4); its payload names the transaction.", zh: "含 signedPayload 的 JSON，其载荷给出交易号。"),
        scope: .server, anchors: ["signedPayload"],
        examples: [
            Example(
                #"{"level":"info","ts":1795004130.25,"msg":"apple says","signedPayload":"eyJhIjoxfQ."#
                    + "eyJub3RpZmljYXRpb25UeXBlIjoiT05FX1RJTUVfQ0hBUkdFIiwibm90aWZpY2F0aW9uVVVJRCI6IjBjMWYifQ.c2ln\"}",
                gives: "server.notify.received notifyID=0c1f notificationType=ONE_TIME_CHARGE provider=apple")
        ]
    ) { reading in
        guard case .apple = reading.payload else { return false }
        if reading.isServerContext { return reading.putNotify(.apple) }
        guard reading.begin(.storeNotified, .provider) else { return false }
        reading.putNumbers()
        reading.putAliases()
        reading.putPayload(.apple)
        return true
    }
}
