/// The invented shop that the world is about: names, hosts and ids. Every host is an example domain.
enum Shop {
    static let alipayAppID: StaticString = "2021009900112233"
    static let alipaySellerID: StaticString = "2088999900001111"
    static let alipayForeignAppID: StaticString = "2021007700445566"
    static let alipayForeignSellerID: StaticString = "2088777700004444"
    static let alipayAccount: StaticString = "20889999000011110156"
    static let wechatAppID: StaticString = "wx00aa11bb22cc33dd"
    static let wechatMerchantID: StaticString = "1699990001"
    static let wechatForeignMerchantID: StaticString = "1688880009"
    static let scheme: StaticString = "shopdemo"
    static let app: StaticString = "ShopDemo"
    static let bundle: StaticString = "com.example.shop"
    static let api: StaticString = "https://api.example.com"
    static let web: StaticString = "https://shop.example.com"

    /// Product names for bills and bodies: UTF-8 here, see ``GBK`` for Alipay's bills.
    static let products: [StaticString] = ["会员月卡", "拿铁咖啡（大杯）", "儿童绘本三册", "蓝牙耳机", "手工月饼礼盒", "VIP card+coupon"]

    /// The configuration that a run over these logs needs: only what no log can tell.
    static let configuration = """
        # The merchant of the simulated world: its own ids and domains.
        timezone: Asia/Shanghai
        merchant: {app_id: ["2021009900112233", "wx00aa11bb22cc33dd"], seller_id: ["2088999900001111"], mch_id: ["1699990001"]}
        domains: {return: [shop.example.com]}
        client: {url_schemes: [shopdemo]}

        """
}
