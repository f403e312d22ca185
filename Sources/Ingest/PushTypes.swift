/// A request by which a sender pushes log lines, as a server has received it.
public struct PushRequest: Sendable {
    /// `POST`, as it came.
    public var method: String
    /// The path without its query, still percent-encoded.
    public var path: String
    /// The value of `Content-Type`; empty when there is none.
    public var contentType: String
    /// The value of `Content-Encoding`; empty when there is none.
    public var contentEncoding: String
    /// The body as it came.
    public var body: [UInt8]

    /// Makes a request.
    public init(method: String = "POST", path: String, contentType: String = "", contentEncoding: String = "", body: [UInt8]) {
        (self.method, self.path, self.contentType, self.contentEncoding, self.body) = (method, path, contentType, contentEncoding, body)
    }

    /// `Content-Type` without its parameters, in small letters.
    var mediaType: String {
        String(decoding: contentType.utf8.prefix { $0 != 59 }.filter { $0 != 32 && $0 != 9 }, as: UTF8.self).lowercased()
    }
}

/// Lines of one writer, as a file would have them.
public struct PushedLines: Equatable, Sendable {
    /// The name of the source, `push/…`: one writer always has the same.
    public var source: String
    /// Whole lines in UTF-8, each with its line feed.
    public var lines: [UInt8]
    /// How many.
    public var count: Int

    /// Makes lines.
    public init(source: String, lines: [UInt8], count: Int) { (self.source, self.lines, self.count) = (source, lines, count) }
}

/// What a good body gave, and what to answer once its lines are kept.
public struct PushAnswer: Equatable, Sendable {
    /// The lines by source, in the order in which the sources turn up.
    public var lines: [PushedLines]
    /// HTTP status.
    public var status: Int
    /// `Content-Type` of the answer; empty when it has no body.
    public var contentType: String
    /// The answer's body.
    public var body: [UInt8]
    /// Records that could not be taken.
    public var rejected: Int
    /// Why, for our own log.
    public var notes: [String]
}

/// Why a body is not taken, in the form that its sender understands.
public struct PushError: Error, Equatable, Sendable {
    /// HTTP status.
    public var status: Int
    /// Reason for people, with the place in the body.
    public var text: String
    /// `Content-Type` of the answer.
    public var contentType: String
    /// The answer's body.
    public var body: [UInt8]
    /// Value of the `Allow` header; empty when the answer has none.
    public var allow: String

    init(_ status: Int, _ text: String, allow: String = "") {
        (self.status, self.text, self.allow) = (status, text, allow)
        (contentType, body) = ("text/plain; charset=utf-8", Array(text.utf8) + [10])
    }
}

/// Why the bytes of a body cannot be read; the format makes an answer of it.
struct PushFault: Error {
    var status = 400
    var text: String
}
