import Decoding
import Domain

extension Recognizer {
    /// A request that a Go program printed with `%+v`.
    static let goRequestDump = Recognizer(
        name: "Go request dump",
        purpose: Text(
            en: "A net/http request printed as a Go structure: method, URL and headers, never the body (facts.md §6.17).",
            zh: "Go 以结构体形式打印的 net/http 请求：有方法、URL、请求头，没有报文（facts.md §6.17）。"),
        scope: .server, anchors: ["&{Method:", "{Method:POST"],
        examples: [
            Example(
                "2026/09/01 13:57:31 notify &{Method:POST URL:/pay/notify/wechat Proto:HTTP/1.1 ProtoMajor:1 ProtoMinor:1 "
                    + "Header:map[Content-Type:[application/json] Request-Id:[08B2A1F0-269] User-Agent:[Mozilla/4.0] "
                    + "Wechatpay-Nonce:[n1] Wechatpay-Signature:[c2ln] Wechatpay-Timestamp:[1788242251]] Body:{Reader:{R:{}}}}",
                gives:
                    "server.notify.received provider=wechat sentAt=1788242251000000 requestID=08B2A1F0-269 path=/pay/notify/wechat method=POST"
            ),
            Example(
                "2026/09/01 13:57:31 got &{Method:POST URL:/alipay/notify Proto:HTTP/1.1 Header:map[User-Agent:[Mozilla/4.0]] Body:0xc00}",
                gives: "server.notify.received path=/alipay/notify method=POST"),
            Example("2026/09/01 13:57:31 got &{Method:GET URL:/pay/return Proto:HTTP/1.1 Header:map[User-Agent:[Mozilla/5.0]]}"),
            Example("2026/09/01 13:57:31 got &{Method:POST URL:/notify Proto:HTTP/1.1 Header:map[User-Agent:[curl/8.4.0]]}"),
        ]
    ) { reading in
        let text = reading.text
        guard let start = text.find("{Method:POST URL:") else { return false }
        let target = URLTarget(text.word(at: start + 17))
        guard target.path.holdsAnyCase("notify") || target.path.holdsAnyCase("callback") || target.path.holdsAnyCase("webhook"),
            let header = text.find("Header:map[", from: start)
        else { return false }
        let agent = GoDump.header("User-Agent", in: text, from: header)
        if let agent, AgentClass.of(agent).isTool { return false }
        guard reading.begin(.notifyReceived, .serverApp) else { return false }
        reading.putNumbers()
        if let id = Reading.usable(GoDump.header("Request-Id", in: text, from: header)) { reading.rows.put(.requestID, id) }
        reading.rows.put(.method, "POST")
        reading.rows.put(.path, target.path.cut(to: 200))
        if let stamp = GoDump.header("Wechatpay-Timestamp", in: text, from: header) {
            reading.rows.put(.provider, "wechat")
            reading.putTime(.sentAt, stamp)
        }
        if reading.isProbe { reading.rows.put(.probe, "true") }
        return true
    }
}

/// The headers of a printed Go request: `Name:[value]`.
enum GoDump {
    static func header(_ name: StaticString, in text: Bytes, from: Int) -> Bytes? {
        guard let at = text.find(name, from: from), text.has(":[", at: at + name.utf8CodeUnitCount) else { return nil }
        let start = at + name.utf8CodeUnitCount + 2
        guard let end = text.first(93, from: start) else { return nil }
        return text.slice(start, end)
    }
}
