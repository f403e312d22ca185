import Domain

extension SymptomDefinition {
    /// What goes wrong between wallet, notify and app.
    static let payments: [SymptomDefinition] = {
        let source = Text(en: "The acceptance list and the details of the same document, corrected.", zh: "同一文档的自测清单与细节（已更正）。")
        return [
            SymptomDefinition(
                "https_wallet_link",
                symptom: Text(en: "The cashier goes on as a web page instead of opening the wallet", zh: "收银台停在网页，没有唤起钱包"),
                meaning: Text(
                    en: "Newer cashiers launch by an https link of the wallet, which a web view loads as a page.",
                    zh: "新版收银台用钱包的 https 链接唤起，WebView 会把它当网页加载。"),
                confirm: Text(
                    en:
                        "On the device: `wallet.intercepted form=https` or a load of render.alipay.com, ds.alipay.com or ulink.alipay.com, and no `wallet.opened`.",
                    zh: "设备日志：`wallet.intercepted form=https` 或加载 render.alipay.com、ds.alipay.com、ulink.alipay.com，而没有 `wallet.opened`。"),
                causes: Text(en: "Only alipays: is intercepted.", zh: "只拦截了 alipays:。"),
                fix: Text(
                    en: "Hand the wallet's https hosts to `open` with universalLinksOnly first.",
                    zh: "将钱包的 https 域名交给 `open`（先 universalLinksOnly）。"), source: source,
                phrases: Text(en: "https link web page wallet not opened render.alipay.com", zh: "网页版 没唤起 没有唤起 停在网页 https"),
                breaks: [.walletNeverOpened]),
            SymptomDefinition(
                "killed_in_between", symptom: Text(en: "The app was killed while the payer was in the wallet", zh: "支付中途应用被杀"),
                meaning: Text(
                    en: "The app starts anew without what it kept in memory and does not know which order to ask for.",
                    zh: "应用重新启动，内存内容丢失，不知道该查哪一笔。"),
                confirm: Text(
                    en: "Another process id after the return, or `app.foregrounded pending=none` while the order was open.",
                    zh: "返回后进程号不同，或订单未决时出现 `app.foregrounded pending=none`。"),
                causes: Text(en: "The pending order is kept in memory only.", zh: "待支付订单只存在内存。"),
                fix: Text(
                    en: "Save the number on disk before the jump, read it at the start, ask, and only then clear it.",
                    zh: "跳转前把单号存盘，启动时读取并查单，得到终态后再清除。"), source: source,
                phrases: Text(en: "killed restart process memory lost crash", zh: "被杀 杀掉 重启 崩溃 闪退 内存"), breaks: [.pendingNotRequeried],
                see: ["process_restarted"]),
            SymptomDefinition(
                "page_does_not_change", symptom: Text(en: "The logs show the result and the page does not change", zh: "日志有结果，页面却没有变化"),
                meaning: Text(en: "The result reached a screen that is gone.", zh: "结果交给了已释放的页面。"),
                confirm: Text(
                    en: "`query.answered status=paid` and no `result.shown` in the minute after it.",
                    zh: "有 `query.answered status=paid`，其后一分钟没有 `result.shown`。"),
                causes: Text(
                    en: "The web view or controller was released while the app was in the background.", zh: "后台期间 WebView 或控制器已被释放。"),
                fix: Text(en: "Keep the state outside the screen and let the visible one read it.", zh: "状态存放在页面之外，由当前页面读取。"),
                source: source, phrases: Text(en: "page does not change ui not updated screen", zh: "页面没变化 没变化 不刷新 没更新"),
                breaks: [.returnUnrouted, .resultMisreported]),
            SymptomDefinition(
                "paid_and_nothing_delivered",
                symptom: Text(en: "The payer paid, and the order was not marked or delivered", zh: "已付款，但订单没入账、没发货"),
                meaning: Text(en: "The money came in and the shop did not move the order.", zh: "钱已收到，商户订单没有推进。"),
                confirm: Text(
                    en:
                        "`paychain orders --stuck` lists them; the notify ledger of `paychain order N` shows what was sent, answered and done.",
                    zh: "`paychain orders --stuck` 列出这些订单；`paychain order N` 的通知台账显示发送、应答与处理。"),
                causes: Text(
                    en: "The notify was refused, lost or answered with another body; the handler failed; nobody asks the provider.",
                    zh: "通知被拒、丢失或应答正文不对；处理器失败；没有主动查单。"),
                fix: Text(
                    en: "Query the provider, mark from its answer, then mend what the explaining break names.", zh: "向渠道查询并据此入账，再修复所归因的断点。"),
                source: source,
                phrases: Text(
                    en: "paid not marked not delivered money gone no goods charged deducted",
                    zh: "付了款没到账 没到账 扣了钱 没发货 没入账 钱扣了 已付款 未到账 掉单 漏单 补单"),
                breaks: [.paidNotMarked, .notifyRejected, .notifyNotReceived, .paidNotDelivered]),
            SymptomDefinition(
                "notified_but_not_received", symptom: Text(en: "The provider says notified, and we received nothing", zh: "渠道显示已通知，我方没收到"),
                meaning: Text(
                    en: "A delivery was sent and did not reach the handler, or was answered in a way the provider does not accept.",
                    zh: "通知已发送，但没有到达处理器，或应答不被渠道接受。"),
                confirm: Text(
                    en:
                        "Look for POSTs of the notify path in the access log: none: DNS, firewall, wrong address; with them: status, bytes and repeats on the retry schedule.",
                    zh: "在访问日志中找通知路径的 POST：没有则查 DNS、防火墙、地址；有则看状态、字节数与按时刻表的重发。"),
                causes: Text(
                    en: "A wrong notify_url, an inner address, http to https, a firewall; a body that is not exactly what is demanded.",
                    zh: "notify_url 写错、内网地址、http 跳 https、防火墙；应答正文不符合要求。"),
                fix: Text(
                    en: "Reach the registered address from outside by POST; answer exactly as the provider demands.",
                    zh: "从外网对登记地址 POST；严格按要求应答。"), source: source,
                phrases: Text(en: "notify not received notified callback missing webhook", zh: "没收到通知 收不到回调 没有回调 已通知 异步通知"),
                breaks: [.notifyNotReceived, .notifyRejected]),
        ]
    }()
}
