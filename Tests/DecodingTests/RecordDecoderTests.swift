import Domain
import Testing

@testable import Decoding

@Suite struct RecordDecoderTests {
    static let spring = (0..<120).map { i in
        "2026-09-22 14:\(10 + i / 60):\(10 + i % 50).218  INFO 1 --- [nio-8080-exec-1] c.e.Order : line \(i) orderNo=A\(i)"
            + (i % 7 == 0 ? "\njava.lang.X: boom\n\tat a.b.C(D.java:1)\n\nCaused by: y" : "")
    }.joined(separator: "\n")
    static let compose = (0..<150).map { i in
        i % 3 == 0
            ? "\u{1B}[36mapp-1    | \u{1B}[0m2026-07-08T14:\(10 + i / 60):\(10 + i % 50).812+0800\tWARN\tpay\tjob/a.go:8\torder.created\t{\"orderNo\":\"s\(i)\"}"
            : i % 3 == 1 ? "cache-1  | 1:M 08 Jul 2026 06:05:28.687 * saved \(i)" : "app-1    | \tat indented stack \(i)"
    }.joined(separator: "\r\n")
    static let docker = (0..<90).map { i in
        "{\"log\":\"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a \(i)"
            + (i % 5 == 0 ? "\"" : "\\n\"") + ",\"stream\":\"\(i % 2 == 0 ? "stdout" : "stderr")\",\"time\":\"2026-09-01T05:57:31.1Z\"}"
    }.joined(separator: "\n")
    static let nested = (0..<80).map { i in
        "2026-09-01T05:57:31.123456789Z stdout F "
            + #"{"log":"{\"@timestamp\":\"2026-09-01T13:57:31.101+08:00\",\"@version\":\"1\",\"message\":\"n "# + "\(i)"
            + #"\",\"logger_name\":\"c.e.Pay\",\"level\":\"WARN\"}\n","stream":"stdout","time":"2026-09-01T05:57:31.2Z"}"#
    }.joined(separator: "\n")
    static let document =
        "[\n"
        + (0..<40).map {
            "  {\n    \"eventMessage\" : \"[PayCallback] n \($0) {[\",\n    \"timestamp\" : \"2026-09-01 13:57:31.053209+0800\"\n  }"
        }.joined(separator: ",")
        + "\n]\n"
    static let mixed = (0..<80).map { i in
        i % 2 == 0
            ? "2026/09/01 05:57:31:1\(10 + i)  lumberjack \(i)" : "2026-09-01 13:57:31.053209+0800 MyApp[364:16455] nslog \(i)"
    }.joined(separator: "\n")
    static let changed =
        (0..<70).map { "2026-09-01 13:57:31.053209+0800 MyApp[364:16455] nslog \($0)" }.joined(separator: "\n") + "\n"
        + (0..<200).map { "{\"level\":30,\"time\":\(1_784_599_200_004 + $0),\"pid\":1,\"hostname\":\"h\",\"msg\":\"m\($0)\"}" }.joined(
            separator: "\n")
    static let plain =
        (0..<200).map { $0 % 9 == 0 ? "  indented \($0)" : "no header \($0)" }.joined(separator: "\n") + "\n"
        + (0..<300).map { "2026-09-01 13:57:31,10\($0 % 10) INFO later \($0)" }.joined(separator: "\n")
    static let bill = "\u{FEFF}交易时间,公众账号ID\r\n" + (0..<30).map { "`2026-10-07 15:31:02,`wx\($0)\r\n" }.joined()
    static let dirty = "\0\0\0\0" + (0..<70).map { "2026-09-01 13:57:31.053209+0800 App[3:4] \u{1B}[31mred\u{1B}[0m \0 \($0)\r\n" }.joined()

    static let streams: [(name: String, text: String)] = [
        ("spring", spring), ("compose", compose), ("docker", docker), ("nested", nested), ("document", document), ("mixed", mixed),
        ("changed", changed), ("plain", plain), ("bill", bill), ("dirty", dirty),
    ]

