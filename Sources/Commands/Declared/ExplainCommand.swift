import Domain
import Reports

extension CommandDefinition {
    /// `paychain explain CODE`.
    static let explain = CommandDefinition(
        name: "explain", operands: "[CODE]", operandCount: 0...1,
        summary: Text(
            en: "what a break, step, outcome or remark means, how to confirm it and how to mend it", zh: "解释断点、步骤、结果或备注：含义、如何确认、如何修复"),
        examples: [
            ("paychain explain notify_rejected", Text(en: "a break", zh: "一个断点")),
            ("paychain explain http_status", Text(en: "a reason of a break", zh: "断点的一个原因")),
            ("paychain explain", Text(en: "every code there is", zh: "列出全部代码")),
        ]
    ) { invocation throws(CommandError) in
        let report = ExplainReport(style: invocation.style(zone: .shanghai))
        guard let code = invocation.arguments.operands.first else {
            invocation.console.write(report.index())
            return .done
        }
        if let text = report.explain(code) {
            invocation.console.write(text)
            return .done
        }
        invocation.console.complain(
            "paychain: " + Text(en: "there is no code “\(code)”", zh: "没有代码“\(code)”")(invocation.language))
        let remedy =
            CommandError.suggestion(code, ExplainReport.codes) ?? Text(en: "`paychain explain` lists them", zh: "`paychain explain` 列出全部代码")
        invocation.console.complain("  " + remedy(invocation.language))
        return .notFound
    }
}
