/// One answer.
public struct HTTPResponse: Sendable {
    /// What is sent behind the headers.
    public enum Body: Sendable {
        /// Bytes as a whole.
        case bytes([UInt8])
        /// Piece by piece: asked for the next one until it gives nil. Called on one thread at a time, after the service has answered.
        case pieces(@Sendable () -> [UInt8]?)
    }

    /// The status.
    public var status: Int
    /// Headers beside `Date`, `Content-Length` and `Connection`, which the server writes itself.
    public var headers: [HTTPRequest.Header]
    /// The body.
    public var body: Body

    /// Makes an answer.
    public init(status: Int, headers: [HTTPRequest.Header] = [], body: Body = .bytes([])) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// An answer of plain text, with a line feed behind it.
    public static func text(_ status: Int, _ text: String, headers: [HTTPRequest.Header] = []) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [.init("Content-Type", "text/plain; charset=utf-8"), .init("X-Content-Type-Options", "nosniff")] + headers,
            body: .bytes(Array((text + "\n").utf8)))
    }

    /// The first value of a header, whatever its case.
    public func header(_ name: String) -> String? { headers.first { HTTPRequest.same($0.name, name) }?.value }

    /// The whole body: a stream is read to its end.
    public var wholeBody: [UInt8] {
        switch body {
        case .bytes(let bytes): return bytes
        case .pieces(let next):
            var out: [UInt8] = []
            while let piece = next() { out += piece }
            return out
        }
    }
}
