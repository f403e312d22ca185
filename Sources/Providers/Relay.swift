import Domain

extension ProviderDefinition {
    /// A relay or a provider of which nothing more is known: its notifies speak the shop's own words (vocabulary §6, "others").
    public static let relay = ProviderDefinition(
        word: "relay",
        names: Text(en: "Relay or other provider", zh: "中转或其他渠道"),
        notifyText: Text(
            en: "A POST of its own form; no retry schedule is known.", zh: "自有格式的 POST；重发时间表未知。"),
        states: .shop,
        retries: nil,
        answer: AnswerRule(
            form: .statuses(200...299), deadline: nil, text: Text(en: "Any HTTP 2xx.", zh: "任意 HTTP 2xx。")),
        // UnionPay's wallet stands here until it has a file of its own.
        wallet: WalletDefinition(schemes: ["uppaywallet"]))
}
