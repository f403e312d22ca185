import Domain

extension CodeGroup {
    /// `SKError.Code` 0 to 20 (facts.md §3.1).
    static let storeKitErrors = CodeGroup(
        "sk_error", title: Text(en: "SKError", zh: "SKError"),
        flows: [.storekit],
        words: ["SKError", "SKErrorDomain", "storekit", "内购", "错误"],
        confirm: Text(
            en:
                "Look for `iap.transaction state=failed` with this code on the device, and whether `purchased` follows for the same product in this session or the next launch.",
            zh: "在设备日志中查找带该代码的 `iap.transaction state=failed`，并看本次会话或下次启动时同一商品是否又 `purchased`。"),
        source: Text(en: "Apple developer documentation: SKError.Code.", zh: "Apple 开发者文档：SKError.Code。"),
        causes: Text(en: "The device, the account or the store refused.", zh: "设备、账户或商店拒绝。"),
        fix: Text(
            en: "Finish the failed transaction, tell the payer what can be done, keep listening to the queue.",
            zh: "结束失败的交易，告知付款人可以怎么做，并继续监听队列。"),
        codes: [
            .init(
                "0", title: Text(en: "unknown error", zh: "未知错误"),
                meaning: Text(
                    en: "An unknown error; the underlying error says more. It can be provisional: `purchased` may follow.",
                    zh: "未知错误，看底层错误。可能只是暂时的：之后可能 `purchased`。"),
                causes: Text(
                    en: "The account needs to confirm terms or payment details, a sandbox account that is locked, no network.",
                    zh: "账户需确认条款或支付信息、沙盒账号被锁、无网络。"),
                fix: Text(
                    en: "Log the underlying error with domain and code; ask the payer to check the account.",
                    zh: "记录底层错误的 domain 与 code；提示付款人检查账户。"), names: ["SKErrorUnknown"], breaks: [.paymentFailed]),
            .init(
                "1", title: Text(en: "the client may not do this", zh: "客户端不允许"),
                meaning: Text(en: "This client may not make the request.", zh: "该客户端不允许执行此请求。"),
                causes: Text(en: "Not signed in to the store, another storefront, a managed device.", zh: "未登录商店、地区不符、受管设备。"),
                fix: Text(en: "Ask the payer to sign in to the App Store.", zh: "提示付款人登录 App Store。"), names: ["clientInvalid"],
                breaks: [.paymentFailed]),
            .init(
                "2", title: Text(en: "the payer cancelled", zh: "用户取消"),
                meaning: Text(
                    en:
                        "The payer cancelled. It also comes when the payer is sent away to update the payment method or to confirm the age: `purchased` may follow.",
                    zh: "用户取消。付款人被引导去更新支付方式或确认年龄时也会出现：之后可能 `purchased`。"),
                causes: Text(en: "The payer's own choice, or a detour through the settings.", zh: "付款人自己的选择，或中途跳去设置。"),
                fix: Text(en: "Nothing to repair; show no error, keep listening.", zh: "无需修复；不提示错误，继续监听。"), names: ["paymentCancelled"]),
            .init(
                "3", title: Text(en: "the payment is not valid", zh: "支付参数无效"),
                meaning: Text(en: "A parameter of the payment was not recognised.", zh: "支付参数无法识别。"),
                causes: Text(
                    en: "A product id of another app, a wrong quantity, a product that is not cleared for sale.",
                    zh: "其他应用的商品 ID、数量错误、商品未上架。"),
                fix: Text(en: "Take the product from the products request and pay with that.", zh: "使用商品请求返回的商品对象发起支付。"),
                names: ["paymentInvalid"], breaks: [.paymentFailed, .productsUnavailable]),
            .init(
                "4", title: Text(en: "this device may not buy", zh: "设备不允许购买"),
                meaning: Text(en: "This device or account may not buy.", zh: "设备或账户不允许购买。"),
                causes: Text(en: "Parental controls, a company's profile.", zh: "家长控制、企业限制。"),
                fix: Text(en: "Ask `canMakePayments` before offering the purchase.", zh: "购买前先检查 `canMakePayments`。"),
                names: ["paymentNotAllowed"], breaks: [.paymentFailed]),
            .init(
                "5", title: Text(en: "not sold in this storefront", zh: "商品在该地区不可用"),
                meaning: Text(en: "The product is not sold in this storefront.", zh: "该商品在当前商店地区不销售。"),
                causes: Text(en: "The product's regions, or a payer of another region.", zh: "商品销售范围或付款人地区不同。"),
                fix: Text(en: "Check the availability in App Store Connect.", zh: "在 App Store Connect 检查销售范围。"),
                names: ["storeProductNotAvailable"], breaks: [.productsUnavailable]),
            .init(
                "6", title: Text(en: "no permission for the cloud service", zh: "未授权访问云服务"),
                meaning: Text(en: "The payer did not allow access to the cloud service (Apple Music).", zh: "付款人未授权访问云服务（Apple Music）。"),
                causes: Text(en: "Permission refused.", zh: "拒绝授权。"),
                fix: Text(en: "Explain why it is needed and ask again in the settings.", zh: "说明用途，引导到设置中授权。"),
                names: ["cloudServicePermissionDenied"]),
            .init(
                "7", title: Text(en: "the network failed", zh: "网络失败"),
                meaning: Text(en: "The device could not reach the network.", zh: "设备无法连接网络。"),
                causes: Text(en: "The connection.", zh: "网络原因。"), fix: Text(en: "Try again when connected.", zh: "联网后重试。"),
                names: ["cloudServiceNetworkConnectionFailed"]),
            .init(
                "8", title: Text(en: "the cloud permission was withdrawn", zh: "云服务授权被撤销"),
                meaning: Text(en: "The payer withdrew the permission for the cloud service.", zh: "付款人撤销了云服务授权。"),
                causes: Text(en: "Changed in the settings.", zh: "在设置中更改。"), fix: Text(en: "Ask again.", zh: "重新请求授权。"),
                names: ["cloudServiceRevoked"]),
            .init(
                "9", title: Text(en: "the privacy notice has to be confirmed", zh: "需确认隐私说明"),
                meaning: Text(en: "The payer has to acknowledge Apple's privacy notice first.", zh: "付款人需先确认 Apple 的隐私说明。"),
                causes: Text(en: "A new device or account.", zh: "新设备或新账户。"),
                fix: Text(en: "Ask the payer to open the App Store once and confirm.", zh: "提示付款人打开 App Store 确认。"),
                names: ["privacyAcknowledgementRequired"]),
            .init(
                "10", title: Text(en: "an entitlement is missing", zh: "缺少 entitlement"),
                meaning: Text(en: "The app asked for a property that it has no entitlement for.", zh: "应用请求了没有 entitlement 的属性。"),
                causes: Text(en: "A missing entitlement in the build.", zh: "构建缺少 entitlement。"),
                fix: Text(en: "Add it to the build.", zh: "在构建中补上。"), names: ["unauthorizedRequestData"]),
            .init(
                "11", title: Text(en: "the offer does not exist", zh: "优惠 ID 无效"),
                meaning: Text(en: "The offer does not exist or is not active.", zh: "优惠不存在或未生效。"),
                causes: Text(en: "A typo, an offer that ended.", zh: "ID 写错或优惠已结束。"),
                fix: Text(en: "Compare with App Store Connect.", zh: "与 App Store Connect 核对。"), names: ["invalidOfferIdentifier"],
                breaks: [.paymentFailed]),
            .init(
                "12", title: Text(en: "the offer's signature is wrong", zh: "优惠签名无效"),
                meaning: Text(en: "The signature of the offer is wrong.", zh: "优惠的签名无效。"),
                causes: Text(en: "A wrong key, other values than signed, a nonce in upper case.", zh: "密钥不对、签名内容不一致、nonce 用了大写。"),
                fix: Text(en: "Sign exactly the values that are sent, the nonce in lower case.", zh: "对实际发送的值签名，nonce 用小写。"),
                names: ["invalidSignature"], breaks: [.paymentFailed]),
            .init(
                "13", title: Text(en: "parameters of the offer are missing", zh: "缺少优惠参数"),
                meaning: Text(en: "Parameters of the offer are missing.", zh: "缺少优惠参数。"),
                causes: Text(en: "A field that was not filled.", zh: "有字段未填写。"),
                fix: Text(
                    en: "Send identifier, key id, nonce, signature and timestamp.", zh: "补齐 identifier、key id、nonce、signature、timestamp。"),
                names: ["missingOfferParams"], breaks: [.paymentFailed]),
            .init(
                "14", title: Text(en: "the offer's price is not valid", zh: "优惠价格无效"),
                meaning: Text(en: "The offer's price is no longer valid.", zh: "优惠价格已失效。"),
                causes: Text(en: "The price was changed after the offer was made.", zh: "创建优惠后价格有变动。"),
                fix: Text(en: "Make the offer anew.", zh: "重新创建优惠。"), names: ["invalidOfferPrice"], breaks: [.paymentFailed]),
            .init(
                "15", title: Text(en: "the overlay was cancelled", zh: "推荐浮层被取消"),
                meaning: Text(en: "The overlay that recommends an app was cancelled. No purchase is touched.", zh: "推荐应用的浮层被取消，与购买无关。"),
                causes: Text(en: "The payer or the app closed it.", zh: "付款人或应用关闭。"), fix: Text(en: "Nothing to repair.", zh: "无需修复。"),
                names: ["overlayCancelled"]),
            .init(
                "16", title: Text(en: "the overlay's configuration is wrong", zh: "浮层配置无效"),
                meaning: Text(en: "The overlay's configuration is not valid.", zh: "浮层配置无效。"),
                causes: Text(en: "A wrong app id.", zh: "应用 ID 有误。"), fix: Text(en: "Correct the configuration.", zh: "修正配置。"),
                names: ["overlayInvalidConfiguration"]),
            .init(
                "17", title: Text(en: "the overlay did not load in time", zh: "浮层加载超时"),
                meaning: Text(en: "The overlay could not be loaded in time.", zh: "浮层加载超时。"), causes: Text(en: "The network.", zh: "网络原因。"),
                fix: Text(en: "Try again.", zh: "重试。"), names: ["overlayTimeout"]),
            .init(
                "18", title: Text(en: "the payer may not use the offer", zh: "不符合优惠条件"),
                meaning: Text(en: "The payer may not use this offer.", zh: "付款人不符合该优惠条件。"),
                causes: Text(en: "Used before, or not a former subscriber.", zh: "已使用过，或不是老订户。"),
                fix: Text(en: "Check the eligibility before showing the offer.", zh: "展示优惠前先检查资格。"), names: ["ineligibleForOffer"]),
            .init(
                "19", title: Text(en: "not on this platform", zh: "平台不支持"),
                meaning: Text(en: "This platform does not support the call.", zh: "当前平台不支持该调用。"),
                causes: Text(en: "An app for another platform.", zh: "其他平台的应用。"), fix: Text(en: "Hide the offer there.", zh: "在该平台隐藏入口。"),
                names: ["unsupportedPlatform"]),
            .init(
                "20", title: Text(en: "the overlay was shown in the background", zh: "在后台场景展示浮层"),
                meaning: Text(en: "The overlay was shown in a scene that is not in front.", zh: "在后台场景展示浮层。"),
                causes: Text(en: "Shown too early or too late.", zh: "展示时机不对。"),
                fix: Text(en: "Show it in the active scene.", zh: "在前台场景展示。"), names: ["overlayPresentedInBackgroundScene"]),
        ])
}
