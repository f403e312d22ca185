import Foundation
import Testing

@testable import Simulation

/// What a line of each format must look like, written down from facts.md §5 and §6 without looking at the writer.
@Suite("Line forms")
struct FormTests {
    struct Form: CustomTestStringConvertible, Sendable {
        var format: LogFormat
        /// Every line that begins a record matches this.
        var header: String
        /// Lines that may stand between: continuations, headers of the tool.
        var other: String?
        var testDescription: String { format.rawValue }
    }

    static let forms: [Form] = [
        Form(format: .nslog, header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+0800 ShopDemo\[\d+:\d+\] .+"#),
        Form(format: .nslogOld, header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} ShopDemo\[\d+:\d+\] .+"#),
        Form(
            format: .logShowNDJSON, header: #"^\{"traceID":\d+,"eventMessage":".*"timestamp":"[-0-9]{10} [:0-9.]{15}\+0800".*\}$"#,
            other: #"^\{"count":\d+,"finished":1\}$"#),
        Form(
            format: .logShowCompact,
            header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (Df|E ) ShopDemo\[\d+:[0-9a-f]+\] \[com\.example\.shop:(pay|app)\] .+"#,
            other: #"^Timestamp +Ty Process\[PID:TID\]$"#),
        Form(
            format: .logShowSyslog,
            header:
                #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+0800  localhost ShopDemo\[\d+\]: \(ShopDemo\) \[com\.example\.shop:(pay|app)\] .+"#,
            other: #"^Timestamp +\(process\)\[PID\] *$"#),
        Form(
            format: .logShowDefault,
            header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+0800 0x[0-9a-f]+ +(Default|Error) +0x0 +\d+ +0 +ShopDemo: .+"#,
            other: #"^Timestamp +Thread +Type +Activity +PID +TTL *$"#),
        Form(format: .cocoaLumberjack, header: #"^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d:\d{3}  \S.*"#),
        Form(
            format: .logcat, header: #"^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [DIWE] \S+ *: .+"#,
            other: #"^--------- beginning of main$"#),
        Form(
            format: .logcatTime, header: #"^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [DIWE]/\S+\( *\d+\): .+"#,
            other: #"^--------- beginning of main$"#),
        Form(
            format: .logcatYear, header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [DIWE] \S+ *: .+"#,
            other: #"^--------- beginning of main$"#),
        Form(
            format: .logcatZone, header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \+0800 +\d+ +\d+ [DIWE] \S+ *: .+"#,
            other: #"^--------- beginning of main$"#),
        Form(format: .deviceJSON, header: #"^\{"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00","tag":"(PayCallback|App)",".*\}$"#),
        Form(
            format: .springBoot3,
            header: #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00 [ A-Z]{5} 12 --- \[shop-pay\] \[nio-8080-exec-\d+\] .{40} : .+"#,
            other: stackTrace),
        Form(
            format: .springBoot2, header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [ A-Z]{5} 12 --- \[nio-8080-exec-\d+\] .{40} : .+"#,
            other: stackTrace),
        Form(
            format: .logback, header: #"^\d\d:\d\d:\d\d\.\d{3} \[http-nio-8080-exec-\d+\] [A-Z ]{5} c\.e\.p\.\w+ - \[\w+,\d+\] - .+"#,
            other: stackTrace),
        Form(format: .zapJSON, header: #"^\{"level":"\w+","ts":\d{10}\.\d{3},"caller":"[^"]+","msg":".*\}$"#),
        Form(
            format: .zapConsole, header: #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0800\t[A-Z]+\t\w+\t\S+\.go:\d+\t.+"#, other: stackTrace),
        Form(
            format: .logstash,
            header: #"^\{"@timestamp":"[-0-9]{10}T[:0-9.]{12}\+08:00","@version":"1","message":".*"level_value":\d+.*\}$"#),
        Form(format: .pino, header: #"^\{"level":\d\d,"time":\d{13},"pid":1,"hostname":"[^"]+","msg":".*\}$"#),
        Form(format: .log4js, header: #"^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\] \[[A-Z]+\] pay - .+"#, other: stackTrace),
        Form(format: .monolog, header: #"^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+08:00\] pay\.[A-Z]+: .+"#, other: stackTrace),
        Form(format: .laravel, header: #"^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] production\.[A-Z]+: .+"#, other: stackTrace),
        Form(format: .logfmt, header: #"^time="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00" level=\w+ (event|msg)=.+"#),
        Form(format: .jsonLines, header: #"^\{"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00","level":"\w+","(event|msg)":".*\}$"#),
        Form(format: .dockerJSON, header: #"^\{"log":".*\\n","stream":"stdout","time":"[-0-9]{10}T[:0-9.]{18}Z"\}$"#),
        Form(format: .cri, header: #"^[-0-9]{10}T[:0-9.]{18}Z stdout [PF] .+"#),
        Form(
            format: .compose, header: #"^\x1B\[3\dm(pay-api-1|cache-1|db-1) +\| \x1B\[0m.+"#, other: stackTrace),
        Form(
            format: .nginx,
            header:
                #"^\d+\.\d+\.\d+\.\d+ - - \[\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d \+0800\] "(GET|POST) \S+ HTTP/1\.1" \d{3} \d+ "[^"]+" "[^"]+" rt=\d+\.\d{3} urt=\d+\.\d{3} rid=[0-9a-f]{32}$"#
        ),
        Form(
            format: .apache,
            header:
                #"^\d+\.\d+\.\d+\.\d+ - - \[\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d \+0800\] "(GET|POST) \S+ HTTP/1\.1" \d{3} \d+ "[^"]+" "[^"]+" \d+$"#
        ),
        Form(
            format: .ingress,
            header:
                #"^\d+\.\d+\.\d+\.\d+ - - \[\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d \+0800\] "(GET|POST) \S+ HTTP/1\.1" \d{3} \d+ "[^"]+" "[^"]+" \d+ \d+\.\d{3} \[shop-pay-8080\] \[\] \S+ \d+ \d+\.\d{3} \d{3} [0-9a-f]{32}$"#
        ),
        Form(
            format: .xcgLogger,
            header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[(Debug|Error)\] \[main\] \[\w+\.swift:\d+\] handle\(order:\) > .+"#),
        Form(format: .swiftyBeaver, header: #"^\d\d:\d\d:\d\d\.\d{3} (DEBUG|INFO|WARNING|ERROR) \w+\.\w+\(\):\d+ - .+"#),
        Form(format: .swiftyBeaverJSON, header: #"^\{"timestamp":\d{10}\.\d{3},"level":[0-6],"message":".*","line":\d+\}$"#),
        Form(
            format: .swiftLog, header: #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0800 (info|error) com\.example\.shop: session=\d+ \[\w+\] .+"#),
        Form(
            format: .xlog,
            header: #"^\[[DIWE]\]\[\d{4}-\d\d-\d\d \+8\.0 \d\d:\d\d:\d\d\.\d{3}\]\[\d+, \d+\*\]\[\w+\]\[\w+\.m:\d+, \w+\]\[.+"#),
        Form(
            format: .logcatStudio,
            header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}  \d+-\d+  \w+ +com\.example\.shop +[DIWE]  .+"#),
        Form(format: .logcatStudioOld, header: #"^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \d+-\d+/com\.example\.shop [DIWE]/\w+: .+"#),
        Form(format: .logcatLong, header: #"^\[ \d\d-\d\d \d\d:\d\d:\d\d\.\d{3}  \d+: \d+ [DIWE]/\w+ \]$"#, other: #"^([^\[].*)?$"#),
        Form(
            format: .log4j2,
            header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ c\.e\.pay\.\w+ \[http-nio-8080-exec-\d+\] .+"#, other: stackTrace),
        Form(format: .python, header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ pay\.views .+"#, other: stackTrace),
        Form(format: .paySDK, header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d > [A-Z]+ > .+"#, other: stackTrace),
        Form(format: .log4j2JSON, header: #"^\{"instant":\{"epochSecond":\d{10},"nanoOfSecond":\d+\},.*"loggerFqcn":"[^"]+"\}$"#),
        Form(format: .ecs, header: #"^\{"@timestamp":"[^"]+Z","log\.level":"[A-Z]+","ecs\.version":"1\.2\.0",.*\}$"#),
        Form(format: .zerolog, header: #"^\{"level":"\w+","time":\d{10},"message":".*\}$"#),
        Form(format: .logrusJSON, header: #"^\{"level":"\w+","msg":".*"time":"[^"]+\+08:00"\}$"#),
        Form(format: .slogJSON, header: #"^\{"time":"[-0-9]{10}T[:0-9.]{18}\+08:00","level":"[A-Z]+","msg":".*\}$"#),
        Form(format: .bunyan, header: #"^\{"name":"pay","hostname":"[^"]+","pid":17,"level":\d\d,"time":"[^"]+Z","msg":".*"v":0\}$"#),
        Form(format: .winston, header: #"^\{"level":"\w+","timestamp":"[^"]+Z","message":".*\}$"#),
        Form(format: .journald, header: #"^\{"__CURSOR":"[^"]+","__REALTIME_TIMESTAMP":"\d{16}",.*"MESSAGE":("|\[).*\}$"#),
        Form(format: .syslog, header: #"^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d pay-1 shop-pay\[17\]: .+"#),
        Form(format: .syslog5424, header: #"^<134>1 [-0-9]{10}T[:0-9.]{12}\+08:00 pay-1 shop-pay 17 - - \{.*\}$"#),
        Form(format: .syslogISO, header: #"^[-0-9]{10}T[:0-9.]{12}\+08:00 pay-1 shop-pay\[17\]: .+"#),
        Form(format: .aliyunSLS, header: #"^\{"__time__":\d{10},"__topic__":"",.*"content":".*"\}$"#),
        Form(
            format: .loki, header: #"^,?\["\d{19}",".*"\]$"#,
            other: #"^(\{"streams":\[\{"stream":\{"app":"shop-pay","pod":"pay-1"\},"values":\[|\]\}\]\})$"#),
        Form(format: .lokiLines, header: #"^\{"labels":\{.*\},"line":".*","timestamp":"[^"]+Z"\}$"#),
        Form(format: .otlp, header: #"^\{"resourceLogs":\[.*"timeUnixNano":"\d{19}".*\]\}$"#),
        Form(format: .elastic, header: #"^\{"_index":"pay-2026\.11","_id":"[0-9a-f]{16}","_score":null,"_source":\{.*\}\}$"#),
        Form(
            format: .kibanaCSV, header: #"^"[A-Z][a-z]{2} \d+, \d{4} @ \d\d:\d\d:\d\d\.\d{3}",shop-pay,"\{.*\}"$"#,
            other: #"^"@timestamp","service.name",message$"#),
        Form(format: .logcatBrief, header: #"^\{"log":"[DIWE]/\w+\( \d+\): .*\\n","stream":"stdout","time":"[-0-9]{10}T[:0-9.]{18}Z"\}$"#),
        Form(format: .lumberjackConsole, header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d:\d{3} ShopDemo\[\d+:\d+\] .+"#),
        Form(
            format: .deviceSyslog,
            header: #"^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d iPhone ShopDemo\(ShopKit\)\[\d+\] <(Notice|Error)>: .+"#),
        Form(
            format: .logbackDated,
            header: #"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} \[http-nio-8080-exec-\d+\] [A-Z ]{5} c\.e\.p\.\w+ - \[\w+,\d+\] - .+"#,
            other: stackTrace),
        Form(
            format: .pythonJSON,
            header: #"^\{"asctime":"[-0-9]{10} [:0-9]{8},\d{3}","levelname":"[A-Z]+","name":"pay\.views","message":".*\}$"#),
        Form(format: .pythonBasic, header: #"^[-0-9]{10}T[:0-9.]{18}Z stdout [PF] .+"#, other: stackTrace),
        Form(
            format: .winstonSimple, header: #"^\{"log":".*\\n","stream":"stdout","time":"[-0-9]{10}T[:0-9.]{18}Z"\}$"#),
        Form(format: .goLog, header: #"^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d (notify|order)\.go:\d+: .+"#, other: stackTrace),
        Form(
            format: .aliyunSLSFields,
            header: #"^\{"__time__":\d{10},"__topic__":"","__source__":"10\.0\.0\.8","level":"[A-Z]+","msg":".*\}$"#),
        Form(
            format: .nginxJSON,
            header:
                #"^\{"time_iso8601":"[^"]+","remote_addr":"[^"]+","request_method":"(GET|POST)","request_uri":"/[^"]*","status":\d+,.*\}$"#),
    ]

    private static let stackTrace = #"^(java\.lang\.\S+: .+|\tat .+|Caused by: .+|\t\.\.\. \d+ more( \[\] \[\]| )?)$"#

    @Test("every log has its form written down here")
    func complete() {
        // an array over many lines, and forms that hold too few lines, have tests of their own
        let others: Set<LogFormat> = [.logShowJSON, .nginxError]
        let wanted = Set(LogFormat.allCases.filter { $0.part != .export }).subtracting(others)
        #expect(Set(FormTests.forms.map(\.format)) == wanted)
    }

    @Test("nginx's error log names the request that it answered itself")
    func faults() throws {
        var options = WorldFolder.options(orders: 600)
        (options.compression, options.formats) = (.none, [.jsonLines, .nginx, .nginxError])
        let text = String(decoding: try WorldFolder(options).files("logs/edge")["nginx-error.log"] ?? Data(), as: UTF8.self)
        let form = try Regex(
            #"\d{4}/\d\d/\d\d \d\d:\d\d:\d\d \[error\] 12#34: \*\d+ .+, client: [0-9.]+, server: \S+, request: "POST \S+ HTTP/1\.1", host: "\S+""#
        )
        let lines = text.split(separator: "\n")
        #expect(lines.count > 10)
        for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
    }

    @Test("exports are tables and documents of their own, and a world without them has the same truth")
    func exports() throws {
        var options = WorldFolder.options(orders: 700)
        (options.compression, options.formats) = (.none, [.nslog, .jsonLines, .nginx])
        let plain = try WorldFolder(options)
        #expect(try plain.files("logs/provider").keys.allSatisfy { !LogFormat.allCases.map(\.exportPath).contains("provider/\($0)") })
        options.formats += LogFormat.allCases.filter { $0.part == .export }
        let folder = try WorldFolder(options)
        #expect(try folder.files()["truth.ndjson"] == plain.files()["truth.ndjson"])
        let files = try folder.files("logs")
        for format in LogFormat.allCases where format.part == .export && format != .appStoreSales {
            let bytes = try #require(files[format.exportPath], "\(format)")
            if format.isList {
                let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
                #expect(object?.values.contains { ($0 as? [Any])?.isEmpty == false } == true, "\(format)")
            } else {
                #expect(bytes.split(separator: 10).count > 2, "\(format)")
            }
        }
        #expect(files.keys.contains { $0.hasPrefix("provider/app-store-sales.2026-11-0") })
    }

    @Test("every line of a format is of its form", arguments: forms)
    func line(form: Form) throws {
        var options = WorldFolder.options(orders: 260)
        options.compression = .none
        options.formats =
            [form.format] + (form.format.part == .device ? [.jsonLines, .nginx] : form.format.part == .edge ? [.jsonLines] : [.nginx])
        let folder = try WorldFolder(options)
        let header = try NSRegularExpression(pattern: form.header)
        let other = try form.other.map { try NSRegularExpression(pattern: $0) }
        let place = form.format.part == .device ? "logs/client" : form.format.part == .edge ? "logs/edge" : "logs/server"
        var seen = 0
        var wrong: [String] = []
        for (_, bytes) in try folder.files(place) {
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                let text = String(line)
                let range = NSRange(text.startIndex..., in: text)
                if header.firstMatch(in: text, range: range) != nil {
                    seen += 1
                } else if other?.firstMatch(in: text, range: range) == nil {
                    wrong.append(text)
                }
            }
        }
        #expect(seen > 100)
        #expect(wrong.isEmpty, "\(wrong.count) lines are not of the form, first: \(wrong.first ?? "")")
    }

    @Test("formats in JSON are JSON")
    func json() throws {
        var options = WorldFolder.options(orders: 260)
        options.compression = .none
        options.formats = [
            .deviceJSON, .logShowNDJSON, .logShowJSON, .jsonLines, .zapJSON, .logstash, .pino, .dockerJSON, .nginxJSON, .log4j2JSON,
            .ecs, .zerolog, .logrusJSON, .slogJSON, .bunyan, .winston, .journald, .aliyunSLS, .lokiLines, .otlp, .elastic,
            .swiftyBeaverJSON,
        ]
        for (name, bytes) in try WorldFolder(options).files("logs")
        where !name.hasPrefix("database/") && !(name.hasPrefix("provider/") && !name.hasSuffix("json")) {
            if name.hasSuffix("console.json") {
                let array = try JSONSerialization.jsonObject(with: bytes) as? [[String: Any]]
                #expect((array?.count ?? 0) > 3, "\(name)")
                continue
            }
            for line in bytes.split(separator: 10) {
                #expect(throws: Never.self, "\(name): \(String(decoding: line, as: UTF8.self))") {
                    try JSONSerialization.jsonObject(with: line)
                }
            }
        }
    }

    @Test("lines of a source keep the source's order")
    func order() throws {
        var options = WorldFolder.options(orders: 400)
        (options.compression, options.formats) = (.none, [.nslog, .jsonLines, .nginx])
        let folder = try WorldFolder(options)
        for (name, bytes) in try folder.files("logs/server") {
            let stamps = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0.prefix(40)) }
            #expect(
                stamps == stamps.sorted { $0.prefix(32) < $1.prefix(32) }
                    || zip(stamps, stamps.dropFirst()).allSatisfy { $0.prefix(32) <= $1.prefix(32) }, "\(name)")
        }
    }
}
