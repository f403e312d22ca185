import Domain

extension CodeGroup {
    /// The gateway's `code` and `sub_code` (facts.md §1.4).
    static let alipayGateway = CodeGroup(
        "alipay_gateway", title: Text(en: "Alipay gateway code", zh: "支付宝网关 code"),
        flows: [.alipayH5, .alipaySDK, .webCheckout],
        words: ["code", "sub_code", "gateway", "alipay", "支付宝", "网关"],
        confirm: Text(
            en:
                "Look for `provider.answered` with this `code` or `sub_code` in the application log, and at what the server did with the answer.",
            zh: "在应用日志的 `provider.answered` 中查看 `code` 或 `sub_code`，再看服务端如何处理该答复。"),
        source: Text(en: "Alipay open platform: public error codes and alipay.trade.query.", zh: "支付宝开放平台：公共错误码与 alipay.trade.query。"),
        causes: Text(en: "The request as the gateway read it.", zh: "网关所读到的请求。"),
        fix: Text(
            en: "Log code, sub_code and sub_msg of every answer; decide by sub_code, never by sub_msg.",
            zh: "每次答复都记录 code、sub_code、sub_msg；按 sub_code 判断，不要按 sub_msg。"),
        codes: [
            .init(
                "10000", title: Text(en: "call succeeded", zh: "接口调用成功"),
                meaning: Text(
                    en: "The call itself succeeded. It does not mean paid: look at `trade_status`.", zh: "接口调用成功，不等于已支付：还要看 `trade_status`。"
                ), causes: Text(en: "Normal.", zh: "正常。"),
                fix: Text(
                    en: "Read `trade_status`, `total_amount` and `send_pay_date` of the answer.",
                    zh: "读取答复中的 `trade_status`、`total_amount` 与 `send_pay_date`。")),
            .init(
                "10003", title: Text(en: "waiting for the payer", zh: "等待付款人付款"),
                meaning: Text(en: "A code payment waits for the payer's password. The result is open.", zh: "条码支付等待付款人输入密码，结果未定。"),
                causes: Text(en: "The amount is over the free limit, or risk control asks for a password.", zh: "金额超过免密额度，或风控要求输入密码。"),
                fix: Text(en: "Query every few seconds until the trade is final, cancel after the time limit.", zh: "每隔数秒查询直到终态，超时后撤销。"),
                breaks: [.pendingNotRequeried]),
            .init(
                "20000", title: Text(en: "service not available: result unknown", zh: "服务不可用：结果未知"),
                meaning: Text(
                    en: "The gateway could not tell. A payment may have gone through: it is no failure.", zh: "网关无法给出结果。付款可能已成功，不能当作失败。"),
                causes: Text(en: "An outage or time-out inside Alipay, or on the way to it.", zh: "支付宝内部或途中的故障、超时。"),
                fix: Text(en: "Query again with growing pauses; keep the order pending.", zh: "以递增间隔重新查询，订单保持待支付。"),
                breaks: [.providerQueryFailed]),
            .init(
                "20001", title: Text(en: "authorisation token wrong", zh: "授权令牌无效"),
                meaning: Text(en: "The token sent with the call is missing, expired or not for this app.", zh: "调用所带的授权令牌缺失、过期或不属于该应用。"),
                causes: Text(en: "A third-party authorisation ran out, or another app's token was used.", zh: "第三方授权到期，或用了其他应用的令牌。"),
                fix: Text(en: "Refresh the token; alert on it, because every query fails meanwhile.", zh: "刷新令牌；应告警，因为期间所有查询都会失败。"),
                breaks: [.providerQueryFailed]),
            .init(
                "40001", title: Text(en: "parameter missing", zh: "缺少必选参数"),
                meaning: Text(en: "A required parameter is not in the request.", zh: "请求缺少必选参数。"),
                causes: Text(en: "A field renamed or emptied in the last deployment.", zh: "最近一次发布改名或置空了字段。"),
                fix: Text(
                    en: "Compare the request with the last one that worked; sub_msg names the field.", zh: "与最近一次成功的请求对比；sub_msg 会指出字段。"),
                breaks: [.providerQueryFailed]),
            .init(
                "40002", title: Text(en: "parameter not valid", zh: "参数无效"),
                meaning: Text(en: "A parameter, often the signature or the app id, is not accepted.", zh: "参数不被接受，常见于签名或 app_id。"),
                causes: Text(
                    en: "A wrong key pair, another charset than the one signed, an app id of the sandbox.",
                    zh: "密钥不匹配、编码与签名时不同、误用沙盒 app_id。"),
                fix: Text(
                    en: "Verify the signed string and the key of this app id, then try one call by hand.",
                    zh: "核对待签名串与该 app_id 的密钥，再手动调用一次。"), breaks: [.providerQueryFailed]),
            .init(
                "40003", title: Text(en: "condition not met", zh: "前提条件不满足"),
                meaning: Text(en: "The request is well formed, and a condition for it does not hold.", zh: "请求格式正确，但业务前提不满足。"),
                causes: Text(en: "The product is not signed, the account is restricted.", zh: "产品未签约，或账号受限。"),
                fix: Text(en: "Look at sub_code, then at the contract in the merchant console.", zh: "查看 sub_code，再到商家平台核对签约。"),
                breaks: [.providerQueryFailed]),
            .init(
                "40004", title: Text(en: "business failure: see sub_code", zh: "业务处理失败：见 sub_code"),
                meaning: Text(
                    en: "The gateway understood and refused; `sub_code` says why. ACQ.TRADE_NOT_EXIST before the payer acted is normal.",
                    zh: "网关已理解但拒绝；`sub_code` 说明原因。付款人操作之前的 ACQ.TRADE_NOT_EXIST 属正常。"),
                causes: Text(en: "The state of the trade, the account or the contract.", zh: "交易、账号或签约的状态。"),
                fix: Text(
                    en: "Branch on sub_code; `paychain explain` knows the common ones.", zh: "按 sub_code 分支处理；常见的可用 `paychain explain` 查询。"),
                breaks: [.providerQueryFailed]),
            .init(
                "40005", title: Text(en: "called too often", zh: "调用过于频繁"),
                meaning: Text(en: "The rate limit of the interface was reached.", zh: "达到接口限流。"),
                causes: Text(en: "Polling without pauses, a retry loop, a reconciliation job at full speed.", zh: "无间隔轮询、重试死循环、对账任务全速查询。"),
                fix: Text(en: "Back off, and poll only orders whose result is open.", zh: "退避，且只轮询结果未定的订单。"), breaks: [.providerQueryFailed]
            ),
            .init(
                "40006", title: Text(en: "no permission", zh: "权限不足"),
                meaning: Text(en: "The app may not use this interface.", zh: "该应用无权使用此接口。"),
                causes: Text(en: "The product is not signed or not online for this app id.", zh: "该 app_id 未签约或产品未上线。"),
                fix: Text(en: "Sign the product and bind it to the app id.", zh: "签约产品并绑定到该 app_id。"), breaks: [.providerQueryFailed]),
        ])
}
