import Configuration
import Domain
import Pipeline
import Reports
import Sources
import Store

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

extension CommandDefinition {
    /// `paychain watch PATH…`: the main job, as long as logs are written.
    static let watch = CommandDefinition(
        name: "watch", operands: "PATH…", operandCount: 1...Int.max,
        summary: Text(en: "follow logs and keep the store up to date", zh: "跟踪日志并持续更新存储"),
        details: Text(
            en:
                "Follows files, folders, globs and standard input through rotation, compression and restarts, and keeps the verdicts in the store as `analyze` over the same logs would. What was read, what was judged and how verdicts moved is committed together: it may be killed at any moment and goes on where it was. SIGTERM and SIGINT take in what is there and end with 0; SIGHUP reads the configuration again. docs/watching.md says what happens when.",
            zh:
                "跟踪文件、目录、通配符与标准输入（支持轮转、压缩与重启），使存储中的判定始终与 `analyze` 分析相同日志的结果一致。读取位置、判定与判定历史在同一事务中提交：可随时被终止，重启后从原处继续。SIGTERM 与 SIGINT 会处理完现有日志后以 0 退出；SIGHUP 重新读取配置。详见 docs/watching.md。"
        ),
        options: [
            .store, .config,
            OptionDefinition("once", help: Text(en: "take in what is there, and end", zh: "处理完现有日志后退出")),
            OptionDefinition(
                "batch-interval", value: "SPAN",
                help: Text(en: "how long new lines wait at most before they are judged (5s)", zh: "新日志等待判定的最长时间（5s）")),
            OptionDefinition(
                "lateness", value: "SPAN",
                help: Text(
                    en: "how long after its last line an order is judged again by itself (24h); later lines still count",
                    zh: "订单最后一行日志之后仍主动重判的时长（24h）；更晚的日志仍会计入")),
            OptionDefinition(
                "memory", value: "SIZE",
                help: Text(en: "memory for evidence before it stays on disk alone (64M)", zh: "证据占用内存上限，超出后只留在磁盘（64M）")),
            OptionDefinition("workers", value: "N", help: Text(en: "partitions judged side by side (one a core)", zh: "并行判定数（默认每核一个）")),
            .timeZone,
            OptionDefinition("ndjson", help: Text(en: "each change of a verdict as a line of JSON", zh: "判定每次变化输出一行 JSON")),
        ],
        examples: [
            ("paychain watch /var/log/pay --db pay.db", Text(en: "a folder, until it is stopped", zh: "持续监视一个目录")),
            ("kubectl logs -f pay-0 | paychain watch - --db pay.db", Text(en: "standard input", zh: "标准输入")),
            ("paychain watch logs/ --db pay.db --once", Text(en: "what came since the last time, and end", zh: "只处理上次之后的新日志")),
            ("paychain watch logs/ --db pay.db --ndjson --quiet", Text(en: "changes, for another program", zh: "将变化输出给其他程序")),
        ]
    ) { invocation throws(CommandError) in
        let options = try options(invocation)
        let console = WatchConsole(invocation, zone: options.run.settings.zone ?? .shanghai)
        let control = WatchControl()
        let waker = Waker()
        let reader = ConfigurationReader(invocation)
        SignalThread.start { signal in
            if signal == SIGHUP {
                reader.wanted()
            } else if control.isStopping {
                // Asked twice: what is not committed is read again the next time.
                SignalThread.obey(signal)
            } else {
                control.stop()
            }
            waker.wake()
        }
        control.onIdle { if let settings = reader.read() { control.reload(settings) } }
        control.onFailure { console.failed($0, tries: $1) }
        defer { console.finish() }
        _ = try storing { () throws(StoreError) in
            let engine = try WatchEngine(options, control: control, observers: [console]) { checkpoint, free in
                let feed = FollowerFeed(paths: options.run.paths, checkpoint: checkpoint, free: free)
                waker.feed(feed)
                return feed
            }
            return try engine.run()
        }
        return .done
    }

    private static func options(_ invocation: Invocation) throws(CommandError) -> WatchOptions {
        let arguments = invocation.arguments
        let settings = try AnalysisSettings(invocation, paths: arguments.operands)
        var request = AnalyzeRequest(
            paths: arguments.operands, settings: settings, database: invocation.storePath, memory: Limits.memory,
            workers: try invocation.number("workers", in: 1...1_024))
        if let text = arguments["memory"] {
            guard let bytes = SizeArgument.parse(text) else { throw CommandError.badValue("memory", text, SizeArgument.wanted) }
            request.memory = bytes
        }
        // Nothing to be had from the very beginning is a mistake, not a log that is yet to come.
        var options = WatchOptions(run: RunOptions(request, nil), database: invocation.storePath)
        if let span = try invocation.span("batch-interval") { options.interval = span }
        if let span = try invocation.span("lateness") { options.lateness = span }
        options.once = arguments.has("once")
        return options
    }
}
