import Domain
import Reports

extension CommandDefinition {
    /// `paychain analyze PATH…`: the main job.
    static let analyze = CommandDefinition(
        name: "analyze", operands: "PATH…", operandCount: 1...Int.max,
        summary: Text(en: "read logs, join them by order, judge, print the summary", zh: "读取日志，按订单关联，判定并输出汇总"),
        details: Text(
            en:
                "Paths are files, folders (read with everything in them), globs, or - for standard input. Gzip, zip, encodings and formats are recognised by content. The result is kept in the store, so that `paychain order` and `paychain orders` answer at once; reading the same logs again changes nothing. Analyses of one store at the same time wait for each other, up to 15 minutes.",
            zh:
                "路径可以是文件、目录（递归读取）、通配符，或表示标准输入的 -。压缩、编码与格式按内容识别。结果保存在存储中，之后 `paychain order` 与 `paychain orders` 可立即回答；重复读取相同日志不会改变结果。同时写入同一存储的多次分析会依次等待，最长 15 分钟。"
        ),
        options: [
            .store,
            OptionDefinition("no-db", help: Text(en: "keep no store", zh: "不保存结果")),
            .config, .maskKeyFile,
            OptionDefinition(
                "memory", value: "SIZE", help: Text(en: "memory for evidence before it spills to disk (64M)", zh: "证据占用内存上限，超出后落盘（64M）")),
            .asOf, .timeZone,
            OptionDefinition("workers", value: "N", help: Text(en: "files read side by side (one a core)", zh: "并行读取的文件数（默认每核一个）")),
            OptionDefinition(
                "fail-on", value: "major|critical", choices: ["major", "critical"],
                help: Text(en: "exit with 1 when breaks this bad fired", zh: "出现该级别及以上的断点时以 1 退出")),
            .json, .ndjson,
        ],
        examples: [
            ("paychain analyze logs/", Text(en: "a folder of logs", zh: "读取一个日志目录")),
            (
                "paychain analyze app.log.gz access.log* bill.zip --no-db --json",
                Text(en: "some files, the run as one JSON object", zh: "若干文件，以 JSON 对象输出汇总")
            ),
            ("kubectl logs pay-0 | paychain analyze -", Text(en: "from standard input", zh: "从标准输入读取")),
            (
                "paychain analyze logs/ --fail-on critical --quiet",
                Text(en: "for a nightly job: exit code 1 when money or integrity is wrong", zh: "用于每日任务：资金或数据出错时退出码为 1")
            ),
        ]
    ) { invocation throws(CommandError) in
        try invocation.refuse("json", with: "ndjson")
        try invocation.refuse("db", with: "no-db")
        let arguments = invocation.arguments
        let settings = try AnalysisSettings(invocation, paths: arguments.operands)
        var request = AnalyzeRequest(
            paths: arguments.operands, settings: settings, database: arguments.has("no-db") ? nil : invocation.storePath,
            memory: Limits.memory, workers: try invocation.number("workers", in: 1...1_024))
        if let text = arguments["memory"] {
            guard let bytes = SizeArgument.parse(text) else { throw CommandError.badValue("memory", text, SizeArgument.wanted) }
            request.memory = bytes
        }
        let console = invocation.console
        let bar = ProgressBar(language: invocation.language, isOn: !invocation.isQuiet && console.errorsAreTerminal)
        let summary: Summary
        if arguments.has("ndjson") {
            let output = Engine.OrderOutput(render: line, emit: { console.write($0) })
            summary = try invocation.engine.analyze(request, bar, output)
            bar.finish()
        } else {
            summary = try invocation.engine.analyze(request, bar, nil)
            bar.finish()
            if arguments.has("json") {
                var json = JSONWriter(capacity: 1 << 16)
                SummaryJSON.append(summary, to: &json)
                json.newline()
                console.write(json.bytes)
            } else {
                let report = SummaryReport(
                    summary: summary, style: invocation.style(zone: settings.zone), isKept: request.database != nil)
                console.write(report.render())
            }
        }
        return failed(summary, on: arguments["fail-on"]) ? .notFound : .done
    }

    /// One order as a line of NDJSON.
    @Sendable private static func line(_ verdict: Verdict, _ chain: Chain, _ sources: [SourceInfo]) -> [UInt8] {
        var json = JSONWriter(capacity: 2_048)
        VerdictJSON(sources: sources).append(verdict, events: chain.events, to: &json)
        json.newline()
        return json.bytes
    }

    /// Whether breaks as bad as `--fail-on` asks for fired.
    static func failed(_ summary: Summary, on word: String?) -> Bool {
        guard let word, let limit = Severity(rawValue: word) else { return false }
        return summary.breaks.contains { count in
            count.bySeverity.enumerated().contains { $0.offset <= limit.rank && $0.element > 0 }
        }
    }
}
