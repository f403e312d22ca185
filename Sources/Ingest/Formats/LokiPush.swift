import Domain

extension PushFormat {
    /// Loki's push API (grafana.com/docs/loki, "Ingest logs"): JSON, or protobuf in a snappy block.
    static let loki = PushFormat(
        name: "loki", paths: ["/loki/api/v1/push"], mediaTypes: ["application/x-protobuf", "application/json"],
        gives: (
            zh: "Loki 推送接口:每条日志一行,保留标签与纳秒时间戳;来源名取自标签",
            en: "Loki's push API: a line for each entry, with its labels and its stamp in nanoseconds; the labels name the source"
        ),
        senders: ["Promtail", "Grafana Alloy", "Fluent Bit (loki)", "Vector (loki)", "OpenTelemetry collector (loki)"],
        examples: [
            Example(
                request: PushRequest(
                    path: "/loki/api/v1/push", contentType: "application/json",
                    body: Array(
                        (#"{"streams":[{"stream":{"app":"pay","pod":"pay-1"},"values":[["1788242251101000000","#
                            + #""order.created orderNo=A1",{"trace_id":"5b8e"}]]}]}"#).utf8)),
                lines: [
                    PushedLines(
                        source: "push/loki/pay/pay-1",
                        lines: Array(
                            (#"{"labels":{"app":"pay","pod":"pay-1"},"line":"order.created orderNo=A1","#
                                + #""timestamp":"2026-09-01T05:57:31.101000000Z","metadata":{"trace_id":"5b8e"}}"# + "\n").utf8),
                        count: 1)
                ])
        ],
        read: { (body, mediaType, _) throws(PushFault) in
            let entries = mediaType == "application/json" ? try LokiBody.json(body) : try LokiBody.protobuf(Unpacking.snappy(body))
            return .taken(entries)
        },
        refuse: { error, _ in error })
}

/// The two forms of a Loki push.
enum LokiBody {
    /// `{"streams":[{"stream":{…},"values":[["ns","line",{…}?]]}]}`.
    static func json(_ body: [UInt8]) throws(PushFault) -> [PushedLines] {
        guard let streams = try JSONReader.read(body)["streams"]?.elements else { throw PushFault(text: "no list \"streams\"") }
        var gatherer = LineGatherer()
        for (index, stream) in streams.enumerated() {
            guard case .object(let members)? = stream["stream"], let values = stream["values"]?.elements else {
                throw PushFault(text: "streams[\(index)]: \"stream\" with labels and \"values\" with entries are wanted")
            }
            let labels = members.map { (key: JSONText.unescaped($0.key), value: $0.value.string ?? "") }
            let name = SourceNames.name("loki", labels)
            let written = JSONValue.object(members).bytes
            for (place, entry) in values.enumerated() {
                guard let parts = entry.elements, parts.count >= 2, let nanoseconds = parts[0].string.flatMap({ Int64($0) }),
                    let line = parts[1].escaped
                else {
                    throw PushFault(text: "streams[\(index)].values[\(place)]: a stamp in nanoseconds and a line are wanted, both as text")
                }
                let metadata = parts.count > 2 ? parts[2].bytes : []
                gatherer.add(Self.line(labels: written, line: line, nanoseconds: nanoseconds, metadata: metadata), to: name)
            }
        }
        return gatherer.lines
    }

    /// `logproto.PushRequest` of Loki's push.proto.
    static func protobuf(_ body: [UInt8]) throws(PushFault) -> [PushedLines] {
        var gatherer = LineGatherer()
        var request = ProtobufReader(body, name: "PushRequest")
        while let field = try request.next() {
            guard field.number == 1 else { continue }
            var stream = try request.message(field.value, "StreamAdapter")
            var labels: [(key: String, value: String)] = []
            var entries: [ProtobufReader] = []
            while let field = try stream.next() {
                switch field.number {
                case 1: labels = try LokiLabels.parse(Array(stream.text(field.value, "labels")))
                case 2: entries.append(try stream.message(field.value, "EntryAdapter"))
                default: continue
                }
            }
            let name = SourceNames.name("loki", labels)
            let written = object(labels)
            for entry in entries { gatherer.add(try self.entry(entry, labels: written), to: name) }
        }
        return gatherer.lines
    }

    private static func entry(_ entry: ProtobufReader, labels: [UInt8]) throws(PushFault) -> [UInt8] {
        var entry = entry
        var nanoseconds: Int64 = 0
        var line: [UInt8] = []
        var metadata: [(key: String, value: String)] = []
        while let field = try entry.next() {
            switch field.number {
            case 1:
                var stamp = try entry.message(field.value, "Timestamp")
                var (seconds, rest): (Int64, Int64) = (0, 0)
                while let part = try stamp.next() {
                    guard case .varint(let value) = part.value else { continue }
                    if part.number == 1 { seconds = Int64(bitPattern: value) } else if part.number == 2 { rest = Int64(bitPattern: value) }
                }
                let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
                guard !overflow, (0..<1_000_000_000).contains(rest) else { throw stamp.fault("no time") }
                nanoseconds = product &+ rest
            case 2: line = JSONText.escaped(try entry.text(field.value, "line"))
            case 3:
                var pair = try entry.message(field.value, "LabelPairAdapter")
                var (key, value) = ("", "")
                while let part = try pair.next() {
                    let text = String(decoding: try pair.text(part.value, "label"), as: UTF8.self)
                    if part.number == 1 { key = text } else if part.number == 2 { value = text }
                }
                metadata.append((key, value))
            default: continue
            }
        }
        return Self.line(labels: labels, line: line, nanoseconds: nanoseconds, metadata: metadata.isEmpty ? [] : object(metadata))
    }

    private static func object(_ pairs: [(key: String, value: String)]) -> [UInt8] {
        JSONValue.object(pairs.map { (JSONText.escaped($0.key.utf8), .text(JSONText.escaped($0.value.utf8))) }).bytes
    }

    /// As `logcli -o jsonl` has it (formats.md, Loki lines).
    private static func line(labels: [UInt8], line: [UInt8], nanoseconds: Int64, metadata: [UInt8]) -> [UInt8] {
        var out = Array(#"{"labels":"#.utf8) + labels + Array(#","line":""#.utf8) + line + Array(#"","timestamp":""#.utf8)
        out += Array(stamp(nanoseconds).utf8) + [34]
        if !metadata.isEmpty { out += Array(#","metadata":"#.utf8) + metadata }
        out.append(UInt8(ascii: "}"))
        return out
    }

    /// RFC 3339 with nine digits.
    static func stamp(_ nanoseconds: Int64) -> String {
        let (seconds, rest) = (nanoseconds >= 0 ? nanoseconds / 1_000_000_000 : -1, max(0, nanoseconds % 1_000_000_000))
        let digits = String(1_000_000_000 + rest).dropFirst()
        return "\(Instant(microseconds: max(0, seconds) * 1_000_000).rfc3339.prefix(19)).\(digits)Z"
    }
}

/// A label set as Loki writes it: `{app="pay", pod="pay-1"}`, values quoted as in Go.
enum LokiLabels {
    static func parse(_ bytes: [UInt8]) throws(PushFault) -> [(key: String, value: String)] {
        var labels: [(key: String, value: String)] = []
        var at = 0
        func fault(_ reason: String) -> PushFault { PushFault(text: "labels: \(reason) at byte \(at)") }
        func skip(_ extra: UInt8 = 32) { while at < bytes.count, bytes[at] == 32 || bytes[at] == extra { at += 1 } }
        skip()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { throw fault("an opening brace was expected") }
        at += 1
        while true {
            skip(UInt8(ascii: ","))
            guard at < bytes.count else { throw fault("a closing brace was expected") }
            if bytes[at] == UInt8(ascii: "}") { return labels }
            let start = at
            while at < bytes.count, bytes[at] != UInt8(ascii: "="), bytes[at] != 32 { at += 1 }
            let key = String(decoding: bytes[start..<at], as: UTF8.self)
            skip()
            guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "="), !key.isEmpty else { throw fault("a name and = were expected") }
            at += 1
            skip()
            guard at < bytes.count, bytes[at] == 34 || bytes[at] == 96 else { throw fault("a quoted value was expected") }
            let quote = bytes[at]
            at += 1
            let valueStart = at
            while at < bytes.count, bytes[at] != quote { at += bytes[at] == 92 && quote == 34 ? 2 : 1 }
            guard at < bytes.count else { throw fault("the value is cut") }
            let raw = Array(bytes[valueStart..<at])
            labels.append((key, quote == 34 ? JSONText.unescaped(raw) : String(decoding: raw, as: UTF8.self)))
            at += 1
        }
    }
}
