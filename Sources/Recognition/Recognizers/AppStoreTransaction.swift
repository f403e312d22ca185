import Decoding
import Domain

extension Recognizer {
    /// One signed transaction: Apple's answer about it, or how the server judged it.
    static let appStoreTransaction = Recognizer(
        name: "App Store transaction",
        purpose: Text(
            en:
                "signedTransactionInfo or another signed transaction with the word of its verification (facts.md §3.5, §3.6). One that only came "
                + "in from a client proves nothing.",
            zh: "signedTransactionInfo，或带有验签结论的签名交易；仅由客户端传来的不能证明支付。"),
        scope: .server, anchors: ["signedTransaction", "jws", "JWS"],
        examples: [
            Example(
                "{\"signedTransactionInfo\":\"" + StoreExamples.subscription + "\"}",
                gives: "provider.iap.transaction transactionID=2000000881209999 originalTransactionID=2000000881204417 status=paid "
                    + "transactionReason=renewal expiresAt=1797596126000000"),
            Example(
                "2026-11-18 20:15:30.250  INFO 1 --- [exec-1] c.e.iap.Query : orderNo=RP-7 answer {\"signedTransactionInfo\":\""
                    + StoreExamples.transaction + "\"}",
                gives: "server.receipt.verified orderNumber=RP-7 transactionID=2000000990117201 status=paid environment=Production"),
            Example(
                "2026-11-18 20:15:30.250  INFO 1 --- [exec-1] c.e.iap.Verify : transaction verified orderNo=RP-7 jws="
                    + StoreExamples.transaction,
                gives: "server.receipt.verified orderNumber=RP-7 transactionID=2000000990117201 status=paid ok=true"),
            Example(
                "2026-11-18 20:15:30.250  WARN 1 --- [exec-1] c.e.iap.Verify : signature verification failed orderNo=RP-7 jws="
                    + StoreExamples.transaction,
                gives: "server.receipt.verified orderNumber=RP-7 transactionID=2000000990117201 ok=false reason=signature"),
            Example("2026-11-18 20:15:30.250  INFO 1 --- [exec-1] c.e.iap.Upload : got orderNo=RP-7 jws=" + StoreExamples.transaction),
        ]
    ) { reading in
        guard reading.store.isPresent, reading.store[.notificationType] == nil else { return false }
        let isAnswer = reading.fields.has(.signedTransaction)
        guard reading.isServerContext else { return isAnswer && reading.putStoreTransaction(reading.store) }
        let verdict = reading.verificationVerdict
        guard isAnswer || verdict != nil, reading.begin(.receiptVerified, .serverApp) else { return false }
        reading.putNumbers()
        reading.putAliases()
        if let verdict { reading.putTruth(.ok, verdict) }
        if verdict == false { reading.rows.put(.reason, "signature") }
        reading.putStore(reading.store, isTransaction: verdict != false)
        reading.putError(reading.fields[.error])
        return true
    }

    /// The exception of Apple's server library, which names no document.
    static let verificationException = Recognizer(
        name: "App Store verification failure",
        purpose: Text(
            en: "A VerificationException of Apple's server library about a transaction or order that the line names.",
            zh: "Apple 服务端库的 VerificationException，行内给出交易或订单。"),
        scope: .server, anchors: ["VerificationException", "VERIFICATION_FAILURE"],
        examples: [
            Example(
                "2026-11-18 20:15:30.250  WARN 1 --- [exec-1] c.e.iap.Verify : orderNo=RP-7 transactionId=2000000990117201 "
                    + "VerificationException: Verification failed with status INVALID_APP_IDENTIFIER",
                gives: "server.receipt.verified orderNumber=RP-7 transactionID=2000000990117201 ok=false reason=invalid_app_identifier"),
            Example("2026-11-18 20:15:30.250  WARN 1 --- [exec-1] c.e.iap.Verify : VerificationException: VERIFICATION_FAILURE"),
        ]
    ) { reading in
        guard reading.text.holds("VerificationException") || reading.text.holds("VERIFICATION_FAILURE"),
            reading.number != nil || Reading.usable(reading.fields[.transactionID]) != nil || reading.store.isPresent,
            reading.begin(.receiptVerified, .serverApp)
        else { return false }
        reading.putNumbers()
        reading.putAliases()
        reading.rows.put(.ok, "false")
        let word = verificationStatuses.first { reading.text.holds($0) } ?? "VERIFICATION_FAILURE"
        reading.rows.putLowered(.reason, word.bytes)
        reading.putStore(reading.store)
        reading.putError(reading.text)
        return true
    }

    private static let verificationStatuses: [StaticString] = [
        "INVALID_APP_IDENTIFIER", "INVALID_ENVIRONMENT", "INVALID_CHAIN_LENGTH", "INVALID_CERTIFICATE", "INVALID_CHAIN",
        "RETRYABLE_VERIFICATION_FAILURE",
    ]
}

extension Reading {
    /// How a line says that a verification ended; nil when it says nothing.
    var verificationVerdict: Bool? {
        if let told = Reading.truth(value(.ok, .success)) { return told }
        for word in ["verification failed", "verify failed", "invalid signature", "not verified", "unverified", "verificationexception"]
            as [StaticString]
        where text.holdsAnyCase(word) { return false }
        if text.holds("验签失败") || text.holds("校验失败") || text.holds("验证失败") { return false }
        for word in ["verified", "verification ok", "verification succeeded", "verify ok", "verify success"] as [StaticString]
        where text.holdsAnyCase(word) { return true }
        return text.holds("验签通过") || text.holds("校验通过") || text.holds("验证通过") || text.holds("验签成功") || text.holds("校验成功") ? true : nil
    }
}
