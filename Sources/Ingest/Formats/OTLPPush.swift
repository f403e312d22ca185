import Domain

extension PushFormat {
    /// OTLP over HTTP (opentelemetry.io/docs/specs/otlp, "OTLP/HTTP"), logs only.
    static let otlp = PushFormat(
        name: "otlp", paths: ["/v1/logs", "/otlp/v1/logs"], mediaTypes: ["application/x-protobuf", "application/json"],
        gives: (
            zh: "OTLP/HTTP 日志:每条记录一行 OTLP JSON,保留资源、作用域、时间与 trace;来源名取自资源属性",
            en: "OTLP/HTTP logs: a line of OTLP JSON for each record, with resource, scope, times and trace; the resource names the source"
        ),
        senders: ["OpenTelemetry collector (otlphttp)", "OpenTelemetry SDKs", "Fluent Bit (opentelemetry)", "Vector (opentelemetry)"],
        examples: [
            Example(
                request: PushRequest(
                    path: "/v1/logs", contentType: "application/json",
                    body: Array(
                        (#"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"pay"}}]},"#
                            + #""scopeLogs":[{"scope":{"name":"shop"},"logRecords":[{"timeUnixNano":"1788242251101000000","#
                            + #""severityText":"INFO","body":{"stringValue":"order.created orderNo=A1"},"traceId":"5b8e"}]}]}]}"#).utf8)),
                lines: [
                    PushedLines(
                        source: "push/otlp/pay",
                        lines: Array(
                            (#"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"pay"}}]},"#
                                + #""scopeLogs":[{"scope":{"name":"shop"},"logRecords":[{"timeUnixNano":"1788242251101000000","#
                                + #""severityText":"INFO","body":{"stringValue":"order.created orderNo=A1"},"traceId":"5b8e"}]}]}]}"# + "\n")
                                .utf8),
                        count: 1)
                ])
        ],
        read: { (body, mediaType, _) throws(PushFault) in
            let isJSON = mediaType == "application/json"
            let (lines, rejected) = isJSON ? try OTLPBody.json(body) : (try OTLPBody.protobuf(body), 0)
            return answer(lines, rejected: rejected, isJSON: isJSON)
        },
        refuse: { error, mediaType in
            // google.rpc.Status, as OTLP/HTTP wants it: INVALID_ARGUMENT, or RESOURCE_EXHAUSTED for what is too long.
            var error = error
            let code: UInt8 = error.status == 413 ? 8 : 3
            if mediaType == "application/json" {
                error.contentType = "application/json"
                error.body = Array(#"{"code":\#(code),"message":""#.utf8) + JSONText.escaped(error.text.utf8) + Array(#""}"#.utf8)
            } else {
                error.contentType = "application/x-protobuf"
                error.body = [0x08, code] + ProtobufBytes.field(2, Array(error.text.utf8))
            }
            return error
        })

    /// `ExportLogsServiceResponse`, with what was rejected.
    private static func answer(_ lines: [PushedLines], rejected: Int, isJSON: Bool) -> PushAnswer {
        let reason = "log records that are no objects"
        var body: [UInt8] = []
        if isJSON {
            body = Array(
                (rejected == 0 ? "{}" : #"{"partialSuccess":{"rejectedLogRecords":"\#(rejected)","errorMessage":"\#(reason)"}}"#).utf8)
        } else if rejected > 0 {
            body = ProtobufBytes.field(1, [0x08] + ProtobufBytes.varint(UInt64(rejected)) + ProtobufBytes.field(2, Array(reason.utf8)))
        }
        return PushAnswer(
            lines: lines, status: 200, contentType: isJSON ? "application/json" : "application/x-protobuf", body: body, rejected: rejected,
            notes: rejected == 0 ? [] : ["\(rejected) \(reason)"])
    }
}

/// What little protobuf is written.
enum ProtobufBytes {
    static func varint(_ value: UInt64) -> [UInt8] {
        var (value, out): (UInt64, [UInt8]) = (value, [])
        while value >= 0x80 {
            out.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        return out + [UInt8(value)]
    }

    static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] { varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes }
}

/// The two forms of OTLP logs.
enum OTLPBody {
    /// `ExportLogsServiceRequest` in OTLP's JSON; lists may be missing, as empty ones are in protobuf.
    static func json(_ body: [UInt8]) throws(PushFault) -> (lines: [PushedLines], rejected: Int) {
        let document = try JSONReader.read(body)
        guard case .object = document else { throw PushFault(text: "an object with \"resourceLogs\" is wanted") }
        var gatherer = LineGatherer()
        var rejected = 0
        for group in try list(document["resourceLogs"], "resourceLogs") {
            let resource = group["resource"] ?? .object([])
            let name = SourceNames.name("otlp", attributes(of: resource))
            let scopes = try list(group["scopeLogs"] ?? group["instrumentationLibraryLogs"], "scopeLogs")
            for inner in scopes {
                let scope = inner["scope"] ?? inner["instrumentationLibrary"] ?? .object([])
                for record in try list(inner["logRecords"], "logRecords") {
                    guard case .object = record else {
                        rejected += 1
                        continue
                    }
                    gatherer.add(line(resource, scope, record), to: name)
                }
            }
        }
        return (gatherer.lines, rejected)
    }

    private static func list(_ value: JSONValue?, _ name: String) throws(PushFault) -> [JSONValue] {
        switch value {
        case .none, .literal(Array("null".utf8))?: return []
        case .array(let elements)?: return elements
        default: throw PushFault(text: "\"\(name)\" is no list")
        }
    }

    /// One document of one record.
    static func line(_ resource: JSONValue, _ scope: JSONValue, _ record: JSONValue) -> [UInt8] {
        var out = Array(#"{"resourceLogs":[{"resource":"#.utf8)
        resource.write(into: &out)
        out += Array(#","scopeLogs":[{"scope":"#.utf8)
        scope.write(into: &out)
        out += Array(#","logRecords":["#.utf8)
        record.write(into: &out)
        out += Array("]}]}]}".utf8)
        return out
    }

    static func attributes(of resource: JSONValue) -> [(key: String, value: String)] {
        (resource["attributes"]?.elements ?? []).compactMap { element in
            guard let key = element["key"]?.string, case .object(let value)? = element["value"], let first = value.first else { return nil }
            if let text = first.value.string { return (key, text) }
            guard case .literal(let literal) = first.value else { return nil }
            return (key, String(decoding: literal, as: UTF8.self))
        }
    }
}
