import Domain

extension CodeGroup {
    /// What the WeChat SDK and its return URL hand to the app (facts.md §2.4).
    static let weChatSDK = CodeGroup(
        "wechat_sdk_error", title: Text(en: "WeChat SDK errCode / ret", zh: "微信 SDK errCode / ret"),
        flows: [.wechatH5, .wechatSDK],
        words: ["errCode", "ret", "wechat", "微信", "sdk"],
        confirm: Text(
            en:
                "Look for `ret=` or `errCode=` in the app's `return.received` line. It carries no order number: join by prepay_id or the launch before it.",
            zh: "在客户端的 `return.received` 中查看 `ret=` 或 `errCode=`。它不带单号：按 prepay_id 或之前的唤起关联。"),
        source: Text(en: "WeChat open platform: PayResp.errCode of the mobile SDK.", zh: "微信开放平台：移动端 SDK 的 PayResp.errCode。"),
        causes: Text(en: "What the wallet learnt on the device; it is a claim, never a proof.", zh: "这是钱包在设备上得到的结果，只是一种说法，不是凭证。"),
        fix: Text(en: "Ask the server after every return and show what it answers.", zh: "每次返回后都向服务端查单，展示其答复。"),
        codes: [
            .init(
                "0", title: result("0", of: .wechat),
                meaning: Text(
                    en: "WeChat says that the order is paid. It is a claim: the server has to ask.", zh: "微信称已支付。这只是说法，须由服务端查单确认。"),
                causes: Text(en: "The normal end of a payment.", zh: "支付正常结束。"),
                fix: Text(en: "Ask the server and show `paid` only when it says so.", zh: "向服务端查单，确认后才展示成功。"),
                breaks: [.markedWithoutProof, .resultMisreported]),
            .init(
                "-1", title: result("-1", of: .wechat),
                meaning: Text(
                    en:
                        "A general error: the signature, an appid that is not registered, a package name or bundle id that is not the registered one.",
                    zh: "一般错误：签名、未注册的 appid、包名或 bundle id 与注册不符。"),
                causes: Text(
                    en: "Parameters signed wrongly, a debug build with another signing key, a stale prepay_id.",
                    zh: "参数签名错误、调试包签名不同、prepay_id 过期。"),
                fix: Text(
                    en: "Compare the signed parameters and the app's registration, take a fresh prepay_id.",
                    zh: "核对签名参数与应用注册信息，重新获取 prepay_id。"), breaks: [.paymentFailed]),
            .init(
                "-2", title: result("-2", of: .wechat),
                meaning: Text(
                    en: "The payer stopped in WeChat. The payer's own choice, unless a payment follows.", zh: "付款人在微信中取消。付款人自己的选择，除非随后又有付款。"
                ), causes: Text(en: "The payer went back without paying.", zh: "付款人未付款返回。"),
                fix: Text(en: "Nothing to repair; ask the server once.", zh: "无需修复；仍查一次单。"), breaks: [.resultMisreported]),
            .init(
                "-3", title: Text(en: "the request could not be sent", zh: "发送失败"),
                meaning: Text(en: "The SDK could not hand the request to WeChat.", zh: "SDK 未能把请求交给微信。"),
                causes: Text(en: "WeChat is missing or too old, no foreground window.", zh: "未安装微信或版本过旧，应用不在前台。"),
                fix: Text(en: "Check that WeChat is there before the launch, offer another way to pay.", zh: "唤起前检查是否安装，提供其他支付方式。"),
                breaks: [.walletNeverOpened]),
            .init(
                "-4", title: Text(en: "permission refused", zh: "授权被拒绝"),
                meaning: Text(en: "WeChat or the payer refused the permission.", zh: "微信或付款人拒绝授权。"),
                causes: Text(en: "The appid has no payment permission.", zh: "该 appid 没有支付权限。"),
                fix: Text(en: "Open the payment permission for the appid.", zh: "为该 appid 开通支付权限。"), breaks: [.paymentFailed]),
            .init(
                "-5", title: Text(en: "not supported", zh: "不支持"),
                meaning: Text(en: "The installed WeChat does not support this call.", zh: "当前微信版本不支持该调用。"),
                causes: Text(en: "An old WeChat.", zh: "微信版本过旧。"),
                fix: Text(en: "Ask for an update or offer another way to pay.", zh: "提示升级或换支付方式。"), breaks: [.walletNeverOpened]),
            .init(
                "-6", title: Text(en: "banned", zh: "被禁止"),
                meaning: Text(
                    en: "WeChat refuses calls of this app: its signature does not match, or it is banned.", zh: "微信拒绝该应用调用：签名不符或被封禁。"),
                causes: Text(en: "Another signing key or bundle id than registered.", zh: "签名或 bundle id 与注册不符。"),
                fix: Text(en: "Compare the registration in the open platform with the build.", zh: "将开放平台的注册信息与安装包核对。"),
                breaks: [.walletNeverOpened]),
        ])
}
