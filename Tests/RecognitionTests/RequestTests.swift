import Domain
import Recognition
import Testing

@Suite struct RequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var request: String
        var gives: String?
        var testDescription: String { request }
        init(_ request: String, _ gives: String?) { (self.request, self.gives) = (request, gives) }
    }

    static var endpoints: Endpoints {
        var endpoints = Endpoints()
        endpoints.notify = ["/hooks/ali/*", "/wx/in?o=*"]
        endpoints.returns = ["/done"]
        endpoints.query = ["/api/state/*"]
        return endpoints
    }

    @Test(arguments: [
        Case(
            #""POST /hooks/ali/SO-1 HTTP/1.1" 419 28650 "-" "Mozilla/4.0""#,
            "server.notify.received orderNumber=SO-1 httpStatus=419 bytes=28650 method=POST path=/hooks/ali/SO-1 agent=provider"),
        Case(
            #""POST /wx/in?o=SO-1 HTTP/1.1" 204 0 "-" "Mozilla/4.0""#, "server.notify.received orderNumber=SO-1 httpStatus=204 path=/wx/in"),
        Case(#""POST /wx/in HTTP/1.1" 500 130 "-" "Mozilla/4.0""#, "server.notify.received httpStatus=500 path=/wx/in"),
        Case(
            #""GET /done?orderNo=SO-1 HTTP/1.1" 200 12 "-" "Mozilla/5.0 (iPhone)""#, "server.return.served orderNumber=SO-1 agent=browser"),
        Case(
            #""GET /api/state/SO-1 HTTP/1.1" 200 12 "-" "ShopDemo/5.3 CFNetwork/1494""#,
            "server.query.received orderNumber=SO-1 agent=other"),
        Case(
            #""GET /api/v1/orders/REC26061100731/payment-status HTTP/1.1" 200 58 "-" "Mozilla/5.0""#,
            "server.query.received candidateNumber=REC26061100731"),
        Case(#""POST /pay/alipay/notify HTTP/1.1" 200 7 "-" "Mozilla/4.0""#, "server.notify.received bytes=7"),
        Case(#""POST /callback/wx HTTP/1.1" 200 7 "-" "-""#, "server.notify.received agent=other"),
        Case(#""POST /pay/alipay/notify HTTP/1.1" 400 27 "-" "curl/8.0.1""#, nil),
        Case(#""POST /pay/alipay/notify HTTP/1.1" 400 27 "-" "PostmanRuntime/7.1""#, nil),
        Case(#""POST /pay/alipay/notify HTTP/1.1" 400 27 "-" "python-requests/2.31""#, nil),
        Case(
            #""GET /pay/return?out_trade_no=SO-1&trade_no=2026&access_token=abcdef HTTP/1.1" 200 9 "-" "Mozilla/5.0""#,
            "server.return.served orderNumber=SO-1 tradeNumber=2026 secret=access_token"),
        Case(#""GET /static/app.js HTTP/1.1" 200 9 "-" "Mozilla/5.0""#, nil),
        Case(#""-" 400 0 "-" "-""#, nil),
    ]) func recognises(_ item: Case) {
        let found = Extraction(
            "203.0.113.27 - - [14/Apr/2026:10:19:53 +0800] \(item.request)\n", name: "access.log", endpoints: Self.endpoints)
        #expect(found.rows.count == (item.gives == nil ? 0 : 1), "\(found.rows)")
        if let gives = item.gives, let difference = found.difference(0, from: gives) { Issue.record("\(difference)") }
        for row in found.rows { #expect(row.row.witness == .serverEdge) }
    }

    @Test(arguments: [
        (#"203.0.113.27 - - [14/Apr/2026:10:19:53 +0800] "POST /a HTTP/1.1" 419 1 "-" "Mozilla/4.0""#, true),
        (#"{"time_iso8601":"2026-11-18T20:16:01+08:00","request_method":"POST","request_uri":"/a","status":200}"#, true),
        (#"{"time":"2026-06-14T12:42:59Z","event":"order.created","orderNo":"B-1"}"#, false), ("", false),
    ]) func tellsAccessLogs(_ text: String, _ expected: Bool) {
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBytes { SourceExtractor.looksLikeAccessLog(head: $0) } == expected)
    }
}
