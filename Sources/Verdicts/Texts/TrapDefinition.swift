import Domain

/// Something that looks like a break and is none (vocabulary §7).
public struct TrapDefinition: Sendable {
    /// A short name, unique.
    public let word: String
    /// What is seen.
    public let seen: Text
    /// Why it is no break.
    public let because: Text

    init(_ word: String, seen: Text, because: Text) {
        (self.word, self.seen, self.because) = (word, seen, because)
    }

    /// Every trap, in the order of the vocabulary.
    public static let all: [TrapDefinition] = [
        TrapDefinition(
            "signature_probe",
            seen: Text(
                en: "A WeChat POST with a signature beginning `WECHATPAY/SIGNTEST/`, answered 4xx or 5xx.",
                zh: "签名以 `WECHATPAY/SIGNTEST/` 开头的微信 POST，被回以 4xx 或 5xx。"),
            because: Text(en: "A deliberate probe: refusing it is right.", zh: "这是有意的探测，拒绝才是对的。")),
        TrapDefinition(
            "developers_request",
            seen: Text(en: "A notify-like POST by curl, Postman, a scanner.", zh: "curl、Postman 或扫描器发出的类似通知的 POST。"),
            because: Text(en: "A developer or a bot: no delivery.", zh: "来自开发者或机器人，不是投递。")),
        TrapDefinition(
            "trade_not_exist",
            seen: Text(en: "TRADE_NOT_EXIST or ORDER_NOT_EXIST before the payer acted.", zh: "用户操作之前出现 TRADE_NOT_EXIST 或 ORDER_NOT_EXIST。"),
            because: Text(en: "The trade does not exist at the provider yet.", zh: "渠道侧交易尚未创建。")),
        TrapDefinition(
            "trade_finished",
            seen: Text(
                en: "TRADE_FINISHED weeks later; TRADE_CLOSED with gmt_payment or refund_fee.",
                zh: "数周后的 TRADE_FINISHED；带 gmt_payment 或 refund_fee 的 TRADE_CLOSED。"),
            because: Text(en: "The end of the refund window; a full refund, so paid before.", zh: "退款期结束；全额退款，说明之前已支付。")),
        TrapDefinition(
            "can_open_url_failed", seen: Text(en: "`canOpenURL: failed`, and yet the wallet opened.", zh: "`canOpenURL: failed`，但钱包仍被唤起。"),
            because: Text(en: "The query list is incomplete; opening works without it.", zh: "查询白名单不全，但不影响打开。")),
        TrapDefinition(
            "wechat_timer_redirect",
            seen: Text(en: "A GET of the WeChat redirect page within 5 s of the launch.", zh: "唤起后 5 秒内对微信跳转页的 GET。"),
            because: Text(en: "WeChat redirects by timer: nobody has paid or returned.", zh: "微信定时跳转，此时没人付款或返回。")),
        TrapDefinition(
            "universal_link_without_get",
            seen: Text(en: "No GET of the return page although the app was reached.", zh: "应用已被拉起，但没有返回页的 GET。"),
            because: Text(en: "A working Universal Link leaves no server line.", zh: "生效的 Universal Link 不会在服务端留下记录。")),
        TrapDefinition(
            "sandbox_receipt", seen: Text(en: "21007, then status 0 from the sandbox.", zh: "先 21007，随后沙盒返回 0。"),
            because: Text(en: "App Review or TestFlight.", zh: "App 审核或 TestFlight。")),
        TrapDefinition(
            "provisional_failure",
            seen: Text(en: "An SKError, then `purchased` for the same product.", zh: "先 SKError，随后同一商品 `purchased`。"),
            because: Text(en: "The failure was provisional.", zh: "失败只是暂时的。")),
        TrapDefinition(
            "redelivered_transactions",
            seen: Text(
                en: "Unfinished transactions again at every launch; many identical `purchasing` lines.",
                zh: "每次启动都再次出现未结束交易；大量相同的 `purchasing`。"),
            because: Text(en: "Redelivery, not new purchases.", zh: "是重复投递，不是新的购买。")),
        TrapDefinition(
            "repeat_without_effect", seen: Text(en: "A repeated notify whose second handling did nothing.", zh: "重复通知，第二次处理没有产生效果。"),
            because: Text(
                en: "Idempotency at work; whether the first was accepted is decided by the retry slot.", zh: "幂等生效；第一次是否被接受由重试时间点判断。")),
        TrapDefinition(
            "cancelled_then_paid", seen: Text(en: "6001, and then paid.", zh: "先 6001，随后已支付。"),
            because: Text(en: "The payer cancelled the return or paid on a second attempt.", zh: "用户取消了返回，或第二次才付款。")),
        TrapDefinition(
            "no_store_notification", seen: Text(en: "No App Store notification for an older consumable.", zh: "旧的消耗型商品没有 App Store 通知。"),
            because: Text(en: "None is sent.", zh: "本来就不发送。")),
        TrapDefinition(
            "bill_not_out", seen: Text(en: "The provider's bill of the day is not out or not loaded.", zh: "当日渠道账单尚未生成或未载入。"),
            because: Text(en: "Not due, not absent.", zh: "是未到期，不是缺失。")),
        TrapDefinition(
            "late_created", seen: Text(en: "A relay's repeated `created` after `paid`.", zh: "中转在 `paid` 之后又发 `created`。"),
            because: Text(en: "Noise, unless the order itself moves back.", zh: "只要订单自身没有倒退，就是噪声。")),
    ]
}
