import Decoding
import Domain

extension Recognizer {
    /// StoreKit's own words.
    static let storeKitLine = Recognizer(
        name: "StoreKit line",
        purpose: Text(
            en: "A StoreKit transaction's state, or finishTransaction (facts.md §3.1, §3.2).", zh: "StoreKit 交易状态或 finishTransaction。"),
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
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] finishTransaction transactionId=2000000881200002",
                gives: "client.iap.finished transactionID=2000000881200002"),
            Example("2026-12-30 15:08:55.599795-0600 ReaderPlus[401:16455] [PayCallback] paymentQueue updatedTransactions count=1"),
        ]
    ) { reading in
        let text = reading.text
        let isFinish = text.holds("finishTransaction")
        guard isFinish || text.holds("transactionState") || text.holds("updatedTransactions") || text.holds("Transaction.updates") else {
            return false
        }
        let state = reading.value(.transactionState) ?? reading.value(behind: "transactionstate") ?? reading.value(.status)
        guard isFinish || state != nil, reading.beginClient(isFinish ? .storeTransactionFinished : .storeTransaction) else { return false }
        if let state { reading.rows.put(.transactionState, Reading.storeState(state)) }
        reading.putAlias(.productID, .productID)
        reading.putFailure()
        return true
    }
}
