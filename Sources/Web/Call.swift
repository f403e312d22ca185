import Domain
import Reports
import Serving
import Store

/// One request as a route answers it.
struct Call {
    /// What was asked.
    let request: HTTPRequest
    /// The values of the route's path, decoded.
    let path: [String: String]
    /// What the server was told.
    let settings: WebSettings
    /// The store.
    let reader: StoreReader
    /// What `/metrics` says of it.
    let metrics: StoreMetrics
    /// The language of the answer.
    let language: Language
    /// Whether the address itself names the language: then links repeat it.
    let isLanguageAsked: Bool

    init(request: HTTPRequest, path: [String: String], settings: WebSettings, reader: StoreReader, metrics: StoreMetrics) {
        (self.request, self.path, self.settings, self.reader, self.metrics) = (request, path, settings, reader, metrics)
        let asked = request.target["lang"].flatMap(Language.init(rawValue:))
        isLanguageAsked = asked != nil
        language = asked ?? Call.preferred(request.header("accept-language") ?? "")
    }

    var time: TimeText { TimeText(zone: settings.zone, language: language) }

    func say(_ en: String, _ zh: String) -> String { language == .zh ? zh : en }
    func say(_ text: Text) -> String { text(language) }

    /// The value of a query item; an empty one counts as none, since forms send them.
    func query(_ name: String) -> String? { request.target[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// A path of this server as browsers see it: behind a proxy it may lie below another one.
    func address(_ path: String) -> String { settings.basePath + path }

    /// An address of this server, with the language where the reader asked for one.
    func link(_ path: String, _ query: [(String, String?)] = [], fragment: String = "") -> String {
        var items = query.compactMap { name, value in value.map { "\(name)=\(Percent.encode($0))" } }
        if isLanguageAsked { items.append("lang=\(language.rawValue)") }
        return address(path) + (items.isEmpty ? "" : "?" + items.joined(separator: "&")) + fragment
    }

    func link(order: OrderNumber) -> String { link("/orders/" + Percent.encode(order.description)) }
    func link(explain code: String) -> String { link("/explain/" + Percent.encode(code)) }

    /// The same address with other query items: nil takes one away.
    func link(changing changes: [(String, String?)]) -> String {
        var items = request.target.query.filter { item in
            item.name != "lang" && !item.value.isEmpty && !changes.contains { $0.0 == item.name }
        }
        .map { ($0.name, Optional($0.value)) }
        items += changes
        return link(request.target.path, items)
    }

    /// Reads of the store, its errors as a page.
    func read<R>(_ body: (Store, StoreReader.Snapshot) throws(StoreError) -> R) throws(WebFailure) -> R {
        do throws(StoreError) { return try reader.read(body) } catch { throw WebFailure.store(error) }
    }

    /// The language that a browser prefers: the first of ours by quality, then by place.
    static func preferred(_ header: String) -> Language {
        var best: (language: Language, quality: Double)?
        for range in header.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard let name = parts.first else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            let language: Language? = name.hasPrefix("zh") ? .zh : name.hasPrefix("en") || name == "*" ? .en : nil
            if let language, quality > best?.quality ?? 0 { best = (language, quality) }
        }
        return best?.language ?? .en
    }
}
