import Decoding
import Domain
import Providers

/// What cross-platform frameworks print where a native app prints its system's own words: uni-app, mini programs, React Native, Flutter,
/// Capacitor and Cordova, Android's WebView (their documentation and the plug-ins' own examples).
extension Recognizer {
    /// A plug-in hands the wallet's result to the page.
    static let frameworkResult = Recognizer(
        name: "result of a plug-in",
        purpose: Text(
            en:
                "A plug-in's result: WeChat's errCode (0, -1, -2), requestPayment and the JSAPI bridge (ok, cancel, fail), resultStatus behind a colon.",
            zh: "插件给出的支付结果：微信 errCode（0、-1、-2），requestPayment 与 JSAPI 桥（ok、cancel、fail），冒号后的 resultStatus。"),
        scope: .tagged, anchors: ["errCode", "requestPayment:", "get_brand_wcpay_request:", "chooseWXPay:", "resultStatus", "tradePay"],
        examples: [
            Example(
                "09-01 13:57:31.123  1234  5678 I flutter : [PayCallback] fluwx WeChatPaymentResponse errCode: -2, errStr: null",
                gives: "client.return.received via=sdk resultCode=-2"),
            Example(
                "09-01 13:57:31.123  1234  5678 I console : [PayCallback] {\"errMsg\":\"requestPayment:fail cancel\"} orderNo=TK0901",
                gives: "client.return.received via=sdk resultCode=-2 orderNumber=TK0901"),
            Example(
                "09-01 13:57:31.123  1234  5678 I console : [PayCallback] get_brand_wcpay_request:ok",
                gives: "client.return.received via=sdk resultCode=0"),
            Example(
                "09-01 13:57:31.123  1234  5678 I flutter : [PayCallback] tobias {result: , resultStatus: 6001, memo: x}",
                gives: "client.return.received via=sdk resultCode=6001"),
            Example("09-01 13:57:31.123  1234  5678 I flutter : [PayCallback] request failed errCode: 500"),
        ]
    ) { reading in
        guard let code = reading.pluginResult, reading.beginClient(.returnReceived) else { return false }
        reading.rows.put(.via, "sdk")
        reading.rows.put(.resultCode, code)
        return true
    }

    /// A page's navigation that meets a wallet's URL, in Android's and the frameworks' words.
    static let frameworkIntercept = Recognizer(
        name: "intercept of a framework",
        purpose: Text(
            en: "A WebView of Android or a framework meets a wallet's URL: intercepted, or failed as an unknown scheme.",
            zh: "Android 或跨端框架的 WebView 遇到钱包链接：被拦截，或因未知 scheme 失败。"),
        scope: .tagged, anchors: ["shouldOverrideUrlLoading", "houldStartLoad", "onNavigationRequest", "ERR_UNKNOWN_URL_SCHEME"],
        examples: [
            Example(
                "09-01 13:57:31.123  1234  5678 D PayCallback: shouldOverrideUrlLoading alipays://platformapi/startApp?appId=20000125",
                gives: "client.wallet.intercepted urlScheme=alipays"),
            Example(
                "09-01 13:57:31.123  1234  5678 D PayCallback: onReceivedError -10 net::ERR_UNKNOWN_URL_SCHEME weixin://wap/pay?prepayid=1",
                gives: "client.wallet.intercepted detail=failed urlScheme=weixin"),
            Example("09-01 13:57:31.123  1234  5678 D PayCallback: shouldOverrideUrlLoading https://shop.example.com/cart"),
        ]
    ) { reading in
        guard let url = reading.url, Reading.isLaunch(url) else { return false }
        if reading.text.holds("ERR_UNKNOWN_URL_SCHEME") { return reading.putPageFailure() }
        guard
            reading.text.holds("shouldOverrideUrlLoading") || reading.text.holds("houldStartLoad")
                || reading.text.holds("onNavigationRequest"),
            reading.beginClient(.walletIntercepted)
        else { return false }
        reading.putURL(url)
        return true
    }

