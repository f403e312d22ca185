import Domain
import Recognition
import Testing

/// A few lines of every writer and carrier of facts.md §5 and §6, and the evidence they must give, whatever stands around it.
@Suite struct EnvelopeEvidenceTests {
    struct Fixture: CustomTestStringConvertible, Sendable {
        var name: String
        var text: String
        var file = "test.log"
        var gives: [String]
        /// The stamp of the first row.
        var at: String
        var testDescription: String { name }
    }

    private static let paid = "server.order.changed orderNumber=A-1001 from=pending to=paid by=notify"
    private static let created = "server.order.created orderNumber=A-1001 amount=19.90"
    private static let saved = "client.order.saved orderNumber=A-1001"
    private static let shown = "client.result.shown orderNumber=A-1001 status=paid"

    static let fixtures: [Fixture] = [
        Fixture(
            name: "XCGLogger",
            text: """
                2026-09-01 13:57:31.101 [Debug] [main] [Pay.swift:12] pay(order:) > [PayCallback] order.saved orderNo=A-1001
                2026-09-01 13:57:32.101 [Info] [Home.swift:7] viewDidLoad() > nothing
                2026-09-01 13:58:31.101 [Info] [main] [Pay.swift:80] show(_:) > [PayCallback] result.shown orderNo=A-1001 status=paid
                """, gives: [saved, shown], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "SwiftyBeaver",
            text: """
                23:57:31.101 DEBUG Pay.pay():12 - [PayCallback] order.saved orderNo=A-1001
                00:00:31.101 💚 DEBUG Pay.show():80 - [PayCallback] result.shown orderNo=A-1001 status=paid
                """, file: "swiftybeaver-2026-09-01.log", gives: [saved, shown], at: "2026-09-01T15:57:31.101Z"),
        Fixture(
            name: "SwiftyBeaver JSON",
            text: """
                {"timestamp":1788242251.101,"level":2,"message":"[PayCallback] order.saved orderNo=A-1001","thread":"","file":"P.swift","function":"p()","line":1}
                {"timestamp":1788242311.101,"level":2,"message":"[PayCallback] result.shown orderNo=A-1001 status=paid","thread":"","file":"P.swift","function":"p()","line":9}
                """, gives: [saved, shown], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "swift-log",
            text: """
                2026-09-01T13:57:31+0800 info shop: device=D-7 orderNo=A-1001 [PayCallback] order.saved
                2026-09-01T13:58:31+0800 info shop: device=D-7 [PayCallback] result.shown orderNo=A-1001 status=paid
                """, gives: [saved + " device=D-7", shown], at: "2026-09-01T05:57:31.000Z"),
        Fixture(
            name: "xlog",
            text: """
                ~~~~~ begin of mmap ~~~~~
                [I][2026-09-01 +8.0 13:57:31.123][12, 13*][PayCallback][Pay.m:1, f][order.saved orderNo=A-1001
                [F]decode_log_file.py error: log seq:4-9 is missing
                [I][2026-09-01 +8.0 13:58:31.123][12, 13*][PayCallback][Pay.m:1, f][result.shown orderNo=A-1001 status=paid
                """, gives: [saved, shown], at: "2026-09-01T05:57:31.123Z"),
        Fixture(
            name: "Android Studio",
            text: """
                2026-09-01 13:57:31.123  1234-5678  PayCallback             com.example.app      D  order.saved orderNo=A-1001
                2026-09-01 13:58:31.123  1234-1234  chromium                com.example.app      I  text
                2026-09-01 13:58:31.123  1234-5678  PayCallback             com.example.app      I  result.shown orderNo=A-1001 status=paid
                """, gives: [saved, shown], at: "2026-09-01T05:57:31.123Z"),
        Fixture(
            name: "Android Studio (old), no year",
            text: """
                09-01 13:57:31.123 1234-5678/com.example.app D/PayCallback: order.saved orderNo=A-1001
                09-01 13:58:31.123 1234-5678/? D/PayCallback: result.shown orderNo=A-1001 status=paid
                """, gives: [saved, shown], at: "2026-09-01T05:57:31.123Z"),
        Fixture(
            name: "logcat long, no year",
            text: """
                --------- beginning of main
                [ 09-01 13:57:31.123  1234: 5678 D/PayCallback ]
                order.saved orderNo=A-1001

                [ 09-01 13:58:31.123  1234: 5678 I/PayCallback ]
                result.shown orderNo=A-1001 status=paid

                """, gives: [saved, shown], at: "2026-09-01T05:57:31.123Z"),
        Fixture(
            name: "Log4j2",
            text: """
                2026-09-01 13:57:31,101 INFO c.e.pay.Orders [exec-8] order.created orderNo=A-1001 amount=19.90
                2026-09-01 13:58:31,101 INFO c.e.pay.Orders [exec-8] order.changed orderNo=A-1001 from=pending to=paid by=notify
                """, gives: [created, paid], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "Log4j2 JSON",
            text: """
                {"instant":{"epochSecond":1788242251,"nanoOfSecond":101000000},"thread":"t","level":"INFO","loggerName":"c.e.P","message":"order.created orderNo=A-1001 amount=19.90","endOfBatch":false,"loggerFqcn":"x"}
                {"timeMillis":1788242311101,"thread":"t","level":"INFO","loggerName":"c.e.P","message":"order.changed orderNo=A-1001 from=pending to=paid by=notify","endOfBatch":false}
                """, gives: [created, paid], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "ECS",
            text: """
                {"@timestamp":"2026-09-01T05:57:31.101Z","log.level":"INFO","message":"order.created","ecs.version":"1.2.0","orderNo":"A-1001","amount":"19.90"}
                {"@timestamp":"2026-09-01T05:58:31.101Z","log.level":"ERROR","message":"mark paid failed","ecs.version":"1.2.0","orderNo":"A-1001","error.message":"deadlock","error.stack_trace":"java.lang.X: a\\n\\tat b.C.d(C.java:1)"}
                """, gives: [created, "server.handler.failed orderNumber=A-1001"], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "zerolog",
            text: """
                {"level":"info","orderNo":"A-1001","amount":"19.90","time":1788242251,"message":"order.created"}
                {"level":"info","orderNo":"A-1001","from":"pending","to":"paid","by":"notify","time":1788242311,"message":"order.changed"}
                """, gives: [created, paid], at: "2026-09-01T05:57:31.000Z"),
        Fixture(
            name: "logrus text",
            text: """
                time="2026-09-01T13:57:31+08:00" level=info msg="order.created orderNo=A-1001 amount=19.90" component=pay
                time="2026-09-01T13:58:31+08:00" level=info msg=order.changed orderNo=A-1001 from=pending to=paid by=notify
                """, gives: [created, paid], at: "2026-09-01T05:57:31.000Z"),
        Fixture(
            name: "logrus JSON",
            text: """
                {"amount":"19.90","level":"info","msg":"order.created","orderNo":"A-1001","time":"2026-09-01T13:57:31+08:00"}
                {"by":"notify","from":"pending","level":"info","msg":"order.changed","orderNo":"A-1001","time":"2026-09-01T13:58:31+08:00","to":"paid"}
                """, gives: [created, paid], at: "2026-09-01T05:57:31.000Z"),
        Fixture(
            name: "slog text",
            text: """
                time=2026-09-01T13:57:31.101+08:00 level=INFO msg=order.created orderNo=A-1001 amount=19.90
                time=2026-09-01T13:58:31.101+08:00 level=INFO msg=order.changed orderNo=A-1001 from=pending to=paid by=notify
                """, gives: [created, paid], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "slog JSON",
            text: """
                {"time":"2026-09-01T13:57:31.101+08:00","level":"INFO","msg":"order.created","pay":{"orderNo":"A-1001","amount":"19.90"}}
                """, gives: [created], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "bunyan",
            text: """
                {"name":"pay","hostname":"h","pid":1,"level":30,"msg":"order.created","orderNo":"A-1001","amount":"19.90","time":"2026-09-01T05:57:31.101Z","v":0}
                """, gives: [created], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "winston",
            text: """
                {"level":"info","message":"order.created orderNo=A-1001 amount=19.90","timestamp":"2026-09-01T05:57:31.101Z"}
                {"level":"info","message":"no time of its own","orderNo":"A-1001"}
                """, gives: [created], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "Docker around winston without time",
            text: #"""
                {"log":"{\"level\":\"info\",\"message\":\"order.created\",\"orderNo\":\"A-1001\",\"amount\":\"19.90\"}\n","stream":"stdout","time":"2026-09-01T05:57:31.101Z"}
                {"log":"info: order.changed {\"orderNo\":\"A-1001\",\"from\":\"pending\",\"to\":\"paid\",\"by\":\"notify\"}\n","stream":"stderr","time":"2026-09-01T05:58:31.101Z"}
                """#, gives: [created, paid], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "Python logging",
            text: """
                2026-09-01 13:57:31,101 INFO order.created orderNo=A-1001 amount=19.90
                2026-09-01 13:58:31,101 - pay - ERROR - mark failed for A-100123
                Traceback (most recent call last):
                  File "pay.py", line 7, in mark
                """, gives: [created, "server.handler.failed candidateNumber=A-100123"], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "PHP pay SDK",
            text: """
                2026-09-01 13:57:31 > INFO > order.created {"orderNo":"A-1001","amount":"19.90"}\u{20}
                2026-09-01T13:58:31.107044+08:00 > yansongda.pay.DEBUG > order.changed {"orderNo":"A-1001","from":"pending","to":"paid","by":"notify"}
                """, gives: [created, paid], at: "2026-09-01T05:57:31.000Z"),
        Fixture(
            name: "journald",
            text: #"""
                {"__REALTIME_TIMESTAMP":"1788242251101000","SYSLOG_IDENTIFIER":"pay","_HOSTNAME":"h","MESSAGE":"order.created orderNo=A-1001 amount=19.90"}
                {"__REALTIME_TIMESTAMP":"1788242261101000","SYSLOG_IDENTIFIER":"pay","_HOSTNAME":"h","MESSAGE":null}
                {"__REALTIME_TIMESTAMP":"1788242311101000","SYSLOG_IDENTIFIER":"pay","_HOSTNAME":"h","MESSAGE":[27,91,51,50,109,111,114,100,101,114,46,99,104,97,110,103,101,100,27,91,48,109,32,111,114,100,101,114,78,111,61,65,45,49,48,48,49,32,102,114,111,109,61,112,101,110,100,105,110,103,32,116,111,61,112,97,105,100,32,98,121,61,110,111,116,105,102,121]}
                """#, gives: [created, paid], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "syslog 3164",
            text: """
                <34>Sep  1 13:57:31 h pay[7]: order.created orderNo=A-1001 amount=19.90
                <34>Sep  1 13:58:31 h pay[7]: order.changed orderNo=A-1001 from=pending to=paid by=notify
                """, gives: [created, paid], at: "2026-09-01T05:57:31.000Z"),
        Fixture(
            name: "syslog 5424",
            text: """
                <34>1 2026-09-01T13:57:31.101+08:00 h pay 7 - - order.created orderNo=A-1001 amount=19.90
                """, gives: [created], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "syslog with ISO stamps around Log4j2",
            text: """
                2026-09-01T13:57:31.500+08:00 h pay[7]: 2026-09-01 13:57:31,101 INFO c.e.P [t] order.created orderNo=A-1001 amount=19.90
                """, gives: [created], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "Aliyun SLS",
            text: #"""
                {"__time__":1788242252,"__topic__":"","__source__":"10.0.0.7","__tag__:__path__":"/a.log","content":"2026-09-01 13:57:31,101 INFO c.e.P [t] order.created orderNo=A-1001 amount=19.90"}
                {"__time__":"1788242252","__topic__":"","__source__":"10.0.0.7","__tag__:__path__":"/access.log","content":"203.0.113.27 - - [01/Sep/2026:13:57:40 +0800] \"POST /alipay/notify HTTP/1.1\" 200 7 \"-\" \"Mozilla/4.0\""}
                """#,
            gives: [created, "server.notify.received path=/alipay/notify httpStatus=200 bytes=7"],
            at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "Loki push",
            text: #"""
                {"streams":[{"stream":{"app":"pay"},"values":[["1788242251101000000","order.created orderNo=A-1001 amount=19.90"],
                ["1788242311101000000","order.changed orderNo=A-1001 from=pending to=paid by=notify"]]}]}
                """#, gives: [created, paid], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "Loki query, the newest first",
            text: #"""
                {"status":"success","data":{"resultType":"streams","result":[{"stream":{"job":"pay"},"values":[["1788242311101000000","\tat c.e.P.mark(P.java:7)"],["1788242311100000000","2026-09-01 13:58:31,100 ERROR c.e.P [t] mark failed for A-100123"],["1788242251101000000","2026-09-01 13:57:31,101 INFO c.e.P [t] order.created orderNo=A-1001 amount=19.90"]]}],"stats":{}}}
                """#, gives: [created, "server.handler.failed candidateNumber=A-100123"], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "OTLP",
            text: #"""
                {"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"pay"}}]},"scopeLogs":[{"scope":{},"logRecords":[{"timeUnixNano":"1788242251101000000","severityNumber":9,"body":{"stringValue":"order.created"},"attributes":[{"key":"orderNo","value":{"stringValue":"A-1001"}},{"key":"amount","value":{"stringValue":"19.90"}}]},{"timeUnixNano":"1788242311101000000","severityNumber":9,"body":{"kvlistValue":{"values":[{"key":"event","value":{"stringValue":"order.changed"}},{"key":"orderNo","value":{"stringValue":"A-1001"}},{"key":"from","value":{"stringValue":"pending"}},{"key":"to","value":{"stringValue":"paid"}},{"key":"by","value":{"stringValue":"notify"}}]}}}]}]}]}
                """#, gives: [created, paid], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "Elasticsearch hits, pretty-printed",
            text: #"""
                {
                  "took" : 3,
                  "hits" : { "hits" : [
                    { "_index" : "pay", "_source" : {
                      "@timestamp" : "2026-09-01T05:57:31.101Z",
                      "level" : "INFO",
                      "message" : "order.created orderNo=A-1001 amount=19.90"
                    } },
                    { "_index" : "pay", "_source" : {
                      "@timestamp" : "2026-09-01T05:58:32.000Z",
                      "message" : "2026-09-01 13:58:31,101 INFO c.e.P [t] order.changed orderNo=A-1001 from=pending to=paid by=notify",
                      "container" : { "name" : "pay" }
                    } }
                  ] }
                }
                """#, gives: [created, paid], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "Kibana CSV",
            text: #"""
                "@timestamp",level,message,orderNo
                "Sep 1, 2026 @ 13:57:31.101",INFO,"order.created amount=19.90",A-1001
                "Sep 1, 2026 @ 13:58:31.101",ERROR,"mark paid failed: ""deadlock""
                java.lang.X: a",A-1001
                """#, gives: [created, "server.handler.failed orderNumber=A-1001"], at: "2026-09-01T05:57:31.101Z"),
        Fixture(
            name: "ingress-nginx in CRI",
            text: #"""
                2026-09-01T05:57:31.200000000Z stdout F 203.0.113.27 - - [01/Sep/2026:05:57:31 +0000] "POST /alipay/notify HTTP/1.1" 504 160 "-" "Mozilla/4.0" 1873 5.001 [shop-pay-8080] [] 10.4.1.9:8080 0 5.001 504 9f2b6a
                """#,
            gives: ["server.notify.received path=/alipay/notify httpStatus=504 duration=5001000"],
            at: "2026-09-01T05:57:31.000Z"),
        Fixture(
            name: "nginx error",
            text: #"""
                2026/09/01 13:57:31 [error] 12#34: *56 upstream timed out (110: Connection timed out) while reading response header, client: 203.0.113.27, server: x, request: "POST /pay/notify/A-100123 HTTP/1.1"
                """#, gives: ["server.handler.failed candidateNumber=A-100123"], at: "2026-09-01T05:57:31.000Z"),
    ]

    @Test(arguments: fixtures) func giveTheirEvidence(_ fixture: Fixture) {
        let found = Extraction(fixture.text + "\n", name: fixture.file)
        #expect(found.rows.count == fixture.gives.count, "\(found.rows.map { ($0.event, $0.attributes) })")
        for (index, expected) in fixture.gives.enumerated() {
            if let difference = found.difference(index, from: expected) { Issue.record("\(difference)") }
        }
        #expect(found.rows.first?.row.at.rfc3339 == fixture.at)
    }

    @Test(arguments: fixtures) func giveTheSameInAnyBlocks(_ fixture: Fixture) {
        let whole = Extraction(fixture.text + "\n", name: fixture.file)
        for step in [1, 13, 200] {
            let cut = Extraction(fixture.text + "\n", name: fixture.file, step: step)
            #expect(cut.rows.map(\.event) == whole.rows.map(\.event))
            #expect(cut.rows.map(\.attributes) == whole.rows.map(\.attributes))
            #expect(cut.rows.map(\.row.at) == whole.rows.map(\.row.at))
        }
    }

    /// Cut at every byte, and with bytes changed: no crash.
    @Test(arguments: fixtures) func surviveDamage(_ fixture: Fixture) {
        var state: UInt64 = 7
        func random() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        let bytes = Array(fixture.text.utf8)
        for end in stride(from: 0, to: bytes.count, by: 1) {
            var copy = Array(bytes[..<end])
            if end % 3 == 0, !copy.isEmpty { copy[Int(random() % UInt64(copy.count))] = UInt8(truncatingIfNeeded: random()) }
            _ = Extraction(bytes: copy, name: fixture.file)
        }
    }

    /// Lines of garbage between the lines: no crash, and no evidence that the fixture does not give.
    @Test(arguments: fixtures) func surviveGarbageBetween(_ fixture: Fixture) {
        var seeds = Garbage(state: 5)
        let lines = fixture.text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) + [10] }
        var everywhere: [UInt8] = []
        for line in lines { everywhere += line + seeds.garbage() + [10] }
        var texts = [everywhere]
        for place in 0...lines.count {
            texts.append(Array(lines[..<place].joined()) + seeds.garbage() + [10] + Array(lines[place...].joined()))
        }
        let wanted = fixture.gives.map { $0.split(separator: " ").first.map(String.init) ?? "" }
        for text in texts {
            var left = wanted[...]
            for event in Extraction(bytes: text, name: fixture.file).rows.map(\.event) {
                guard let place = left.firstIndex(of: event) else {
                    Issue.record("\(event) out of garbage")
                    break
                }
                left = left[(place + 1)...]
            }
        }
    }

    /// What a damaged line of a carrier left open ends with it: the entries behind it are found.
    @Test(arguments: ["Loki push", "Kibana CSV"]) func findTheNextEntry(_ name: String) throws {
        let fixture = try #require(Self.fixtures.first { $0.name == name })
        var lines = fixture.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let broken = name == "Loki push" ? 0 : 1
        lines[broken] = String(lines[broken].dropLast(name == "Loki push" ? 12 : 18))
        let found = Extraction(lines.joined(separator: "\n") + "\n")
        #expect(found.rows.contains { $0.event == fixture.gives[1].split(separator: " ").first.map(String.init) })
    }

    /// A log of faults alone, and a table, cover nothing (vocabulary §5).
    @Test func faultsAndTablesCoverNothing() throws {
        let errors = try #require(Self.fixtures.first { $0.name == "nginx error" })
        #expect(Extraction(errors.text + "\n").report.sources.allSatisfy { $0.span == nil })
        let table = "order_no,status,created_at,paid_at\nA-1001,paid,2026-09-01 13:57:31,2026-09-01 13:58:31\n"
        let found = Extraction(table)
        #expect(found.rows.count == 2)
        #expect(found.report.sources.allSatisfy { $0.span == nil && $0.witness == .serverApp })
    }
}
