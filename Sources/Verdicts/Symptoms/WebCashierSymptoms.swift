import Domain

extension SymptomDefinition {
    /// The web cashier on iOS: the first table of symptoms (vocabulary §6; facts.md §12 corrects it).
    static let webCashier: [SymptomDefinition] = {
        let source = Text(en: "The table of frequent problems of the web cashier on iOS, corrected.", zh: "iOS 网页收银台高频问题表（已更正）。")
        return [
            SymptomDefinition(
                "tap_does_nothing", symptom: Text(en: "Tapping pay does nothing, the page stands still", zh: "点击支付无反应，页面停住"),
                meaning: Text(
                    en: "The wallet was never opened. The query list alone is no cause: opening works without it.",
                    zh: "钱包没有被唤起。仅缺少查询白名单不会导致它：打开链接并不需要白名单。"),
                confirm: Text(
                    en:
                        "On the device: no `wallet.opened success=true` after `checkout.loaded`. With `wallet.intercepted` nothing follows the interception; without it the page never asked for the wallet.",
                    zh: "设备日志：`checkout.loaded` 之后没有 `wallet.opened success=true`。有 `wallet.intercepted` 说明拦截后没有下文；没有则页面没有请求唤起。"),
                causes: Text(
                    en:
                        "The interceptor cancels the navigation and never calls `open`; it asks `canOpenURL` first, which says no for a scheme that is not on the list; the payer refused the system's question.",
                    zh: "拦截后取消了导航却没调用 `open`；先问 `canOpenURL`，而白名单缺少 scheme 时它返回否；付款人在系统提示中点了取消。"),
                fix: Text(
                    en:
                        "Call `open` without asking first, show a loading state until it answers, and offer the cashier page when it fails.",
                    zh: "不先询问直接 `open`，返回前显示加载状态，失败时提供网页收银台。"), source: source,
                phrases: Text(en: "tap nothing happens no response frozen stuck button", zh: "没反应 无反应 点了没用 点击支付 卡住 停住 不动"),
                breaks: [.walletNeverOpened], see: ["canOpenURL"]),
            SymptomDefinition(
                "page_cannot_be_opened", symptom: Text(en: "Tapping pay says that the page cannot be opened", zh: "点击支付提示无法打开网页"),
                meaning: Text(
                    en: "A wallet URL was loaded as a page: the web view does not know its scheme.", zh: "钱包链接被当作网页加载：WebView 不认识该 scheme。"),
                confirm: Text(
                    en:
                        "On the device: `wallet.intercepted` with detail failed, -1002, WebKitErrorDomain 101/102 or ERR_UNKNOWN_URL_SCHEME.",
                    zh: "设备日志：`wallet.intercepted` 失败，或 -1002、WebKitErrorDomain 101/102、ERR_UNKNOWN_URL_SCHEME。"),
                causes: Text(
                    en: "`decidePolicyFor` lets alipays:, alipay: or weixin: through; on Android `shouldOverrideUrlLoading` is missing.",
                    zh: "`decidePolicyFor` 放行了 alipays:、alipay: 或 weixin:；Android 没有实现 `shouldOverrideUrlLoading`。"),
                fix: Text(
                    en: "Intercept the wallet schemes, hand them to the system, cancel the navigation.", zh: "拦截钱包 scheme，交给系统打开并取消导航。"),
                source: source, phrases: Text(en: "cannot open page unknown scheme error wallet", zh: "打不开 无法打开网页 打不开网页 不认识"),
                breaks: [.walletNeverOpened], see: ["ERR_UNKNOWN_URL_SCHEME"]),
            SymptomDefinition(
                "never_came_back", symptom: Text(en: "Paid, and the payer never came back to the app", zh: "付了款没回来，付完款回不到应用"),
                meaning: Text(
                    en:
                        "The payment went through and no return callback reached the app: the payer stayed in the wallet, in Safari or landed in another app. The money is decided by the notify, not by the return.",
                    zh: "付款已完成，但应用没有收到返回回调：付款人停在钱包、Safari，或进了别的应用。钱款以通知为准，与返回无关。"),
                confirm: Text(
                    en:
                        "`returned` is missing though the device's log covers two minutes after the payment. A GET of the return page: the page failed to open the app. No GET: stuck in the wallet, or a working Universal Link, which leaves none.",
                    zh: "`returned` 缺失，而设备日志覆盖付款后两分钟。有返回页 GET：页面没能拉起应用；没有 GET：停在钱包里，或 Universal Link 生效（它不留记录）。"),
                causes: Text(
                    en:
                        "return_url empty or on a domain that is not authorised; fromAppUrlScheme left at the wallet's own; an association file that does not fit; a return page without a link to the app.",
                    zh: "return_url 为空或域名未授权；fromAppUrlScheme 仍是钱包自己的；关联文件不匹配；返回页没有跳回应用。"),
                fix: Text(
                    en:
                        "Send a return_url of an authorised domain, claim its path as Universal Link with the URL scheme as fallback, put a button on the page, and ask for the pending order whenever the app becomes active.",
                    zh: "下单带授权域名的 return_url，其路径声明为 Universal Link 并以 URL scheme 兜底，页面提供按钮，应用回到前台时查询待支付订单。"), source: source,
                phrases: Text(
                    en: "never came back not return no return stuck in wallet alipay return lost back",
                    zh: "付了款没回来 回不来 没回来 没返回 回不到 不返回 停在支付宝 卡在支付宝 付完款"), breaks: [.returnNeverLanded, .returnURLMissing]),
            SymptomDefinition(
                "white_page_in_safari", symptom: Text(en: "Back in Safari on a blank page", zh: "回到 Safari，停在白屏"),
                meaning: Text(
                    en: "The wallet opened return_url in the browser, and that page does not lead to the app.",
                    zh: "钱包在浏览器中打开了 return_url，而该页没有跳回应用。"),
                confirm: Text(
                    en: "The access log shows `return.served` with a browser's agent, and no `return.received` follows on the device.",
                    zh: "访问日志有浏览器 agent 的 `return.served`，而设备上没有随后的 `return.received`。"),
                causes: Text(
                    en:
                        "The return page has no jump, its script waits for a tap, the Universal Link is on the same host as the page before it.",
                    zh: "返回页没有跳转逻辑、脚本需要点击、Universal Link 与前一页同域。"),
                fix: Text(
                    en: "Make the page show the result and a button to the app; try the Universal Link, then the URL scheme.",
                    zh: "返回页展示结果和回到应用的按钮；先试 Universal Link，再试 URL scheme。"), source: source,
                phrases: Text(en: "white blank page safari browser", zh: "白屏 白页 空白 浏览器 停在safari"),
                breaks: [.returnNeverLanded, .returnUnrouted], see: ["aasa_same_domain"]),
            SymptomDefinition(
                "wrong_state_after_return", symptom: Text(en: "Back in the app, and the order's state is wrong", zh: "回到应用，但订单状态不对"),
                meaning: Text(
                    en: "The app came back and did not ask, asked too early, or the server did not know yet.",
                    zh: "应用回来后没有查单、查得太早，或服务端尚未知晓。"),
                confirm: Text(
                    en: "After `return.received` look for `query.sent` within 15 s, its answer, and when `order.changed to=paid` came.",
                    zh: "在 `return.received` 后 15 秒内看有没有 `query.sent` 及答复，以及 `order.changed to=paid` 的时间。"),
                causes: Text(
                    en:
                        "No question after the return; the pending order was only in memory; the server answers from its own table though the notify was refused.",
                    zh: "返回后没有查单；待支付订单只存在内存；通知被拒而服务端只查自己的表。"),
                fix: Text(
                    en:
                        "Keep the pending order on disk, ask after every return and foregrounding until it is final, and let the server ask the provider when its own state is open.",
                    zh: "待支付订单存盘，每次返回和回到前台都查到终态；服务端状态未决时主动查渠道。"), source: source,
                phrases: Text(en: "wrong state pending unpaid order after return still shows", zh: "状态不对 待支付 未支付 显示未付 还是待支付 没刷新"),
                breaks: [.pendingNotRequeried, .queryStale, .queryNotReceived, .resultMisreported]),
            SymptomDefinition(
                "link_dead_after_install",
                symptom: Text(en: "The Universal Link does not work right after the first install", zh: "首次安装后 Universal Link 不生效"),
                meaning: Text(
                    en:
                        "The association file was not there yet when the app was installed. Devices take it from Apple's CDN, which keeps it up to about a day.",
                    zh: "安装时关联文件尚未拉取到。设备从 Apple CDN 获取，最长缓存约一天。"),
                confirm: Text(
                    en: "On the device the return came by `url_scheme` or not at all, while other devices come by `universal_link`.",
                    zh: "该设备的返回走 `url_scheme` 或没有返回，而其他设备走 `universal_link`。"),
                causes: Text(en: "No network at the install, a file deployed minutes before, the CDN's copy.", zh: "安装时无网络、文件刚上线、CDN 缓存。"),
                fix: Text(
                    en: "Keep the URL scheme as fallback; deploy the file a day before the build.", zh: "保留 URL scheme 兜底；文件比构建早一天上线。"),
                source: source, phrases: Text(en: "first install universal link not working fresh", zh: "首次安装 刚安装 不生效 新装"),
                breaks: [.returnNeverLanded], see: ["aasa_cached"]),
            SymptomDefinition(
                "cashier_blank", symptom: Text(en: "The cashier page stays blank in the web view", zh: "WebView 加载支付页白屏"),
                meaning: Text(en: "The cashier page failed to load.", zh: "收银台页面加载失败。"),
                confirm: Text(
                    en: "On the device: `checkout.failed` with its error, and no `checkout.loaded` after it.",
                    zh: "设备日志：`checkout.failed` 及错误，之后没有 `checkout.loaded`。"),
                causes: Text(
                    en:
                        "App Transport Security refuses a plain http step; no network; WeChat's page without the Referer of the authorised domain.",
                    zh: "ATS 拒绝了 http 环节；无网络；微信页面缺少授权域名的 Referer。"),
                fix: Text(
                    en: "https on every step of the way; send the Referer; show a way to try again.", zh: "全程 https；带上 Referer；提供重试入口。"),
                source: source, phrases: Text(en: "cashier blank white web view ats page empty checkout", zh: "支付页白屏 收银台白屏 加载失败 打不开收银台"),
                breaks: [.checkoutLoadFailed], see: ["-1022"]),
            SymptomDefinition(
                "result_shown_twice", symptom: Text(en: "The result comes up twice after the return", zh: "返回后重复弹窗"),
                meaning: Text(en: "The callback and the fallback query both showed the final result.", zh: "回调与兜底查单都展示了最终结果。"),
                confirm: Text(en: "Two `result.shown` with the same final status on one device.", zh: "同一设备两次 `result.shown` 且状态相同。"),
                causes: Text(en: "No lock between the return callback and the foreground query.", zh: "返回回调与前台查单之间没有互斥。"),
                fix: Text(en: "One place that shows the result, with a state “in progress” and “shown”.", zh: "由一处统一展示结果，区分“查询中”与“已展示”。"),
                source: source, phrases: Text(en: "twice duplicate popup dialog again result", zh: "重复弹窗 弹两次 两次 重复"),
                breaks: [.resultDuplicated]),
        ]
    }()
}
