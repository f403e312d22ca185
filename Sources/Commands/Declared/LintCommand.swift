import Audits
import Domain
import Reports

extension CommandDefinition {
    /// `paychain lint PATH…`: do client logs carry what a chain needs?
    static let lint = CommandDefinition(
        name: "lint", operands: "PATH…", operandCount: 1...Int.max,
        summary: Text(
            en: "do client logs carry what a chain needs, and which line to add first", zh: "客户端日志是否齐备，以及最该先补哪一行"),
        details: Text(
            en:
                "Give the server's logs and bills too: lacks are ranked by how many open verdicts, and how much money, mending them could settle on these logs. The exit code is 1 when something that a chain must have is lacking.",
            zh: "请同时提供服务端日志与账单：缺失项按补上后最多能澄清多少未决判定与金额排序。缺少必需内容时退出码为 1。"),
        options: [
            OptionDefinition(
                "fail-on", value: "must|should", choices: LintRule.Level.allCases.map(\.rawValue),
                help: Text(en: "exit with 1 when something of this level is lacking (must)", zh: "缺少该级别的内容时以 1 退出（must）")),
            .config, .maskKeyFile, .asOf, .timeZone, .json,
        ],
        examples: [
            ("paychain lint logs/", Text(en: "client and server logs of a day", zh: "一天的客户端与服务端日志")),
            ("paychain lint app.log --fail-on should --json", Text(en: "for CI: the strict form", zh: "用于 CI：严格模式")),
        ]
    ) { invocation throws(CommandError) in
        let arguments = invocation.arguments
        if arguments.operands.contains("-") {
            throw CommandError(
                .usage, Text(en: "lint reads its input twice: standard input cannot be", zh: "lint 需要读取两遍，不能用标准输入"),
                remedy: Text(en: "save it in a file first", zh: "请先存为文件"))
        }
        let settings = try AnalysisSettings(invocation, paths: arguments.operands)
        let request = invocation.auditRequest(settings)
        var collector = LintCollector()
        invocation.engine.clientLines(
            request, { record, source, line in collector.note(record, source: source, line: line) }, { source in collector.note(source) })
        let lines = collector
        let gathering = Gathering(collector)
        let summary = try invocation.judge(request) { verdict, chain, sources in
            let look = lines.look(at: OrderView(verdict: verdict, chain: chain, sources: sources))
            gathering.add { $0.add(look) }
        }
        let report = gathering.gathered.report
        if arguments.has("json") {
            var json = JSONWriter(capacity: 1 << 14)
            LintJSON.append(report, summary: summary, to: &json)
            json.newline()
            invocation.console.write(json.bytes)
        } else {
            invocation.console.write(LintText(report: report, style: invocation.style(zone: settings.zone)).render())
        }
        let level = arguments["fail-on"].flatMap(LintRule.Level.init(rawValue:)) ?? .must
        return report.fails(on: level) ? .notFound : .done
    }
}
