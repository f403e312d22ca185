import Domain

/// Something that looks like a break and is none (vocabulary §7).
public struct TrapDefinition: Sendable {
    /// A short name, unique.
    public let word: String
    /// What is seen.
    public let seen: Text
    /// Why it is no break.
    public let because: Text
    /// How to tell it from the break that it looks like.
    public let confirm: Text
    /// The documentation it comes from.
    public let source: Text
    /// The breaks that it is taken for.
    public let resembles: [BreakCode]

    init(_ word: String, seen: Text, because: Text, confirm: Text, source: Text, resembles: [BreakCode]) {
        (self.word, self.seen, self.because, self.confirm) = (word, seen, because, confirm)
        (self.source, self.resembles) = (source, resembles)
    }

    /// Every trap, in the order of the vocabulary.
    public static let all: [TrapDefinition] = [
        TrapDefinition(
            "signature_probe",
            seen: Text(
                en: "A WeChat POST with a signature beginning `WECHATPAY/SIGNTEST/`, answered 4xx or 5xx.",
                zh: "签名以 `WECHATPAY/SIGNTEST/` 开头的微信 POST，被回以 4xx 或 5xx。"),
            because: Text(en: "A deliberate probe: refusing it is right.", zh: "这是有意的探测，拒绝才是对的。"),
            confirm: Text(
                en: "Look at the signature's beginning in the application log, and at the counter of probes in the summary.",
                zh: "在应用日志中查看签名开头，以及汇总中的探测计数。"), source: Text(en: "WeChat Pay merchant documentation.", zh: "微信支付商户文档。"),
            resembles: [.notifyRejected]),
        TrapDefinition(
            "developers_request",
            seen: Text(en: "A notify-like POST by curl, Postman, a scanner.", zh: "curl、Postman 或扫描器发出的类似通知的 POST。"),
            because: Text(en: "A developer or a bot: no delivery.", zh: "来自开发者或机器人，不是投递。"),
            confirm: Text(
                en: "Look at the agent of the access line: a provider's is `Mozilla/4.0` or its own name.",
                zh: "查看访问日志的 agent：渠道的通常是 `Mozilla/4.0` 或其自有名称。"),
            source: Text(en: "Observed in access logs of payment back ends.", zh: "支付后端访问日志中的实际观察。"), resembles: [.notifyRejected]),
        TrapDefinition(
            "trade_not_exist",
            seen: Text(
                en: "TRADE_NOT_EXIST or ORDER_NOT_EXIST before the payer acted.", zh: "付款人操作之前出现 TRADE_NOT_EXIST 或 ORDER_NOT_EXIST。"),
            because: Text(en: "The trade does not exist at the provider yet.", zh: "渠道侧交易尚未创建。"),
            confirm: Text(en: "Compare the time of the answer with the launch of the wallet and the payment.", zh: "将该答复的时间与唤起钱包、付款的时间对比。"),
            source: Text(en: "Alipay open platform and WeChat Pay merchant documentation.", zh: "支付宝开放平台与微信支付商户文档。"),
            resembles: [.providerQueryFailed, .paymentFailed]),
        TrapDefinition(
            "trade_finished",
            seen: Text(
                en: "TRADE_FINISHED weeks later; TRADE_CLOSED with gmt_payment or refund_fee.",
                zh: "数周后的 TRADE_FINISHED；带 gmt_payment 或 refund_fee 的 TRADE_CLOSED。"),
            because: Text(en: "The end of the refund window; a full refund, so paid before.", zh: "退款期结束；全额退款，说明之前已支付。"),
            confirm: Text(en: "Look for `gmt_payment` and `refund_fee` in the same notify.", zh: "查看同一通知中的 `gmt_payment` 与 `refund_fee`。"),
            source: Text(en: "Alipay open platform.", zh: "支付宝开放平台文档。"), resembles: [.stateRegressed, .closedNotMarked]),
        TrapDefinition(
            "can_open_url_failed", seen: Text(en: "`canOpenURL: failed`, and yet the wallet opened.", zh: "`canOpenURL: failed`，但钱包仍被唤起。"),
            because: Text(en: "The query list is incomplete; opening works without it.", zh: "查询白名单不全，但不影响打开。"),
            confirm: Text(en: "`wallet.opened success=true` follows on the same device.", zh: "同一设备随后有 `wallet.opened success=true`。"),
            source: Text(en: "Apple developer documentation.", zh: "Apple 开发者文档。"), resembles: [.walletNeverOpened]),
        TrapDefinition(
            "wechat_timer_redirect",
            seen: Text(en: "A GET of the WeChat redirect page within 5 s of the launch.", zh: "唤起后 5 秒内对微信跳转页的 GET。"),
            because: Text(en: "WeChat redirects by timer: nobody has paid or returned.", zh: "微信定时跳转，此时没人付款或返回。"),
            confirm: Text(
                en: "The GET comes within 5 s of `wallet.opened`, and no proof of payment stands before it.",
                zh: "GET 在 `wallet.opened` 后 5 秒内，且之前没有支付证明。"), source: Text(en: "WeChat Pay merchant documentation.", zh: "微信支付商户文档。"),
            resembles: [.returnNeverLanded]),
        TrapDefinition(
            "universal_link_without_get",
            seen: Text(en: "No GET of the return page although the app was reached.", zh: "应用已被拉起，但没有返回页的 GET。"),
            because: Text(en: "A working Universal Link leaves no server line.", zh: "生效的 Universal Link 不会在服务端留下记录。"),
            confirm: Text(
                en: "`return.received via=universal_link` stands in the device's log.", zh: "设备日志中有 `return.received via=universal_link`。"),
            source: Text(en: "Apple developer documentation.", zh: "Apple 开发者文档。"), resembles: [.returnNeverLanded]),
        TrapDefinition(
            "sandbox_receipt", seen: Text(en: "21007, then status 0 from the sandbox.", zh: "先 21007，随后沙盒返回 0。"),
            because: Text(en: "App Review or TestFlight.", zh: "App 审核或 TestFlight。"),
            confirm: Text(
                en: "Two `receipt.verified` lines within seconds, the second with status 0 and environment Sandbox.",
                zh: "数秒内两条 `receipt.verified`，第二条状态 0 且环境为 Sandbox。"),
            source: Text(en: "Apple developer documentation.", zh: "Apple 开发者文档。"), resembles: [.receiptRejected, .sandboxInProduction]),
        TrapDefinition(
            "provisional_failure",
            seen: Text(en: "An SKError, then `purchased` for the same product.", zh: "先 SKError，随后同一商品 `purchased`。"),
            because: Text(en: "The failure was provisional.", zh: "失败只是暂时的。"),
            confirm: Text(
                en: "`purchased` for the same product in this session or at the next launch.", zh: "本次会话或下次启动时同一商品出现 `purchased`。"),
            source: Text(en: "Apple developer documentation.", zh: "Apple 开发者文档。"), resembles: [.paymentFailed]),
        TrapDefinition(
            "redelivered_transactions",
            seen: Text(
                en: "Unfinished transactions again at every launch; many identical `purchasing` lines.",
                zh: "每次启动都再次出现未结束交易；大量相同的 `purchasing`。"),
            because: Text(en: "Redelivery, not new purchases.", zh: "是重复投递，不是新的购买。"),
            confirm: Text(en: "The same transaction id again, and no new charge in the store's record.", zh: "交易号相同，商店记录没有新的扣款。"),
            source: Text(en: "Apple developer documentation.", zh: "Apple 开发者文档。"), resembles: [.chargedTwice, .deliveredTwice]),
        TrapDefinition(
            "repeat_without_effect", seen: Text(en: "A repeated notify whose second handling did nothing.", zh: "重复通知，第二次处理没有产生效果。"),
            because: Text(
                en: "Idempotency at work; whether the first was accepted is decided by the retry slot.", zh: "幂等生效；第一次是否被接受由重试时间点判断。"),
            confirm: Text(
                en: "One `order.changed` or `order.delivered` though the notify came twice.",
                zh: "通知来了两次，但 `order.changed` 或 `order.delivered` 只有一次。"),
            source: Text(en: "Alipay open platform and WeChat Pay merchant documentation.", zh: "支付宝开放平台与微信支付商户文档。"),
            resembles: [.deliveredTwice, .notifyRejected]),
        TrapDefinition(
            "cancelled_then_paid", seen: Text(en: "6001, and then paid.", zh: "先 6001，随后已支付。"),
            because: Text(en: "The payer cancelled the return or paid on a second attempt.", zh: "用户取消了返回，或第二次才付款。"),
            confirm: Text(en: "A proof of payment after the 6001, often of a second launch.", zh: "6001 之后有支付证明，常来自第二次唤起。"),
            source: Text(en: "Alipay open platform.", zh: "支付宝开放平台文档。"), resembles: [.resultMisreported]),
        TrapDefinition(
            "no_store_notification", seen: Text(en: "No App Store notification for an older consumable.", zh: "旧的消耗型商品没有 App Store 通知。"),
            because: Text(en: "None is sent.", zh: "本来就不发送。"),
            confirm: Text(en: "The receipt or the server API's history shows the purchase.", zh: "收据或服务端 API 历史中有该购买。"),
            source: Text(en: "Apple developer documentation.", zh: "Apple 开发者文档。"), resembles: [.notifyNotReceived]),
        TrapDefinition(
            "bill_not_out", seen: Text(en: "The provider's bill of the day is not out or not loaded.", zh: "当日渠道账单尚未生成或未载入。"),
            because: Text(en: "Not due, not absent.", zh: "是未到期，不是缺失。"),
            confirm: Text(
                en: "Look at which days the loaded bills cover, and whether it is past 10:00 of the next day.",
                zh: "查看已载入账单覆盖的日期，以及是否已过次日 10:00。"),
            source: Text(en: "Alipay open platform and WeChat Pay merchant documentation.", zh: "支付宝开放平台与微信支付商户文档。"),
            resembles: [.notifyNotReceived]),
        TrapDefinition(
            "late_created", seen: Text(en: "A relay's repeated `created` after `paid`.", zh: "中转在 `paid` 之后又发 `created`。"),
            because: Text(en: "Noise, unless the order itself moves back.", zh: "只要订单自身没有倒退，就是噪声。"),
            confirm: Text(en: "`order.changed` of the shop never leaves `paid`.", zh: "商户自己的 `order.changed` 从未离开 `paid`。"),
            source: Text(en: "Observed in relays' logs.", zh: "中转服务日志中的实际观察。"), resembles: [.stateRegressed]),
    ]
}
