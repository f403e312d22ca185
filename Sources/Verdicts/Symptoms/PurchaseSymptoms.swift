import Domain

extension SymptomDefinition {
    /// In-app purchases.
    static let purchases: [SymptomDefinition] = {
        let source = Text(en: "The pitfalls of in-app purchases, corrected.", zh: "内购常见问题（已更正）。")
        return [
            SymptomDefinition(
                "products_empty", symptom: Text(en: "The product list comes back empty", zh: "商品列表返回空"),
                meaning: Text(en: "The store knows none of the asked products for this app.", zh: "商店中没有该应用可用的这些商品。"),
                confirm: Text(en: "`iap.products count=0` or invalid ids on the device.", zh: "设备日志 `iap.products count=0` 或无效 ID。"),
                causes: Text(
                    en: "Agreements or tax forms not in force, a product without its details, another bundle id, a typo in the id.",
                    zh: "协议或税务未生效、商品信息不全、bundle id 不同、ID 写错。"),
                fix: Text(
                    en: "Complete the product in App Store Connect, compare ids letter by letter.", zh: "在 App Store Connect 补全商品并逐字核对 ID。"),
                source: source, phrases: Text(en: "products empty list invalid no product", zh: "商品为空 空数组 拉不到商品 商品列表"),
                breaks: [.productsUnavailable]),
            SymptomDefinition(
                "purchased_never_arrives",
                symptom: Text(en: "Paid in the App Store, and the app never hears `purchased`", zh: "内购付款成功，回调一直不触发"),
                meaning: Text(en: "Nobody listened to the payment queue when the transaction came.", zh: "交易到达时没有人监听支付队列。"),
                confirm: Text(
                    en: "The store's record shows the purchase, and the device's log covers the time without `purchased`.",
                    zh: "商店记录有购买，而设备日志覆盖这段时间却没有 `purchased`。"),
                causes: Text(en: "The observer hangs on a screen and goes with it, or is added too late.", zh: "观察者挂在页面上随之释放，或挂载太晚。"),
                fix: Text(en: "Add one observer at the start of the app and keep it for its whole life.", zh: "应用启动时挂载唯一的全局观察者。"),
                source: source, phrases: Text(en: "purchased never callback observer transaction iap", zh: "回调不触发 内购没回调 没有purchased 不触发"),
                breaks: [.observerMissing, .purchaseNeverCompleted]),
            SymptomDefinition(
                "purchase_sheet_missing", symptom: Text(en: "The purchase sheet does not come up in the sandbox", zh: "沙盒购买弹窗不出现"),
                meaning: Text(en: "The sandbox account is not usable on this device.", zh: "沙盒账号在该设备上不可用。"),
                confirm: Text(
                    en: "`iap.transaction purchasing` and nothing after it, or failed with SKError 0.",
                    zh: "只有 `iap.transaction purchasing`，或以 SKError 0 失败。"),
                causes: Text(en: "A production account is signed in, or the sandbox account is locked.", zh: "登录了正式账号，或沙盒账号被锁定。"),
                fix: Text(en: "Sign the sandbox account in under Developer settings, or make a new one.", zh: "在开发者设置中登录沙盒账号，或新建一个。"),
                source: source, phrases: Text(en: "sandbox sheet does not appear spinner account", zh: "沙盒 弹窗不出来 转圈 沙盒账号"),
                breaks: [.purchaseNeverCompleted], see: ["sk_error/0"]),
            SymptomDefinition(
                "receipt_21002", symptom: Text(en: "The receipt check answers 21002", zh: "校验收据返回 21002"),
                meaning: Text(en: "The receipt was changed on its way.", zh: "收据在途中被改动。"),
                confirm: Text(
                    en: "`receipt.verified status=21002`, then compare the length uploaded with the file's.",
                    zh: "`receipt.verified status=21002`，再比对上传长度与文件长度。"),
                causes: Text(
                    en: "Text conversion before base64, a blank in place of `+`, line feeds, a cut.", zh: "base64 前转成字符串、`+` 变空格、换行、截断。"),
                fix: Text(en: "base64 of the file's bytes, nothing else.", zh: "直接对文件字节做 base64。"), source: source,
                phrases: Text(en: "21002 receipt malformed base64", zh: "收据格式 21002"), breaks: [.receiptRejected], see: ["21002"]),
            SymptomDefinition(
                "receipt_environments_mixed", symptom: Text(en: "21008 in production or 21007 in tests", zh: "沙盒与生产串台"),
                meaning: Text(en: "The receipt went to the wrong address.", zh: "收据发到了错误的环境。"),
                confirm: Text(
                    en: "`receipt.verified` with 21007 or 21008, and whether status 0 follows within seconds.",
                    zh: "`receipt.verified` 为 21007 或 21008，看数秒内是否随后为 0。"),
                causes: Text(en: "Sandbox asked first, or one address only.", zh: "先请求沙盒，或只配了一个地址。"),
                fix: Text(en: "Production first, the sandbox only after 21007.", zh: "先生产，仅 21007 后转沙盒。"), source: source,
                phrases: Text(en: "21007 21008 environment sandbox production mixed", zh: "串台 环境 21007 21008"),
                breaks: [.receiptRejected, .sandboxInProduction], see: ["21007", "21008"]),
        ]
    }()
}
