import Decoding
import Domain

extension Recognizer {
    /// Apple's `verifyReceipt` answer without an event word.
    static let receiptAnswer = Recognizer(
        name: "verifyReceipt answer",
        purpose: Text(
            en:
                "The answer of verifyReceipt: a status with a receipt or an environment (facts.md §3.3). Of its many transactions the one the "
                + "line names counts, else the newest.",
            zh: "verifyReceipt 应答：status 与 receipt 或 environment；多笔交易中以行内指明的为准，否则取最新一笔。"),
        scope: .server, anchors: ["\"receipt\"", "in_app", "latest_receipt_info", "\"status\":21", "\"status\": 21", "status=21"],
        examples: [
            Example(
                #"2026-12-30 20:40:23,799 INFO iap answer {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example.reader","#
                    + #""in_app":[{"transaction_id":"2000000881204417","product_id":"com.example.month"}]}}"#,
                gives: "server.receipt.verified code=0 status=paid environment=Sandbox transactionID=2000000881204417 "
                    + "productID=com.example.month bundleID=com.example.reader"),
            Example(
                #"2026-12-30 20:40:23,799 INFO iap orderNo=RP-9 answer {"environment":"Production","receipt":{"in_app":[]},"#
                    + #""latest_receipt_info":[{"transaction_id":"2000000881209999","original_transaction_id":"2000000881204417","#
                    + #""purchase_date_ms":"1795004126000","expires_date_ms":"1797596126000","product_id":"com.example.month"},"#
                    + #"{"transaction_id":"2000000881204417","original_transaction_id":"2000000881204417","purchase_date_ms":"1792412126000"}],"#
                    + #""pending_renewal_info":[{"original_transaction_id":"2000000881204417","auto_renew_status":"0"}],"status":0}"#,
                gives: "server.receipt.verified orderNumber=RP-9 code=0 status=paid transactionID=2000000881209999 "
                    + "originalTransactionID=2000000881204417 expiresAt=1797596126000000 autoRenew=false paidAt=1795004126000000"),
            Example(
                #"2026-12-30 20:40:23,799 INFO iap orderNo=RP-9 answer {"environment":"Production","status":0,"receipt":{"#
                    + #""in_app":[{"transaction_id":"2000000881204417","product_id":"com.example.month","purchase_date_ms":"1795004126000","#
                    + #""cancellation_date_ms":"1795090526000","cancellation_reason":"0"}]}}"#,
                gives: "server.receipt.verified orderNumber=RP-9 code=0 status=refunded closedAt=1795090526000000"),
            Example(
                #"2026-12-30 20:40:23,799 INFO iap verifyReceipt orderNo=RP-9 answer {"status":21007}"#,
                gives: "server.receipt.verified orderNumber=RP-9 code=21007"),
            Example(
                #"{"time":"2026-12-30T20:40:23Z","level":"warn","msg":"receipt refused","orderNo":"RP-9","status":21002,"#
                    + #""environment":"Production"}"#,
                gives: "server.receipt.verified orderNumber=RP-9 code=21002"),
            Example("2026-12-30 20:40:23,799 INFO batch orderNo=RP-9 status=21500"),
            Example("2026-12-30 20:40:23,799 INFO batch orderNo=RP-9 status=21007 rows copied"),
        ]
    ) { reading in
        let document = reading.holdsReceipt ? reading.receiptDocument() : nil
        guard let status = Reading.receiptStatus(document.flatMap { $0.status.count > 0 ? $0.status : nil } ?? reading.fields[.status])
        else { return false }
        // A number alone is Apple's only beside its words.
        let isApples =
            document != nil || reading.fields.has(.receipt)
            || (status != 0
                && (reading.fields.has(.environment) || reading.text.holdsAnyCase("receipt") || reading.text.holds("is_retryable")
                    || reading.text.holds("is-retryable")))
        guard isApples, reading.begin(.receiptVerified, .serverApp) else { return false }
        reading.putNumbers()
        reading.putAliases(hasReceipt: document != nil)
        reading.putReceipt()
        return true
    }

