import Alerts
import Configuration
import Domain
import Reports

extension CommandDefinition {
    /// `paychain alerts check|test|run|backtest FILE…`.
    static let alerts = CommandDefinition(
        name: "alerts", operands: "check|test|run|backtest FILE…", operandCount: 2...64,
        summary: Text(
            en: "check alert rules, run their unit tests, evaluate them now or over a past period", zh: "检查告警规则、运行规则单元测试、对当前或过去的时段评估规则"),
        details: Text(
            en:
                "check reads rule files and says everything that is wrong, with lines. test runs files of unit tests. run evaluates rules over the store as of its end and exits with 1 when something fires; --send remembers and tells the receivers. backtest says what would have fired in a period. docs/alerts.md describes rules, measures and receivers.",
            zh:
                "check 读取规则文件并一次指出全部错误与行号。test 运行规则单元测试。run 以存储的判定时点评估规则，有告警触发时退出码为 1；--send 会记住状态并通知接收方。backtest 列出某时段内会触发的告警。规则、度量与接收方见 docs/alerts.md。"
        ),
        options: [
            .store,
            OptionDefinition(
                "send", help: Text(en: "run: keep the state in the store and tell the receivers", zh: "run：把状态存入存储并通知接收方")),
            OptionDefinition(
                "metrics", value: "FILE",
                help: Text(
                    en: "run: write what /metrics shows into a file, for a textfile collector (- is standard output)",
                    zh: "run：把 /metrics 的内容写入文件，供 textfile collector 读取（- 为标准输出）")),
            OptionDefinition("from", value: "TIME", help: Text(en: "backtest: from here on (7 days back)", zh: "backtest：起始时间（默认往前 7 天）")),
            OptionDefinition("to", value: "TIME", help: Text(en: "backtest: up to here (as-of)", zh: "backtest：结束时间（默认判定时点）")),
            OptionDefinition(
                "complaints", value: "FILE",
                help: Text(
                    en: "backtest: an order number or a time a line; how long before the first complaint alerts came",
                    zh: "backtest：每行一个订单号或时间；统计告警比首个投诉早多久")),
            OptionDefinition(
                "junit", value: "FILE", help: Text(en: "test: write JUnit XML (- is standard output)", zh: "test：写 JUnit XML（- 为标准输出）")),
            .config, .asOf, .timeZone, .json,
        ],
        examples: [
            ("paychain alerts check rules.yaml", Text(en: "before it is deployed", zh: "部署前检查")),
            ("paychain alerts test rules.test.yaml --junit alerts.xml", Text(en: "for CI", zh: "用于 CI")),
            (
                "paychain alerts run rules.yaml --db shop.db",
                Text(en: "what fires now; exit code 1 when something does", zh: "当前触发的告警；有则退出码为 1")
            ),
            ("paychain alerts run rules.yaml --send", Text(en: "from a timer: tell the receivers what is new", zh: "由定时任务调用：通知接收方新的变化")),
            (
                "paychain alerts backtest rules.yaml --from 2026-11-01 --complaints complaints.txt",
                Text(en: "would it have rung before the customers did?", zh: "能否早于用户投诉发现？")
            ),
        ]
    ) { invocation throws(CommandError) in
        let verb = invocation.arguments.operands[0]
        let files = Array(invocation.arguments.operands.dropFirst())
        guard let action = AlertAction(rawValue: verb) else {
            throw CommandError.unknownOperand(verb, of: "alerts", known: AlertAction.allCases.map(\.rawValue))
        }
        for (option, owner) in [
            ("send", AlertAction.run), ("metrics", .run), ("from", .backtest), ("to", .backtest), ("complaints", .backtest),
            ("junit", .test),
        ]
        where invocation.arguments.has(option) && action != owner {
            throw CommandError(
                .usage, Text(en: "--\(option) belongs to `alerts \(owner.rawValue)`", zh: "--\(option) 只用于 `alerts \(owner.rawValue)`"))
        }
        switch action {
        case .check: return try AlertChecking.check(files, invocation)
        case .test: return try AlertTesting.test(files, invocation)
        case .run: return try AlertRunning.run(files, invocation)
        case .backtest: return try AlertBacktest.run(files, invocation)
        }
    }

    private enum AlertAction: String, CaseIterable {
        case check
        case test
        case run
        case backtest
    }
}
