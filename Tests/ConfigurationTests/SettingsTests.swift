import Domain
import Testing

@testable import Configuration

@Suite struct SettingsTests {
    /// The example of client-and-server-lines.md, whole.
    static let example = """
        timezone: Asia/Shanghai
        merchant: {app_id: ["2021001"], seller_id: ["2088"], mch_id: [1900000109], bundle_id: ["com.example.shop"]}
        domains: {return: [shop.example.com]}
        client: {url_schemes: [myshop, "Other://"]}
        paths: {notify: [/pay/notify], return: [], query: [/order/status]}   # beside the ones learnt from orders
        order_number_keys: [bizNo]                        # beside the usual spellings
        sources:
          - path: "server/pay-*.log.gz"        # relative to this file; globs
            layer: server
            format: logback                     # optional; recognised by content otherwise
            timezone: UTC
            events:
              - match: "alipay callback ok"     # a regular expression, unanchored
                event: notify.verified
                fields: {orderNo: 'order=(\\S+)', trade_no: {field: tradeNo}}   # one capture each
                set: {ok: true}                 # constants
                map: {status: {Paid: paid, 已付款: paid}}     # words to ours
              - match: {evt: pay_query}
                event: query.answered
        flows:
          alipay_h5: {due: {returned: 3m, marked_paid: 1h30m}}
        """

