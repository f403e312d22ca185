import Domain
import Serving

/// One address of the server: its path, what may be asked of it, what it answers. One value, one place.
///
/// The routing table, `/api/v1/openapi.json` and the tests derive from these declarations. Every route only reads, and answers GET and HEAD.
struct Route: Sendable {
    /// What kind of answer it gives.
    enum Kind: Sendable {
        /// A page for people.
        case page
        /// JSON, or a list to download.
        case api
        /// A file of the pages: styles, script, picture. Open to all, since it tells nothing.
        case asset
        /// For whoever watches the server.
        case probe
    }

    /// One value that may stand in the path or in the query.
    struct Parameter: Sendable {
        var name: String
        var isInPath = false
        var help: Text
        var shape = Shape.string
        var example: String?
    }

    /// Its path; a `{name}` is any one segment.
    let path: String
    let kind: Kind
    /// What it is for.
    let summary: Text
    let parameters: [Parameter]
    /// What the answer looks like; nil where it is no JSON.
    let shape: Shape?
    /// What the answer's `Content-Type` is.
    let contentType: String
    let answer: @Sendable (Call) throws(WebFailure) -> HTTPResponse

    init(
        _ path: String, _ kind: Kind, _ summary: Text, parameters: [Parameter] = [], shape: Shape? = nil, contentType: String? = nil,
        answer: @escaping @Sendable (Call) throws(WebFailure) -> HTTPResponse
    ) {
        (self.path, self.kind, self.summary, self.parameters) = (path, kind, summary, parameters)
        (self.shape, self.answer) = (shape, answer)
        self.contentType = contentType ?? (kind == .page ? "text/html; charset=utf-8" : "application/json")
    }

    /// The values of the path, or nil when it is another one.
    func match(_ segments: [String]) -> [String: String]? {
        let parts = path == "/" ? [] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            if part.hasPrefix("{") {
                guard !segment.isEmpty else { return nil }
                values[String(part.dropFirst().dropLast())] = segment
            } else if part != segment {
                return nil
            }
        }
        return values
    }

    /// Every route.
    static let all: [Route] = pages + api + probes + assets

    static let pages: [Route] = [
        start, search, ordersPage, orderPage, repairPage, funnelPage, breaksPage, findingsPage, sourcesPage, alertsPage, explainIndex,
        explainPage,
    ]
    static let api: [Route] = [
        summaryJSON, ordersJSON, orderJSON, repairCSV, funnelJSON, findingsJSON, sourcesJSON, alertsJSON, explainJSON, stateJSON, openAPI,
    ]
    static let probes: [Route] = [health, readiness, metrics]
    static let assets: [Route] = [styles, script, icon]
}
