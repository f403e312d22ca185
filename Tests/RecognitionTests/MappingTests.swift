import Domain
import Recognition
import Testing

/// A pattern of this test: literal text with one capture up to the next `]`, blank or end.
private struct Literal: PatternMatcher {
    let text: String

    init(_ text: String) { self.text = text }

    var literal: [UInt8] { Array(text.utf8) }

    func matches(_ bytes: UnsafeRawBufferPointer) -> Bool { capture(in: bytes) != nil }

    func capture(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let literal = literal
        guard bytes.count >= literal.count else { return nil }
        for start in 0...(bytes.count - literal.count)
        where literal.indices.allSatisfy({ bytes[start + $0] == literal[$0] }) {
            var end = start + literal.count
            while end < bytes.count, bytes[end] != 93, bytes[end] > 32 { end += 1 }
            return UnsafeRawBufferPointer(rebasing: bytes[(start + literal.count)..<end])
        }
        return nil
    }
}

@Suite struct MappingTests {
    private var settings: RecognitionSettings {
        var settings = RecognitionSettings(reference: Extraction.reference)
        settings.mappings = [
            SourceMapping(
                applies: { $0 == "own.log" }, witness: .serverApp,
                events: [
                    EventMapping(
                        test: .pattern(Literal("Notify in ")), event: .notifyReceived,
                        fields: [
                            ("orderNo", Literal("[order][")), ("trade_no", Literal("[trade][")), ("trade_status", Literal("[status][")),
                        ]),
                    EventMapping(
                        test: .pattern(Literal("State ")), event: .orderChanged,
                        fields: [("orderNo", Literal("[order][")), ("to", Literal("-> "))],
                        constants: [("from", "pending"), ("by", "notify")],
                        words: ["to": ["Bezahlt": "paid"]]),
                    EventMapping(
                        test: .field(key: "type", value: "grant"), event: .orderDelivered, copies: [("orderNo", "nr"), ("item", "ware")]),
                ])
        ]
        return settings
    }

    @Test func mapsTheApplicationsOwnWords() {
        let found = Extraction(
            """
            [2026-06-14 12:42:59.257] [INFO] alipay - Notify in [order][SS14A7K2] [trade][2026061422004] [status][TRADE_SUCCESS]
            [2026-06-14 12:42:59.268] [INFO] alipay - State offen -> Bezahlt [order][SS14A7K2]
            [2026-06-14 12:42:59.300] [INFO] alipay - {"type":"grant","nr":"SS14A7K2","ware":"30d"}
            [2026-06-14 12:42:59.301] [INFO] alipay - plugin reloaded

            """, name: "own.log", settings: settings)
        #expect(found.rows.count == 3)
        for (index, expected) in [
            "server.notify.received orderNumber=SS14A7K2 tradeNumber=2026061422004 status=paid",
            "server.order.changed orderNumber=SS14A7K2 from=pending to=paid by=notify",
            "server.order.delivered orderNumber=SS14A7K2 item=30d",
        ].enumerated() {
            #expect(found.difference(index, from: expected) == nil)
        }
    }

    /// What no entry fits is read as everywhere, JSON and tagged lines too.
    @Test func readsOtherLinesOfItsSourceAsUsual() {
        let found = Extraction(
            #"""
            {"time":"2026-06-14T12:42:59Z","event":"order.created","orderNo":"SS14A7K2","amount":"1.00","note":"{\"a\":1}"}
            {"time":"2026-06-14T12:43:00Z","level":"info","message":"[PayCallback] order.saved orderNo=SS14A7K2"}
            {"time":"2026-06-14T12:43:01Z","type":"grant","nr":"SS14A7K2","ware":"30d"}

            """#, name: "own.log", settings: settings)
        #expect(found.rows.count == 3)
        #expect(found.difference(0, from: "server.order.created orderNumber=SS14A7K2 amount=1.00") == nil)
        #expect(found.difference(1, from: "client.order.saved orderNumber=SS14A7K2") == nil)
        #expect(found.difference(2, from: "server.order.delivered orderNumber=SS14A7K2 item=30d") == nil)
    }

    @Test func leavesOtherSourcesAlone() {
        let found = Extraction("[2026-06-14 12:42:59.268] [INFO] alipay - State a -> b [order][SS14A7K2]\n", settings: settings)
        #expect(found.rows.isEmpty)
    }

    @Test func takesConfiguredOrderNumberKeys() {
        var settings = RecognitionSettings(reference: Extraction.reference)
        settings.orderNumberKeys = ["bestell_nr"]
        let found = Extraction(
            #"{"time":"2026-06-14T12:42:59Z","event":"order.created","bestellNr":"B-1","amount":"1.00"}"# + "\n", settings: settings)
        #expect(found.difference(0, from: "server.order.created orderNumber=B-1 amount=1.00") == nil)
    }
}