    /// An app that could or could not be opened.
    static let frameworkOpen = Recognizer(
        name: "open of a framework",
        purpose: Text(
            en: "Opening a wallet's URL in a framework's words: done, refused, no application for it.", zh: "以框架的话记录打开钱包链接：成功、失败、没有可处理的应用。"),
        scope: .tagged,
        anchors: ["ActivityNotFoundException", "No Activity found", "Could not open URL", "launchUrl", "startActivity", "openURL"],
        examples: [
            Example(
                "09-01 13:57:31.123  1234  5678 D PayCallback: android.content.ActivityNotFoundException: No Activity found to handle Intent "
                    + "{ act=android.intent.action.VIEW dat=alipays://platformapi/startApp }",
                gives: "client.wallet.opened ok=false urlScheme=alipays"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] launchUrl alipays://platformapi/startApp result=false",
                gives: "client.wallet.opened ok=false urlScheme=alipays"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] Linking.openURL failed: Could not open URL 'weixin://wap/pay'",
                gives: "client.wallet.opened ok=false urlScheme=weixin"),
            Example("2026/05/06 05:40:44:300  [PayCallback] launchUrl https://shop.example.com/help result=true"),
        ]
    ) { reading in
        let text = reading.text
        guard let url = reading.url, Reading.isLaunch(url), !text.holds("canOpenURL") else { return false }
        let isOpen: Bool
        if text.holds("ActivityNotFoundException") || text.holds("No Activity found") || text.holds("Could not open URL") {
            isOpen = false
        } else {
            guard text.holds("launchUrl") || text.holds("startActivity") || text.holds("openURL"),
                let answer = Reading.truth(reading.value(behind: "result")) ?? Reading.truth(reading.value(behind: "success"))
            else { return false }
            isOpen = answer
        }
        guard reading.beginClient(.walletOpened) else { return false }
        reading.putTruth(.ok, isOpen)
        reading.putURL(url)
        return true
    }

    /// A link that opened the app, in a framework's words.
    static let frameworkReturn = Recognizer(
        name: "link of a framework",
        purpose: Text(
            en: "A framework hands on the link that opened the app: an https one as a Universal Link, another by its scheme.",
            zh: "框架转交唤起应用的链接：https 视为 Universal Link，其他按 scheme。"),
        scope: .tagged,
        anchors: [
            "getInitialURL", "getInitialLink", "initialLink", "LinkStream", "appLinkOpen", "appUrlOpen", "handleOpenUniversalLink",
            "handleOpenURL", "onAppLink", "plus.runtime.arguments",
        ],
        examples: [
            Example(
                "09-01 13:57:31.123  1234  5678 I flutter : [PayCallback] uriLinkStream myshop://payresult?outTradeNo=TK0901&resultCode=9000",
                gives: "client.return.received via=url_scheme orderNumber=TK0901 resultCode=9000 urlScheme=myshop"),
            Example(
                "2026/05/06 05:40:44:300  [PayCallback] handleOpenUniversalLink https://link.example.com/pay?out_trade_no=TK-20260211-1",
                gives: "client.return.received via=universal_link orderNumber=TK-20260211-1"),
            Example("2026/05/06 05:40:44:300  [PayCallback] getInitialURL null"),
        ]
    ) { reading in
        let text = reading.text
        guard frameworkLinks.contains(where: { text.holds($0) }), let url = reading.url else { return false }
        let scheme = Reading.scheme(of: url)
        guard scheme.count > 0, !WalletDefinition.anyOwns(scheme: scheme), reading.beginClient(.returnReceived) else { return false }
        reading.putReturn(via: scheme.hasAnyCase("http") ? "universal_link" : "url_scheme", url: url)
        return true
    }

    private static let frameworkLinks: [StaticString] = [
        "getInitialURL", "getInitialLink", "initialLink", "LinkStream", "appLinkOpen", "appUrlOpen", "handleOpenUniversalLink",
        "handleOpenURL", "onAppLink", "plus.runtime.arguments",
    ]

    /// The app, or its page, comes to the front, in a framework's words.
    static let frameworkForeground = Recognizer(
        name: "foreground of a framework",
        purpose: Text(
            en: "The app or its page comes to the front: AppState active, AppLifecycleState.resumed, visibilitychange visible, onShow.",
            zh: "应用或页面回到前台：AppState active、AppLifecycleState.resumed、visibilitychange visible、onShow。"),
        scope: .tagged, anchors: ["AppState", "AppLifecycleState.resumed", "visibilitychange", "onShow", "appStateChange"],
        examples: [
            Example(
                "09-01 13:57:31.123  1234  5678 I flutter : [PayCallback] AppLifecycleState.resumed pending=TK0901",
                gives: "client.app.foregrounded pending=TK0901"),
            Example(
                "09-01 13:57:31.123  1234  5678 I ReactNativeJS: [PayCallback] AppState active", gives: "client.app.foregrounded"),
            Example("09-01 13:57:31.123  1234  5678 I ReactNativeJS: [PayCallback] AppState inactive"),
            Example("09-01 13:57:31.123  1234  5678 I console : [PayCallback] visibilitychange hidden"),
        ]
    ) { reading in
        guard reading.comesToTheFront, reading.beginClient(.appForegrounded) else { return false }
        reading.putPending(reading.fields[.pending])
        return true
    }
}

extension Reading {
    /// A plug-in's result code, as its provider counts: WeChat's 0, -1 and -2, Alipay's four digits.
    fileprivate var pluginResult: Bytes? {
        for prefix in ["requestPayment:", "get_brand_wcpay_request:", "chooseWXPay:"] as [StaticString] {
            guard let at = text.find(prefix) else { continue }
            let answer = text.from(at + prefix.utf8CodeUnitCount)
            if answer.hasAnyCase("ok") { return ("0" as StaticString).bytes }
            if answer.hasAnyCase("cancel") || answer.hasAnyCase("fail cancel") || answer.hasAnyCase("fail:cancel") {
                return ("-2" as StaticString).bytes
            }
            return answer.hasAnyCase("fail") ? ("-1" as StaticString).bytes : nil
        }
        if text.holds("resultStatus"), let code = value(behind: "resultstatus"), code.count == 4, code.integer != nil { return code }
        if text.holds("tradePay"), let code = resultCode, code.count == 4 { return code }
        guard text.holds("errCode"), let code = value(behind: "errcode") else { return nil }
        return code.equals("0") || code.equals("-1") || code.equals("-2") ? code : nil
    }

    fileprivate var comesToTheFront: Bool {
        if text.holds("AppLifecycleState.resumed") || text.holds("onShow") { return true }
        if text.holds("visibilitychange") { return value(behind: "visibilitychange")?.equalsAnyCase("visible") == true }
        if text.holds("appStateChange") { return Reading.truth(value(behind: "isactive")) == true }
        return text.holds("AppState") && value(behind: "appstate")?.equalsAnyCase("active") == true
    }
}
