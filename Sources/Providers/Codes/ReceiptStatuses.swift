import Domain

extension CodeGroup {
    /// Statuses of the old receipt check (facts.md §3.3).
    static let receiptStatuses = CodeGroup(
        "verify_receipt", title: Text(en: "verifyReceipt status", zh: "verifyReceipt 状态码"),
        flows: [.storekit],
        words: ["verifyReceipt", "receipt", "status", "收据"],
        confirm: Text(
            en:
                "Look for `receipt.verified` with this status and its environment in the application log, and what the next answer of the same receipt says.",
            zh: "在应用日志的 `receipt.verified` 中查看状态与环境，并看同一收据下一次的答复。"),
        source: Text(
            en: "Apple developer documentation: verifyReceipt status (deprecated, still used).",
            zh: "Apple 开发者文档：verifyReceipt status（已弃用，仍在使用）。"),
        causes: Text(en: "The receipt as Apple read it.", zh: "Apple 所读到的收据。"),
        fix: Text(
            en: "Ask production first and the sandbox only after 21007; send the receipt's base64 unchanged.",
            zh: "先请求生产环境，仅在 21007 后转沙盒；收据 base64 原样发送。"),
        codes: [
            .init(
                "0", title: Text(en: "valid", zh: "有效"),
                meaning: Text(
                    en: "The receipt is valid: find the transaction in it and deliver once by transaction_id.",
                    zh: "收据有效：从中找到交易，按 transaction_id 只发一次货。"),
                causes: Text(
                    en: "The normal end. The last element of latest_receipt_info is not promised to be the newest: sort by date.",
                    zh: "正常结果。latest_receipt_info 的最后一项不保证最新，应按时间排序。"),
                fix: Text(en: "Check bundle_id, product and transaction_id, then deliver.", zh: "核对 bundle_id、商品与 transaction_id 后发货。"),
                names: ["receipt_ok"], breaks: [.deliveredTwice]),
            .init(
                "21000", title: Text(en: "not a POST", zh: "不是 POST 请求"),
                meaning: Text(en: "The App Store was not asked by HTTP POST.", zh: "未使用 HTTP POST 请求。"),
                causes: Text(en: "A redirect that turned POST into GET, a wrong client call.", zh: "跳转把 POST 变成 GET，或调用方式错误。"),
                fix: Text(en: "POST JSON straight to the address.", zh: "直接 POST JSON。"), breaks: [.receiptRejected]),
            .init(
                "21001", title: Text(en: "no longer sent", zh: "已不再使用"),
                meaning: Text(en: "Apple does not send this status any more.", zh: "Apple 已不再返回此状态。"),
                causes: Text(en: "An old document.", zh: "旧文档中的代码。"), fix: Text(en: "Treat it as malformed.", zh: "按格式错误处理。"),
                breaks: [.receiptRejected]),
            .init(
                "21002", title: Text(en: "receipt malformed, or a passing fault", zh: "收据格式错误，或临时故障"),
                meaning: Text(
                    en:
                        "The receipt data could not be read, or the service had a passing fault. Receipts of a local .storekit configuration give it too.",
                    zh: "收据无法解析，或服务临时故障。本地 .storekit 配置产生的收据也会返回它。"),
                causes: Text(
                    en:
                        "Binary turned into text before base64, `+` turned into a blank, line feeds added, cut by a length limit, URL decoding.",
                    zh: "base64 之前先转成字符串、`+` 变空格、插入换行、被长度截断、做了 URL 解码。"),
                fix: Text(
                    en: "Send the base64 of the file's bytes unchanged; check it decodes strictly before asking Apple; retry once.",
                    zh: "原样发送文件字节的 base64；请求前先严格解码自检；重试一次。"), breaks: [.receiptRejected]),
            .init(
                "21003", title: Text(en: "not authenticated", zh: "收据无法验证"),
                meaning: Text(en: "The receipt could not be authenticated.", zh: "收据无法通过验证。"),
                causes: Text(en: "A forged or damaged receipt, a receipt of another app.", zh: "伪造或损坏的收据，或其他应用的收据。"),
                fix: Text(en: "Do not deliver; ask the app to refresh its receipt.", zh: "不发货；让客户端刷新收据。"), breaks: [.receiptRejected]),
            .init(
                "21004", title: Text(en: "shared secret wrong", zh: "共享密钥不匹配"),
                meaning: Text(en: "The shared secret is not the one of the account.", zh: "共享密钥与账户不符。"),
                causes: Text(en: "The secret of another app, or it was renewed.", zh: "用了其他应用的密钥，或密钥已重置。"),
                fix: Text(en: "Take the secret from App Store Connect.", zh: "从 App Store Connect 重新获取。"), breaks: [.receiptRejected]),
            .init(
                "21005", title: Text(en: "receipt server not available", zh: "收据服务器不可用"),
                meaning: Text(en: "Apple's server could not answer: the receipt is neither good nor bad.", zh: "Apple 服务器暂不可用：收据好坏未知。"),
                causes: Text(en: "An outage.", zh: "故障。"), fix: Text(en: "Retry with growing pauses.", zh: "递增间隔重试。"),
                breaks: [.receiptRejected]),
            .init(
                "21006", title: Text(en: "subscription expired", zh: "订阅已过期"),
                meaning: Text(
                    en: "The receipt is valid and the subscription is over; only for the oldest form of receipts.",
                    zh: "收据有效但订阅已过期；仅旧式收据返回。"), causes: Text(en: "Not renewed.", zh: "未续订。"),
                fix: Text(en: "End the access; look at latest_receipt_info.", zh: "停止权益；查看 latest_receipt_info。"),
                breaks: [.entitlementWrong]),
            .init(
                "21007", title: Text(en: "sandbox receipt at production", zh: "沙盒收据发到生产"),
                meaning: Text(
                    en:
                        "A sandbox receipt was sent to production. Followed by status 0 from the sandbox it is normal: App Review and TestFlight.",
                    zh: "沙盒收据发到了生产环境。随后沙盒返回 0 属正常：App 审核与 TestFlight。"),
                causes: Text(en: "Reviewers and testers buy in the sandbox with the production build.", zh: "审核与测试人员用线上包在沙盒中购买。"),
                fix: Text(
                    en: "On 21007 repeat the same request at the sandbox address; never decide by a switch.",
                    zh: "收到 21007 即用同一请求转沙盒地址；不要靠环境开关判断。"), breaks: [.receiptRejected, .sandboxInProduction]),
            .init(
                "21008", title: Text(en: "production receipt at the sandbox", zh: "生产收据发到沙盒"),
                meaning: Text(en: "A production receipt was sent to the sandbox.", zh: "生产收据发到了沙盒环境。"),
                causes: Text(en: "The order of the two addresses is reversed, or only the sandbox is configured.", zh: "两个地址顺序写反，或只配了沙盒。"),
                fix: Text(en: "Production first, the sandbox only after 21007.", zh: "先生产，仅 21007 后转沙盒。"), breaks: [.receiptRejected]),
            .init(
                "21009", title: Text(en: "internal error", zh: "内部错误"),
                meaning: Text(en: "Apple's data access failed; retry.", zh: "Apple 内部数据访问错误，可重试。"),
                causes: Text(en: "An outage.", zh: "故障。"), fix: Text(en: "Retry later.", zh: "稍后重试。"), breaks: [.receiptRejected]),
            .init(
                "21010", title: Text(en: "account not found or deleted", zh: "账户不存在或已删除"),
                meaning: Text(en: "The buyer's account cannot be found or was deleted.", zh: "找不到购买账户或账户已删除。"),
                causes: Text(en: "The account is gone.", zh: "账户已注销。"), fix: Text(en: "Treat it as not purchased.", zh: "按未购买处理。"),
                breaks: [.receiptRejected]),
            .init(
                "21100-21199", title: Text(en: "internal data access errors", zh: "内部数据访问错误"),
                meaning: Text(
                    en: "Internal errors of Apple; `is-retryable` says whether to ask again.", zh: "Apple 内部错误；`is-retryable` 说明是否可重试。"),
                causes: Text(en: "An outage.", zh: "故障。"),
                fix: Text(en: "Retry when is-retryable is 1, else give the receipt up.", zh: "is-retryable 为 1 时重试，否则放弃该收据。"),
                breaks: [.receiptRejected]),
        ])
}
