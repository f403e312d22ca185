import Domain

/// OTLP in protobuf (opentelemetry-proto, logs/v1 and common/v1), as OTLP's JSON has it.
extension OTLPBody {
    /// `ExportLogsServiceRequest`.
    static func protobuf(_ body: [UInt8]) throws(PushFault) -> [PushedLines] {
        var gatherer = LineGatherer()
        var request = ProtobufReader(body, name: "ExportLogsServiceRequest")
        while let field = try request.next() {
            guard field.number == 1 else { continue }
            var group = try request.message(field.value, "ResourceLogs")
            var resource = JSONValue.object([])
            var scopes: [ProtobufReader] = []
            while let field = try group.next() {
                // 1000 is what scope_logs was called before 2022.
                if field.number == 1 {
                    resource = try self.resource(group.message(field.value, "Resource"))
                } else if field.number == 2 || field.number == 1_000 {
                    scopes.append(try group.message(field.value, "ScopeLogs"))
                }
            }
            let name = SourceNames.name("otlp", attributes(of: resource))
            for inner in scopes { try scope(inner, resource, name, &gatherer) }
        }
        return gatherer.lines
    }

    private static func scope(
        _ group: ProtobufReader, _ resource: JSONValue, _ name: String, _ gatherer: inout LineGatherer
    ) throws(PushFault) {
        var group = group
        var scope = JSONValue.object([])
        var records: [ProtobufReader] = []
        while let field = try group.next() {
            if field.number == 1 {
                scope = try self.scope(group.message(field.value, "InstrumentationScope"))
            } else if field.number == 2 {
                records.append(try group.message(field.value, "LogRecord"))
            }
        }
        for record in records { gatherer.add(line(resource, scope, try self.record(record)), to: name) }
    }

    private static func member(_ key: StaticString, _ value: JSONValue) -> (key: [UInt8], value: JSONValue) {
        (Array(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)), value)
    }

    private static func resource(_ message: ProtobufReader) throws(PushFault) -> JSONValue {
        var message = message
        var attributes: [JSONValue] = []
        while let field = try message.next() {
            guard field.number == 1 else { continue }
            attributes.append(try keyValue(message.message(field.value, "KeyValue")))
        }
        return .object([member("attributes", .array(attributes))])
    }

    private static func scope(_ message: ProtobufReader) throws(PushFault) -> JSONValue {
        var message = message
        var members: [(key: [UInt8], value: JSONValue)] = []
        while let field = try message.next() {
            if field.number == 1 {
                members.append(member("name", text(try message.text(field.value, "name"))))
            } else if field.number == 2 {
                members.append(member("version", text(try message.text(field.value, "version"))))
            }
        }
        return .object(members)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> JSONValue { .text(JSONText.escaped(bytes)) }
    private static func literal(_ text: String) -> JSONValue { .literal(Array(text.utf8)) }

    private static func record(_ message: ProtobufReader) throws(PushFault) -> JSONValue {
        var message = message
        var members: [(key: [UInt8], value: JSONValue)] = []
        var attributes: [JSONValue] = []
        while let field = try message.next() {
            switch (field.number, field.value) {
            case (1, .fixed64(let time)) where time > 0: members.append(member("timeUnixNano", .text(Array(String(time).utf8))))
            case (11, .fixed64(let time)) where time > 0: members.append(member("observedTimeUnixNano", .text(Array(String(time).utf8))))
            case (2, .varint(let number)): members.append(member("severityNumber", literal(String(number))))
            case (3, _): members.append(member("severityText", text(try message.text(field.value, "severity_text"))))
            case (5, _): members.append(member("body", try anyValue(message.message(field.value, "AnyValue"))))
            case (6, _): attributes.append(try keyValue(message.message(field.value, "KeyValue")))
            case (8, .fixed32(let flags)): members.append(member("flags", literal(String(flags))))
            case (9, _): members.append(member("traceId", hex(try message.text(field.value, "trace_id"))))
            case (10, _): members.append(member("spanId", hex(try message.text(field.value, "span_id"))))
            case (12, _): members.append(member("eventName", text(try message.text(field.value, "event_name"))))
            default: continue
            }
        }
        if !attributes.isEmpty { members.append(member("attributes", .array(attributes))) }
        return .object(members)
    }

    private static func keyValue(_ message: ProtobufReader) throws(PushFault) -> JSONValue {
        var message = message
        var key = JSONValue.text([])
        var value = JSONValue.object([])
        while let field = try message.next() {
            if field.number == 1 {
                key = text(try message.text(field.value, "key"))
            } else if field.number == 2 {
                value = try anyValue(message.message(field.value, "AnyValue"))
            }
        }
        return .object([member("key", key), member("value", value)])
    }

    private static func anyValue(_ message: ProtobufReader) throws(PushFault) -> JSONValue {
        var message = message
        var result = JSONValue.object([])
        while let field = try message.next() {
            switch (field.number, field.value) {
            case (1, _): result = .object([member("stringValue", text(try message.text(field.value, "string_value")))])
            case (2, .varint(let value)): result = .object([member("boolValue", literal(value != 0 ? "true" : "false"))])
            case (3, .varint(let value)):
                result = .object([member("intValue", .text(Array(String(Int64(bitPattern: value)).utf8)))])
            case (4, .fixed64(let bits)):
                let value = Double(bitPattern: bits)
                let written = "\(value)"
                result = .object([member("doubleValue", value.isFinite ? literal(written) : .text(Array(written.utf8)))])
            case (5, _): result = .object([member("arrayValue", try values(message.message(field.value, "ArrayValue"), ofPairs: false))])
            case (6, _): result = .object([member("kvlistValue", try values(message.message(field.value, "KeyValueList"), ofPairs: true))])
            case (7, _): result = .object([member("bytesValue", base64(try message.text(field.value, "bytes_value")))])
            default: continue
            }
        }
        return result
    }

    private static func values(_ message: ProtobufReader, ofPairs: Bool) throws(PushFault) -> JSONValue {
        var message = message
        var elements: [JSONValue] = []
        while let field = try message.next() {
            guard field.number == 1 else { continue }
            let inner = try message.message(field.value, ofPairs ? "KeyValue" : "AnyValue")
            elements.append(ofPairs ? try keyValue(inner) : try anyValue(inner))
        }
        return .object([member("values", .array(elements))])
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        .text(bytes.flatMap { [JSONText.hex($0 >> 4), JSONText.hex($0 & 15)] })
    }

    private static func base64(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = Array(bytes)
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let bits = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
            for place in 0..<4 {
                out.append(place <= part.count ? alphabet[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
            }
        }
        return .text(out)
    }
}
