import Domain

extension CodeGroup {
    /// What a cashier page's failure looks like on a device (facts.md §1.5, §5.9).
    static let deviceErrors = CodeGroup(
        "device_error", title: Text(en: "Error of the device's network or web view", zh: "设备网络与 WebView 错误"),
        flows: [.alipayH5, .wechatH5, .webCheckout],
        words: ["NSURLErrorDomain", "WebKitErrorDomain", "net", "webview", "ats", "错误"],
        confirm: Text(
            en: "Look for `checkout.failed` or `wallet.intercepted` with this error on the device, and whether the page loaded later.",
            zh: "在设备日志的 `checkout.failed` 或 `wallet.intercepted` 中查看该错误，并看页面之后是否加载成功。"),
        source: Text(
            en: "Apple developer documentation: URLError, WKError; Android and Chromium network errors.",
            zh: "Apple 开发者文档：URLError、WKError；Android 与 Chromium 网络错误。"),
        causes: Text(en: "The connection of this device, or a rule of the system.", zh: "设备网络或系统规则。"),
        fix: Text(en: "Show a way to try again, and report the error with the URL's host.", zh: "提供重试入口，并上报错误与域名。"),
        codes: [
            .init(
                "-1022", title: Text(en: "blocked by ATS: not https", zh: "被 ATS 阻止：不是 https"),
                meaning: Text(en: "The system refused a plain http page.", zh: "系统拒绝明文 http 页面。"),
                causes: Text(en: "A cashier, redirect or return page over http.", zh: "收银台、跳转或返回页使用 http。"),
                fix: Text(en: "Use https everywhere; an exception only for a domain that cannot.", zh: "全部改用 https，仅对无法支持的域名加例外。"),
                names: ["NSURLErrorAppTransportSecurityRequiresSecureConnection"], breaks: [.checkoutLoadFailed]),
            .init(
                "-1001", title: Text(en: "timed out", zh: "请求超时"), meaning: Text(en: "The page did not answer in time.", zh: "页面未在时限内响应。"),
                causes: Text(en: "A bad connection or a slow server.", zh: "网络差或服务慢。"),
                fix: Text(en: "Let the payer try again; compare with the server's time.", zh: "允许重试；对照服务端耗时。"),
                names: ["NSURLErrorTimedOut"], breaks: [.checkoutLoadFailed]),
            .init(
                "-1003", title: Text(en: "host not reached", zh: "无法连接主机"),
                meaning: Text(en: "The name could not be resolved, or the connection failed or broke.", zh: "域名解析失败，或连接失败、中断。"),
                causes: Text(en: "DNS, a proxy, a change of network.", zh: "DNS、代理或切换网络。"),
                fix: Text(en: "Let the payer try again.", zh: "允许重试。"),
                names: ["-1004", "-1005", "NSURLErrorCannotFindHost", "NSURLErrorCannotConnectToHost", "NSURLErrorNetworkConnectionLost"],
                breaks: [.checkoutLoadFailed]),
            .init(
                "-1009", title: Text(en: "no network", zh: "没有网络"), meaning: Text(en: "The device is offline.", zh: "设备未联网。"),
                causes: Text(en: "Flight mode, no data permission for the app.", zh: "飞行模式或应用无联网权限。"),
                fix: Text(en: "Say so, and try again when connected.", zh: "提示并在联网后重试。"), names: ["NSURLErrorNotConnectedToInternet"],
                breaks: [.checkoutLoadFailed]),
            .init(
                "-1200", title: Text(en: "TLS failed", zh: "TLS 失败"),
                meaning: Text(en: "The secure connection could not be made.", zh: "无法建立安全连接。"),
                causes: Text(
                    en: "A certificate that is expired or lacks its chain, a proxy, a wrong device clock.", zh: "证书过期或链不完整、代理、设备时间错误。"),
                fix: Text(en: "Check the chain from outside.", zh: "从外网检查证书链。"),
                names: ["-1202", "NSURLErrorSecureConnectionFailed", "NSURLErrorServerCertificateUntrusted"], breaks: [.checkoutLoadFailed]),
            .init(
                "-999", title: Text(en: "navigation cancelled", zh: "导航被取消"),
                meaning: Text(
                    en: "Another navigation replaced this one: usual when a wallet URL is intercepted. No failure by itself.",
                    zh: "导航被另一次导航取代：拦截钱包链接时常见，本身不是失败。"),
                causes: Text(en: "`decisionHandler(.cancel)`, a second load.", zh: "`decisionHandler(.cancel)` 或再次加载。"),
                fix: Text(en: "Do not show an error for it.", zh: "不要为此提示错误。"), names: ["NSURLErrorCancelled"]),
            .init(
                "-1002", title: Text(en: "scheme not known to the web view", zh: "WebView 不认识该 scheme"),
                meaning: Text(en: "A wallet URL was loaded as a page: the app did not intercept it.", zh: "钱包链接被当作页面加载：应用没有拦截。"),
                causes: Text(
                    en: "No handler for alipays:, alipay:, weixin:, intent:; a new https form of the launch URL.",
                    zh: "未处理 alipays:、alipay:、weixin:、intent:，或收银台换成 https 形式。"),
                fix: Text(
                    en: "Hand wallet schemes and the wallet's https hosts to the system (`open`, an Intent), then cancel the navigation.",
                    zh: "把钱包 scheme 与其 https 域名交给系统打开（`open` 或 Intent），再取消导航。"),
                names: [
                    "WebKitErrorDomain", "101", "102", "NSURLErrorUnsupportedURL", "ERR_UNKNOWN_URL_SCHEME", "net::ERR_UNKNOWN_URL_SCHEME",
                ], breaks: [.walletNeverOpened]),
            .init(
                "canOpenURL", title: Text(en: "scheme not on the query list", zh: "scheme 不在查询白名单"),
                meaning: Text(
                    en:
                        "`canOpenURL` may answer only for listed schemes (at most 50). Opening works without the list: a trap when the wallet opened all the same.",
                    zh: "`canOpenURL` 只对白名单（最多 50 个）有效。打开链接并不需要白名单：钱包照样打开时这只是陷阱。"),
                causes: Text(
                    en: "alipay, alipays or weixin is missing in LSApplicationQueriesSchemes.",
                    zh: "LSApplicationQueriesSchemes 缺少 alipay、alipays 或 weixin。"),
                fix: Text(en: "Add the schemes, and call `open` without asking first.", zh: "补全白名单，并直接调用 `open`。"),
                names: ["canOpenURL:failed", "LSApplicationQueriesSchemes"], breaks: [.walletNeverOpened]),
        ])
}
