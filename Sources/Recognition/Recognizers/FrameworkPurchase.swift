import Decoding
import Domain

extension Recognizer {
    /// Purchases in the words of Flutter's and React Native's store plug-ins.
    static let frameworkPurchase = Recognizer(
        name: "purchase of a plug-in",
        purpose: Text(
            en: "in_app_purchase and react-native-iap: a purchase's status, an update, an error, its completion.",
            zh: "in_app_purchase 与 react-native-iap：购买状态、更新、错误与完成。"),
        scope: .tagged, anchors: ["PurchaseStatus.", "purchaseUpdatedListener", "purchaseErrorListener", "completePurchase"],
        examples: [
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] PurchaseStatus.purchased productID=com.example.month purchaseID=2000000881200002",
                gives: "client.iap.transaction transactionState=purchased productID=com.example.month transactionID=2000000881200002"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] purchaseUpdatedListener productId=com.example.month transactionId=2000000881200002",
                gives: "client.iap.transaction transactionState=purchased transactionID=2000000881200002"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] purchaseErrorListener code=E_USER_CANCELLED productId=com.example.month",
                gives: "client.iap.transaction transactionState=userCancelled"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] completePurchase purchaseID=2000000881200002",
                gives: "client.iap.finished transactionID=2000000881200002"),
            Example("2026/05/06 05:40:44:300  [PayCallback] purchaseUpdatedListener registered"),
        ]
    ) { reading in
        let text = reading.text
        let id = reading.value(behind: "purchaseid").flatMap { $0.count >= 6 && $0.allSatisfy(\.isDigit) ? $0 : nil }
        if text.holds("completePurchase") {
            guard id != nil || reading.number != nil, reading.beginClient(.storeTransactionFinished) else { return false }
            reading.putStoreIdentifiers()
            if let id, !reading.rows.has(.transactionID) { reading.rows.put(.transactionID, id) }
            return true
        }
        guard let state = reading.pluginPurchase, reading.beginClient(.storeTransaction) else { return false }
        reading.rows.put(.transactionState, state)
        reading.putStoreIdentifiers()
        if let id, !reading.rows.has(.transactionID) { reading.rows.put(.transactionID, id) }
        if state.bytes.equals("failed") { reading.putStoreFailure() }
        return true
    }
}

extension Reading {
    /// The state that a plug-in's word names; a listener that only waits names none.
    fileprivate var pluginPurchase: StaticString? {
        if text.holds("PurchaseStatus.purchased") { return "purchased" }
        if text.holds("PurchaseStatus.restored") { return "restored" }
        if text.holds("PurchaseStatus.pending") { return "pending" }
        if text.holds("PurchaseStatus.canceled") { return "userCancelled" }
        if text.holds("PurchaseStatus.error") { return "failed" }
        if text.holds("purchaseErrorListener") {
            guard fields.has(.code) || fields.has(.errorCode) || fields.has(.error) else { return nil }
            return text.holdsAnyCase("user_cancelled") || text.holdsAnyCase("user-cancelled") ? "userCancelled" : "failed"
        }
        guard text.holds("purchaseUpdatedListener"), value(behind: "transactionid") != nil else { return nil }
        return "purchased"
    }
}
