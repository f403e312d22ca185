import Reports
import Serving

extension HTTPResponse {
    /// A JSON answer of 200.
    static func json(_ write: (inout JSONWriter) -> Void) -> HTTPResponse {
        var json = JSONWriter(capacity: 1 << 14)
        write(&json)
        json.newline()
        return HTTPResponse(status: 200, headers: [.init("Content-Type", "application/json")], body: .bytes(json.bytes))
    }
}
