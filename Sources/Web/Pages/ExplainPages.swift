import Domain
import Reports
import Serving

extension Route {
    /// The index of everything that can be explained.
    static let explainIndex = Route("/explain", .page, Text(en: "the knowledge base, and a search in words", zh: "知识库，可用文字检索")) {
        (call) throws(WebFailure) in
        if let asked = call.query("q") { return ExplainPage.answer(asked, call) }
        return Frame.page(call, title: call.say("Explain", "知识库"), current: "/explain") { page in
            page.element("h1", text: call.say("What a word means", "术语与代码"))
            ExplainPage.form(call, "", &page)
            for kind in Explanation.Kind.allCases {
                let entries = Explanation.all.filter { $0.kind == kind }
                guard !entries.isEmpty, kind != .reason else { continue }
                page.newline()
                // Codes are many: folded, so that the page stays short.
                page.element("details", ["open": kind == .break || kind == .finding || kind == .step ? "" : nil]) { page in
                    page.element("summary") { page in
                        page.element("h2", ["class": "inline"], text: "\(call.say(kind.title)) (\(entries.count))")
                    }
                    page.element("ul", ["class": "index"]) { page in
                        for entry in entries {
                            page.element("li") { page in
                                page.element("a", ["href": call.link(explain: entry.qualified), "class": "code"], text: entry.code)
                                page.text(" " + call.say(entry.title))
                            }
                        }
                    }
                }
            }
        }
    }

    /// One word.
    static let explainPage = Route(
        "/explain/{word}", .page, Text(en: "what one break, step, code or symptom means", zh: "一个断点、步骤、代码或现象的含义"),
        parameters: [.init(name: "word", isInPath: true, help: Text(en: "a code, kind/code, or words", zh: "代码、类别/代码或文字"))]
    ) { (call) throws(WebFailure) in ExplainPage.answer(call.path["word"] ?? "", call) }
}

/// A page of the knowledge base.
private enum ExplainPage {
    /// So many meanings of one word are shown in full.
    private static let full = 5

    static func form(_ call: Call, _ asked: String, _ page: inout HTMLWriter) {
        page.element("form", ["class": "filter", "action": call.address("/explain"), "method": "get"]) { page in
            page.element("p") { page in
                page.element("label", ["for": "word"], text: call.say("A code, or what is seen in words", "代码，或用文字描述现象"))
                page.open("input", ["id": "word", "name": "q", "type": "search", "maxlength": "200", "value": asked])
            }
            Frame.language(call, &page)
            page.element("button", ["type": "submit"], text: call.say("Explain", "解释"))
        }
    }

    static func answer(_ asked: String, _ call: Call) -> HTTPResponse {
        let answer = Knowledge.find(asked)
        let isFound = !answer.entries.isEmpty
        let first = answer.entries.first
        let title = answer.entries.count == 1 && answer.way == .code ? first.map { call.say($0.title) } ?? asked : asked
        return Frame.page(call, status: isFound ? 200 : 404, title: title, current: "/explain") { page in
            page.element("h1", text: title)
            if !isFound {
                page.element("p", text: call.say("There is no code “\(asked)”.", "没有代码“\(asked)”。"))
                if !answer.suggestions.isEmpty {
                    page.element("p", text: call.say("Is it one of these?", "是不是其中之一？"))
                    page.element("ul") { page in
                        for word in answer.suggestions {
                            page.element("li") { $0.element("a", ["href": call.link(explain: word)], text: word) }
                        }
                    }
                }
                form(call, asked, &page)
                return
            }
            if answer.way == .words {
                page.element(
                    "p", ["class": "faint"],
                    text: call.say("No code is called so; by its words this fits best.", "没有同名代码；以下按字词最为接近。"))
            }
            if answer.way == .kind || answer.entries.count > full {
                list(answer.entries, call, &page)
            } else {
                for entry in answer.entries { write(entry, isAlone: answer.entries.count == 1 && answer.way == .code, call, &page) }
            }
        }
    }

    private static func list(_ entries: [Explanation], _ call: Call, _ page: inout HTMLWriter) {
        page.element("ul", ["class": "index"]) { page in
            for entry in entries {
                page.element("li") { page in
                    page.element("a", ["href": call.link(explain: entry.qualified), "class": "code"], text: entry.code)
                    page.text(" " + call.say(entry.title))
                }
            }
        }
    }

    /// The reasons of a break: many short texts, so a list and no headings.
    private static func reasons(of entry: Explanation, isAlone: Bool, _ call: Call, _ page: inout HTMLWriter) {
        heading(call.say("Reasons", "原因"), below: isAlone ? 1 : 2, &page)
        page.element("dl", ["class": "advice"]) { page in
            for part in entry.parts where part.role == .reasons {
                // The heading is "Reason WORD"; above the list stands "Reasons" already.
                page.element("dt") { $0.element("code", text: part.heading?.en.split(separator: " ").last.map(String.init) ?? "") }
                page.element("dd") { $0.prose(call.say(part.text)) }
            }
        }
    }

    /// One level below the heading above it; it looks the same on both.
    private static func heading(_ text: String, below level: Int, _ page: inout HTMLWriter) {
        if level == 1 { page.element("h2", ["class": "part"], text: text) } else { page.element("h3", text: text) }
    }

    private static func write(_ entry: Explanation, isAlone: Bool, _ call: Call, _ page: inout HTMLWriter) {
        if !isAlone { page.element("h2", text: call.say(entry.title)) }
        page.element("p", ["class": "faint"]) { page in
            page.element("code", text: entry.code)
            page.text(" · " + call.say(entry.kindText))
            if !entry.names.isEmpty { page.text(" · " + entry.names.joined(separator: ", ")) }
        }
        var isReasonsWritten = false
        for part in entry.parts {
            if part.role == .reasons {
                if !isReasonsWritten { reasons(of: entry, isAlone: isAlone, call, &page) }
                isReasonsWritten = true
                continue
            }
            if let text = part.heading { heading(call.say(text), below: isAlone ? 1 : 2, &page) }
            for paragraph in call.say(part.text).split(separator: "\n") {
                page.element("p") { $0.prose(String(paragraph)) }
            }
        }
        if entry.kind == .break, BreakCode(rawValue: entry.code) != nil {
            page.element("p") { page in
                page.element(
                    "a", ["href": call.link("/orders", [("break", entry.code)])], text: call.say("Orders with this break", "出现该断点的订单"))
            }
        }
        guard !entry.see.isEmpty else { return }
        heading(call.say("See also", "另见"), below: isAlone ? 1 : 2, &page)
        page.element("ul", ["class": "index"]) { page in
            for word in entry.see {
                page.element("li") { $0.element("a", ["href": call.link(explain: word), "class": "code"], text: word) }
            }
        }
    }
}
