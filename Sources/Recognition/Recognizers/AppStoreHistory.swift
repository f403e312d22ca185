import Decoding
import Domain

extension Recognizer {
    /// Answers of Apple's server API that list documents. ``SourceExtractor/recogniseStoreList(into:)`` reads them, since a page of them
    /// is more than the rows of one record; this value declares them.
    static let appStoreHistory = Recognizer(
        name: "App Store history",
        purpose: Text(
            en:
                "notificationHistory with sendAttempts, signedTransactions, lastTransactions: pages of Apple's server API (facts.md §3.4, §3.6).",
            zh: "notificationHistory（含 sendAttempts）、signedTransactions、lastTransactions：Apple 服务端 API 的查询页。"),
        scope: .server, anchors: ["signedPayload", "signedTransaction"],
        examples: [
            Example(
                "{\n  \"notificationHistory\": [\n    {\n      \"sendAttempts\": [\n        {\"attemptDate\": 1795007730200, "
                    + "\"sendAttemptResult\": \"SUCCESS\"},\n        {\"attemptDate\": 1795004160200, \"sendAttemptResult\": \"TIMED_OUT\"}\n"
                    + "      ],\n      \"signedPayload\": \"" + StoreExamples.charge + "\"\n    },\n    {\"signedPayload\": \""
                    + StoreExamples.refund + "\", \"sendAttempts\": []}\n  ],\n  \"hasMore\": false\n}",
                gives: "provider.iap.notified notificationType=ONE_TIME_CHARGE status=paid notifyID=0c1f5b7e-1111",
                "provider.notify.sent attemptIndex=2 deliveryResult=SUCCESS notifyID=0c1f5b7e-1111 transactionID=2000000990117201 "
                    + "sentAt=1795007730200000",
                "provider.notify.sent attemptIndex=1 deliveryResult=TIMED_OUT notificationType=ONE_TIME_CHARGE",
                "provider.iap.notified notificationType=REFUND status=refunded notifyID=0c1f5b7e-3333",
                "provider.refund.recorded refundNumber=2000000990117201 refundedAmount=6.00 status=refunded closedAt=1795090526000000"),
            Example(
                "{\"signedPayload\":\"" + StoreExamples.charge + "\",\"firstSendAttemptResult\":\"NO_RESPONSE\"}",
                gives: "provider.iap.notified notificationType=ONE_TIME_CHARGE",
                "provider.notify.sent attemptIndex=1 deliveryResult=NO_RESPONSE sentAt=1795004127000000"),
            Example(
                "{\"revision\":\"r\",\"bundleId\":\"com.example.reader\",\"environment\":\"Production\",\"hasMore\":false,"
                    + "\"signedTransactions\":[\"" + StoreExamples.transaction + "\",\"" + StoreExamples.refunded + "\"]}",
                gives: "provider.iap.transaction transactionID=2000000990117201 status=paid paidAt=1795004126200000 amount=6.00",
                "provider.iap.transaction status=refunded refundedAmount=6.00 closedAt=1795090526000000",
                "provider.refund.recorded refundNumber=2000000990117201 refundedAmount=6.00"),
            Example(
                "2026-11-18 20:15:30.250  INFO 1 --- [exec-1] c.e.iap.Query : answer {\"environment\":\"Production\",\"data\":[{"
                    + "\"subscriptionGroupIdentifier\":\"g\",\"lastTransactions\":[{\"originalTransactionId\":\"2000000881204417\",\"status\":3,"
                    + "\"signedTransactionInfo\":\"" + StoreExamples.subscription + "\",\"signedRenewalInfo\":\"" + StoreExamples.renewal
                    + "\"}]}]}",
                gives: "server.provider.answered originalTransactionID=2000000881204417 subscriptionState=billing_retry autoRenew=false "
                    + "expiresAt=1797596126000000 status=paid provider=apple"),
        ]
    ) { _ in false }
}
