import Domain

extension CodeGroup {
    /// What the Alipay SDK and the wallet's return URL hand to the app (facts.md §1.7).
    static let alipayResults = CodeGroup(
        "alipay_result", title: Text(en: "Alipay resultStatus", zh: "支付宝 resultStatus"),
        flows: [.alipayH5, .alipaySDK],
        words: ["resultStatus", "resultCode", "alipay", "支付宝"],
        confirm: Text(
            en:
                "Look for `resultStatus` or `resultCode` in the app's `return.received` line, then for the app's own question to the server and the provider's answer after it.",
            zh: "在客户端的 `return.received` 一行查看 `resultStatus` 或 `resultCode`，再看其后客户端的查询和渠道的答复。"),
        source: Text(en: "Alipay open platform: synchronous result of the app payment SDK.", zh: "支付宝开放平台：App 支付 SDK 的同步返回结果。"),
        causes: Text(en: "What the wallet learnt on the device; it is a claim, never a proof.", zh: "这是钱包在设备上得到的结果，只是一种说法，不是凭证。"),
        fix: Text(
            en: "Treat every code as a hint to ask the server, and show what the server answers.", zh: "无论哪个代码都只当作“该去查单”的提示，展示服务端的答复。"),
        codes: [
            .init(
                "9000", title: result("9000", of: .alipay),
                meaning: Text(
                    en:
                        "The wallet says that the order is paid. It proves nothing by itself: only a verified notify, a provider answer or a bill does.",
                    zh: "钱包称订单已支付。它本身不能证明任何事，只有验签通过的通知、渠道查询或账单才算。"),
                causes: Text(
                    en:
                        "The normal end of a payment; without a matching record at the provider: the sandbox, another app id, or a forged return.",
                    zh: "支付正常结束；若渠道没有对应记录：可能是沙盒、app_id 配错，或返回被伪造。"),
                fix: Text(
                    en: "Ask the server at once and show `paid` only when it says so; never mark the order from this code.",
                    zh: "立即向服务端查单，服务端确认后才展示成功；绝不能凭此代码入账。"), breaks: [.markedWithoutProof, .resultMisreported]),
            .init(
                "8000", title: result("8000", of: .alipay),
                meaning: Text(
                    en: "The payment is still being processed. Its result is open: it may be paid in the next seconds.",
                    zh: "支付仍在处理，结果未定：随后可能就会成功。"),
                causes: Text(en: "A slow bank or risk check, the payer left the wallet early.", zh: "银行或风控较慢，付款人提前离开钱包。"),
                fix: Text(
                    en: "Show “being confirmed”, ask the server every 3 to 5 s and again whenever the app becomes active.",
                    zh: "展示“确认中”，每 3 到 5 秒查单一次，应用回到前台时再查。"), breaks: [.pendingNotRequeried, .resultMisreported]),
            .init(
                "4000", title: result("4000", of: .alipay), meaning: Text(en: "The wallet says that the payment failed.", zh: "钱包称支付失败。"),
                causes: Text(
                    en:
                        "The order is closed or already paid, the balance or limit is too small, the signed order string is wrong (app id, key, charset), risk control.",
                    zh: "订单已关闭或已支付、余额或限额不足、签名串有误（app_id、密钥、编码）、风控拦截。"),
                fix: Text(
                    en:
                        "Read `memo` and the gateway's sub_code for the cause, ask the server once before showing `failed`, and let the payer try again with a new attempt.",
                    zh: "从 `memo` 和网关 sub_code 找原因；展示失败前先查一次单，再让付款人以新的支付尝试重试。"), breaks: [.paymentFailed, .resultMisreported]),
            .init(
                "5000", title: result("5000", of: .alipay),
                meaning: Text(
                    en: "The same request came again: a payment of this order is already under way.", zh: "同一请求被重复提交：该订单的支付已在进行。"),
                causes: Text(
                    en: "The payer tapped twice, or the app opened the wallet again without waiting for the first result.",
                    zh: "付款人连点两次，或应用没等第一次结果就再次唤起钱包。"),
                fix: Text(
                    en: "Lock the button while a result is open, and ask the server which state the first try has reached.",
                    zh: "结果未定时锁定按钮，并向服务端查询第一次支付到了哪一步。"), breaks: [.chargedTwice, .resultDuplicated]),
            .init(
                "6001", title: result("6001", of: .alipay),
                meaning: Text(
                    en: "The payer stopped in the wallet. It is the payer's own choice, unless a payment follows.",
                    zh: "付款人在钱包里取消。这是付款人自己的选择，除非随后又有付款。"),
                causes: Text(
                    en: "The payer went back, has no money there, or only cancelled the return after having paid.",
                    zh: "付款人点了返回、余额不足，或其实已付款只是取消了跳回。"),
                fix: Text(
                    en:
                        "Nothing to repair. Ask the server once all the same: 6001 followed by a payment happens. Its return URL carries no order number, so keep the pending order on disk.",
                    zh: "无需修复。但仍应查一次单：先 6001 后支付成功确有发生。该返回不带单号，因此要把待支付订单存盘。"), breaks: [.resultMisreported]),
            .init(
                "6002", title: result("6002", of: .alipay),
                meaning: Text(
                    en: "The network failed while the wallet worked. Nothing is known of the payment: it may be paid.",
                    zh: "钱包工作时网络出错。支付结果未知，可能已付。"),
                causes: Text(
                    en: "A bad connection of the device, a proxy, a change between Wi-Fi and mobile data.", zh: "设备网络不佳、代理，或 Wi-Fi 与移动网络切换。"
                ), fix: Text(en: "Ask the server; never show `failed` for it.", zh: "向服务端查单，不能直接展示失败。"),
                breaks: [.pendingNotRequeried, .resultMisreported]),
            .init(
                "6004", title: result("6004", of: .alipay),
                meaning: Text(
                    en: "The result is not known and the order may be paid: the app is obliged to ask.", zh: "结果未知，订单可能已支付：客户端必须查单。"),
                causes: Text(
                    en: "The wallet was interrupted (killed, a call, no network) between the payment and the answer.",
                    zh: "付款与返回之间钱包被打断（被杀、来电、断网）。"),
                fix: Text(
                    en:
                        "Ask the server until it gives a final state, show “being confirmed” meanwhile, and ask again at the next foregrounding.",
                    zh: "持续查单直到得到终态，期间展示“确认中”，应用回到前台时再查。"), breaks: [.pendingNotRequeried, .resultMisreported]),
            .init(
                "4", title: Text(en: "failed or not supported (mini program)", zh: "失败或不支持（小程序）"),
                meaning: Text(
                    en: "A mini program's cashier gave up; other codes of it are those of the SDK.", zh: "小程序收银台放弃支付；其余代码与 SDK 相同。"),
                causes: Text(en: "The mini program has no payment permission, or the wallet is too old.", zh: "小程序没有支付权限，或钱包版本过旧。"),
                fix: Text(en: "Ask the server, then offer another way to pay.", zh: "向服务端查单，然后提供其他支付方式。"), breaks: [.paymentFailed]),
        ])
}
