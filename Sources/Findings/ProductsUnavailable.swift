import Domain

extension FindingDefinition {
    /// The App Store gives nothing to sell, and no order is known to suffer from it: without products nobody gets as far as an order.
    static let productsUnavailable = FindingDefinition(
        .productsUnavailable,
        title: Text(en: "In-app products unavailable", zh: "应用内商品不可用"),
        meaning: Text(
            en: "The App Store answered the app's request for products with none, or called ids invalid (vocabulary §6, break 25).",
            zh: "App Store 对商品请求返回空列表，或认为商品 ID 无效。"),
        fix: Text(
            en: "Check agreements, tax and banking, each product's state and id, and the bundle id in App Store Connect.",
            zh: "在 App Store Connect 检查协议、税务与银行信息，各商品的状态与 ID，以及 Bundle ID。"),
        find: { gathered, _ in
            gathered.productLists.kept.map { lack, lists in
                Finding(code: .productsUnavailable, place: lack, count: lists.count, span: lists.span)
            }
        })
}
