import Domain
import Testing

@testable import Recognition

@Suite struct ReceiptDocumentTests {
    /// A receipt with one transaction an hour, in a given order, behind `receipt` or `latest_receipt_info`; the status stands last.
    static func answer(hours: [Int], key: String = "in_app", status: Int = 0) -> String {
        let entries = hours.map { hour in
            "{\"quantity\":\"1\",\"product_id\":\"com.example.coins\",\"transaction_id\":\"20000009\(10_000 + hour)\","
                + "\"original_transaction_id\":\"20000009\(10_000 + hour)\",\"purchase_date\":\"2026-11-18 00:00:00 Etc/GMT\","
                + "\"purchase_date_ms\":\"\(1_795_000_000_000 + hour * 3_600_000)\",\"purchase_date_pst\":\"2026-11-17 16:00:00 "
                + "America/Los_Angeles\",\"is_trial_period\":\"false\",\"in_app_ownership_type\":\"PURCHASED\"}"
        }
        let list = "[" + entries.joined(separator: ",") + "]"
        let body = key == "in_app" ? "\"receipt\":{\"bundle_id\":\"com.example.reader\",\"in_app\":\(list)}" : "\"\(key)\":\(list)"
        return "{\"environment\":\"Production\",\(body),\"status\":\(status)}"
    }

    static func line(_ answer: String, fields: String = "orderNo=RP-9") -> String {
        "2026-12-30 20:40:23,799 INFO iap \(fields) answer \(answer)\n"
    }

    @Test(arguments: ["in_app", "latest_receipt_info"]) func theNewestCountsWhateverItsPlace(_ key: String) {
        for hours in [[1, 2, 3], [3, 2, 1], [2, 3, 1]] {
            let answer = Self.answer(hours: hours, key: key).replacing("\"purchase_date\":\"2026-11-18 00:00:00 Etc/GMT\",", with: "")
            let rows = Extraction(Self.line(answer)).rows
            #expect(rows.map(\.event) == ["server.receipt.verified"])
            #expect(rows.first?.attributes["transactionID"] == ["2000000910003"], "\(key) \(hours)")
        }
    }

    @Test func theOneTheLineNamesCountsFirst() {
        let line = Self.line(Self.answer(hours: [1, 2, 3]), fields: "orderNo=RP-9 transactionId=2000000910001")
        #expect(Extraction(line).rows.first?.attributes["transactionID"] == ["2000000910001"])
    }

    @Test func readsTheStatusBehindAThousandTransactions() {
        let rows = Extraction(Self.line(Self.answer(hours: Array(1...1_000)))).rows
        #expect(rows.map(\.event) == ["server.receipt.verified"])
        #expect(rows.first?.attributes["code"] == ["0"])
        #expect(rows.first?.attributes["status"] == ["paid"])
        #expect(rows.first?.attributes["bundleID"] == ["com.example.reader"])
    }

    @Test func readsTheAnswerInABody() {
        let body = Self.answer(hours: [1, 2]).replacing("\"", with: "\\\"")
        let line = "{\"time\":\"2026-12-30T20:40:23Z\",\"level\":\"info\",\"msg\":\"apple\",\"orderNo\":\"RP-9\",\"body\":\"\(body)\"}\n"
        let row = Extraction(line).rows.first
        #expect(row?.event == "server.receipt.verified")
        #expect(row?.attributes["code"] == ["0"])
        #expect(row?.attributes["orderNumber"] == ["RP-9"])
    }

    @Test(
        arguments: [
            (0, true), (21_000, false), (21_002, false), (21_003, false), (21_004, false), (21_005, false), (21_006, false),
            (21_007, false),
            (21_008, false), (21_009, false), (21_010, false), (21_100, false), (21_199, false),
        ]) func everyNumberOfApples(status: Int, isPaid: Bool)
    {
        let row = Extraction(Self.line("{\"environment\":\"Production\",\"receipt\":{\"in_app\":[]},\"status\":\(status)}")).rows.first
        #expect(row?.attributes["code"] == ["\(status)"])
        #expect(row?.attributes["status"] == (isPaid ? ["paid"] : nil))
    }

    @Test(arguments: [1, 200, 404, 20_999, 21_011, 21_099, 21_200]) func otherNumbersAreNone(_ status: Int) {
        let rows = Extraction(Self.line("{\"environment\":\"Production\",\"receipt\":{\"in_app\":[]},\"status\":\(status)}")).rows
        #expect(rows.isEmpty)
    }
}
