/// One request as a service sees it.
public struct HTTPRequest: Sendable {
    /// One header line.
    public struct Header: Sendable, Equatable {
        /// Its name, as sent.
        public var name: String
        /// Its value, without blanks around it.
        public var value: String

        /// Makes a header.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The method, as sent: `GET`, `HEAD`, `POST`.
    public var method: String
    /// What it asks for.
    public var target: HTTPTarget
    /// Its headers in their order; a name may stand several times.
    public var headers: [Header]
    /// Bytes of the request line and the headers.
    public var headerSize: Int
    /// The numeric address that it came from; empty for a socket file.
    public var peer: String
    /// Whether it came over TLS of our own.
    public var isSecure: Bool
    /// Who the trusted proxy says it is.
    public var identity: String?
    /// The body, where the service asked for the whole of it.
    public var body: [UInt8]

    /// Makes a request.
    public init(
        method: String = "GET", target: HTTPTarget, headers: [Header] = [], headerSize: Int = 0, peer: String = "127.0.0.1",
        isSecure: Bool = false, body: [UInt8] = []
    ) {
        (self.method, self.target, self.headers, self.headerSize) = (method, target, headers, headerSize)
        (self.peer, self.isSecure, self.body) = (peer, isSecure, body)
    }

    /// The first value of a header, whatever its case.
    public func header(_ name: String) -> String? {
        headers.first { HTTPRequest.same($0.name, name) }?.value
    }

    /// How many lines carry a header.
    public func count(of name: String) -> Int { headers.count { HTTPRequest.same($0.name, name) } }

    /// The length that the headers declare; nil without one, or with one that is no number.
    public var declaredLength: Int? {
        header("content-length").flatMap { $0.utf8.allSatisfy { 48...57 ~= $0 } ? Int($0) ?? Int.max : nil }
    }

    /// Whether a body follows.
    public var hasBody: Bool { (declaredLength ?? 0) > 0 || header("transfer-encoding") != nil }

    /// Whether two header names are the same: ASCII letters in any case.
    static func same(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lowered($0) == lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte | 32 : byte }
}
