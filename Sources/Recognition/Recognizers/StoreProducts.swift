import Decoding
import Domain

extension Recognizer {
    /// What a products request brought.
    static let storeProducts = Recognizer(
        name: "StoreKit products",
        purpose: Text(
            en:
                "The answer to SKProductsRequest or Product.products: how many products, which ids the store does not know (facts.md §3.1).",
            zh: "SKProductsRequest 或 Product.products 的结果：商品数量，以及商店不认识的商品标识。"),
        scope: .tagged, anchors: ["invalidProductIdentifiers", "productsRequest"],
        examples: [
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] productsRequest didReceive products.count=0 "
                    + #"invalidProductIdentifiers=["com.example.month", "com.example.year"]"#,
                gives: "client.iap.products code=0 item=com.example.month,com.example.year"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] 无效商品标识: [\"com.example.month\"]",
                gives: "client.iap.products item=com.example.month"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] Product.products(for:) count=2",
                gives: "client.iap.products code=2"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] SKProductsRequest failed: Error "
                    + "Domain=SKErrorDomain Code=0 error=\"cannot connect\"",
                gives: "client.iap.products error=cannot+connect"),
            Example("2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] SKProductsRequest start ids=2"),
        ]
    ) { reading in
        let text = reading.text
        guard
            text.holdsAnyCase("productsrequest") || text.holdsAnyCase("invalidproductidentifiers") || text.holds("Product.products")
                || text.holds("无效商品标识")
        else { return false }
        let hasResult =
            reading.fields.has(.count) || text.holdsAnyCase("products.count") || text.holdsAnyCase("invalidproductidentifiers")
            || text.holds("无效商品标识") || reading.fields.has(.error) || text.holdsAnyCase("fail")
        guard hasResult, reading.beginClient(.productsLoaded) else { return false }
        reading.putProducts()
        return true
    }

    /// The app handed its proof of purchase to the server.
    static let receiptUpload = Recognizer(
        name: "receipt upload",
        purpose: Text(
            en:
                "A tagged line of an app's own words that says that a receipt or signed transaction went to the server; with an error where it "
                + "did not arrive.",
            zh: "应用自己的措辞：收据或签名交易已上传到服务端；未送达时带有错误。"),
        scope: .tagged, anchors: ["receipt", "收据"],
        examples: [
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] uploadReceipt ok transactionId=2000000881200002",
                gives: "client.receipt.uploaded transactionID=2000000881200002"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] 收据上报成功 orderNo=RP-9",
                gives: "client.receipt.uploaded orderNumber=RP-9"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] receipt posted jws=" + StoreExamples.transaction,
                gives: "client.receipt.uploaded transactionID=2000000990117201 appAccountToken=d2c06b20-f75f-4ac5-a960-64d3ff95a7d1"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] upload receipt failed: timed out orderNo=RP-9",
                gives: "client.receipt.uploaded orderNumber=RP-9 error=upload+receipt+failed:+timed+out+orderNo=RP-9"),
            Example("2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] will upload receipt orderNo=RP-9"),
            Example("2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] appStoreReceiptURL is missing, refreshing"),
        ]
    ) { reading in
        let text = reading.text
        guard
            text.holdsAnyCase("receipt") || text.holds("收据") || text.holds("票据") || text.holds("凭证") && text.holds("内购")
                || reading.fields.has(.signedDocument)
        else { return false }
        guard
            text.holdsAnyCase("upload") || text.holdsAnyCase("posted") || text.holdsAnyCase("submitted")
                || text.holdsAnyCase("receipt sent")
                || text.holds("上传") || text.holds("上报") || text.holds("提交")
        else { return false }
        // What only begins may not arrive.
        for word in ["will upload", "start", "retry", "nil"] as [StaticString] where text.holdsAnyCase(word) { return false }
        for word in ["开始", "准备", "没有", "为空"] as [StaticString] where text.holds(word) { return false }
        guard reading.beginClient(.receiptUploaded) else { return false }
        reading.putStoreClient(.receiptUploaded)
        if !reading.rows.has(.error), reading.saysFailure { reading.putError(text) }
        return true
    }

    /// What the native side told the page that asked for a purchase.
    static let bridgeResult = Recognizer(
        name: "JavaScript bridge result",
        purpose: Text(
            en: "A purchase's result on its way to the page: evaluateJavaScript, postMessage, a plug-in's answer (source document 3).",
            zh: "回传给页面的购买结果：evaluateJavaScript、postMessage 或插件回调。"),
        scope: .tagged, anchors: ["messageHandlers", "NativePayments"],
        examples: [
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] evaluateJavaScript NativePayments.onResult("
                    + #"{"status":"purchased","productId":"com.example.month","transactionId":"2000000881200002"})"#,
                gives: "client.iap.transaction transactionState=purchased productID=com.example.month transactionID=2000000881200002"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] NativePayments.purchase resolved "
                    + #"{"status":"cancelled","productId":"com.example.month"}"#,
                gives: "client.iap.transaction transactionState=userCancelled productID=com.example.month"),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] "
                    + #"webkit.messageHandlers.nativePayments.postMessage {"action":"purchase","productId":"com.example.month"}"#),
            Example(
                "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] evaluateJavaScript onLogin({\"status\":\"success\"})"),
        ]
    ) { reading in
        let text = reading.text
        guard
            text.holds("messageHandlers") || text.holds("NativePayments") || text.holds("evaluateJavaScript") || text.holds("postMessage")
                || text.holdsAnyCase("jsbridge")
        else { return false }
        guard reading.fields.has(.productID) || text.holds("NativePayments") || text.holdsAnyCase("purchase") else { return false }
        guard let state = reading.value(.transactionState, .status), StoreWords.transactionState(state) != nil,
            reading.beginClient(.storeTransaction)
        else { return false }
        reading.putStoreState(state)
        reading.putStoreIdentifiers()
        reading.putStoreFailure()
        return true
    }
}

extension Reading {
    /// Whether a line of an app's own words speaks of a failure.
    fileprivate var saysFailure: Bool {
        for word in ["fail", "error", "timed out", "timeout", "missing", "no receipt"] as [StaticString] where text.holdsAnyCase(word) {
            return true
        }
        return text.holds("失败") || text.holds("超时")
    }
}
