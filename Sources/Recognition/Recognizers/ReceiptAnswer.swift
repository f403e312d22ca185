import Decoding
import Domain

extension Recognizer {
    /// Apple's `verifyReceipt` answer without an event word.
    static let receiptAnswer = Recognizer(
        name: "verifyReceipt answer",
        purpose: Text(
            en: "The answer of verifyReceipt: a status with a receipt (facts.md §3.3).", zh: "verifyReceipt 应答：status 与 receipt。"),
        scope: .server, anchors: ["\"receipt\"", "latest_receipt_info"],
        examples: [
            Example(
                #"2026-12-30 20:40:23,799 INFO iap answer {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example.reader","#
                    + #""in_app":[{"transaction_id":"2000000881204417","product_id":"com.example.month"}]}}"#,
                gives: "server.receipt.verified code=0 status=paid environment=Sandbox transactionID=2000000881204417 "
                    + "productID=com.example.month")
        ]
    ) { reading in
        guard reading.fields.has(.receipt), let status = reading.fields[.status]?.integer,
            status == 0 || (21_000...21_999).contains(status),
            reading.begin(.receiptVerified, .serverApp)
        else { return false }
        reading.putNumbers()
        reading.putAliases()
        reading.putReceipt()
        reading.putAlias(.bundleID, .bundleID)
        return true
    }
}
