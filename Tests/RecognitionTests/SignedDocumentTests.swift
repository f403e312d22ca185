import Domain
import Testing

@testable import Recognition

/// Signed App Store documents: what a check of their signature leaves on the rows, and documents of any size.
@Suite struct SignedDocumentTests {
    /// Finds what it is told to find, and notes what it was asked.
    struct Checker: SignatureChecker {
        var result: SignatureCheck
        func check(_ jws: UnsafeRawBufferPointer, at moment: Instant) -> SignatureCheck {
            // Always the whole text, and the moment that the document names.
            #expect(jws.text.split(separator: ".").count == 3)
            #expect(moment.microseconds >= 1_795_004_126_900_000 && moment.microseconds <= 1_795_004_127_000_000)
            return result
        }
    }

    static func extract(_ text: String, _ result: SignatureCheck) -> Extraction {
        var settings = RecognitionSettings(reference: Extraction.reference)
        settings.signatures = Checker(result: result)
        return Extraction(text, settings: settings)
    }

    static let history =
        "{\"notificationHistory\":[{\"signedPayload\":\"\(StoreExamples.charge)\",\"sendAttempts\":["
        + "{\"attemptDate\":1795004160200,\"sendAttemptResult\":\"TIMED_OUT\"}]}]}\n"
    static let transactions = "{\"signedTransactions\":[\"\(StoreExamples.transaction)\",\"\(StoreExamples.refunded)\"]}\n"
    static let delivery = "{\"time\":\"2026-11-18T12:15:30Z\",\"msg\":\"notify.received\",\"signedPayload\":\"\(StoreExamples.refund)\"}\n"
    static let answer =
        "2026-11-18 20:15:30.250  INFO 1 --- [exec-1] c.e.iap.Query : orderNo=RP-7 answer {\"signedTransactionInfo\":\""
        + "\(StoreExamples.transaction)\"}\n"

    @Test(arguments: [history, transactions, delivery, answer]) func keepsWhatTheCheckFound(_ text: String) {
        let good = Self.extract(text, .valid).rows.filter { $0.event != "provider.notify.sent" && $0.event != "provider.refund.recorded" }
        #expect(!good.isEmpty)
        for row in good {
            #expect(row.attributes["signature"] == ["valid"])
            #expect(row.attributes["status"] != nil)
        }
        let none = Self.extract(text, .unchecked("no_certificates")).rows
        #expect(none.first?.attributes["signature"] == ["unchecked"])
        #expect(none.first?.attributes["signatureFault"] == ["no_certificates"])
        #expect(none.first?.attributes["status"] != nil)
    }

    @Test(arguments: [history, transactions, delivery, answer]) func aForgedDocumentHasNoState(_ text: String) {
        let rows = Self.extract(text, .invalid("wrong_signature")).rows
        #expect(!rows.isEmpty)
        for row in rows {
            #expect(row.attributes["signature"] == ["invalid"], "\(row.event)")
            #expect(row.attributes["status"] == nil, "\(row.event)")
            #expect(row.attributes["transactionID"] != nil, "\(row.event)")
            #expect(row.event != "provider.refund.recorded")
        }
    }

    @Test func readsAPageOfAnyLength() {
        let entry = Self.history.dropFirst("{\"notificationHistory\":[".count).dropLast("]}\n".count)
        let page = "{\"notificationHistory\":[" + Array(repeating: String(entry), count: 400).joined(separator: ",\n") + "]}\n"
        let found = Extraction(page)
        #expect(found.rows.count == 800)
        #expect(found.report.sources.first?.witness == .provider)
    }

    @Test func equalDocumentsAreOnePieceOfEvidence() {
        // Two pages that overlap hold the same notification: the same identity wherever it stands.
        let other = "{\"hasMore\":true,\n" + Self.history.dropFirst(1)
        let first = Extraction(Self.history).rows.map(\.row.identity)
        #expect(Extraction(other).rows.map(\.row.identity) == first)
        #expect(Set(first).count == first.count)
    }

