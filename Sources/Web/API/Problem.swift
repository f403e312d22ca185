import Domain
import Reports
import Serving

/// A failure as machines read it (RFC 9457).
enum Problem {
    static let shape = Shape.object([
        .init("title", .string, "what is wrong"), .init("status", .integer, "the HTTP status"),
        .init("detail", .nullable(.string), "what to do"),
    ])

    static func make(_ failure: WebFailure, _ call: Call) -> HTTPResponse {
        var json = JSONWriter()
        json.beginObject()
        json.key("title")
        json.string(failure.what(call.language))
        json.key("status")
        json.integer(failure.status)
        json.key("detail")
        json.string(failure.remedy?(call.language))
        json.endObject()
        json.newline()
        return HTTPResponse(status: failure.status, headers: [.init("Content-Type", "application/problem+json")], body: .bytes(json.bytes))
    }
}