    /// A question to Apple without its answer.
    static let storeQuestion = Recognizer(
        name: "App Store question",
        purpose: Text(
            en: "A request to verifyReceipt or to Apple's server API, with the status when the line tells it (facts.md §3.3, §3.6).",
            zh: "向 verifyReceipt 或 Apple 服务端 API 的请求；行内有状态码时一并记录。"),
        scope: .server, anchors: ["verifyReceipt", "/inApps/v"],
        examples: [
            Example(
                "2026-12-30 20:40:23,799 INFO iap orderNo=RP-9 POST https://buy.itunes.apple.com/verifyReceipt",
                gives: "server.provider.queried orderNumber=RP-9 provider=apple urlHost=buy.itunes.apple.com"),
            Example(
                "2026-12-30 20:40:23,799 INFO iap orderNo=RP-9 https://sandbox.itunes.apple.com/verifyReceipt -> 21008",
                gives: "server.receipt.verified orderNumber=RP-9 code=21008 urlHost=sandbox.itunes.apple.com"),
            Example(
                "2026-12-30 20:40:23,799 INFO iap GET https://api.storekit.itunes.apple.com/inApps/v1/transactions/2000000881204417",
                gives: "server.provider.queried transactionID=2000000881204417 urlHost=api.storekit.itunes.apple.com"),
            Example(
                #"2026-12-30 20:40:23,799 WARN iap GET https://api.storekit.itunes.apple.com/inApps/v2/history/2000000881204417?revision=x "#
                    + #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#,
                gives: "server.provider.answered transactionID=2000000881204417 code=4040010 error=Transaction+id+not+found. provider=apple"
            ),
            Example("2026-12-30 20:40:23,799 INFO iap POST https://buy.itunes.apple.com/verifyReceipt"),
        ]
    ) { reading in reading.putStoreQuestion() }
}

extension Reading {
    /// Writes a request to Apple; false when the line names neither an order nor a transaction.
    mutating func putStoreQuestion() -> Bool {
        var host: StaticString?
        for known in Reading.storeHosts where text.holds(known) { host = known }
        let inPath = transactionInPath
        guard let host, number != nil || inPath != nil || Reading.usable(fields[.transactionID]) != nil else { return false }
        let failure = value(.errorCode)?.trimmed.unquoted.integer.flatMap { (4_000_000...5_999_999).contains($0) ? $0 : nil }
        let answer = statusWord
        let event: EventKind =
            failure != nil || fields.has(.error) ? .providerAnswered : answer != nil ? .receiptVerified : .providerQueried
        guard begin(event, .serverApp) else { return false }
        putNumbers()
        putAliases()
        if let inPath, !rows.has(.transactionID) { rows.put(.transactionID, inPath) }
        rows.put(.provider, "apple")
        rows.put(.urlHost, host)
        if let failure {
            rows.put(.code, number: failure)
        } else if let answer {
            rows.put(.code, answer)
            if answer.equals("0") { rows.put(.status, StateWord.paid.bytes) }
        }
        putError(fields[.error])
        return true
    }

    private static let storeHosts: [StaticString] = [
        "buy.itunes.apple.com", "sandbox.itunes.apple.com", "api.storekit.itunes.apple.com", "api.storekit-sandbox.itunes.apple.com",
    ]

    /// `/inApps/v1/transactions/ID`, `/inApps/v2/history/ID`, `/inApps/v1/subscriptions/ID`.
    private var transactionInPath: Bytes? {
        guard let start = text.find("/inApps/v") else { return nil }
        for word in ["/transactions/", "/history/", "/subscriptions/"] as [StaticString] {
            guard let mark = text.find(word, from: start) else { continue }
            var end = mark + word.utf8CodeUnitCount
            let from = end
            while end < text.count, text[end].isDigit { end &+= 1 }
            if end - from >= 8 { return Reading.usable(text.slice(from, end)) }
        }
        return nil
    }

    /// Apple's number behind the URL: `… verifyReceipt -> 21007`, `status=21007`.
    private var statusWord: Bytes? {
        guard let mark = text.find("verifyReceipt") else { return nil }
        if Reading.receiptStatus(fields[.status]) != nil { return fields[.status]?.trimmed.unquoted }
        var i = mark + 13
        while i < text.count {
            guard text[i].isDigit, !text[i - 1].isIdentifier else {
                i &+= 1
                continue
            }
            let from = i
            while i < text.count, text[i].isIdentifier { i &+= 1 }
            let word = text.slice(from, i)
            if word.count == 5, Reading.receiptStatus(word) != nil { return word }
        }
        return nil
    }
}
