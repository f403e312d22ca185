import Domain
import Reports
import Serving
import Store

/// Pages and API over one store: finds the route, checks who asks, and turns failures into answers that say what to do.
public struct WebService: HTTPService {
    private let settings: WebSettings
    private let reader: StoreReader
    private let metrics = StoreMetrics()

    /// Makes a service; nothing is opened before the first request.
    public init(_ settings: WebSettings) {
        self.settings = settings
        reader = StoreReader(path: settings.database, mask: settings.maskPlace)
    }

    /// Who may ask, by headers alone; nothing that has a body is taken.
    public func admit(_ request: HTTPRequest) -> HTTPAdmission {
        let request = below(request)
        switch settings.access.decide(request) {
        case .granted: break
        case .wrongHost(let status): return .refuse(failed(.host(status), request))
        case .unauthorized:
            // The page that asks for the token looks like the others.
            guard Route.assets.contains(where: { $0.match(request.target.segments) != nil }) else {
                return .refuse(failed(.unauthorized, request))
            }
        }
        guard request.method == "GET" || request.method == "HEAD" else { return .refuse(failed(.method(request.method), request)) }
        return .whole(maximum: 0)
    }

    /// The answer of the route that the path names.
    public func answer(_ request: HTTPRequest) -> HTTPResponse {
        let request = below(request)
        let segments = request.target.segments
        for route in Route.all {
            guard let values = route.match(segments) else { continue }
            let call = Call(request: request, path: values, settings: settings, reader: reader, metrics: metrics)
            return answer(call, route)
        }
        return failed(.noPage, request)
    }

    /// The request without the base path; a proxy may have taken it off already.
    private func below(_ request: HTTPRequest) -> HTTPRequest {
        let base = settings.basePath.split(separator: "/").map(String.init)
        guard !base.isEmpty, request.target.segments.starts(with: base) else { return request }
        var request = request
        request.target = request.target.dropping(base.count)
        return request
    }

    private func answer(_ call: Call, _ route: Route) -> HTTPResponse {
        var tag: String?
        if route.kind == .page || route.kind == .api, let state = try? reader.tag() {
            let name = "W/\"\(state)-\(settings.version)-\(call.language.rawValue)\""
            tag = name
            if WebService.names(call.request.header("if-none-match"), name) {
                return secured(HTTPResponse(status: 304, headers: [.init("ETag", name)]), route.kind)
            }
        }
        do throws(WebFailure) {
            var answer = try route.answer(call)
            if let tag, answer.status == 200 { answer.headers.append(.init("ETag", tag)) }
            return secured(answer, route.kind)
        } catch { return failed(error, call.request) }
    }

    /// Whether `If-None-Match` names a tag (RFC 9110 §13.1.2, weak comparison).
    private static func names(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        func strong(_ text: Substring) -> Substring { text.hasPrefix("W/") ? text.dropFirst(2) : text }
        return header.split(separator: ",").contains { strong($0.drop { $0 == " " }) == strong(tag[...]) }
    }

    private func failed(_ failure: WebFailure, _ request: HTTPRequest) -> HTTPResponse {
        let call = Call(request: request, path: [:], settings: settings, reader: reader, metrics: metrics)
        let isForPeople =
            request.target.segments.first != "api" && !["metrics", "healthz", "readyz"].contains(request.target.segments.first)
        var answer = isForPeople ? FailurePage.make(failure, call) : Problem.make(failure, call)
        if failure.status == 401 { answer.headers.append(.init("WWW-Authenticate", "Basic realm=\"paychain\", charset=\"UTF-8\"")) }
        if failure.status == 405 { answer.headers.append(.init("Allow", "GET, HEAD")) }
        if failure.status == 503 { answer.headers.append(.init("Retry-After", "5")) }
        return secured(answer, isForPeople ? .page : .api)
    }

    /// Headers that keep a page to itself: nothing inline, nothing from elsewhere, no frame around it, no copy left behind.
    private func secured(_ answer: HTTPResponse, _ kind: Route.Kind) -> HTTPResponse {
        var answer = answer
        answer.headers += [
            .init("X-Content-Type-Options", "nosniff"), .init("Referrer-Policy", "no-referrer"), .init("X-Frame-Options", "DENY"),
            .init("Cross-Origin-Opener-Policy", "same-origin"), .init("Cross-Origin-Resource-Policy", "same-origin"),
            .init("Content-Security-Policy", kind == .page ? WebService.pagePolicy : "default-src 'none'; frame-ancestors 'none'"),
        ]
        switch kind {
        case .asset: answer.headers.append(.init("Cache-Control", "public, max-age=31536000, immutable"))
        case .page, .api, .probe: answer.headers.append(.init("Cache-Control", "no-store"))
        }
        if kind == .page || kind == .api { answer.headers.append(.init("Vary", "Accept-Language, Authorization")) }
        return answer
    }

    // The script asks this server alone, for the state of the store: connect-src 'self'.
    static let pagePolicy =
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'"
}
