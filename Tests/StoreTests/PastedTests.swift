import Domain
import Testing

@testable import Store

@Suite struct PastedTests {
    @Test("An order is found in what people paste")
    func pasted() throws {
        let folder = try TemporaryFolder()
        try makeStore(
            at: folder["a.db"],
            [
                verdict("SO20261102-0000131"), verdict("202611020001") { $0.aliases = [(.session, ["ck_17edd83e7357"])] },
                verdict("202611020002") { $0.aliases = [(.session, ["ck_17edd83e7357"])] },
            ])
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        func numbers(_ text: String) throws -> [String] { try store.orders(named: text).orders.map { $0.verdict.order.description } }
        #expect(try numbers("SO20261102-0000131") == ["SO20261102-0000131"])
        #expect(try numbers("https://shop.example.com/pay/return?orderNo=SO20261102-0000131&x=1") == ["SO20261102-0000131"])
        #expect(try numbers("shop://pay?next=https%253A%252F%252Fx.example%252F%253Fno%253D202611020001") == ["202611020001"])
        #expect(try numbers(#"{"ts":"2026-11-02T10:00:00+08:00","orderNo":"202611020001","sid":"ck_17edd83e7357"}"#) == ["202611020001"])
        #expect(try numbers("2026-11-02 10:00:00.100 INFO [exec-1] pay : refused for order 202611020002.") == ["202611020002"])
        #expect(try numbers("sid=ck_17edd83e7357 tapped") == ["202611020001", "202611020002"])
        #expect(try numbers("202611020001 and SO20261102-0000131") == ["202611020001", "SO20261102-0000131"])
        #expect(try numbers("nothing of 2026 is here") == [])
        #expect(try numbers(String(repeating: "x1 ", count: 40_000)) == [])
    }
}
