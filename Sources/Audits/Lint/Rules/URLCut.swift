import Domain

extension LintRule {
    /// A URL that was shortened before it was logged.
    static let urlCut = LintRule(
        "url_cut", .must,
        title: Text(en: "a URL that was shortened before it was logged", zh: "URL 在记录前被截短"),
        meaning: Text(
            en: "The order number mostly stands in the query: log the whole URL.",
            zh: "订单号通常在查询串里：请记录完整 URL。"),
        add: [Addition("iOS", #"pay.notice("return.received url=\(url.absoluteString, privacy: .public)")"#)],
        settles: Settles(steps: [.returned], experience: true),
        test: .record { line in
            guard line.isTagged, let key = line.place(of: "url=") else { return false }
            var end = key + 4
            if end < line.text.count, line.text[end] == UInt8(ascii: "\"") { end += 1 }
            let start = end
            while end < line.text.count, line.text[end] > 32, line.text[end] != UInt8(ascii: "\"") { end += 1 }
            guard end > start else { return true }
            let url = line.text[start..<end]
            let isCut = url.suffix(3).elementsEqual("...".utf8) || url.suffix(3).elementsEqual("…".utf8)
            return isCut || !url.contains(UInt8(ascii: ":")) && !url.starts(with: "<private>".utf8)
        })
}
