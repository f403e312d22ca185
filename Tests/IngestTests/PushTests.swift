import Decoding
import Domain
import Foundation
import Ingest
import TestKit
import Testing

@Suite struct PushTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")

    static func golden(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appendingPathComponent(name))) }

    func text(_ lines: [PushedLines]) -> [String] { lines.map { "\($0.source): \(String(decoding: $0.lines, as: UTF8.self))" } }

    /// What the decoder makes of lines, as of a file: instant and message of each record.
    func records(_ lines: [PushedLines]) -> [String] {
        lines.flatMap { source in
            var decoder = RecordDecoder(name: source.source)
            var found: [String] = []
            source.lines.withUnsafeBytes { bytes in
                decoder.load(bytes)
                var record = Record(offset: 0, line: 0)
                func take() {
                    let message = String(decoding: record.message, as: UTF8.self)
                    let service = String(decoding: record.service, as: UTF8.self)
                    found.append("\(record.at?.rfc3339 ?? "-") \(service) \(message)")
                }
                while decoder.next(&record) { take() }
                decoder.finish()
                while decoder.next(&record) { take() }
            }
            return found
        }
    }

    @Test(arguments: PushFormat.all.flatMap { format in format.examples.map { (format.name, $0) } })
    func readsItsExamples(_ name: String, _ example: PushFormat.Example) throws {
        #expect(try PushFormat.decode(example.request).get().lines == example.lines, "\(name)")
        var packed = example.request
        packed.contentEncoding = "gzip"
        packed.body = Packing.gzip(example.request.body)
        #expect(try PushFormat.decode(packed).get().lines == example.lines)
    }

    @Test func formatsSayWhatTheyAre() {
        #expect(Set(PushFormat.all.map(\.name)).count == PushFormat.all.count)
        for format in PushFormat.all {
            #expect(!format.gives.zh.isEmpty && !format.gives.en.isEmpty && !format.senders.isEmpty && !format.examples.isEmpty)
        }
    }

    @Test func readsLokiProtobufAsSendersMakeIt() throws {
        let request = PushRequest(
            path: "/loki/api/v1/push", contentType: "application/x-protobuf", body: try Self.golden("loki.bin"))
        let answer = try PushFormat.decode(request).get()
        #expect(answer.status == 204 && answer.body.isEmpty)
        #expect(
            text(answer.lines) == [
                #"push/loki/pay/var/log/pay/app.log: {"labels":{"app":"pay","filename":"/var/log/pay/app.log","note":"a \"b\", c"},"#
                    + #""line":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : 支付成功 \"A1\"\tok","#
                    + #""timestamp":"2026-09-01T05:57:31.101000007Z","metadata":{"trace_id":"5b8e"}}"# + "\n"
                    + #"{"labels":{"app":"pay","filename":"/var/log/pay/app.log","note":"a \"b\", c"},"#
                    + #""line":"2026-09-01 13:57:32.000  INFO 12 --- [main] c.e.Pay : order.created orderNo=A1","#
                    + #""timestamp":"2026-09-01T05:57:32.000000000Z"}"# + "\n",
                #"push/loki/cron: {"labels":{"job":"cron"},"line":"x","timestamp":"2026-09-01T05:57:33.000000000Z"}"# + "\n",
            ])
        #expect(
            records(answer.lines) == [
                "2026-09-01T05:57:31.101Z pay 支付成功 \"A1\"\tok trace_id=5b8e", "2026-09-01T05:57:32.000Z pay order.created orderNo=A1",
                "2026-09-01T05:57:33.000Z cron x",
            ])
    }

    @Test func readsOTLPProtobufAsTheSDKsMakeIt() throws {
        let answer = try PushFormat.decode(PushRequest(path: "/v1/logs", body: try Self.golden("otlp.bin"))).get()
        #expect(answer.status == 200 && answer.body.isEmpty && answer.contentType == "application/x-protobuf")
        let head =
            #"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"pay"}},"#
            + #"{"key":"service.instance.id","value":{"stringValue":"pay-1"}}]},"scopeLogs":[{"scope":{"name":"shop.pay","version":"1.2"},"#
            + #""logRecords":[{"#
        #expect(
            text(answer.lines) == [
                "push/otlp/pay/pay-1: " + head
                    + #""timeUnixNano":"1788242251101000000","severityNumber":9,"severityText":"INFO","body":{"stringValue":"order.created "#
                    + #"\"支付\"\n"},"flags":1,"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","#
                    + #""observedTimeUnixNano":"1788242251102000000","attributes":[{"key":"orderNo","value":{"stringValue":"A1"}},"#
                    + #"{"key":"qty","value":{"intValue":"-2"}},{"key":"rate","value":{"doubleValue":0.25}},"#
                    + #"{"key":"ok","value":{"boolValue":true}},{"key":"raw","value":{"bytesValue":"AAECAw=="}},"#
                    + #"{"key":"list","value":{"arrayValue":{"values":[{"stringValue":"a"}]}}}]}]}]}]}"# + "\n" + head
                    + #""body":{"kvlistValue":{"values":[{"key":"event","value":{"stringValue":"paid"}}]}},"#
                    + #""observedTimeUnixNano":"1788242252000000000"}]}]}]}"# + "\n"
            ])
        let found = records(answer.lines)
        #expect(found.count == 2)
        #expect(found[0].hasPrefix("2026-09-01T05:57:31.101Z pay {\"level\":\"INFO\",\"msg\":\"order.created"))
        #expect(found[1] == "2026-09-01T05:57:32.000Z pay {\"event\":\"paid\"}")
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var request: PushRequest
        var status: Int
        var text: String
    }

    static let refusals: [Refusal] = [
        Refusal(
            testDescription: "nowhere", request: PushRequest(path: "/push", body: []), status: 404,
            text: "/ingest/{source}, /loki/api/v1/push"),
        Refusal(testDescription: "GET", request: PushRequest(method: "GET", path: "/v1/logs", body: []), status: 405, text: "POST"),
        Refusal(testDescription: "no source", request: PushRequest(path: "/ingest/", body: [65]), status: 404, text: "names no source"),
        Refusal(
            testDescription: "bad escape", request: PushRequest(path: "/ingest/a%zz", body: [65]), status: 404, text: "names no source"),
        Refusal(testDescription: "control", request: PushRequest(path: "/ingest/a%1B", body: [65]), status: 404, text: "names no source"),
        Refusal(
            testDescription: "media type", request: PushRequest(path: "/v1/logs", contentType: "text/html; charset=x", body: []),
            status: 415,
            text: "text/html"),
        Refusal(
            testDescription: "coding", request: PushRequest(path: "/ingest/a", contentEncoding: "br", body: []), status: 415, text: "br"),
        Refusal(
            testDescription: "cut gzip",
            request: PushRequest(path: "/ingest/a", contentEncoding: "gzip", body: Array(Packing.gzip("abc").prefix(12))),
            status: 400, text: "gzip: the body is cut at byte 12"),
        Refusal(
            testDescription: "no gzip", request: PushRequest(path: "/ingest/a", contentEncoding: "gzip", body: Array("hello".utf8)),
            status: 400,
            text: "gzip: invalid data"),
        Refusal(
            testDescription: "bomb",
            request: PushRequest(
                path: "/ingest/a", contentEncoding: "gzip", body: Packing.gzip([UInt8](repeating: 65, count: Limits.pushLength + 1))),
            status: 413, text: "32 MiB"),
        Refusal(
            testDescription: "snappy bomb",
            request: PushRequest(path: "/loki/api/v1/push", body: [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0]), status: 413, text: "32 MiB"),
        Refusal(
            testDescription: "no snappy", request: PushRequest(path: "/loki/api/v1/push", body: Array("{}".utf8)), status: 400,
            text: "snappy"),
        Refusal(
            testDescription: "cut JSON",
            request: PushRequest(path: "/loki/api/v1/push", contentType: "application/json", body: Array(#"{"streams":[{"#.utf8)),
            status: 400,
            text: "JSON: a key was expected at byte 13"),
        Refusal(
            testDescription: "deep JSON",
            request: PushRequest(path: "/v1/logs", contentType: "application/json", body: [UInt8](repeating: 91, count: 100_000)),
            status: 400,
            text: "nested deeper"),
        Refusal(
            testDescription: "no stamp",
            request: PushRequest(
                path: "/loki/api/v1/push", contentType: "application/json",
                body: Array(#"{"streams":[{"stream":{},"values":[["1","a"],[1,"b"]]}]}"#.utf8)), status: 400, text: "streams[0].values[1]"),
        Refusal(
            testDescription: "wild length", request: PushRequest(path: "/v1/logs", body: [0x0A, 0xFF, 0x01, 0]), status: 400,
            text: "a length of 255 where 1 bytes are left in ExportLogsServiceRequest at byte 3"),
        Refusal(
            testDescription: "endless number", request: PushRequest(path: "/v1/logs", body: [UInt8](repeating: 0xFF, count: 20)),
            status: 400,
            text: "more than 64 bits"),
    ]

    @Test(arguments: refusals) func refusesWhatItCannotRead(_ refusal: Refusal) {
        let result = PushFormat.decode(refusal.request)
        guard case .failure(let error) = result else {
            Issue.record("taken: \(result)")
            return
        }
        #expect(error.status == refusal.status)
        #expect(error.text.contains(refusal.text), "\(error.text)")
        if error.status == 405 { #expect(error.allow == "POST") }
        if refusal.request.path == "/v1/logs", error.status == 400 {
            let isJSON = refusal.request.contentType == "application/json"
            #expect(isJSON ? error.body.starts(with: Array(#"{"code":3,"message":""#.utf8)) : error.body.starts(with: [0x08, 3, 0x12]))
        }
    }

    @Test func namesWritersInAStableWay() throws {
        func name(_ labels: String) throws -> String {
            let body = Array(#"{"streams":[{"stream":\#(labels),"values":[["1","a"]]}]}"#.utf8)
            let answer = try PushFormat.decode(PushRequest(path: "/loki/api/v1/push", contentType: "application/json", body: body)).get()
            return try #require(answer.lines.first).source
        }
        #expect(try name(#"{"job":"a","app":"pay","host":"h1"}"#) == "push/loki/pay/h1")
        #expect(try name(#"{"service_name":"shop","app":"pay"}"#) == "push/loki/shop")
        #expect(try name(#"{"b":"2","a":"1"}"#) == "push/loki/a=1,b=2")
        #expect(try name("{}") == "push/loki/unnamed")
        #expect(try name(#"{"app":"a\u001b[31m"}"#) == "push/loki/a\u{FFFD}[31m")
        let long = try name(#"{"app":"\#(String(repeating: "x", count: 500))"}"#)
        #expect(long.utf8.count <= Limits.pushNameLength && long.contains("~"))
    }

    @Test func countsRejectedRecords() throws {
        let body = Array(#"{"resourceLogs":[{"scopeLogs":[{"logRecords":[1,{"body":{"stringValue":"a"}}]}]}]}"#.utf8)
        let answer = try PushFormat.decode(PushRequest(path: "/v1/logs", contentType: "application/json", body: body)).get()
        #expect(answer.rejected == 1 && answer.lines.map(\.count) == [1])
        #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix(#"{"partialSuccess":{"rejectedLogRecords":"1""#))
    }

    /// No body at all may stop the program: all cuts and many flips of good bodies.
    @Test(arguments: ["loki.bin", "otlp.bin"]) func survivesDamage(_ name: String) throws {
        let good = try Self.golden(name)
        let path = name == "loki.bin" ? "/loki/api/v1/push" : "/v1/logs"
        for length in 0...good.count { _ = PushFormat.decode(PushRequest(path: path, body: Array(good[..<length]))) }
        var random = Seeded(state: 7)
        for _ in 0..<2_000 {
            var bad = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bad[Int.random(in: 0..<bad.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if case .success(let answer) = PushFormat.decode(PushRequest(path: path, body: bad)) {
                for source in answer.lines {
                    #expect(source.lines.split(separator: 10).count == source.count)
                    #expect(String(validating: source.lines, as: UTF8.self) != nil)
                }
            }
        }
    }
}
