import Domain
import Serving
import Store

extension Route {
    /// Whether the process answers.
    static let health = Route(
        "/healthz", .probe, Text(en: "the server answers", zh: "服务在应答"), contentType: "text/plain; charset=utf-8"
    ) { (_) throws(WebFailure) in .text(200, "ok") }

    /// Whether there is a store to answer from.
    static let readiness = Route(
        "/readyz", .probe, Text(en: "there is a store to answer from; else 503", zh: "已有可查询的存储；否则 503"),
        contentType: "text/plain; charset=utf-8"
    ) { (call) throws(WebFailure) in
        guard try call.read({ _, snapshot in snapshot.run != nil }) else {
            throw WebFailure(503, Text(en: "The store holds no run yet.", zh: "存储中还没有结果。"))
        }
        return .text(200, "ready")
    }
}
