import Domain
import Fetching
import Links

/// Brings an association file from the web, and what every answer on the way told.
enum AssociationFetch {
    /// Asks for a file. A URL without a path means the place where systems look, and behind a 404 there the domain's root.
    static func subject(_ text: String, app: AppIdentifier?, time: TimeSpan) throws(CommandError) -> AssociationSubject {
        guard let url = LinkURL(text), url.scheme == "https" || url.scheme == "http" else {
            throw CommandError(
                .usage, Text(en: "“\(text)” is no https URL", zh: "“\(text)”不是 https 地址"),
                remedy: Text(en: "https://shop.example.com", zh: "例如 https://shop.example.com"))
        }
        guard url.path == "/", url.query == nil else { return try follow(text, name: text, app: app, time: time) }
        let domain = text.hasSuffix("/") ? String(text.dropLast()) : text
        let found = try follow(domain + "/.well-known/apple-app-site-association", name: text, app: app, time: time)
        guard found.fetch?.hops.last?.status == 404 else { return found }
        let root = try follow(domain + "/apple-app-site-association", name: text, app: app, time: time)
        return root.fetch?.hops.last?.status == 200 ? root : found
    }

    private static func follow(_ start: String, name: String, app: AppIdentifier?, time: TimeSpan) throws(CommandError)
        -> AssociationSubject
    {
        var hops: [AssociationSubject.Fetch.Hop] = []
        var next = start
        while true {
            do throws(WebFailure) {
                let answer = try WebFetch.get(
                    next, maximum: Limits.associationFileLength, time: time, agent: "paychain/\(Door.version)")
                hops.append(.init(url: next, status: answer.status))
                if let location = answer.location, hops.count <= Limits.redirects {
                    next = location
                    continue
                }
                return AssociationSubject(
                    name: name, bytes: answer.body,
                    fetch: .init(
                        hops: hops, contentType: answer.contentType, contentEncoding: answer.contentEncoding, isCut: answer.isCut),
                    wanted: app)
            } catch {
                // An untrusted certificate, or a redirect that leads nowhere, is what was asked about.
                if error.kind == .certificate || !hops.isEmpty {
                    hops.append(.init(url: next, status: 0))
                    let fault = error.kind == .certificate ? error.reason : nil
                    return AssociationSubject(name: name, bytes: [], fetch: .init(hops: hops, certificateFault: fault), wanted: app)
                }
                throw CommandError(
                    .unreadable, Text(en: "\(next): \(error.reason)", zh: "\(next)：\(error.reason)"), remedy: remedy(error.kind))
            }
        }
    }

    private static func remedy(_ kind: WebFailure.Kind) -> Text? {
        switch kind {
        case .noLibrary:
            Text(en: "install it: apt-get install libcurl4, or brew install curl", zh: "请安装：apt-get install libcurl4 或 brew install curl")
        case .slow: Text(en: "--timeout allows it more time", zh: "可用 --timeout 放宽时限")
        case .certificate, .unreachable: nil
        }
    }
}
