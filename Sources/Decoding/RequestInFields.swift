import Domain

/// A request and its answer as fields of a record: Caddy, Traefik, Envoy, Kong, pino-http, Echo, Gin's zap middleware, Serilog, lograge,
/// Cloudflare, Aliyun WAF write them under names of their own (their default encoders).
public enum RequestInFields {
    private enum Role { case method, target, status, bytes, duration, agent, remote, id }

    /// The request of a record's fields; nil where method, target or status is missing.
    public static func find(in fields: borrowing FieldList) -> AccessRequest? {
        guard let part = parts(of: fields), part.status > 0, part.method.count > 0, part.target.count > 0 else { return nil }
        var access = AccessRequest(method: part.method, target: part.target, status: part.status, bytes: part.bytes)
        (access.duration, access.agent, access.remote) = (part.duration, part.agent, part.remote)
        return access
    }

    /// What a record tells of a request: all of it, or its beginning or its end with the name that joins both (Fastify).
    public struct Part {
        /// The method, or empty.
        public var method = UnsafeRawBufferPointer(start: nil, count: 0)
        /// Path and query, or empty.
        public var target = UnsafeRawBufferPointer(start: nil, count: 0)
        /// The status, or 0.
        public var status = 0
        /// The name that the server gave the request, or empty.
        public var id = UnsafeRawBufferPointer(start: nil, count: 0)
        var bytes: Int64 = -1
        var duration: Int64 = -1
        var agent = UnsafeRawBufferPointer(start: nil, count: 0)
        var remote = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// The parts of a request among the fields; nil when neither a method with its target nor a status is there.
    public static func parts(of fields: borrowing FieldList) -> Part? {
        var part = Part()
        for index in 0..<fields.count {
            let field = fields[index]
            guard let (role, unit) = role(of: field.key) else { continue }
            switch role {
            case .method: if part.method.isEmpty, isMethod(field.value) { part.method = field.value }
            case .target:
                let target = RequestLine.relative(field.value)
                if part.target.isEmpty, target.at(0) == UInt8(ascii: "/") { part.target = target }
            case .status:
                if part.status == 0, let number = field.value.integer, (100...599).contains(number) { part.status = Int(number) }
            case .bytes: if part.bytes < 0, let number = field.value.integer { part.bytes = number }
            case .duration: if part.duration < 0 { part.duration = duration(field.value, unit) }
            case .agent: if part.agent.isEmpty { part.agent = bare(field.value) }
            case .remote: if part.remote.isEmpty, field.kind == .string { part.remote = field.value }
            case .id: if part.id.isEmpty, field.kind != .nested { part.id = field.value }
            }
        }
        return part.status > 0 || part.method.count > 0 && part.target.count > 0 ? part : nil
    }

    private static func isMethod(_ text: Bytes) -> Bool {
        text.equals("POST") || text.equals("GET") || text.equals("HEAD") || text.equals("PUT") || text.equals("DELETE")
            || text.equals("PATCH") || text.equals("OPTIONS")
    }

    /// `["Mozilla/4.0"]` as its first text.
    private static func bare(_ value: Bytes) -> Bytes {
        guard value.at(0) == UInt8(ascii: "["), let quote = value.first(UInt8(ascii: "\"")) else { return value }
        return value.slice(quote &+ 1, value.first(UInt8(ascii: "\""), from: quote &+ 1) ?? value.count)
    }

    /// What one key means, and for a duration the microseconds of its unit; 0 where the value itself must tell.
    private static func role(of key: Bytes) -> (Role, Int64)? {
        for (name, role, unit) in names where key.equals(name) { return (role, unit) }
        return nil
    }

    private static let names: [(StaticString, Role, Int64)] = [
        ("method", .method, 0), ("request_method", .method, 0), ("requestMethod", .method, 0), ("RequestMethod", .method, 0),
        ("http_method", .method, 0), ("httpMethod", .method, 0), ("ClientRequestMethod", .method, 0), ("verb", .method, 0),
        ("uri", .target, 0), ("request_uri", .target, 0), ("requestUri", .target, 0), ("url", .target, 0), ("originalUrl", .target, 0),
        ("path", .target, 0), ("RequestPath", .target, 0), ("request_path", .target, 0), ("requestPath", .target, 0),
        ("ClientRequestURI", .target, 0), ("http_path", .target, 0),
        ("status", .status, 0), ("status_code", .status, 0), ("statusCode", .status, 0), ("StatusCode", .status, 0),
        ("DownstreamStatus", .status, 0), ("response_code", .status, 0), ("http_status", .status, 0), ("httpStatus", .status, 0),
        ("EdgeResponseStatus", .status, 0),
        ("DownstreamContentSize", .bytes, 0), ("bytes_out", .bytes, 0), ("body_bytes_sent", .bytes, 0),
        ("responseTime", .duration, 1_000), ("Elapsed", .duration, 1_000), ("request_time_msec", .duration, 1_000),
        ("request_time", .duration, 1_000_000), ("Duration", .duration, 0), ("latency", .duration, 0), ("duration", .duration, 0),
        ("user_agent", .agent, 0), ("user-agent", .agent, 0), ("User-Agent", .agent, 0), ("userAgent", .agent, 0),
        ("http_user_agent", .agent, 0), ("request_User-Agent", .agent, 0), ("ClientRequestUserAgent", .agent, 0), ("agent", .agent, 0),
        ("remote_ip", .remote, 0), ("client_ip", .remote, 0), ("ClientHost", .remote, 0), ("remoteAddress", .remote, 0),
        ("remote_addr", .remote, 0), ("real_client_ip", .remote, 0),
        ("reqId", .id, 0), ("request_id", .id, 0), ("requestId", .id, 0), ("RequestId", .id, 0),
    ]

    /// A duration by its unit; without one nanoseconds where the whole number is large, else it stays unknown: a number alone may count
    /// seconds or milliseconds.
    private static func duration(_ value: Bytes, _ unit: Int64) -> Int64 {
        if unit > 0 { return RequestLine.duration(value).map { $0 / (1_000_000 / unit) } ?? -1 }
        guard let number = value.integer, number >= 100_000 else { return -1 }
        return number / 1_000
    }
}
