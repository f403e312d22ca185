import Domain

extension CodeGroup {
    /// Errors of the server API, results of Apple's own deliveries, environments (facts.md §3.4 to §3.6).
    static let storeServer = CodeGroup(
        "store_server_api",
        title: Text(en: "App Store server API error, sendAttemptResult, environment", zh: "App Store 服务端 API 错误、投递结果与环境"),
        flows: [.storekit],
        words: ["errorCode", "sendAttemptResult", "server", "API", "environment"],
        confirm: Text(
            en:
                "Look for the answer in the application log or in the notification history (`sendAttempts`), Apple's own evidence of what our endpoint did.",
            zh: "在应用日志或通知历史（`sendAttempts`）中查看；后者是 Apple 关于我方接口表现的证据。"),
        source: Text(
            en: "Apple developer documentation: App Store Server API errors, sendAttemptResult, environment.",
            zh: "Apple 开发者文档：App Store Server API 错误、sendAttemptResult、environment。"),
        causes: Text(en: "Our request, or our endpoint as Apple saw it.", zh: "我方的请求，或 Apple 眼中的我方接口。"),
        fix: Text(en: "Repair the endpoint, then ask the notification history for what was missed.", zh: "修复接口，再用通知历史补回遗漏。"),
        codes: [
            .init(
                "4040010", title: Text(en: "transaction not found", zh: "找不到交易"),
                meaning: Text(en: "This environment does not know the transaction.", zh: "该环境没有此交易。"),
                causes: Text(en: "The other environment: sandbox and production are separate.", zh: "属于另一环境：沙盒与生产相互独立。"),
                fix: Text(en: "Ask the other environment.", zh: "改查另一环境。"), names: ["TransactionIdNotFoundError"],
                breaks: [.sandboxInProduction]),
            .init(
                "4040001", title: Text(en: "account not found", zh: "找不到账户"),
                meaning: Text(en: "The account is unknown here.", zh: "此环境没有该账户。"),
                causes: Text(en: "The other environment, or a deleted account.", zh: "另一环境，或账户已删除。"),
                fix: Text(en: "Ask the other environment.", zh: "改查另一环境。"), names: ["AccountNotFoundError"]),
            .init(
                "4000006", title: Text(en: "transaction id not valid", zh: "交易号无效"),
                meaning: Text(en: "The id is no transaction id.", zh: "该值不是交易号。"),
                causes: Text(en: "The merchant's own number was sent.", zh: "误传了商户订单号。"),
                fix: Text(en: "Send transactionId or originalTransactionId.", zh: "传 transactionId 或 originalTransactionId。"),
                names: ["InvalidTransactionIdError"]),
            .init(
                "4290000", title: Text(en: "rate limit", zh: "频率超限"), meaning: Text(en: "Too many requests.", zh: "请求过于频繁。"),
                causes: Text(en: "Polling.", zh: "轮询。"), fix: Text(en: "Back off.", zh: "退避重试。"), names: ["RateLimitExceededError"]),
            .init(
                "TIMED_OUT", title: Text(en: "our endpoint was too slow", zh: "我方接口超时"),
                meaning: Text(
                    en: "Apple waited 30 s; a 200 given later does not count, and it comes again.", zh: "Apple 等待 30 秒；更晚的 200 不算，会重发。"),
                causes: Text(en: "Work done before the answer.", zh: "先做完业务再应答。"),
                fix: Text(en: "Store and answer at once, work afterwards.", zh: "先落库并应答，再处理业务。"), breaks: [.notifyRejected]),
            .init(
                "TLS_ISSUE", title: Text(en: "TLS failed", zh: "TLS 失败"),
                meaning: Text(en: "The connection could not be secured.", zh: "无法建立安全连接。"),
                causes: Text(en: "A certificate that is expired or lacks its chain, an old TLS.", zh: "证书过期、证书链不完整、TLS 版本过低。"),
                fix: Text(en: "Serve the whole chain with TLS 1.2 or later.", zh: "配置完整证书链与 TLS 1.2 以上。"), breaks: [.notifyNotReceived]),
            .init(
                "CIRCULAR_REDIRECT", title: Text(en: "redirects in a circle", zh: "循环跳转"),
                meaning: Text(en: "The endpoint redirects to itself.", zh: "接口循环跳转。"),
                causes: Text(en: "http to https to http rules.", zh: "http 与 https 互相跳转。"),
                fix: Text(en: "Register the final address.", zh: "登记最终地址。"), breaks: [.notifyRejected]),
            .init(
                "NO_RESPONSE", title: Text(en: "no answer", zh: "无响应"),
                meaning: Text(en: "Apple could not reach the endpoint or got nothing.", zh: "连不上接口或没有任何响应。"),
                causes: Text(en: "DNS, firewall, a stopped process.", zh: "DNS、防火墙、进程停止。"),
                fix: Text(en: "Reach it from outside; let Apple's ranges through.", zh: "从外网测试，放行 Apple 地址段。"), breaks: [.notifyNotReceived]
            ),
            .init(
                "SOCKET_ISSUE", title: Text(en: "connection broke", zh: "连接中断"),
                meaning: Text(en: "The connection broke before the answer was complete.", zh: "应答完成前连接断开。"),
                causes: Text(en: "A proxy limit, a restart.", zh: "代理限制或重启。"),
                fix: Text(en: "Look at the edge's error log at that time.", zh: "查看当时的边缘错误日志。"), names: ["PREMATURE_CLOSE"],
                breaks: [.notifyNotReceived]),
            .init(
                "INVALID_RESPONSE", title: Text(en: "answer could not be read", zh: "应答无法识别"),
                meaning: Text(en: "The answer was no valid HTTP or had an unknown charset.", zh: "应答不是有效 HTTP 或字符集未知。"),
                causes: Text(en: "A misbehaving proxy.", zh: "代理异常。"), fix: Text(en: "Answer 200 without a body.", zh: "返回 200，不带正文。"),
                names: ["UNSUPPORTED_CHARSET"], breaks: [.notifyRejected]),
            .init(
                "UNSUCCESSFUL_HTTP_RESPONSE_CODE", title: Text(en: "refused by status", zh: "状态码拒绝"),
                meaning: Text(en: "The endpoint answered outside 200 to 206.", zh: "接口返回的状态码不在 200–206。"),
                causes: Text(en: "A filter, a route, an exception.", zh: "过滤器、路由或异常。"),
                fix: Text(en: "See `paychain explain notify_rejected`.", zh: "见 `paychain explain notify_rejected`。"),
                breaks: [.notifyRejected]),
            .init(
                "Sandbox", title: Text(en: "environment: sandbox", zh: "环境：沙盒"),
                meaning: Text(en: "A test purchase: no money. All-sandbox chains are only remarked.", zh: "测试购买，没有资金。整条链都是沙盒时只作备注。"),
                causes: Text(en: "TestFlight, App Review, a sandbox account.", zh: "TestFlight、App 审核或沙盒账号。"),
                fix: Text(en: "Keep it apart from production.", zh: "与生产数据分开。"), breaks: [.sandboxInProduction]),
            .init(
                "Production", title: Text(en: "environment: production", zh: "环境：生产"), meaning: Text(en: "A real purchase.", zh: "真实购买。"),
                causes: Text(en: "A real payer.", zh: "真实付款人。"), fix: Text(en: "Normal handling.", zh: "正常处理。")),
            .init(
                "Xcode", title: Text(en: "environment: local test", zh: "环境：本地测试"),
                meaning: Text(en: "A local StoreKit test: it proves no payment.", zh: "本地 StoreKit 测试，不能证明付款。"),
                causes: Text(en: "A .storekit configuration in Xcode.", zh: "Xcode 的 .storekit 配置。"),
                fix: Text(en: "Never deliver for it in production.", zh: "生产环境不得为其发货。"), names: ["LocalTesting"]),
        ])
}