    /// Any cutting into blocks gives the same records and the same counts.
    @Test(arguments: streams.map(\.name))
    func cuttingDoesNotMatter(name: String) throws {
        let text = try #require(Self.streams.first { $0.name == name }).text
        let bytes = Array(text.utf8)
        var random = Seeded(17)
        func counts(_ decoder: borrowing RecordDecoder) -> [[UInt64]] {
            decoder.statistics.map { [$0.lines, $0.records, $0.candidates, $0.stamped, $0.cut] }
        }
        var whole: [[UInt64]] = []
        let expected = decode(bytes, statistics: { whole = counts($0) })
        #expect(!expected.isEmpty)
        for blocks in [[1], [7], [64], [1_000], [4_096]] + (0..<6).map({ _ in (0..<200).map { _ in Int(random.next() % 700) + 1 } }) {
            var cut: [[UInt64]] = []
            let found = decode(bytes, blocks: blocks, statistics: { cut = counts($0) })
            #expect(found == expected, "\(blocks.prefix(4))")
            #expect(cut == whole)
        }
    }

    /// With anchors exactly those records come out that hold one, each as without anchors.
    @Test(arguments: streams.map(\.name).filter { $0 != "bill" })
    func anchorsFilterOnly(name: String) throws {
        let text = try #require(Self.streams.first { $0.name == name }).text
        let literals = ["7", "boom", "c.e.Pay : a 3"]
        let all = decode(text)
        let anchored = decode(text, anchors: AnchorScanner(literals: literals.map { Array($0.utf8) }))
        for record in anchored { #expect(all.contains(record)) }
        let holds = all.filter { record in
            literals.contains { String(decoding: record.message, as: UTF8.self).contains($0) }
        }
        for record in holds { #expect(anchored.contains(record), "\(record)") }
        for blocks in [[13], [500]] {
            #expect(decode(text, blocks: blocks, anchors: AnchorScanner(literals: literals.map { Array($0.utf8) })) == anchored)
            // A record that only shows presence is the same once it is complete.
            let (evidence, presence) = (literals.prefix(1).map { Array($0.utf8) }, literals.dropFirst().map { Array($0.utf8) })
            #expect(decode(text, blocks: blocks, anchors: AnchorScanner(literals: evidence, presence: presence)) == anchored)
        }
    }

    /// The first lines are longer than what is usually looked at to tell a log's form.
    @Test func longFirstLinesAreReadAsAnyOthers() {
        let text = (0..<3).map { i in
            #"{"level":"info","ts":"2026-11-02T10:00:0"# + "\(i)" + #".000+0800","event":"order.created","body":""#
                + String(repeating: "x", count: 150_000) + "\"}\n"
        }.joined()
        let expected = decode(Array(text.utf8))
        #expect(expected.count == 3)
        #expect(expected.allSatisfy { $0.at != nil })
        for blocks in [[65_536], [9_999], [200_000]] { #expect(decode(Array(text.utf8), blocks: blocks) == expected) }
    }

    @Test func joinsWhatBelongsToARecord() {
        let found = decode(Self.spring)
        #expect(found.count == 120)
        #expect(String(decoding: found[0].message, as: UTF8.self).hasSuffix("Caused by: y"))
        #expect(found[1].line == 6)
        #expect(found.allSatisfy { $0.format == "Spring Boot 2" })
    }

    @Test func keepsServicesApart() throws {
        let found = decode(Self.compose)
        let app = found.filter { String(decoding: $0.service, as: UTF8.self) == "app-1" }
        let cache = found.filter { String(decoding: $0.service, as: UTF8.self) == "cache-1" }
        #expect(app.count == 50 && cache.count == 50)
        #expect(app.allSatisfy { $0.format == "zap console" } && cache.allSatisfy { $0.format == "redis" })
        #expect(String(decoding: app[0].message, as: UTF8.self).contains("at indented stack 2"))
        var services: [String] = []
        _ = decode(
            Array(Self.compose.utf8),
            statistics: { services = $0.statistics.map { "\(String(decoding: $0.service, as: UTF8.self)): \($0.format)" } })
        #expect(services == [": docker compose", "app-1: docker compose / zap console", "cache-1: docker compose / redis"])
    }

    @Test func peelsNestedEnvelopes() throws {
        let found = decode(Self.nested)
        #expect(found.count == 80)
        let last = try #require(found.last)
        #expect(last.format == "logstash JSON" && last.level == .warning && last.line == 80)
        #expect(last.at.map { Instant(microseconds: $0).rfc3339 } == "2026-09-01T05:57:31.101Z")
        #expect(String(decoding: last.text, as: UTF8.self) == "n 79")
    }

    @Test func readsDocuments() {
        let found = decode(Self.document)
        #expect(found.count == 40)
        let lines: [UInt32] = (0..<40).map { (i: UInt32) -> UInt32 in 2 + i * 3 }
        #expect(found.map(\.line) == lines)
        #expect(String(decoding: found[3].message, as: UTF8.self) == "[PayCallback] n 3 {[")
        #expect(decode("{\n  \"a\": 1,\n  \"time\": \"2026-09-01T05:57:31Z\"\n}\n{\n  \"a\": 2\n}\n").count == 2)
        #expect(decode("[{\"a\":1},{\"a\":2}]").count == 2)
    }

    @Test func mixesAndChangesForms() {
        #expect(decode(Self.mixed).count == 80)
        #expect(Set(decode(Self.mixed).map { $0.at ?? 0 }.map { $0 / 1_000_000 }).count == 1)
        #expect(decode(Self.changed).count == 270)
        let plain = decode(Self.plain)
        #expect(plain.filter { $0.format == "Python logging" }.count >= 290)
    }

    @Test func cleansEscapesAndNULs() {
        let found = decode(Self.dirty)
        #expect(found.count == 70)
        #expect(String(decoding: found[0].message, as: UTF8.self) == "red   0")
        #expect(found[0].offset == 4)
    }

    @Test func noticesLosses() throws {
        let text = """
            [I][2026-09-01 +8.0 13:57:31.123][1, 2*][T][a.m:1, f][one
            [F]decode_log_file.py error: log seq:4-9 is missing
            [I][2026-09-01 +8.0 14:57:31.123][1, 2*][T][a.m:1, f][two
            """
        var losses: [LossMarker] = []
        _ = decode(Array(text.utf8), statistics: { losses = $0.statistics[0].losses })
        let loss = try #require(losses.first)
        #expect(losses.count == 1 && loss.line == 2 && loss.why.contains("log seq:4-9 is missing"))
        #expect(loss.from?.rfc3339 == "2026-09-01T05:57:31.123Z" && loss.to?.rfc3339 == "2026-09-01T06:57:31.123Z")
        let events = """
            {"eventMessage":"a","eventType":"logEvent","timestamp":"2026-09-01 13:00:00.000000+0800","processImagePath":"/A"}
            {"eventMessage":"lost","eventType":"lossEvent","timestamp":"2026-09-01 13:10:00.000000+0800","processImagePath":"/A"}
            {"count":2,"finished":1}
            """
        var count = 0
        let records = decode(Array(events.utf8), statistics: { count = $0.statistics[0].losses.count })
        #expect(count == 1 && records.count == 2)
    }

    /// A line of many megabytes is looked at as far as the bound, wherever the blocks are cut; the next record is whole again.
    @Test func boundsLongRecords() {
        let header = "2026-09-01 13:57:31.053209+0800 MyApp[364:16455] "
        var text = Array((header + "first\n" + header).utf8)
        text += [UInt8](repeating: 120, count: Limits.recordLength * 2 + 77)
        text += Array(("\ncontinued\n" + header + "last\n").utf8)
        let expected = decode(text)
        #expect(expected.count == 3)
        #expect(expected[1].message.count == Limits.recordLength - header.utf8.count)
        #expect(expected[2].line == 4)
        #expect(decode(text, blocks: [1 << 20]) == expected)
        #expect(decode(text, blocks: [100_003]) == expected)
        var wrapped: [UInt8] = []
        for line in text.split(separator: 10) { wrapped += Array("2026-09-01T05:57:31.1Z stdout F ".utf8) + Array(line) + [10] }
        #expect(decode(wrapped, blocks: [1 << 20]) == decode(wrapped))
        // A record of many lines.
        var many = Array((header + "a\n").utf8)
        for _ in 0..<(Limits.recordLength / 4) { many += Array("\tat line\n".utf8) }
        many += Array((header + "b").utf8)
        let long = decode(many)
        #expect(long.count == 2 && decode(many, blocks: [65_537]) == long)
    }

    @Test func survivesGarbage() {
        var random = Seeded(23)
        for round in 0..<300 {
            let base = Array(Self.streams[round % Self.streams.count].text.utf8.prefix(3_000))
            var bytes = base
            for _ in 0..<40 {
                let at = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(contentsOf: base.prefix(Int(random.next() % 90)), at: at)
                default: bytes[at] = [10, 13, 34, 92, 123, 125, 0, 27][Int(random.next() % 8)]
                }
            }
            let found = decode(bytes)
            #expect(decode(bytes, blocks: [Int(random.next() % 200) + 1]) == found)
        }
    }
}
