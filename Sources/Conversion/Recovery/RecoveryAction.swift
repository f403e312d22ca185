import Domain

/// Something that, had it been done, would have healed orders: one value an action.
public struct RecoveryAction: Hashable, Sendable {
    /// Its word.
    public let word: String
    /// Its name.
    public let title: Text
    /// What it adds to an order's history, and when it is not tried.
    public let adds: Text

    /// The app asks what became of the order whenever it comes to the front.
    public static let foregroundQuery = RecoveryAction(
        word: "foreground_query",
        title: Text(en: "The app asks whenever it comes to the front", zh: "应用每次回到前台都查单"),
        adds: Text(
            en:
                "The app keeps its open order and asks when it comes to the front or is called back; the server, unless it knows, asks the provider, hears “paid”, marks the order; the app shows it. Sure where the log shows the app at the front after the payment; else the payer would have to come back.",
            zh: "应用保存未完成订单，回到前台或收到回调时查单；服务端若尚未入账则向渠道查询得知“已支付”并入账，应用显示结果。日志显示付款后应用到过前台的计为确定；否则还需付款人回来。"))
    /// One more delivery of the notify.
    public static let oneMoreRetry = RecoveryAction(
        word: "one_more_retry",
        title: Text(en: "The provider tries the notify once more", zh: "渠道再多重试一次通知"),
        adds: Text(
            en:
                "One more delivery in the provider's next slot, answered as it demands. Only where the last refusal was a passing one: a status 5xx, 408 or 429, or too slow. Whether the fault had passed by then no log tells: all of it is “at most”.",
            zh: "在渠道的下一个重试时点再投递一次并被正确应答。仅限最后一次拒绝属暂时性的情形：5xx、408、429 状态或应答过慢。届时故障是否已消除无从得知，因此只计入“至多”。"))
    /// The return page opens the app by its scheme.
    public static let schemeFallback = RecoveryAction(
        word: "scheme_fallback",
        title: Text(en: "The return page falls back to the URL scheme", zh: "返回页以 URL Scheme 兜底"),
        adds: Text(
            en:
                "The return page that was served opens the app by its URL scheme a second later; the app asks and shows what it hears. Sure where the order was marked by then.",
            zh: "已打开的返回页在一秒后以 URL Scheme 拉起应用；应用查单并显示结果。届时已入账的计为确定。"))
    /// The notify handler answers as demanded.
    public static let rightNotifyAnswer = RecoveryAction(
        word: "right_notify_answer",
        title: Text(en: "The notify handler takes the first delivery", zh: "通知接口正确处理首次投递"),
        adds: Text(
            en:
                "The first delivery passes verification, marks the order and is answered as the provider demands; later ones do not come, and a payer who asked after that hears it. Never where a notify was refused for its amount, currency or merchant: refusing it is right.",
            zh: "首次投递通过验签、完成入账并按渠道要求应答；之后不再重试，此后查单的付款人得知结果。因金额、币种或商户不符而拒绝的除外：拒绝是对的。"))

    /// Every action.
    public static let all: [RecoveryAction] = [foregroundQuery, schemeFallback, rightNotifyAnswer, oneMoreRetry]

    /// Equal by word.
    public static func == (a: RecoveryAction, b: RecoveryAction) -> Bool { a.word == b.word }
    /// Hashes the word.
    public func hash(into hasher: inout Hasher) { hasher.combine(word) }
}
