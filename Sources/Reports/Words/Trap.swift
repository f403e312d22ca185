import Domain

/// What looks like a break and is none (vocabulary §7), for `paychain explain`.
struct Trap {
    /// A word to ask for it by.
    let code: String
    /// What is seen.
    let seen: Text
    /// Why it is no break.
    let because: Text

    private init(_ code: String, seen: Text, because: Text) { (self.code, self.seen, self.because) = (code, seen, because) }

    /// Every trap, in the order of the vocabulary.
    static let all: [Trap] = [
        Trap(
            "signature_probe",
            seen: Text(en: "a WeChat POST signed WECHATPAY/SIGNTEST/ is refused", zh: "签名以 WECHATPAY/SIGNTEST/ 开头的微信 POST 被拒绝"),
            because: Text(
                en: "A deliberate probe of the provider; refusing it is right. It has a counter of its own.", zh: "这是渠道有意的探测，拒绝是正确的；单独计数。")),
        Trap(
            "tool_request",
            seen: Text(en: "a notify-like POST by curl, Postman, a script or a scanner", zh: "curl、Postman、脚本或扫描器发出的类似通知的 POST"),
            because: Text(en: "A developer or a bot, no delivery of the provider.", zh: "来自开发者或机器人，不是渠道的投递。")),
        Trap(
            "not_exist_before_payment",
            seen: Text(
                en: "ACQ.TRADE_NOT_EXIST or ORDER_NOT_EXIST before the payer acted", zh: "付款人操作之前查询返回 ACQ.TRADE_NOT_EXIST 或 ORDER_NOT_EXIST"
            ),
            because: Text(en: "The trade does not exist at the provider yet.", zh: "此时渠道尚未生成交易。")),
        Trap(
            "late_trade_finished", seen: Text(en: "TRADE_FINISHED weeks later", zh: "数周之后的 TRADE_FINISHED"),
            because: Text(en: "The end of the refund window, no second payment.", zh: "退款期结束，不是第二次付款。")),
        Trap(
            "closed_after_refund",
            seen: Text(en: "TRADE_CLOSED with gmt_payment or refund_fee", zh: "带有 gmt_payment 或 refund_fee 的 TRADE_CLOSED"),
            because: Text(en: "A full refund: the order was paid before.", zh: "全额退款：之前是支付过的。")),
        Trap(
            "can_open_url_failed", seen: Text(en: "canOpenURL failed, and yet the wallet opened", zh: "canOpenURL 失败，但钱包打开了"),
            because: Text(en: "The query list is incomplete; opening works without it.", zh: "只是查询白名单不全，不影响打开。")),
        Trap(
            "early_redirect_page", seen: Text(en: "a GET of the WeChat redirect page within 5 s of the launch", zh: "唤起后 5 秒内访问微信回跳页"),
            because: Text(en: "WeChat redirects by timer: nobody has paid or returned.", zh: "微信按定时器跳转：并没有人付款或返回。")),
        Trap(
            "no_return_page_hit", seen: Text(en: "no GET of the return page although the app was reached", zh: "应用已被打开，却没有返回页的访问记录"),
            because: Text(en: "A working Universal Link leaves no line on the server.", zh: "正常的 Universal Link 不会在服务端留下记录。")),
        Trap(
            "sandbox_receipt_retry", seen: Text(en: "21007, then status 0 from the sandbox", zh: "先返回 21007，随后沙盒返回 0"),
            because: Text(en: "App Review or TestFlight.", zh: "App 审核或 TestFlight。")),
        Trap(
            "provisional_store_error",
            seen: Text(en: "an SKError, then `purchased` for the same product", zh: "先出现 SKError，同一商品随后 purchased"),
            because: Text(en: "The failure was provisional.", zh: "失败只是暂时的。")),
        Trap(
            "store_redelivery",
            seen: Text(en: "unfinished transactions at every launch, many `purchasing` lines", zh: "每次启动都收到未完成交易，大量 purchasing 记录"),
            because: Text(en: "Redelivery, no new purchases.", zh: "重复投递，不是新的购买。")),
        Trap(
            "harmless_repeat", seen: Text(en: "a repeated notify whose second handling did nothing", zh: "重复的通知，第二次处理没有任何动作"),
            because: Text(
                en: "Nothing was delivered twice. Whether the first was accepted is told by the retry slot.", zh: "没有重复发货。首次是否被接受由重试时刻判断。")),
        Trap(
            "cancelled_then_paid", seen: Text(en: "6001, and then paid", zh: "先返回 6001，随后支付成功"),
            because: Text(en: "The payer cancelled the return, or paid on a second attempt.", zh: "付款人取消的是返回，或第二次尝试时付了款。")),
        Trap(
            "no_consumable_notice", seen: Text(en: "no App Store notification for an older consumable", zh: "旧的消耗型商品没有 App Store 通知"),
            because: Text(en: "None is sent.", zh: "本来就不发送。")),
        Trap(
            "bill_not_out", seen: Text(en: "no bill of the day before 10:00 the next day", zh: "次日 10:00 之前没有当天账单"),
            because: Text(en: "It is not due; that is no absence.", zh: "尚未到期，不算缺失。")),
        Trap(
            "relay_noise", seen: Text(en: "a relay's repeated `created` after `paid`", zh: "支付之后中转服务又发来 created"),
            because: Text(en: "Noise, unless the order itself moves back.", zh: "噪声，除非订单状态真的倒退。")),
    ]
}
