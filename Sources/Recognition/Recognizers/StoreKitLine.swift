import Decoding
import Domain
import Providers

extension Recognizer {
    /// StoreKit 1's own words.
    static let storeKitLine = Recognizer(
        name: "StoreKit line",
        purpose: Text(
            en:
                "A StoreKit transaction's state by number or name, its SKError, or finishTransaction (facts.md §3.1, §3.2). What restore as a "
                + "whole came to is none.",
            zh: "StoreKit 交易状态（编号或名称）、SKError，或 finishTransaction；恢复购买整体的结果不算交易。"),
        scope: .tagged, anchors: ["updatedTransactions", "transactionState", "Transaction.updates", "finishTransaction"],
        examples: [
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] transactionState=0 (purchasing) "
                    + "productIdentifier=com.example.reader.yearly",
                gives: "client.iap.transaction transactionState=purchasing productID=com.example.reader.yearly"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] updatedTransactions transactionState=1 "
                    + "transactionIdentifier=2000000881200002",
                gives: "client.iap.transaction transactionState=purchased transactionID=2000000881200002"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] updatedTransactions state: restored, "
                    + "transactionIdentifier: Optional(\"2000000881209999\"), originalTransactionIdentifier: Optional(\"2000000881200002\"), "
                    + "applicationUsername: D2C06B20-F75F-4AC5-A960-64D3FF95A7D1",
                gives: "client.iap.transaction transactionState=restored transactionID=2000000881209999 "
                    + "originalTransactionID=2000000881200002 appAccountToken=d2c06b20-f75f-4ac5-a960-64d3ff95a7d1"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] transactionState=SKPaymentTransactionStateDeferred "
                    + "productIdentifier=com.example.reader.yearly",
                gives: "client.iap.transaction transactionState=deferred productID=com.example.reader.yearly"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] transactionState=2 "
                    + "productIdentifier=com.example.reader.yearly error=Error Domain=SKErrorDomain Code=0 \"(null)\" "
                    + "UserInfo={NSUnderlyingError=0x28 {Error Domain=ASDErrorDomain Code=500}}",
                gives: "client.iap.transaction transactionState=failed code=0 subCode=unknown"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] transactionState=failed SKError.paymentCancelled "
                    + "productIdentifier=com.example.reader.yearly",
                gives: "client.iap.transaction transactionState=userCancelled rawStatus=failed code=2 subCode=paymentCancelled"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] finishTransaction transactionId=2000000881200002",
                gives: "client.iap.finished transactionID=2000000881200002"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] await transaction.finish() id=2000000881200002",
                gives: "client.iap.finished transactionID=2000000881200002"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] 支付失败: 0 - 无法连接到 iTunes Store",
                gives: "client.iap.transaction transactionState=failed code=0 subCode=unknown"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] transactionState=failed SKError.unknown orderNo=12 "
                    + "productIdentifier=com.example.v3",
                gives: "client.iap.transaction transactionState=failed code=0 subCode=unknown orderNumber=12 productID=com.example.v3"),
            Example("2026-12-30 15:08:55.599795-0600 ReaderPlus[401:16455] [PayCallback] paymentQueue updatedTransactions count=1"),
            Example(
                "2026-12-30 15:08:55.599795-0600 ReaderPlus[401:16455] [PayCallback] transactionIdentifier= applicationUsername=(null)"),
            Example(
                "2026-12-30 15:08:55.599795-0600 ReaderPlus[401:16455] [PayCallback] restoreCompletedTransactionsFailedWithError "
                    + "SKErrorDomain Code=2 transactionState=failed"),
        ]
    ) { reading in
        let text = reading.text
        // A restore that failed or ended as a whole is no transaction.
        if text.holdsAnyCase("restorecompletedtransactions") { return true }
        if text.holds("finishTransaction") || text.holdsAnyCase("transaction.finish") {
            guard reading.beginClient(.storeTransactionFinished) else { return false }
            reading.putStoreClient(.storeTransactionFinished)
            return true
        }
        if let number = reading.failedPayment {
            guard reading.beginClient(.storeTransaction) else { return false }
            reading.putStoreIdentifiers()
            reading.rows.put(.transactionState, number == 2 ? "userCancelled" : "failed")
            if let error = StoreError.numbered(number) {
                reading.rows.put(.code, number: number)
                reading.rows.put(.subCode, error.name)
            }
            return true
        }
        guard text.holdsAnyCase("transactionstate") || text.holds("updatedTransactions") else { return false }
        let state =
            reading.value(.transactionState) ?? reading.value(behind: "transactionstate") ?? reading.value(.status)
            ?? reading.stateWord(["purchasing", "purchased", "restored", "deferred", "failed"])
        guard let state, reading.beginClient(.storeTransaction) else { return false }
        reading.putStoreState(state)
        reading.putStoreIdentifiers()
        reading.putStoreFailure()
        return true
    }

    /// StoreKit 2's results.
    static let storePurchaseResult = Recognizer(
        name: "StoreKit 2 result",
        purpose: Text(
            en:
                "The result of product.purchase(), or a transaction of Transaction.updates, unfinished or currentEntitlements (facts.md §3.2).",
            zh: "product.purchase() 的结果，或 Transaction.updates、unfinished、currentEntitlements 中的交易。"),
        scope: .tagged, anchors: ["PurchaseResult", "VerificationResult", "Transaction.updates"],
        examples: [
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] purchase result: success(verified) "
                    + #"{"transactionId":"2000000881200002","originalTransactionId":"2000000881200002","productId":"com.example.month"}"#,
                gives: "client.iap.transaction transactionState=purchased transactionID=2000000881200002 productID=com.example.month"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] Product.PurchaseResult.userCancelled "
                    + "productID=com.example.month",
                gives: "client.iap.transaction transactionState=userCancelled productID=com.example.month"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] PurchaseResult pending productID=com.example.month",
                gives: "client.iap.transaction transactionState=pending productID=com.example.month"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] Transaction.updates "
                    + "VerificationResult.unverified id=2000000881200002 productID=com.example.month",
                gives: "client.iap.transaction transactionState=unverified transactionID=2000000881200002"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] Transaction.updates verified id=2000000881209999 "
                    + "originalID=2000000881200002 productID=com.example.month appAccountToken=D2C06B20-F75F-4AC5-A960-64D3FF95A7D1",
                gives: "client.iap.transaction transactionState=purchased transactionID=2000000881209999 "
                    + "originalTransactionID=2000000881200002 appAccountToken=d2c06b20-f75f-4ac5-a960-64d3ff95a7d1"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] Transaction.currentEntitlements verified "
                    + "id=2000000881209999 productID=com.example.month",
                gives: "client.iap.transaction transactionState=restored transactionID=2000000881209999"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] product.purchase() threw "
                    + "Product.PurchaseError.productUnavailable productID=com.example.month",
                gives: "client.iap.transaction transactionState=failed subCode=productUnavailable"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] Transaction.updates verified id=2000000881209999 "
                    + "productID=com.example.month revocationDate=2026-12-30T20:00:00Z",
                gives: "client.iap.transaction transactionState=revoked transactionID=2000000881209999 closedAt=1798660800000000"),
            Example("2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] Transaction.updates listening"),
            Example("2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] product.purchase() productID=com.example.month"),
        ]
    ) { reading in
        let text = reading.text
        let isOwned = text.holds("currentEntitlements")
        guard
            isOwned || text.holdsAnyCase("purchaseresult") || text.holdsAnyCase("purchase result") || text.holds("VerificationResult")
                || text.holds("Transaction.updates") || text.holds("Transaction.unfinished") || text.holds("product.purchase")
                || text.holds("PurchaseError") || text.holds("StoreKitError") || text.holds("购买结果")
        else { return false }
        let word: Bytes
        if let cancelled = reading.stateWord(["usercancelled"]) {
            word = cancelled
        } else if text.holds("PurchaseError") || text.holds("StoreKitError") {
            word = ("failed" as StaticString).bytes
        } else if let known = reading.stateWord(["unverified", "verified", "purchased", "success", "pending", "failed", "cancelled"]) {
            word = known
        } else {
            return false
        }
        guard reading.beginClient(.storeTransaction) else { return false }
        if let revoked = reading.value(.revocationDate), !Reading.isNothing(revoked.trimmed.unquoted) {
            // The store hands a transaction over once more when its money went back.
            reading.rows.put(.transactionState, "revoked")
            reading.putTime(.closedAt, revoked)
        } else if isOwned, !word.equalsAnyCase("unverified") {
            reading.rows.put(.transactionState, "restored")
        } else {
            reading.putStoreState(word)
        }
        reading.putStoreAliases(reading.store)
        reading.putStoreIdentifiers()
        reading.putStoreFailure()
        return true
    }
}

extension Reading {
    /// `支付失败: 2 - …`: an SKError's number and text, as the usual code prints them.
    fileprivate var failedPayment: Int64? {
        guard let mark = text.find("支付失败") else { return nil }
        var i = mark + 12
        while i < text.count, text[i] == 58 || text[i] == 32 || text[i] == 0xEF || text[i] == 0xBC || text[i] == 0x9A { i &+= 1 }
        let from = i
        while i < text.count, text[i].isDigit { i &+= 1 }
        guard i > from, i - from <= 2, text.has(" - ", at: i), let number = text.slice(from, i).integer, number <= 20 else { return nil }
        return number
    }
}
