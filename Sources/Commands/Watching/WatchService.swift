import Domain
import Ingest
import Pipeline
import Serving
import Store
import Synchronization
import Web

/// What a run that goes on answers: pushes of logs, whether it is alive and ready, and all that `serve` shows of its store.
struct WatchService: HTTPService {
    private let pages: WebService
    private let access: AccessPolicy
    private let pushes: PushQueue
    private let control: WatchControl

    init(_ settings: WebSettings, pushes: PushQueue, control: WatchControl) {
        (pages, access, self.pushes, self.control) = (WebService(settings), settings.access, pushes, control)
    }

    func admit(_ request: HTTPRequest) -> HTTPAdmission {
        guard request.method == "POST" else { return pages.admit(request) }
        guard case .granted = access.decide(request) else {
            return .refuse(.text(401, "a token is needed", headers: [.init("WWW-Authenticate", "Bearer")]))
        }
        // A page of another origin can send a form without asking; logs come from programs, which name no origin.
        guard request.header("origin") == nil else { return .refuse(.text(403, "pages cannot push logs")) }
        return .whole(maximum: Limits.pushLength)
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        if request.method == "POST" { return push(request) }
        guard request.target.path == "/readyz" else { return pages.answer(request) }
        let status = control.status
        if let failure = status.failure { return .text(503, "not ready: " + failure.message(.en)) }
        return status.isReady ? .text(200, "ready") : .text(503, "not ready: catching up with logs that were there before")
    }

    private func push(_ request: HTTPRequest) -> HTTPResponse {
        let body = PushRequest(
            method: request.method, path: request.target.path, contentType: request.header("content-type") ?? "",
            contentEncoding: request.header("content-encoding") ?? "", body: request.body)
        switch PushFormat.decode(body) {
        case .failure(let error):
            var headers = [HTTPRequest.Header("Content-Type", error.contentType)]
            if !error.allow.isEmpty { headers.append(.init("Allow", error.allow)) }
            return HTTPResponse(status: error.status, headers: headers, body: .bytes(error.body))
        case .success(let answer):
            switch pushes.push(answer.lines.map { (source: $0.source, lines: $0.lines) }) {
            case .kept:
                let headers = answer.contentType.isEmpty ? [] : [HTTPRequest.Header("Content-Type", answer.contentType)]
                return HTTPResponse(status: answer.status, headers: headers, body: .bytes(answer.body))
            case .busy: return .text(429, "too much waits to be kept: send it again", headers: [.init("Retry-After", "2")])
            case .late: return .text(503, "not kept in time: send it again, it counts once", headers: [.init("Retry-After", "5")])
            }
        }
    }
}
