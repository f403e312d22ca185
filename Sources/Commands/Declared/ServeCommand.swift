import Alerts
import Domain
import Masking
import Pipeline
import Reports
import Serving
import Store
import Web

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension CommandDefinition {
    /// `paychain serve`: pages and API over one store.
    static let serve = CommandDefinition(
        name: "serve",
        summary: Text(
            en: "pages for a browser, a JSON API, /metrics and /healthz over one store", zh: "基于存储提供网页、JSON API、/metrics 与 /healthz"),
        details: Text(
            en:
                "It only reads the store and goes on while `analyze` or `watch` write it. It listens on this machine alone unless told otherwise; an address that others can reach needs --token-file, or a proxy that is trusted by its address. It runs until SIGINT or SIGTERM, and lets requests under way finish.",
            zh: "只读取存储，可与 `analyze`、`watch` 的写入同时进行。默认只监听本机；可被他人访问的地址须使用 --token-file，或按地址信任的反向代理。收到 SIGINT 或 SIGTERM 后待进行中的请求结束再退出。"),
        options: [
            .store,
            OptionDefinition(
                "listen", value: "ADDRESS",
                help: Text(
                    en: "127.0.0.1:8080 (default), [::1]:8080, :8080 (all), unix:/run/paychain.sock; port 0 takes a free one",
                    zh: "127.0.0.1:8080（默认）、[::1]:8080、:8080（全部）、unix:/run/paychain.sock；端口 0 任选空闲端口")),
            OptionDefinition(
                "token-file", value: "FILE",
                help: Text(
                    en: "a token that clients must show, as Bearer or as the password of any user name",
                    zh: "客户端须出示的令牌，用 Bearer 或作为任意用户名的密码")),
            OptionDefinition(
                "trust-identity-header", value: "NAME",
                help: Text(en: "believe this header about who asks, from --trust-proxy alone", zh: "相信该请求头中的身份，仅限来自 --trust-proxy 的请求")),
            OptionDefinition(
                "trust-proxy", value: "ADDR,…", repeats: true, help: Text(en: "numeric address of the trusted proxy", zh: "受信任反向代理的数字地址")),
            OptionDefinition("tls-cert", value: "FILE", help: Text(en: "certificate chain, PEM", zh: "证书链（PEM）")),
            OptionDefinition("tls-key", value: "FILE", help: Text(en: "its private key, PEM", zh: "私钥（PEM）")),
            OptionDefinition(
                "allow-host", value: "NAME,…", repeats: true,
                help: Text(
                    en: "names that requests may use beside localhost and numeric addresses", zh: "除 localhost 与数字地址外允许的主机名")),
            OptionDefinition(
                "base-path", value: "PATH",
                help: Text(en: "the path below which a proxy serves it: /paychain", zh: "反向代理提供服务时的路径前缀，例如 /paychain")),
            OptionDefinition(
                "raw", help: Text(en: "show original log lines on order pages, personal data masked", zh: "在订单页显示原始日志行（个人信息已脱敏）")),
            .maskKeyFile, .timeZone,
        ],
        examples: [
            ("paychain serve", Text(en: "http://127.0.0.1:8080 over paychain.db", zh: "在 http://127.0.0.1:8080 提供 paychain.db")),
            (
                "paychain serve --db pay.db --listen :8443 --token-file token --tls-cert c.pem --tls-key k.pem",
                Text(en: "for others, with a token", zh: "供他人访问，使用令牌")
            ),
            (
                "paychain serve --listen unix:/run/paychain.sock --trust-identity-header X-Forwarded-User --trust-proxy unix",
                Text(en: "behind a proxy that knows its users", zh: "置于已认证用户的反向代理之后")
            ),
        ]
    ) { invocation throws(CommandError) in try serve(invocation) }

    private static func serve(_ invocation: Invocation) throws(CommandError) -> ExitCode {
        let options = try ServeOptions(invocation)
        let zone = try invocation.zone()
        try checkStore(invocation)
        for warning in options.warnings { invocation.tell(warning) }
        var settings = WebSettings(
            database: invocation.storePath, access: options.access, zone: zone, version: Door.version,
            readTime: { TimeArgument.parse($0, zone: zone, relativeTo: $1) },
            rawLines: try rawLines(invocation, zone: zone))
        settings.basePath = options.basePath
        settings.tellAll(masker: Masker(key: try AnalysisSettings(invocation).maskKey))
        // Before any thread starts, so that none of them takes the signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let server: HTTPServer
        do throws(ServingError) {
            server = try HTTPServer(listening: options.address, service: WebService(settings), tls: options.tls)
        } catch { throw CommandError(error) }
        let place = address(of: server, isSecure: options.tls != nil, base: options.basePath)
        invocation.tell(
            Text(en: "serving \(invocation.storePath) on \(place); Ctrl-C stops", zh: "正在 \(place) 提供 \(invocation.storePath)；按 Ctrl-C 停止"))
        var signal: Int32 = 0
        while sigwait(&signals, &signal) != 0 {}
        invocation.tell(Text(en: "stopping: requests under way finish first", zh: "正在停止：先完成进行中的请求"))
        server.stop()
        return .done
    }

    /// Reads and masks the original lines of an order, where `--raw` allows it: `paychain order --raw` alone shows them as they are.
    private static func rawLines(
        _ invocation: Invocation, zone: ZoneTable
    ) throws(CommandError) -> (@Sendable (StoredOrder, [SourceInfo]) -> [Int: [UInt8]])? {
        guard invocation.arguments.has("raw") else { return nil }
        let masker = Masker(key: try AnalysisSettings(invocation).maskKey)
        let path = invocation.storePath
        return { order, sources in
            CaseFile(
                order: order, run: RunContext(asOf: order.verdict.asOf), sources: sources, zone: zone,
                store: try? Store.open(path: path, mode: .readOnly)
            ).lines(masker)
        }
    }

    private static func address(of server: HTTPServer, isSecure: Bool, base: String) -> String {
        if case .file = server.address.place { return server.address.text }
        return (isSecure ? "https://" : "http://") + server.address.text + base
    }

    /// A store that is not there yet may come; what is no store never becomes one.
    private static func checkStore(_ invocation: Invocation) throws(CommandError) {
        do throws(StoreError) { _ = try Store.open(path: invocation.storePath, mode: .readOnly) } catch {
            guard error.problem == .missing else { throw CommandError(.store, Text(en: error.message(.en), zh: error.message(.zh))) }
            let path = invocation.storePath
            invocation.tell(
                Text(
                    en: "there is no store at \(path) yet: pages say so until `analyze` or `watch` makes it",
                    zh: "\(path) 尚不存在：在 `analyze` 或 `watch` 生成之前，页面会如实说明"))
        }
    }
}
