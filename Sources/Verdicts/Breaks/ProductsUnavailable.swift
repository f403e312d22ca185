import Domain

extension BreakDefinition {
    /// 25: the App Store gave the app nothing to sell.
    static let productsUnavailable = BreakDefinition(
        .productsUnavailable, stage: .purchase, owner: .client, flows: [.storekit],
        reasons: [
            Reason("empty", en: "the App Store gave no product at all", zh: "App Store 没有返回任何商品"),
            Reason("invalid_ids", en: "the App Store does not know the product's id", zh: "App Store 不认识该商品 ID"),
        ],
        texts: Texts(
            title: Text(en: "Products unavailable", zh: "商品拉取不到"),
            statement: Text(
                en: "The App Store gave no products, or called the product's id invalid.", zh: "App Store 没有返回商品，或认为商品 ID 无效。"),
            severity: Text(en: "Major, minor when the product was bought afterwards.", zh: "较重；之后买到了该商品则为轻微。"),
            meaning: Text(en: "The payer sees nothing to buy, or a button that does nothing.", zh: "用户看不到商品，或点了按钮没有反应。"),
            confirm: Text(
                en: "`iap.products` has `count=0`, or lists the id under `invalid`.", zh: "`iap.products` 为 `count=0`，或在 `invalid` 中列出该 ID。"
            ),
            causes: Text(
                en:
                    "A wrong or changed product id; the product is not cleared for sale or waits for review; agreements, tax or banking are not signed; a bundle id without in-app purchase; a storefront in which it is not sold.",
                zh: "商品 ID 写错或改名；商品未上架或待审核；协议、税务、银行信息未完成；Bundle ID 没有开通内购；该地区不售。"),
            fix: Text(
                en:
                    "Compare the ids with App Store Connect letter by letter, look at each product's state and at Agreements; load products again when the storefront or the network changes.",
                zh: "逐字核对 App Store Connect 的商品 ID 与状态，检查协议；地区或网络变化后重新拉取商品。")),
        examples: [
            .fires(
                "no product at all", .major, reason: "empty",
                """
                10:02:10 pay.tapped productID=com.example.month
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:12 iap.products code=0
                """),
            .fires(
                "the product's id is invalid", .major, reason: "invalid_ids",
                """
                10:02:10 pay.tapped productID=com.example.year
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:12 iap.products code=1 item=com.example.year
                """),
            .fires(
                "loaded at the second try, and bought", .minor, reason: "empty",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:12 iap.products code=0
                10:02:30 iap.products code=2
                10:02:40 iap.transaction transactionState=purchased productID=com.example.month transactionID=2000001
                """),
            .silent(
                "another product's id is invalid",
                """
                10:02:10 pay.tapped productID=com.example.month
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:12 iap.products code=1 item=com.example.old
                """),
            .silent(
                "the list of the next visit to the shop, after this order was bought",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased productID=com.example.month transactionID=2000001
                10:09:00 ~window iap.products code=0
                """),
        ],
        check: { order in
            guard order.kinds.contains(.productsLoaded) else { return nil }
            let bought = order.facts.indices.first { order.facts[$0].event == .storeTransaction && order.facts[$0].state == .paid }
            for index in order.indices(of: .productsLoaded) {
                guard bought.map({ order.isBefore(index, $0) }) ?? true, let reason = order.productsLack(at: index) else { continue }
                var fired = Fired(bought == nil ? .major : .minor, reason: reason, evidence: [index] + (bought.map { [$0] } ?? []))
                fired.closedAt = bought.map { order.facts[$0].at }
                return fired
            }
            return nil
        })
}

extension Case {
    /// What a list of products lacks for this order; nil when it has what the payer wants, or when that cannot be told.
    func productsLack(at index: Int) -> String? {
        let invalid = text(.item, at: index)?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        if facts[index].flags.contains(.codeZero) { return "empty" }
        guard !invalid.isEmpty else { return nil }
        let wanted = wantedProducts
        return wanted.isEmpty || invalid.contains(where: wanted.contains) ? "invalid_ids" : nil
    }

    /// The products that this order's own lines name.
    private var wantedProducts: [String] {
        var products: [String] = []
        for index in facts.indices where facts[index].binding != .window {
            if let product = text(.productID, at: index), !products.contains(product) { products.append(product) }
        }
        return products
    }
}
