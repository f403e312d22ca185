import Domain
import Reports

extension CommandDefinition {
    /// `paychain explain CODE`.
    static let explain = CommandDefinition(
        name: "explain", operands: "[CODE|WORDS…]", operandCount: 0...Int.max,
        summary: Text(
            en: "what a break, step, status code or symptom means, how to confirm it and how to mend it",
            zh: "解释断点、步骤、状态码或现象：含义、如何确认、如何修复"),
        details: Text(
            en:
                "A code of any provider, a break, a step, a trap, a finding, a word of the verdict, or what is seen in words. A code that means several things is explained in each; KIND/CODE names one of them.",
            zh: "可以是任一渠道的代码、断点、步骤、陷阱、发现、判定用词，也可以直接用文字描述现象。一个代码有多种含义时全部列出；用“类别/代码”指定其一。"),
        options: [.json, .ndjson],
        examples: [
            ("paychain explain notify_rejected", Text(en: "a break", zh: "一个断点")),
            ("paychain explain 6004", Text(en: "a status code", zh: "一个状态码")),
            ("paychain explain sk_error/2", Text(en: "one of the meanings of 2", zh: "代码 2 的其中一种含义")),
            ("paychain explain never came back", Text(en: "what is seen, in words", zh: "用文字描述现象")),
            ("paychain explain http_code", Text(en: "all codes of one kind", zh: "某一类的全部代码")),
            ("paychain explain", Text(en: "everything there is", zh: "列出全部")),
        ]
    ) { invocation throws(CommandError) in
        try invocation.refuse("json", with: "ndjson")
        let report = ExplainReport(style: invocation.style(zone: .shanghai))
        let asked = invocation.arguments.operands.joined(separator: " ")
        let isMachine = invocation.arguments.has("json") || invocation.arguments.has("ndjson")
        if asked.isEmpty, !isMachine {
            invocation.console.write(report.index())
            return .done
        }
        let answer = asked.isEmpty ? Knowledge.everything : Knowledge.find(asked)
        if isMachine {
            write(answer, asked: asked, invocation)
        } else if let page = report.page(answer, asked: asked) {
            invocation.console.write(page)
        }
        guard answer.entries.isEmpty else { return .done }
        invocation.console.complain(
            "paychain: " + Text(en: "there is no code “\(asked)”", zh: "没有代码“\(asked)”")(invocation.language))
        let near = answer.suggestions.map { "“\($0)”" }
        let remedy =
            near.isEmpty
            ? Text(en: "`paychain explain` lists them", zh: "`paychain explain` 列出全部代码")
            : Text(en: "did you mean \(near.joined(separator: ", "))?", zh: "是不是想用\(near.joined(separator: "、"))？")
        invocation.console.complain("  " + remedy(invocation.language))
        return .notFound
    }

    private static func write(_ answer: Knowledge.Answer, asked: String, _ invocation: Invocation) {
        var json = JSONWriter(capacity: 1 << 14)
        if invocation.arguments.has("json") {
            ExplanationJSON.append(answer, asked: asked, invocation.language, to: &json)
            json.newline()
        } else {
            for entry in answer.entries {
                ExplanationJSON.append(entry, invocation.language, to: &json)
                json.newline()
            }
        }
        invocation.console.write(json.bytes)
    }
}
