import Decoding
import Domain

extension Recognizer {
    /// A webhook whose signature did not verify, in the words of the providers' libraries.
    static let webhookSignature = Recognizer(
        name: "webhook signature",
        purpose: Text(
            en: "Stripe's or PayPal's webhook signature did not verify: the libraries' own words (facts.md §4).",
            zh: "Stripe 或 PayPal 的 webhook 验签失败：官方库的报错（facts.md §4）。"),
        scope: .server,
        anchors: [
            "No signatures found matching the expected signature", "Timestamp outside the tolerance zone", "SignatureVerificationError",
            "Unable to extract timestamp and signatures", "\"verification_status\"",
        ],
        examples: [
            Example(
                "2026-09-03 15:00:34.300 ERROR 1 --- [exec-2] c.e.pay.Hook : webhook refused: No signatures found matching the expected "
                    + "signature for payload",
                gives: "server.notify.verified ok=false reason=signature provider=stripe"),
            Example(
                #"{"level":"warn","time":"2026-09-03T15:00:34+08:00","msg":"paypal verify","verification_status":"FAILURE","orderNo":"WC-1"}"#,
                gives: "server.notify.verified orderNumber=WC-1 ok=false reason=signature provider=paypal"),
            Example(
                #"{"level":"info","time":"2026-09-03T15:00:34+08:00","msg":"paypal verify","verification_status":"SUCCESS"}"#),
        ]
    ) { reading in
        let text = reading.text
        let isPayPal = text.holds("verification_status")
        if isPayPal {
            guard text.holds("FAILURE") else { return false }
        } else {
            guard
                text.holds("No signatures found matching") || text.holds("Timestamp outside the tolerance") || text.holds("Unable to extract timestamp")
                    || text.holds("SignatureVerificationError")
            else { return false }
        }
        guard reading.begin(.notifyVerified, .serverApp) else { return false }
        reading.putNumbers()
        reading.putAliases()
        reading.rows.put(.provider, isPayPal ? "paypal" : "stripe")
        reading.putTruth(.ok, false)
        reading.rows.put(.reason, "signature")
        reading.putError(text)
        return true
    }
}
