import Domain

extension ProviderDefinition {
    /// Alipay (facts.md §1).
    public static let alipay = ProviderDefinition(
        word: "alipay",
        names: Text(en: "Alipay", zh: "支付宝"),
        notifyText: Text(
            en: "A form POST; sent up to 8 times over about 25 hours: at once, then after 4 min, 14 min, 24 min, 1 h 24 min, 3 h 24 min, "
                + "9 h 24 min and 24 h 24 min.",
            zh: "表单 POST；约 25 小时内最多发送 8 次：立即，之后 4 分、14 分、24 分、1 小时 24 分、3 小时 24 分、9 小时 24 分、24 小时 24 分。"),
        // trade_status §1.1.1, sub codes §1.4, the payer's own export §1.9
        states: StateTable([
            "TRADE_SUCCESS": .paid, "TRADE_FINISHED": .paid, "WAIT_BUYER_PAY": .pending, "TRADE_CLOSED": .closed,
            "ACQ.TRADE_NOT_EXIST": .notExist, "TRADE_NOT_EXIST": .notExist, "ACQ.TRADE_HAS_SUCCESS": .paid, "ACQ.TRADE_HAS_CLOSE": .closed,
            "交易成功": .paid, "支付成功": .paid, "等待确认收货": .paid, "交易关闭": .closed, "等待付款": .pending, "退款成功": .refunded,
        ]),
        // §1.1.3
        retries: RetrySchedule(
            offsets: [
                .zero, .minutes(4), .minutes(14), .minutes(24), .minutes(84), .minutes(204), .minutes(564), .minutes(1_464),
            ], firstRetry: .seconds(210), earliness: .seconds(30), lateness: .seconds(90)),
        answer: AnswerRule(
            form: .exactBody("success"), deadline: nil,
            text: Text(
                en: "HTTP 200 with exactly the 7 bytes `success`: no byte-order mark, quotes, HTML or redirect.",
                zh: "HTTP 200，且正文正好是 7 个字节 `success`：不能有 BOM、引号、HTML，也不能重定向。")),
        // §1.5
        wallet: WalletDefinition(
            schemes: ["alipays", "alipay", "alipayqr"],
            launchHosts: [
                .init("render.alipay.com"), .init("ds.alipay.com"), .init("ulink.alipay.com"),
                .init("mclient.alipay.com", pathWords: ["launch", "startapp", "scheme="]),
            ], checkoutHosts: ["mclient.alipay.com", "openapi.alipay.com", "excashier.alipay.com"]),
        // §1.7
        results: [
            .init("9000", .claimsPaid, Text(en: "paid, says the wallet", zh: "钱包称已支付")),
            .init("8000", .undecided, Text(en: "still processing: ask the server", zh: "处理中，应查询服务器")),
            .init("6004", .undecided, Text(en: "unknown, may be paid: ask the server", zh: "结果未知，可能已支付，应查询服务器")),
            .init("6002", .undecided, Text(en: "network error: ask the server", zh: "网络错误，应查询服务器")),
            .init("5000", .undecided, Text(en: "the same request again", zh: "重复请求")),
            .init("4000", .failed, Text(en: "failed", zh: "支付失败")),
            .init("6001", .cancelled, Text(en: "cancelled by the payer", zh: "用户中途取消")),
        ], currency: "CNY")
}
