import Domain
import Reports
import Serving

/// The frame of every page: navigation, search, the state for the script, the other language.
enum Frame {
    private static let entries: [(path: String, title: Text)] = [
        ("/", Text(en: "Overview", zh: "概览")), ("/orders", Text(en: "Orders", zh: "订单")), ("/repair", Text(en: "Repair list", zh: "补单清单")),
        ("/funnel", Text(en: "Funnel", zh: "漏斗")), ("/breaks", Text(en: "Breaks", zh: "断点")),
        ("/findings", Text(en: "Findings", zh: "发现")), ("/sources", Text(en: "Sources", zh: "来源")),
        ("/alerts", Text(en: "Alerts", zh: "告警")), ("/explain", Text(en: "Explain", zh: "知识库")),
    ]

    /// A page of 200.
    ///
    /// - Parameters:
    ///   - current: the path of the navigation's entry that it belongs to.
    ///   - state: the name of the store's state that it shows; nil: it does not change with the store.
    static func page(
        _ call: Call, status: Int = 200, title: String, current: String = "", state: String? = nil, _ main: (inout HTMLWriter) -> Void
    ) -> HTTPResponse {
        let document = HTMLDocument(
            title: title + " · paychain", language: call.language, styles: .linked(call.address(Assets.styles.path)),
            scripts: [call.address(Assets.script.path)])
        let html = document.render {
            header(call, current, state, &$0)
        } main: {
            main(&$0)
        }
        return HTTPResponse(
            status: status,
            headers: [
                .init("Content-Type", "text/html; charset=utf-8"), .init("Content-Language", call.language == .zh ? "zh-Hans" : "en"),
            ], body: .bytes(html.bytes))
    }

    private static func header(_ call: Call, _ current: String, _ state: String?, _ page: inout HTMLWriter) {
        page.element("header", ["class": "site"]) { page in
            page.element("a", ["class": "brand", "href": call.link("/")], text: "paychain")
            page.element("nav", ["aria-label": call.say("Main", "主导航")]) { page in
                for entry in entries {
                    page.element(
                        "a", ["href": call.link(entry.path), "aria-current": entry.path == current ? "page" : nil],
                        text: call.say(entry.title))
                }
            }
            page.element("form", ["class": "search", "action": call.address("/search"), "method": "get", "role": "search"]) { page in
                page.element(
                    "label", ["class": "hidden", "for": "q"],
                    text: call.say("Order number, any other id, or a pasted line", "订单号、其他标识或粘贴的日志行"))
                page.open(
                    "input",
                    [
                        "id": "q", "name": "q", "type": "search", "maxlength": "4000", "autocomplete": "off", "spellcheck": "false",
                        "value": call.request.target.segments == ["search"] ? call.query("q") : nil,
                        "placeholder": call.say("order no. or any id", "订单号或其他标识"),
                    ])
                language(call, &page)
                page.element("button", ["type": "submit"], text: call.say("Find", "查找"))
            }
            page.element("p", ["class": "other"]) { page in
                let other: Language = call.language == .zh ? .en : .zh
                page.element(
                    "a",
                    [
                        "href": Frame.address(of: call, in: other), "lang": other == .zh ? "zh-Hans" : "en",
                        "hreflang": other == .zh ? "zh" : "en",
                    ],
                    text: other == .zh ? "中文" : "English")
            }
        }
        if let state {
            page.element(
                "p",
                [
                    "id": "live", "class": "live noprint", "role": "status", "data-state": state,
                    "data-address": call.address("/api/v1/state"),
                    "data-changed": call.say("There is something new.", "数据已更新。"), "data-reload": call.say("Show it", "刷新"), "hidden": "",
                ], text: "")
        }
    }

    /// The language as a hidden field, so that a form keeps it.
    static func language(_ call: Call, _ page: inout HTMLWriter) {
        if call.isLanguageAsked { page.open("input", ["type": "hidden", "name": "lang", "value": call.language.rawValue]) }
    }

    private static func address(of call: Call, in language: Language) -> String {
        var items = call.request.target.query.filter { $0.name != "lang" }.map { "\(Percent.encode($0.name))=\(Percent.encode($0.value))" }
        items.append("lang=\(language.rawValue)")
        return call.address(call.request.target.path) + "?" + items.joined(separator: "&")
    }
}

/// A failure as a page.
enum FailurePage {
    static func make(_ failure: WebFailure, _ call: Call) -> HTTPResponse {
        Frame.page(call, status: failure.status, title: "\(failure.status)") { page in
            page.element("h1", text: failure.what(call.language))
            if let remedy = failure.remedy { page.element("p") { $0.prose(remedy(call.language)) } }
            guard !failure.near.isEmpty else { return }
            page.element("p", text: call.say("Is it one of these?", "是不是其中之一？"))
            page.element("ul") { page in
                for (word, address) in failure.near {
                    page.element("li") { page in page.element("a", ["href": address], text: word) }
                }
            }
        }
    }
}
