/// Lines that say nothing about payments.
enum Noise {
    private static let deviceTexts: [StaticString] = [
        "image cache hit ratio=0.", "tab selected index=", "feed refresh took ", "GET /api/v1/home 200 ", "sqlite checkpoint pages=",
        "push token unchanged seq=", "商品详情曝光 sku=", "首页推荐刷新 条数=", "WebView didFinish https://shop.example.com/act/",
        "购物车同步完成 count=",
    ]

    private static let serverTexts: [StaticString] = [
        "cart recalculated ms=", "session renewed account=", "库存检查完成 sku=", "HikariPool-1 - Pool stats active=",
        "coupon batch expired rows=", "优惠券发放任务结束 数量=", "cache refreshed keys=", "listing rendered ms=", "sms gateway ok seq=",
        "会员积分结算 批次=",
    ]

    private static let paths: [StaticString] = [
        "GET /api/v1/home?page=", "GET /static/app.3f1c.js?v=", "GET /healthz?n=", "GET /api/v1/cart/count?uid=",
        "GET /static/img/g.webp?id=",
        "GET /api/v1/goods/detail?id=", "POST /api/v1/track/batch?n=", "GET /favicon.ico?v=",
    ]

    static func device(_ out: inout Bytes, _ random: inout Random) {
        out.text(deviceTexts[random.below(deviceTexts.count)])
        out.number(Int64(random.below(90_000)))
    }

    static func server(_ out: inout Bytes, _ random: inout Random) {
        out.text(serverTexts[random.below(serverTexts.count)])
        out.number(Int64(random.below(90_000)))
    }

    static func path(_ out: inout Bytes, _ random: inout Random) {
        out.text(paths[random.below(paths.count)])
        out.number(Int64(random.below(900_000)))
    }
}