    @Test func everyRowOfAPageKnowsItsLine() {
        let text = Self.prettyHistory
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for step in [64, 1 << 20] {
            let found = Extraction(text, step: step)
            #expect(
                found.rows.map(\.event) == [
                    "provider.iap.notified", "provider.notify.sent", "provider.iap.notified", "provider.refund.recorded",
                ])
            for row in found.rows {
                let line = lines[Int(row.row.line) - 1]
                #expect(line.contains(row.event == "provider.notify.sent" ? "TIMED_OUT" : "signedPayload"))
                #expect(lines[..<(Int(row.row.line) - 1)].reduce(0) { $0 + $1.utf8.count + 1 } == Int(row.row.offset))
            }
        }
    }

    static let prettyHistory = """
        {
          "hasMore" : false,
          "notificationHistory" : [
            {
              "signedPayload" : "\(StoreExamples.charge)",
              "sendAttempts" : [
                {
                  "attemptDate" : 1795004160200,
                  "sendAttemptResult" : "TIMED_OUT"
                }
              ]
            },
            {
              "signedPayload" : "\(StoreExamples.refund)"
            }
          ]
        }

        """

    @Test func readsAnArrayOfEntries() {
        let entry = Self.history.dropFirst("{\"notificationHistory\":[".count).dropLast("]}\n".count)
        let found = Extraction("[\n  \(entry),\n  \(entry)\n]\n")
        #expect(found.rows.map(\.event).filter { $0 == "provider.iap.notified" }.count == 2)
    }

    /// Records that others made of Apple's documents: plain fields beside an event word.
    @Test(
        arguments: [
            (
                #""event":"iap.notified","type":"REFUND","transactionId":"2000000990117201","revocationDate":1795090526000"#,
                "provider.iap.notified notificationType=REFUND status=refunded transactionID=2000000990117201 closedAt=1795090526000000"
            ),
            (
                #""event":"iap.notified","notificationType":"EXPIRED","subtype":"VOLUNTARY","originalTransactionId":"2000000881204417""#,
                "provider.iap.notified notificationType=EXPIRED notificationSubtype=VOLUNTARY subscriptionState=expired "
                    + "originalTransactionID=2000000881204417"
            ),
            (
                #""event":"iap.transaction","type":"Consumable","transactionId":"2000000990117201","purchaseDate":1795004126200,"amount":"6.00""#,
                "provider.iap.transaction productType=consumable status=paid paidAt=1795004126200000 amount=6.00"
            ),
            (#""event":"iap.transaction","state":"purchased","transactionId":"2000000990117201""#, "provider.iap.transaction status=paid"),
            (
                #""event":"iap.transaction","state":"failed","transactionId":"2000000990117201""#,
                "provider.iap.transaction transactionState=failed"
            ),
            (
                #""event":"entitlement.changed","originalTransactionId":"2000000881204417","active":true,"expires":"2026-12-18T12:15:26Z""#,
                "server.entitlement.changed originalTransactionID=2000000881204417 ok=true expiresAt=1797596126000000"
            ),
            (
                #""event":"entitlement.changed","transactionId":"2000000881204417","active":false,"reason":"refunded""#,
                "server.entitlement.changed transactionID=2000000881204417 ok=false reason=refunded"
            ),
            (
                #""event":"receipt.verified","ok":true,"transactionId":"2000000881204417","orderNo":"RP-9""#,
                "server.receipt.verified ok=true status=paid orderNumber=RP-9"
            ),
            (
                #""event":"receipt.verified","ok":false,"reason":"signature","transactionId":"2000000881204417""#,
                "server.receipt.verified ok=false reason=signature"
            ),
            (
                #""event":"receipt.verified","status":21007,"environment":"Production","orderNo":"RP-9""#,
                "server.receipt.verified code=21007 orderNumber=RP-9"
            ),
        ]) func readsPlainFields(fields: String, expected: String)
    {
        let found = Extraction("{\"time\":\"2026-11-18T12:15:30Z\",\(fields)}\n")
        #expect(found.rows.count == 1)
        if let difference = found.difference(0, from: expected) { Issue.record("\(difference)") }
        if expected.contains("failed") || expected.contains("ok=false") || expected.contains("21007") {
            #expect(found.rows.first?.attributes["status"] == nil)
        }
    }

    @Test func takesNoTransactionForItsNeighbour() {
        // The line's own id stands in front of those of the document.
        let text = Self.answer.replacing("orderNo=RP-7", with: "orderNo=RP-7 transactionId=2000000990117201")
        let row = Extraction(text).rows.first
        #expect(row?.attributes["transactionID"] == ["2000000990117201"])
    }

    @Test(arguments: ["00000000-0000-0000-0000-000000000000", "(null)", ""]) func anEmptyTokenNamesNothing(_ token: String) {
        let line =
            "2026-12-30 15:08:55.599797-0600 ReaderPlus[401:16455] [PayCallback] transactionState=1 transactionIdentifier=2000000881200002 "
            + "appAccountToken=\(token)\n"
        #expect(Extraction(line).rows.first?.attributes["appAccountToken"] == nil)
    }
}