    @Test func theWholeSchema() throws {
        let settings = try parse(SettingsTests.example)
        #expect(settings.zone?.name == "Asia/Shanghai")
        #expect(settings.merchant.appIDs == ["2021001"])
        #expect(settings.merchant.sellerIDs == ["2088"])
        #expect(settings.merchant.merchantIDs == ["1900000109"])
        #expect(settings.merchant.bundleIDs == ["com.example.shop"])
        #expect(settings.returnDomains == ["shop.example.com"])
        #expect(settings.urlSchemes == ["myshop", "other"])
        #expect(settings.endpoints.notify == ["/pay/notify"])
        #expect(settings.endpoints.returns.isEmpty)
        #expect(settings.endpoints.query == ["/order/status"])
        #expect(settings.orderNumberKeys == ["bizNo"])
        #expect(
            settings.deadlines == [
                RunContext.Deadline(flow: .alipayH5, step: .returned, span: .minutes(3)),
                RunContext.Deadline(flow: .alipayH5, step: .markedPaid, span: .minutes(90)),
            ])
        let source = try #require(settings.sources.first)
        #expect(settings.sources.count == 1)
        #expect(source.path.matches("server/pay-1.log.gz"))
        #expect(!source.path.matches("server/web-1.log.gz"))
        #expect(source.witness == .serverApp)
        #expect(source.format == "logback")
        #expect(source.zone?.isFixed == true)
        let event = try #require(source.events.first)
        #expect(source.events.count == 2)
        guard case .pattern(let pattern) = event.test else { return #expect(Bool(false), "a pattern was expected") }
        #expect(pattern.pattern == "alipay callback ok")
        #expect(event.event == .notifyVerified)
        #expect(event.fields.map(\.key) == ["orderNo"])
        #expect(event.copies.map(\.key) == ["trade_no"])
        #expect(event.copies.map(\.field) == ["tradeNo"])
        #expect(event.constants.map(\.key) == ["ok"])
        #expect(event.constants.map(\.value) == ["true"])
        #expect(event.words == ["status": ["Paid": "paid", "已付款": "paid"]])
        guard case .field(let key, let value) = source.events[1].test else { return #expect(Bool(false), "a field was expected") }
        #expect(key == "evt")
        #expect(value == "pay_query")
        // The word is a client's and a server's; the source says whose.
        #expect(source.events[1].event == .serverQueryAnswered)
    }

    /// An app in its own words, with patterns in double quotes: the back-slashes are YAML's first and PCRE2's second.
    @Test func patternsInDoubleQuotes() throws {
        let settings = try parse(
            #"""
            sources:
              - path: "logs/app/alipay.log"
                layer: server
                events:
                  - {match: "Create \\[order\\]",  event: order.created, fields: {orderNo: "\\[order\\]\\[([^\\]]+)\\]"}}
                  - {match: "Grant \\d+ days",      event: order.delivered}
            """#)
        let events = try #require(settings.sources.first?.events)
        #expect(events.map(\.event) == [.orderCreated, .orderDelivered])
        guard case .pattern(let pattern) = events[1].test else { return #expect(Bool(false), "a pattern was expected") }
        #expect(Array("[7] Grant 30 days".utf8).withUnsafeBytes { pattern.matches($0) })
        #expect(events[0].fields.first?.pattern.literal == Array("[order][".utf8))
    }

    @Test(arguments: ["", "\n", "# only a comment\n", "---\n", "~\n", "sources:\nflows: ~\n", "sources: []\nmerchant: {}\n"])
    func nothingMeansDefaults(text: String) throws {
        let settings = try parse(text)
        #expect(settings.zone == nil)
        #expect(settings.sources.isEmpty)
        #expect(settings.deadlines.isEmpty)
    }

    /// A mistake and its message beside the form that is right.
    struct Pair: CustomTestStringConvertible {
        var good: String
        var bad: String
        var says: String
        var testDescription: String { bad }

        init(_ good: String, _ bad: String, _ says: String) { (self.good, self.bad, self.says) = (good, bad, says) }
    }

    private static let events = "sources: [{path: a.log, layer: server, events: [{match: x, event: notify.verified"

    static let pairs = [
        Pair("timezone: UTC", "tmezone: UTC", "1:1: unknown key \"tmezone\"; did you mean \"timezone\"?"),
        Pair("timezone: UTC", "zzz: UTC", "1:1: unknown key \"zzz\""),
        Pair(
            "timezone: Asia/Shanghai", "timezone: Asia/Shangai",
            "1:11: \"Asia/Shangai\" is no time zone; did you mean \"Asia/Shanghai\"?"),
        Pair(
            "timezone: +08:00", "timezone: ../../../etc/passwd",
            "1:11: \"../../../etc/passwd\" is no time zone; expected a time zone such as"),
        Pair("timezone: UTC", "timezone: [UTC]", "1:11: expected one text"),
        Pair("timezone: UTC", "timezone: UTC\ntimezone: UTC", "2:1: key \"timezone\" stands here again, first on line 1; keep one of them"),
        Pair("merchant: {app_id: [1]}", "merchant: {app-id: [1]}", "1:12: unknown key \"app-id\"; did you mean \"app_id\"?"),
        Pair("merchant: {app_id: 1}", "merchant: [1]", "1:11: expected a mapping (key: value)"),
        Pair("merchant: {app_id: [1]}", "merchant: {app_id: {a: b}}", "1:20: expected one text"),
        Pair("domains: {return: [a]}", "domains: {returns: [a]}", "1:11: unknown key \"returns\"; did you mean \"return\"?"),
        Pair("sources: [{path: a.log}]", "sources: {path: a.log}", "1:10: expected a list"),
        Pair("sources: [{path: a.log}]", "sources: [{layer: server}]", "1:11: the key \"path\" is missing"),
        Pair("sources: [{path: a.log}]", "sources: [a.log]", "1:11: expected a mapping (key: value)"),
        Pair("sources: [{path: '[ab].log'}]", "sources: [{path: '[ab.log'}]", "1:18: \"[ab.log\" is no path pattern; expected a path with"),
        Pair(
            "sources: [{path: a, layer: server}]", "sources: [{path: a, layer: srever}]",
            "1:28: \"srever\" is no layer; did you mean \"server\"?"),
        Pair("\(events)}]}]", "\(events), colour: red}]}]", "unknown key \"colour\""),
        Pair("\(events)}]}]", "sources: [{path: a, events: [{match: x}]}]", "1:30: the key \"event\" is missing"),
        Pair("\(events)}]}]", "sources: [{path: a, events: [{event: notify.verified}]}]", "1:30: the key \"match\" is missing"),
        Pair(
            "\(events)}]}]", "sources: [{path: a, events: [{match: x, event: notify.verifed}]}]",
            "1:48: \"notify.verifed\" is no event; did you mean \"notify.verified\"?"),
        Pair(
            "sources: [{path: a, events: [{match: x, event: client.query.answered}]}]",
            "sources: [{path: a, events: [{match: x, event: query.answered}]}]",
            "\"query.answered\" is no event; did you mean \"client.query.answered\"?"),
        Pair(
            "\(events), fields: {orderNo: 'a(b)'}}]}]", "\(events), fields: {orderNo: 'a(b'}}]}]",
            "the regular expression fails at its character 3: "),
        Pair("\(events), fields: {orderNo: '支付(b)'}}]}]", "\(events), fields: {orderNo: '支付*(b'}}]}]", "at its character 5: "),
        Pair(
            "\(events), fields: {a: {field: b}}}]}]", "\(events), fields: {a: {feild: b}}}]}]",
            "unknown key \"feild\"; did you mean \"field\"?"),
        Pair(
            "sources: [{path: a, events: [{match: {a: b}, event: pay.tapped}]}]",
            "sources: [{path: a, events: [{match: {a: b, c: d}, event: pay.tapped}]}]",
            "1:38: expected a regular expression or one field: value"),
        Pair(
            "flows: {alipay_h5: {due: {returned: 3m}}}", "flows: {alipay-h5: {due: {returned: 3m}}}",
            "1:9: \"alipay-h5\" is no flow; did you mean \"alipay_h5\"?"),
        Pair(
            "flows: {alipay_h5: {due: {returned: 3m}}}", "flows: {alipay_h5: {due: {retuned: 3m}}}",
            "1:27: \"retuned\" is no step; did you mean \"returned\"?"),
        Pair(
            "flows: {alipay_h5: {due: {returned: 3m}}}", "flows: {alipay_h5: {due: {returned: 180}}}",
            "1:37: \"180\" is no time span; expected a time span such as 90s, 3m or 1h30m"),
        Pair("order_number_keys: &x [a]", "order_number_keys: *x", "unknown alias *x"),
        Pair("timezone: UTC", "timezone: UTC\n---\ntimezone: UTC", "2:1: no valid YAML: a second document begins"),
        Pair("timezone: UTC", "timezone: [", "no valid YAML: "),
        Pair("timezone: UTC", "- a", "1:1: expected a mapping"),
        Pair("timezone: UTC", "? [a]\n: b", "1:3: expected one text"),
    ]

    @Test(arguments: pairs) func goodAndBad(_ pair: Pair) {
        #expect(message(pair.good) == nil)
        let said = message(pair.bad)
        #expect(said?.hasPrefix("paychain.yaml:") == true)
        #expect(said?.contains(pair.says) == true, "\(said ?? "accepted")")
        #expect(message(pair.bad, .zh)?.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } == true)
    }

    @Test func everyMistakeIsReported() {
        let text = """
            timezone: Nowhere/Else
            merchnt: {}
            sources:
              - layer: sever
                events:
                  - {match: "(", event: notify.sent, fields: {a: "["}}
            flows: {alipay_h5: {due: {returned: soon}}}
            """
        let lines = message(text)?.split(separator: "\n").map { $0.split(separator: ":")[1...2].joined(separator: ":") }
        #expect(lines == ["1:11", "2:1", "4:5", "4:12", "6:17", "6:54", "7:37"])
    }

    @Test func wordsOfOtherRoomsAreChecked() {
        let vocabulary = Settings.Vocabulary(formats: ["logback", "log4js"], fieldKeys: ["orderNo", "amount"])
        let good = "sources: [{path: a, layer: server, format: log4js, events: [{match: x, event: order.created, fields: {orderNo: x}}]}]"
        #expect(message(good, vocabulary: vocabulary) == nil)
        let bad = "sources: [{path: a, format: logbak, events: [{match: x, event: order.created, set: {ordrNo: x}}]}]"
        let said = message(bad, vocabulary: vocabulary)
        #expect(said?.contains("\"logbak\" is no format; did you mean \"logback\"?") == true)
        #expect(said?.contains("unknown key \"ordrNo\"; did you mean \"orderNo\"?") == true)
    }

    @Test func hostileDocumentsAreBounded() {
        #expect(message(String(repeating: "[", count: 100_000))?.contains("nests too deep") == true)
        var bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        for (from, to) in zip("abcdefgh", "bcdefghi") {
            bomb += "\(to): &\(to) [*\(from), *\(from), *\(from), *\(from), *\(from), *\(from), *\(from)]\n"
        }
        #expect(message(bomb)?.contains("repeats too much") == true)
        #expect(message("timezone: \u{1}") != nil)
        for bytes in [[0xFF, 0xFE, 0x00], [0x80], [0x00], Array("a: \u{FFFF}".utf8)] as [[UInt8]] {
            #expect(throws: ConfigurationError.self) { _ = try Settings.parse(bytes, path: "x") }
        }
    }

    @Test(arguments: [("90s", 90), ("3m", 180), ("1h30m", 5_400), ("2d", 172_800), ("1m1s", 61)] as [(String, Int64)])
    func spans(text: String, seconds: Int64) {
        #expect(TimeSpan(configured: text) == .seconds(seconds))
    }

    @Test(arguments: ["", "3", "m", "3 m", "3x", "-3m", "0s", "3m5", "99999999999999999999s", "9999999999999d", "1.5h", "3M"])
    func noSpans(text: String) {
        #expect(TimeSpan(configured: text) == nil)
    }
}
