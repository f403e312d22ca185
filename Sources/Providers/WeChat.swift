import Domain

extension ProviderDefinition {
    /// WeChat Pay, v2 and v3 (facts.md §2).
    public static let wechat = ProviderDefinition(
        word: "wechat",
        names: Text(en: "WeChat Pay", zh: "微信支付"),
        notifyText: Text(
            en: "v3 an encrypted JSON POST, v2 an XML POST; sent again after 15 s, 30 s, 1 min, 4 min, 14 min, 34 min, 64 min, 94 min, "
                + "124 min, 184 min, then every few hours up to 24 h 4 min.",
            zh: "v3 为加密 JSON，v2 为 XML；之后在 15 秒、30 秒、1 分、4 分、14 分、34 分、64 分、94 分、124 分、184 分重发，随后每隔数小时，直到 24 小时 4 分。"),
        // trade_state §2.3; REFUND means paid before; the payer's own export §2.5
        states: StateTable([
            "SUCCESS": .paid, "REFUND": .paid, "NOTPAY": .pending, "USERPAYING": .pending, "ACCEPT": .pending, "CLOSED": .closed,
            "REVOKED": .failed, "PAYERROR": .failed, "ORDER_NOT_EXIST": .notExist, "ORDERNOTEXIST": .notExist,
            "TRANSACTION.SUCCESS": .paid, "支付成功": .paid, "已全额退款": .refunded,
        ]),
        // §2.2
        retries: RetrySchedule(
            offsets: [
                .zero, .seconds(15), .seconds(30), .minutes(1), .minutes(4), .minutes(14), .minutes(34), .minutes(64), .minutes(94),
                .minutes(124), .minutes(184), .minutes(364), .minutes(544), .minutes(724), .minutes(1_084), .minutes(1_444),
            ], firstRetry: .seconds(13), earliness: .seconds(2), lateness: .seconds(12)),
        answer: AnswerRule(
            form: .wechat, deadline: .seconds(5),
            text: Text(
                en: "v3: HTTP 200 or 204 within 5 s; v2: an XML body with return_code SUCCESS within 5 s.",
                zh: "v3：5 秒内返回 HTTP 200 或 204；v2：5 秒内返回 return_code 为 SUCCESS 的 XML。")),
        // §2.4; wx.tenpay.com is the checkout page, not a launch
        wallet: WalletDefinition(schemes: ["weixin"], checkoutHosts: ["wx.tenpay.com"]),
        results: [
            .init("0", .claimsPaid, Text(en: "paid, says the wallet", zh: "钱包称已支付")),
            .init("-1", .failed, Text(en: "failed", zh: "支付失败")),
            .init("-2", .cancelled, Text(en: "cancelled by the payer", zh: "用户取消")),
        ], currency: "CNY")
}
