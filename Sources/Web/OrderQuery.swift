import Domain
import Reports
import Serving
import Store

/// The filter of `paychain orders` as query items: the same names, the same values, several separated by commas or repeated.
struct OrderQuery {
    /// Which orders.
    var filter = OrderFilter()
    /// Where the page begins.
    var after: OrderPlace?

    init(_ call: Call, asOf: Instant) throws(WebFailure) {
        filter.breaks = try OrderQuery.words("break", BreakCode.self, call)
        filter.outcomes = try OrderQuery.words("outcome", Outcome.self, call)
        filter.experiences = try OrderQuery.words("experience", Experience.self, call)
        filter.flows = try OrderQuery.words("flow", Flow.self, call)
        filter.since = try OrderQuery.moment("since", asOf, call)
        filter.until = try OrderQuery.moment("until", asOf, call)
        filter.appVersion = call.query("app_version")
        switch call.query("stuck") {
        case nil, "0", "false": break
        case "1", "true", "on": filter.isStuck = true
        case let other?:
            throw WebFailure.parameter("stuck", other, wanted: Text(en: "1 or nothing", zh: "1 或留空"))
        }
        if let text = call.query("after") {
            guard let place = OrderQuery.place(text) else {
                throw WebFailure.parameter(
                    "after", text, wanted: Text(en: "the value that the page before gave as next", zh: "使用上一页给出的 next 值"))
            }
            after = place
        }
    }

    /// Whether anything narrows the list.
    var isEmpty: Bool { filter == OrderFilter() }

    /// The place as it stands in an address.
    static func text(of place: OrderPlace) -> String {
        (place.time.map { String($0.microseconds, radix: 36) } ?? "x") + "." + String(place.key, radix: 36)
    }

    private static func place(_ text: String) -> OrderPlace? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let key = Int64(parts[1], radix: 36) else { return nil }
        if parts[0] == "x" { return OrderPlace(time: nil, key: key) }
        return Int64(parts[0], radix: 36).map { OrderPlace(time: Instant(microseconds: $0), key: key) }
    }

    private static func words<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Word.Type, _ call: Call
    ) throws(WebFailure) -> [Word] where Word.RawValue == String {
        var words: [Word] = []
        for value in call.request.target.all(name).flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard let word = Word(rawValue: value) else {
                let list = Word.allCases.map(\.rawValue).joined(separator: ", ")
                throw WebFailure.parameter(name, value, wanted: Text(en: "one of: \(list)", zh: "可选：\(list)"))
            }
            words.append(word)
        }
        return words
    }

    private static func moment(_ name: String, _ asOf: Instant, _ call: Call) throws(WebFailure) -> Instant? {
        guard let text = call.query(name) else { return nil }
        guard let instant = call.settings.readTime(text, asOf) else {
            throw WebFailure.parameter(
                name, text,
                wanted: Text(
                    en: "a time is 2026-11-02T10:00:00+08:00, 2026-11-02, “2026-11-02 10:00”, or how long ago: 30m, 2h, 3d",
                    zh: "时间写法：2026-11-02T10:00:00+08:00、2026-11-02、“2026-11-02 10:00”，或距今多久：30m、2h、3d"))
        }
        return instant
    }

    /// The items as routes declare them.
    static let parameters: [Route.Parameter] = [
        .init(
            name: "break", help: Text(en: "orders on which one of these breaks fired", zh: "出现这些断点之一"),
            shape: .words(BreakCode.allCases.map(\.rawValue)), example: "notify_rejected"),
        .init(
            name: "outcome", help: Text(en: "orders with one of these outcomes", zh: "结果"), shape: .words(Outcome.allCases.map(\.rawValue))),
        .init(
            name: "experience", help: Text(en: "orders with one of these experiences", zh: "体验"),
            shape: .words(Experience.allCases.map(\.rawValue))),
        .init(name: "flow", help: Text(en: "orders of one of these flows", zh: "流程"), shape: .words(Flow.allCases.map(\.rawValue))),
        .init(
            name: "since", help: Text(en: "created at or after; 2h and 3d count back from as-of", zh: "创建时间不早于；2h、3d 从判定时点往回算"),
            example: "2h"),
        .init(name: "until", help: Text(en: "created before", zh: "创建时间早于")),
        .init(name: "app_version", help: Text(en: "paid from this app version", zh: "来自该应用版本")),
        .init(
            name: "stuck", help: Text(en: "1: paid, and provably not marked paid", zh: "1：已支付，且确证未置为已支付"), shape: .words(["1", "0"])),
    ]

    static let paging: [Route.Parameter] = [
        .init(name: "after", help: Text(en: "the `next` of the page before", zh: "上一页的 next")),
        .init(
            name: "limit", help: Text(en: "how many orders, at most \(Limits.ordersPerCall)", zh: "最多多少笔，上限 \(Limits.ordersPerCall)"),
            shape: .integer,
            example: "100"),
    ]

    static let language = Route.Parameter(
        name: "lang", help: Text(en: "language of texts; default from Accept-Language", zh: "文字语言；默认取自 Accept-Language"),
        shape: .words(Language.allCases.map(\.rawValue)))
}
