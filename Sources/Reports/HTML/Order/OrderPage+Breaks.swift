import Domain
import Verdicts

extension OrderPage {
    func breaks(_ page: inout HTMLWriter) {
        page.element("h2", text: say("Breaks", "断点"))
        guard !verdict.breaks.isEmpty else {
            page.element("p", ["class": "faint"], text: say("none", "没有"))
            return
        }
        for item in verdict.breaks { draw(item, &page) }
    }

    private func draw(_ item: Break, _ page: inout HTMLWriter) {
        let tone = item.severity == .critical ? "bad" : "warn"
        page.newline()
        page.element("section", ["class": "break"]) { page in
            page.element("h3") { page in
                page.element("span", ["class": "tag \(tone)"], text: "\(item.severity.sign) \(page.say(item.severity.title))")
                page.text(" " + page.say(BreakWording.title(item.code)))
                if let reason = BreakWording.reason(item) { page.text(" — " + page.say(reason)) }
            }
            page.element("p", ["class": "faint"]) { page in
                code(item.code, label: item.code.rawValue + (item.reason.map { "/\($0)" } ?? ""), &page)
                page.text(" · " + words.facts(item).joined(separator: " · "))
            }
            // A break by absence rests on the step that is not there.
            for step in verdict.steps where step.state == .missing && step.step.breakIfMissing == item.code {
                guard let proof = words.proof(step) else { continue }
                page.element("p") { page in
                    page.element("a", ["href": "#s-\(step.step.rawValue)"], text: page.say(step.step.title))
                    page.text(say(": ", "：") + proof)
                }
            }
            let cited = item.evidence.filter { chain.events.indices.contains($0) }
            guard !cited.isEmpty else { return }
            page.element("ul", ["class": "evidence"]) { page in
                for index in cited {
                    page.element("li") { page in
                        page.element("a", ["href": "#e\(index + 1)"], text: "#\(index + 1)")
                        page.text(" ")
                        page.element("span", ["class": "mono"], text: reference(index))
                        page.text(" " + words.events.make(chain.events[index]))
                        // Here the line is open: on paper nothing can be unfolded.
                        if let bytes = rawLines?[index] { record(bytes, &page) }
                    }
                }
            }
        }
    }

    private func code(_ code: BreakCode, label: String, _ page: inout HTMLWriter) {
        page.element("code") { page in
            guard let address = place.explanation?(code) else { return page.text(label) }
            page.element("a", ["href": address], text: label)
        }
    }

    func nextSteps(_ page: inout HTMLWriter) {
        let open = words.actionable
        guard !open.isEmpty || words.first != nil else { return }
        page.element("h2", ["id": "next"], text: say("What to do next", "下一步"))
        if let first = words.first {
            page.element("p", ["class": "notice bad"]) { $0.element("strong", text: first) }
        }
        for item in open {
            if open.count > 1 { page.element("h3", text: page.say(BreakWording.title(item.code))) }
            page.element("dl", ["class": "advice"]) { page in
                for (label, text) in words.advice(item) {
                    page.element("dt", text: label)
                    page.element("dd") { $0.prose(text) }
                }
            }
        }
        guard let code = words.code else { return }
        page.element("p", ["class": "faint"]) { page in
            page.text(say("More: ", "详情："))
            page.element("code", text: "paychain explain \(code.rawValue)" + place.typed.text(for: .anything))
            page.text(say(" · lines: ", " · 原文："))
            page.element(
                "code", text: "paychain order --raw" + place.typed.text(for: .store) + " " + ShellWord.quoted(verdict.order.description))
        }
    }
}
