import Domain
import Reports
import Serving

/// The files of the pages. Their addresses carry a hash of what is in them, so that browsers may keep them for ever.
enum Assets {
    /// One file.
    struct File: Sendable {
        var path: String
        var contentType: String
        var bytes: [UInt8]

        init(_ name: String, _ ending: String, _ contentType: String, _ parts: [StaticString]) {
            bytes = parts.flatMap { part in part.withUTF8Buffer { Array($0) } }
            path = "/\(name)-\(String(StableHash.of(bytes), radix: 36)).\(ending)"
            self.contentType = contentType
        }
    }

    static let styles = File("style", "css", "text/css; charset=utf-8", Theme.parts + [PageTheme.css])
    static let script = File("page", "js", "text/javascript; charset=utf-8", [PageScript.source])
    static let icon = File("icon", "svg", "image/svg+xml", [PageTheme.icon])
}

extension Route {
    static let styles = asset(Assets.styles)
    static let script = asset(Assets.script)
    /// Browsers ask for it by this name, whatever a page says.
    static let icon = asset(Assets.icon, path: "/favicon.ico")

    private static func asset(_ file: Assets.File, path: String? = nil) -> Route {
        Route(path ?? file.path, .asset, Text(en: "a file of the pages", zh: "页面文件"), contentType: file.contentType) {
            (_) throws(WebFailure) in
            HTTPResponse(status: 200, headers: [.init("Content-Type", file.contentType)], body: .bytes(file.bytes))
        }
    }
}
