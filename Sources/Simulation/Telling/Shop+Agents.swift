/// The user agents that a shop's front ends see.
extension Shop {
    private static let phones: [StaticString] = [
        "ShopDemo/5.2.1 (iPhone; iOS 18.1; Scale/3.00)", "ShopDemo/5.2.0 (iPhone; iOS 17.6.1; Scale/3.00)",
        "ShopDemo/5.2.1 (iPhone; iOS 18.2; Scale/2.00)", "ShopDemo/5.1.8 (iPad; iOS 18.0; Scale/2.00)",
    ]
    private static let androids: [StaticString] = [
        "okhttp/4.12.0 ShopDemo/5.2.1 (Android 14; Pixel 8)", "okhttp/4.12.0 ShopDemo/5.2.0 (Android 13; V2241A)",
        "okhttp/4.11.0 ShopDemo/5.1.8 (Android 12; M2102K1C)", "okhttp/4.12.0 ShopDemo/5.2.1 (Android 15; ALN-AL80)",
    ]
    private static let safaris: [StaticString] = [
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    ]
    private static let chromes: [StaticString] = [
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.82 Mobile Safari/537.36",
        "Mozilla/5.0 (Linux; Android 13; V2241A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0.5845.163 Mobile Safari/537.36",
    ]

    /// The app's own network code.
    static func appAgent(isAndroid: Bool, number: UInt64) -> StaticString {
        (isAndroid ? androids : phones)[Int(truncatingIfNeeded: number & 3)]
    }

    /// The payer's browser.
    static func browserAgent(isAndroid: Bool, number: UInt64) -> StaticString {
        (isAndroid ? chromes : safaris)[Int(truncatingIfNeeded: number & 1)]
    }
}
