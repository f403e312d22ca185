import Domain

extension Finding.Code {
    /// The finding in a few words.
    var title: Text {
        switch self {
        case .notifyEndpointFailing: Text(en: "notify endpoint failing", zh: "通知接口持续失败")
        case .segmentNeverLands: Text(en: "payers of this segment never come back", zh: "该分组的付款人从不返回应用")
        case .sourceSilent: Text(en: "source fell silent", zh: "日志来源中断")
        case .unboundEvidence: Text(en: "evidence without an order", zh: "没有归属订单的证据")
        case .probesRefused: Text(en: "deliberate probes refused, as they should be", zh: "渠道的验签探测被正确拒绝")
        case .productsUnavailable: Text(en: "in-app products unavailable", zh: "应用内商品不可用")
        }
    }

    /// What it means and what to do.
    var meaning: Text {
        switch self {
        case .notifyEndpointFailing:
            Text(
                en:
                    "This path refuses nearly every delivery, whatever the order: a filter, a route, a deployment. Try it with the provider's own retry.",
                zh: "该路径几乎拒绝所有通知，与具体订单无关：多为过滤器、路由或发布问题。修复后可等待渠道重试验证。")
        case .segmentNeverLands:
            Text(
                en:
                    "Orders of one app version, system or route are paid and never return, or never by Universal Link, while others do: look at its return link, and check the association file with `paychain aasa https://DOMAIN`.",
                zh:
                    "某个应用版本、系统或路径的订单支付后从不返回（或从不经 Universal Link），而其他正常：请检查其返回链接，并用 `paychain aasa https://域名` 检查关联文件。")
        case .sourceSilent:
            Text(
                en:
                    "A source stops while its kin go on: a crashed process, a full disk, a collector that lost it. Its time cannot be judged.",
                zh: "同类来源仍在输出而它停了：进程崩溃、磁盘写满或采集中断。这段时间无法判定。")
        case .unboundEvidence:
            Text(
                en: "Lines that no number and no identifier ties to an order; they are counted and never guessed.",
                zh: "没有单号或标识能与订单关联的记录；只计数，绝不猜测。")
        case .probesRefused:
            Text(
                en: "WeChat Pay sends false signatures on purpose (WECHATPAY/SIGNTEST/); refusing them is right.",
                zh: "微信支付会故意发送错误签名（WECHATPAY/SIGNTEST/）；拒绝它们是正确的。")
        case .productsUnavailable:
            Text(
                en: "The App Store gives no product or unknown ids: check agreements, product state and bundle id.",
                zh: "App Store 不返回商品或返回无效 ID：请检查协议、商品状态与 bundle id。")
        }
    }
}
