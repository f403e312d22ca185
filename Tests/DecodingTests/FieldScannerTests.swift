import Domain
import Testing

@testable import Decoding

@Suite struct FieldScannerTests {
    /// Scans (and expands) and writes the fields as `depth key=value`.
    private func fields(_ text: String, expand: Bool = false) -> [String] {
        var list = FieldList()
        return Array(text.utf8).withUnsafeBytes { bytes in
            FieldScanner.scan(bytes, into: &list)
            if expand { FieldScanner.expand(&list) }
            return (0..<list.count).map { "\(list[$0].depth) \(list[$0].key.text)=\(list[$0].value.text)" }
        }
    }

    /// Maps as languages print them, and columns parted by bars.
    @Test(arguments: [
        ("got {'out_trade_no': 'A1', 'list': ['x', 'y'], 'none': None, 'n': 3}", ["0 out_trade_no=A1", "0 list=x", "0 n=3"]),
        ("<QueryDict: {'a': ['1'], 'b': ['it\\'s']}>", ["0 a=1", "0 b=it's"]),
        ("ImmutableMultiDict([('a', '1'), ('b', '2')])", ["0 a=1", "0 b=2"]),
        ("array (\n  'a' => '1',\n  'b' => 'x y',\n)", ["0 a=1", "0 b=x y"]),
        ("Array\n(\n    [a] => 1\n    [b] => x y\n)", ["0 a=1", "0 b=x y"]),
        (#"{"a"=>"1", "b" => "x"} and :c=>"z""#, ["0 a=1", "0 b=x", "0 c=z"]),
        ("map[a:1 b:[2026-09-14 10:02:30] c:x y]", ["0 a=1", "0 b=2026-09-14 10:02:30", "0 c=x y"]),
        (
            "&{OutTradeNo:A1 At:2026-09-14 10:02:30 Amount:Money{Total:990}}",
            ["0 OutTradeNo=A1", "0 At=2026-09-14 10:02:30", "1 Total=990"]
        ),
        ("{\n  a: '1',\n  o: { b: 'x' },\n  c: true\n}", ["0 a=1", "1 b=x", "0 c=true"]),
        ("got\n  a: \"1\"\n  b: x y", ["0 a=1", "0 b=x y"]),
        (#"got "{\"a\":\"1\"}""#, ["1 a=1"]),
        ("order.created 商户订单号：A1，金额：9.90", ["0 商户订单号=A1", "0 金额=9.90"]),
        ("order.created orderNo:A1 amount: 9.90, url:https://a/b", ["0 orderNo=A1", "0 amount=9.90", "0 url=https://a/b"]),
        (#"orderNo=Optional("A1") state: Optional(3)"#, ["0 orderNo=A1"]),
        (#"saved orderNo: Optional("A1"), state: 3"#, ["0 orderNo=A1", "0 state=3"]),
        ("pay|orderNo=A1|amount=9.90|text", ["0 orderNo=A1", "0 amount=9.90"]),
        ("() => { return 1 } {x} { } a => b", ["0 a=b"]),
    ])
    func dumps(_ text: String, _ wanted: [String]) {
        let found = fields(text)
        for field in wanted { #expect(found.contains(field), "\(text): \(found)") }
        #expect(found.count < wanted.count * 2 + 1, "\(text): \(found)")
    }

    @Test(arguments: [
        (
            #"{"a":"x","n":-1.5e3,"t":true,"z":null,"o":{"k":"v","l":[1,{"m":"q"}]},"e":""}"#,
            [
                "0 a=x", "0 n=-1.5e3", "0 t=true", "0 z=", #"0 o={"k":"v","l":[1,{"m":"q"}]}"#, "1 k=v", #"1 l=[1,{"m":"q"}]"#, "2 l=1",
                "3 m=q", "0 e=",
            ]
        ),
        (#"[{"a":1},{"a":2}]"#, ["0 a=1", "0 a=2"]),
        (#"{"s":"\u652f\u4ed8 \ud83d\ude00 \"q\" a\/b"}"#, ["0 s=支付 😀 \"q\" a/b"]),
        (
            #"text here orderNo=A1 amount=12.80, status='PAID' note="a \"b\" c" end"#,
            ["0 orderNo=A1", "0 amount=12.80", "0 status=PAID", "0 note=a \"b\" c"]
        ),
        (
            "wallet.intercepted url=alipays://platformapi/startApp?appId=20000125&x=1 orderNo=A1",
            ["0 url=alipays://platformapi/startApp?appId=20000125&x=1", "0 orderNo=A1"]
        ),
        (#"order.created {"orderNo":"HW-1","o":{"p":1}} []"#, ["0 orderNo=HW-1", #"0 o={"p":1}"#, "1 p=1"]),
        ("memo = \"\\U652f\\U4ed8\";\n    resultStatus = 9000;", ["0 memo=支付", "0 resultStatus=9000"]),
        ("resultStatus={9000};memo={};result={a}", ["0 resultStatus=9000", "0 memo={}", "0 result=a"]),
        (
            "gmt_create=2026-01-15+11%3A05%3A50&subject=%E4%BC%9A%E5%91%98&empty=&x",
            ["0 gmt_create=2026-01-15 11:05:50", "0 subject=会员", "0 empty=", "0 x="]
        ),
        (
            "<xml><appid><![CDATA[wx1]]></appid><total_fee>100</total_fee><a><b>x&amp;y</b></a></xml>",
            ["0 appid=wx1", "0 total_fee=100", "0 b=x&y"]
        ),
        (#"body={"id":"1"} k=v"#, [#"0 body={"id":"1"}"#, "1 id=1", "0 k=v"]),
        ("Order(orderNo=A1, amount=1.00) [x]", ["0 orderNo=A1", "0 amount=1.00"]),
        ("GET https://a/b?no=1&q=%41 done", ["1 no=1", "1 q=A"]),
        ("event=query.failed error=", ["0 event=query.failed", "0 error="]),
        ("a==b =c d=", ["0 a==b", "0 d="]),
    ])
    func scans(text: String, expected: [String]) {
        #expect(fields(text) == expected)
    }

    @Test func looksIntoEncodedValues() {
        let query = #"{"body":"{\"alipay_trade_query_response\":{\"out_trade_no\":\"A1\"}}"}"#
        #expect(fields(query, expand: true).contains("2 out_trade_no=A1"))
        let form = #"{"body":"notify_id=1&out_trade_no=A%2D1&fund_bill_list=%5B%7B%22amount%22%3A%221%22%7D%5D"}"#
        #expect(fields(form, expand: true).contains("1 out_trade_no=A-1"))
        #expect(fields(form, expand: true).contains { $0.hasSuffix(" amount=1") })
        let entities = #"k="{&quot;out_trade_no&quot;:&quot;A1&quot;}" "#
        #expect(fields(entities, expand: true).contains { $0.hasSuffix(" out_trade_no=A1") })
        let launch = "url=alipay://alipayclient/?%7B%22dataString%22%3A%22out_trade_no%3D%5C%22A1%5C%22%22%2C%22x%22%3A1%7D end"
        #expect(fields(launch, expand: true).contains { $0.hasSuffix(" out_trade_no=A1") })
        let nested = "url=https://ds.alipay.com/?scheme=alipays%3A%2F%2Fx%2F%3Furl%3Dhttps%253A%252F%252Fa%252F%253Fno%253DA1 x"
        #expect(fields(nested, expand: true).contains { $0.hasSuffix(" no=A1") })
    }

    @Test func boundsTheDepth() {
        var list = FieldList()
        for text in [
            String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
            String(repeating: "{\"a\":[", count: 50_000),
            "{\"b\":1,\"a\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + ",\"c\":2}",
        ] {
            Array(text.utf8).withUnsafeBytes { FieldScanner.scan($0, into: &list) }
            FieldScanner.expand(&list)
            if text.hasSuffix("2}") { #expect(list.first("c")?.value.text == "2") }
        }
        var encoded = "orderNo=A1"
        for _ in 0..<12 {
            encoded =
                "k="
                + encoded.utf8.map {
                    $0 == 37 || $0 == 61 || $0 == 38 ? "%" + String($0, radix: 16, uppercase: true) : String(UnicodeScalar($0))
                }.joined() + "&x=1"
        }
        Array(encoded.utf8).withUnsafeBytes { FieldScanner.scan($0, into: &list) }
        FieldScanner.expand(&list)
        #expect(list.first("orderNo") == nil)
        let many = "{" + (0..<2_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        Array(many.utf8).withUnsafeBytes { FieldScanner.scan($0, into: &list) }
        #expect(list.count == Limits.fieldsPerRecord)
        #expect(list.dropped == 2_000 - Limits.fieldsPerRecord)
    }

    /// A slow, obvious writer of JSON and of what its flattening is.
    private struct Reference {
        var random: Seeded
        var expected: [String] = []

        mutating func string() -> (json: String, plain: String) {
            let pieces: [(String, String)] = [
                ("a", "a"), (#"\""#, "\""), (#"\\"#, "\\"), (#"\n"#, "\n"), ("支", "支"), (#"\u4ed8"#, "付"), (#"\ud83d\ude00"#, "😀"),
                (" ", " "), ("{", "{"),
                ("]", "]"), (",", ","), (":", ":"), ("=", "="), (#"\/"#, "/"), ("0123456789abcdef", "0123456789abcdef"),
            ]
            var json = ""
            var plain = ""
            for _ in 0..<Int(random.next() % 6) {
                let piece = pieces[Int(random.next() % UInt64(pieces.count))]
                json += piece.0
                plain += piece.1
            }
            return (json, plain)
        }

        mutating func object(_ depth: Int) -> String {
            var parts: [String] = []
            for _ in 0..<Int(random.next() % 5) {
                let key = string()
                let blank = random.next() % 3 == 0 ? " " : ""
                parts.append("\"k\(key.json)\"\(blank):\(blank)" + value("k" + key.plain, depth))
            }
            return "{" + parts.joined(separator: random.next() % 2 == 0 ? "," : ",\n ") + "}"
        }

        mutating func value(_ key: String, _ depth: Int) -> String {
            switch random.next() % 8 {
            case 0:
                expected.append("\(depth) \(key)=12.5")
                return "12.5"
            case 1:
                expected.append("\(depth) \(key)=true")
                return "true"
            case 2:
                expected.append("\(depth) \(key)=")
                return "null"
            case 3 where depth < 6:
                let index = expected.count
                expected.append("")
                let text = object(depth + 1)
                expected[index] = "\(depth) \(key)=\(text)"
                return text
            case 4 where depth < 6:
                let index = expected.count
                expected.append("")
                var parts: [String] = []
                for _ in 0..<Int(random.next() % 3) { parts.append(element(key, depth + 1)) }
                let text = "[" + parts.joined(separator: ",") + "]"
                expected[index] = "\(depth) \(key)=\(text)"
                return text
            default:
                let text = string()
                expected.append("\(depth) \(key)=\(text.plain)")
                return "\"\(text.json)\""
            }
        }

        mutating func element(_ key: String, _ depth: Int) -> String {
            if random.next() % 2 == 0 { return object(depth + 1) }
            let text = string()
            expected.append("\(depth) \(key)=\(text.plain)")
            return "\"\(text.json)\""
        }
    }

    @Test func flattensJSONAsAReferenceDoes() {
        for seed in 0..<1_500 {
            var reference = Reference(random: Seeded(UInt64(seed)))
            let text = reference.object(0)
            #expect(fields(text) == reference.expected, "seed \(seed): \(text)")
        }
    }

    @Test func survivesAnything() {
        var random = Seeded(5)
        var list = FieldList()
        let bits: [String] = [
            "{", "}", "[", "]", "\"", "\\", "\\u", "\\ud83d", "=", "&", "%", "%7B", "%22", "<xml>", "<![CDATA[", "]]>", "</", ">", "&quot;",
            "&#x41;", "&#", "://", "a",
            "key", " ", "\n", ":", ",", "'", "\0", "?", "#", "{\"a\":", "k=\"", "\u{FEFF}",
        ]
        for _ in 0..<20_000 {
            var text: [UInt8] = []
            for _ in 0..<Int(random.next() % 24) {
                if random.next() % 12 == 0 {
                    text.append(UInt8(truncatingIfNeeded: random.next()))
                } else {
                    text += Array(bits[Int(random.next() % UInt64(bits.count))].utf8)
                }
            }
            text.withUnsafeBytes { FieldScanner.scan($0, into: &list) }
            FieldScanner.expand(&list)
            #expect(list.count <= Limits.fieldsPerRecord)
        }
    }

    @Test func takesURLsApart() {
        func parts(_ text: String) -> [String]? {
            Array(text.utf8).withUnsafeBytes { bytes in
                URLParts(bytes).map { [$0.scheme.text, $0.host.text, $0.path.text, $0.query.text, $0.fragment.text] }
            }
        }
        #expect(
            parts("https://u@shop.example.com:8080/pay/return?a=1&b=#x") == ["https", "shop.example.com", "/pay/return", "a=1&b=", "x"])
        #expect(parts("alipays://platformapi/startApp?appId=1") == ["alipays", "platformapi", "/startApp", "appId=1", ""])
        #expect(parts("myapppay://payresult") == ["myapppay", "payresult", "", "", ""])
        #expect(parts("no url") == nil)
        Array("x y url=https://a/b?c=1 z".utf8).withUnsafeBytes { #expect(URLParts.first(in: $0)?.text == "https://a/b?c=1") }
    }
}
