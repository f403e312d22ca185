import Configuration
import Domain
import Masking
import Pipeline
import Reports
import Serving
import Sources
import Store
import Web

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
                "Follows files, folders, globs and standard input through rotation, compression and restarts, and keeps the verdicts in the store as `analyze` over the same logs would. What was read, what was judged and how verdicts moved is committed together: it may be killed at any moment and goes on where it was. SIGTERM and SIGINT take in what is there and end with 0; SIGHUP reads the configuration and the alert rules again. docs/watching.md says what happens when.",
            zh:
                "跟踪文件、目录、通配符与标准输入（支持轮转、压缩与重启），使存储中的判定始终与 `analyze` 分析相同日志的结果一致。读取位置、判定与判定历史在同一事务中提交：可随时被终止，重启后从原处继续。SIGTERM 与 SIGINT 会处理完现有日志后以 0 退出；SIGHUP 重新读取配置与告警规则。详见 docs/watching.md。"
        ),
        options: [
            .store, .config, .maskKeyFile,
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
            OptionDefinition("rules", value: "FILE", help: Text(en: "alert rules, evaluated with every batch", zh: "告警规则，随每批数据评估")),
            OptionDefinition(
                "listen", value: "ADDRESS",
                help: Text(
                    en: "take pushed logs there (POST), and show /healthz, /readyz, /metrics and the pages of `serve`: 127.0.0.1:8080",
                    zh: "在该地址接收推送的日志（POST），并提供 /healthz、/readyz、/metrics 与 `serve` 的页面：127.0.0.1:8080")),
            OptionDefinition(
                "token-file", value: "FILE", help: Text(en: "a token that senders and readers must show", zh: "推送方与访问者须出示的令牌")),
            OptionDefinition("tls-cert", value: "FILE", help: Text(en: "certificate chain, PEM", zh: "证书链（PEM）")),
            OptionDefinition("tls-key", value: "FILE", help: Text(en: "its private key, PEM", zh: "私钥（PEM）")),
            OptionDefinition(
                "allow-host", value: "NAME,…", repeats: true,
                help: Text(en: "names that requests may use beside localhost and numeric addresses", zh: "除 localhost 与数字地址外允许的主机名")),
            .timeZone,
            OptionDefinition("ndjson", help: Text(en: "each change of a verdict as a line of JSON", zh: "判定每次变化输出一行 JSON")),
        ],
        examples: [
            ("paychain watch /var/log/pay --db pay.db", Text(en: "a folder, until it is stopped", zh: "持续监视一个目录")),
            ("kubectl logs -f pay-0 | paychain watch - --db pay.db", Text(en: "standard input", zh: "标准输入")),
            ("paychain watch logs/ --db pay.db --once", Text(en: "what came since the last time, and end", zh: "只处理上次之后的新日志")),
            (
                "paychain watch logs/ --db pay.db --listen 127.0.0.1:8080 --rules rules.yaml",
                Text(en: "with pushes, metrics, pages and alerts", zh: "同时接收推送，提供指标、页面与告警")
            ),
            ("paychain watch logs/ --db pay.db --ndjson --quiet", Text(en: "changes, for another program", zh: "将变化输出给其他程序")),
        ]
    ) { invocation throws(CommandError) in try watch(invocation) }

    private static func watch(_ invocation: Invocation) throws(CommandError) -> ExitCode {
        var options = try options(invocation)
        let listening = invocation.arguments.has("listen") ? try ServeOptions(invocation) : nil
        let configured = options.run.settings
        let rules = try invocation.arguments["rules"].map { path throws(CommandError) in
            try invocation.rules([path], beside: configured)
        }
        let console = WatchConsole(invocation, zone: options.run.settings.zone ?? .shanghai)
        let control = WatchControl()
        let waker = Waker()
        let reader = ConfigurationReader(invocation, console)
        let tellEnding = console.endingFromElsewhere
        SignalThread.start { signal in
            if signal == SIGHUP {
                reader.wanted()
            } else if control.isStopping || !waker.hasFeed {
                // Asked twice, or while it waits for the store: what is not committed is read again the next time.
                SignalThread.obey(signal)
            } else {
                control.stop()
                tellEnding()
            }
            waker.wake()
        }
        control.onFailure { console.failed($0, tries: $1) }
        defer { console.finish() }
        let pushes = PushQueue { waker.wake() }
        if listening != nil { options.pushes = pushes }
        let alerts = rules.map(AlertWatch.init)
        control.onIdle {
            guard let new = reader.read() else { return }
            if let rules = new.rules { alerts?.reload(rules) }
            control.reload(new.settings)
        }
        let run = options
        var observers: [any WatchObserver] = [console]
        if let alerts { observers.insert(alerts, at: 0) }
        let engine = try storing { () throws(StoreError) in
            try WatchEngine(
                run, control: control, observers: observers,
                waiting: {
                    console.tell(
                        Text(
                            en: "another process has \(run.database): waiting for it, \(Limits.watchPatience) s at most",
                            zh: "另一进程正在使用 \(run.database)：等待其结束，最多 \(Limits.watchPatience) 秒"))
                }
            ) { checkpoint, numbers in
                let feed = FollowerFeed(paths: run.run.paths, checkpoint: checkpoint, numbers: numbers)
                waker.feed(feed)
                return feed
            }
        }
        let server = try listening.map { listening throws(CommandError) in
            try serve(listening, invocation, pushes, control, maskKey: run.run.maskKey)
        }
        defer { server?.stop() }
        alerts?.deliver(from: run.database, tell: console.warnFromElsewhere())
        defer { alerts?.stop() }
        let status = try storing { () throws(StoreError) in try engine.run() }
        // Later something may come; not when it ends at once.
        if run.once, status.streams == 0, !console.unread.isEmpty { throw CommandError(RunError.nothingReadable(console.unread)) }
        console.ended(status, in: run.database)
        return .done
    }

    private static func serve(
        _ options: ServeOptions, _ invocation: Invocation, _ pushes: PushQueue, _ control: WatchControl, maskKey: MaskKey
    ) throws(CommandError) -> HTTPServer {
        for warning in options.warnings { invocation.tell(warning) }
        let zone = try invocation.zone()
        var settings = WebSettings(
            database: invocation.storePath, access: options.access, zone: zone, version: Door.version,
            readTime: { TimeArgument.parse($0, zone: zone, relativeTo: $1) })
        settings.tellAll(masker: Masker(key: maskKey))
        let server: HTTPServer
        do throws(ServingError) {
            server = try HTTPServer(
                listening: options.address, service: WatchService(settings, pushes: pushes, control: control), tls: options.tls)
        } catch { throw CommandError(error) }
        invocation.tell(Text(en: "listening on \(server.address.text)", zh: "正在监听 \(server.address.text)"))
        return server
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
        var options = WatchOptions(run: RunOptions(request, nil), database: invocation.storePath)
        if let span = try invocation.span("batch-interval") { options.interval = span }
        if let span = try invocation.span("lateness") { options.lateness = span }
        options.once = arguments.has("once")
        return options
    }
}
