import Domain

extension ProviderDefinition {
    /// Apple's App Store (facts.md §3).
    public static let apple = ProviderDefinition(
        word: "apple",
        names: Text(en: "App Store", zh: "App Store"),
        notifyText: Text(
            en: "A JSON POST with a signed payload; in production sent again after 1 h, 13 h, 37 h, 85 h and 157 h, in the sandbox once.",
            zh: "带签名载荷的 JSON POST；生产环境在 1、13、37、85、157 小时后重发，沙盒只发一次。"),
        states: StateTable([:]),
        // §3.4
        retries: RetrySchedule(
            offsets: [.zero, .hours(1), .hours(13), .hours(37), .hours(85), .hours(157)], firstRetry: .minutes(55),
            earliness: .minutes(5), lateness: .minutes(10)),
        answer: AnswerRule(
            form: .statuses(200...206), deadline: .seconds(30),
            text: Text(en: "HTTP 200 to 206 within 30 s.", zh: "30 秒内返回 HTTP 200 至 206。")),
        results: [
            .init("userCancelled", .cancelled, Text(en: "cancelled by the payer", zh: "用户取消"))
        ])
}
