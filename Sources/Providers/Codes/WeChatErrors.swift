import Domain

extension CodeGroup {
    /// Error codes of v2 (`err_code`) and v3 (`code`) (facts.md §2.3, §2.5).
    static let weChatErrors = CodeGroup(
        "wechat_error", title: Text(en: "WeChat Pay error code", zh: "微信支付错误码"),
        flows: [.wechatH5, .wechatSDK, .webCheckout],
        words: ["err_code", "error", "code", "wechat", "微信", "错误码"],
        confirm: Text(
            en:
                "Look for `provider.answered` with this code (v3 in a JSON body with 4xx or 5xx, v2 in `err_code`) and at the request before it.",
            zh: "在 `provider.answered` 中查看该代码（v3 是 4xx/5xx 的 JSON，v2 在 `err_code`），以及它之前的请求。"),
        source: Text(en: "WeChat Pay merchant documentation: error codes of v2 and v3.", zh: "微信支付商户文档：v2 与 v3 错误码。"),
        causes: Text(en: "The request as WeChat Pay read it.", zh: "微信支付所读到的请求。"),
        fix: Text(
            en: "Log code and message of every refused answer; retry only where the result is unknown.",
            zh: "记录每次被拒的 code 与 message；只有结果未知的才重试。"),
        codes: [
            .init(
                "ORDER_NOT_EXIST", title: Text(en: "order not known", zh: "订单不存在"),
                meaning: Text(
                    en: "WeChat Pay has no such order: normal before it was made, an error afterwards. v3 answers it with HTTP 404.",
                    zh: "微信支付没有该订单：下单前属正常，之后则有误。v3 以 HTTP 404 返回。"),
                causes: Text(
                    en: "The unified order was never made, another mchid was asked, or a wrong number.", zh: "未成功下单、用了别的 mchid，或单号错误。"),
                fix: Text(
                    en: "Compare mchid and out_trade_no of create and query; keep the order pending inside its window.",
                    zh: "核对下单与查询的 mchid、out_trade_no；时限内保持待支付。"), names: ["ORDERNOTEXIST"]),
            .init(
                "ORDERPAID", title: Text(en: "already paid", zh: "订单已支付"),
                meaning: Text(en: "The order is paid; paying or closing it again was refused.", zh: "订单已支付，再次支付或关单被拒绝。"),
                causes: Text(en: "The shop did not mark the order and offered it again.", zh: "商户未入账，又让付款人再付。"),
                fix: Text(en: "Query and mark it.", zh: "查询并入账。"), breaks: [.paidNotMarked, .chargedTwice]),
            .init(
                "ORDER_CLOSED", title: Text(en: "order closed", zh: "订单已关闭"),
                meaning: Text(en: "The order was closed and cannot be paid any more.", zh: "订单已关闭，不能再支付。"),
                causes: Text(en: "Time limit or the shop's close.", zh: "超时或商户关单。"),
                fix: Text(en: "Make a new order with a number of its own.", zh: "用新单号重新下单。"), names: ["ORDERCLOSED"],
                breaks: [.closedNotMarked]),
            .init(
                "OUT_TRADE_NO_USED", title: Text(en: "number used before", zh: "商户订单号重复"),
                meaning: Text(en: "The same out_trade_no was sent with other content.", zh: "同一 out_trade_no 以不同内容重复提交。"),
                causes: Text(en: "An order was changed and sent again under its old number.", zh: "订单变更后仍用旧单号。"),
                fix: Text(en: "One number per attempt.", zh: "每次支付尝试使用独立单号。"), breaks: [.amountMismatch]),
            .init(
                "NOT_ENOUGH", title: Text(en: "not enough money", zh: "余额不足"),
                meaning: Text(
                    en: "The payer's account, or for a refund the merchant's, does not cover the amount.", zh: "付款人账户余额不足；退款时指商户余额不足。"),
                causes: Text(en: "The account.", zh: "账户原因。"),
                fix: Text(en: "Another way to pay; for refunds top up and repeat.", zh: "换支付方式；退款则充值后重试。"), names: ["NOTENOUGH"],
                breaks: [.paymentFailed]),
            .init(
                "SIGN_ERROR", title: Text(en: "our signature is wrong", zh: "我方签名错误"),
                meaning: Text(en: "WeChat Pay could not verify the request.", zh: "微信支付无法验证请求签名。"),
                causes: Text(
                    en: "A wrong key or certificate, MD5 in place of HMAC-SHA256 (v2), a body changed after signing (v3).",
                    zh: "密钥或证书不对；v2 混用 MD5 与 HMAC-SHA256；v3 签名后改了正文。"),
                fix: Text(en: "Sign exactly the bytes that are sent, with the key of this mchid.", zh: "用该 mchid 的密钥对实际发送的字节签名。"),
                names: ["SIGNERROR"], breaks: [.providerQueryFailed]),
            .init(
                "PARAM_ERROR", title: Text(en: "request malformed", zh: "参数错误"),
                meaning: Text(en: "A parameter or the form of the request is not accepted.", zh: "参数或报文格式不被接受。"),
                causes: Text(
                    en: "A missing field, another encoding than UTF-8, an empty body, an amount that is no whole number of fen.",
                    zh: "缺字段、非 UTF-8、空报文、金额不是整数分。"),
                fix: Text(
                    en: "The answer's detail names the field: compare with the last request that worked.",
                    zh: "答复的 detail 指出字段，与最近一次成功的请求对比。"),
                names: ["LACK_PARAMS", "XML_FORMAT_ERROR", "POST_DATA_EMPTY", "NOT_UTF8", "REQUIRE_POST_METHOD"],
                breaks: [.checkoutLoadFailed, .providerQueryFailed]),
            .init(
                "INVALID_REQUEST", title: Text(en: "request not allowed now", zh: "请求不符合业务规则"),
                meaning: Text(en: "The request is well formed and not allowed as things stand.", zh: "请求格式正确但当前业务不允许。"),
                causes: Text(en: "Asked again with other parameters, a wrong state, a restricted merchant.", zh: "重复请求参数不一致、状态不符、商户受限。"),
                fix: Text(en: "Read the message; query the order first.", zh: "阅读 message，先查询订单。"), breaks: [.providerQueryFailed]),
            .init(
                "APPID_MCHID_NOT_MATCH", title: Text(en: "ids do not belong together", zh: "标识不匹配"),
                meaning: Text(en: "appid, mchid or openid do not exist or do not belong together.", zh: "appid、mchid 或 openid 不存在或互不匹配。"),
                causes: Text(
                    en: "Ids of another environment or app, an appid that is not bound to the merchant.", zh: "用了其他环境或应用的标识，appid 未与商户号绑定。"),
                fix: Text(en: "Bind the appid to the mchid in the merchant platform.", zh: "在商户平台绑定 appid 与 mchid。"),
                names: ["APPID_NOT_EXIST", "MCHID_NOT_EXIST", "MCH_NOT_EXISTS", "OPENID_MISMATCH"],
                breaks: [.merchantMismatch, .checkoutLoadFailed]),
            .init(
                "NO_AUTH", title: Text(en: "no permission", zh: "无接口权限"),
                meaning: Text(en: "The merchant may not use this interface or product.", zh: "商户没有该接口或产品权限。"),
                causes: Text(en: "H5 payment not opened, a domain not authorised, a restricted merchant.", zh: "未开通 H5 支付、域名未授权或商户受限。"),
                fix: Text(en: "Open the product; add the H5 domain in the merchant platform.", zh: "开通产品；在商户平台添加 H5 域名。"),
                names: ["NOAUTH"], breaks: [.checkoutLoadFailed, .providerQueryFailed]),
            .init(
                "RULE_LIMIT", title: Text(en: "refused by a rule", zh: "业务规则限制"),
                meaning: Text(en: "A limit, the account or risk control refused the trade.", zh: "因限额、账户或风控被拒。"),
                causes: Text(en: "A daily limit, an abnormal account, risk control.", zh: "日限额、账户异常或风控。"),
                fix: Text(en: "Read the message; offer another way to pay.", zh: "阅读 message，提供其他支付方式。"),
                names: ["ACCOUNT_ERROR", "TRADE_ERROR"], breaks: [.paymentFailed]),
            .init(
                "FREQUENCY_LIMITED", title: Text(en: "called too often", zh: "频率超限"),
                meaning: Text(en: "The rate limit was reached (HTTP 429).", zh: "达到频率限制（HTTP 429）。"),
                causes: Text(en: "Polling without pauses.", zh: "无间隔轮询。"),
                fix: Text(en: "Back off; poll only open orders.", zh: "退避；只轮询未决订单。"), names: ["FREQUENCY_LIMIT", "RATELIMIT_EXCEEDED"],
                breaks: [.providerQueryFailed]),
            .init(
                "SYSTEM_ERROR", title: Text(en: "system error: ask again", zh: "系统错误：请重试"),
                meaning: Text(en: "WeChat Pay could not answer; the result is unknown, not failed.", zh: "微信支付无法答复，结果未知，不是失败。"),
                causes: Text(en: "An outage or time-out.", zh: "故障或超时。"),
                fix: Text(en: "Ask again with the same number and pauses.", zh: "用相同单号间隔重试。"), names: ["SYSTEMERROR"],
                breaks: [.providerQueryFailed]),
            .init(
                "BANK_ERROR", title: Text(en: "bank error: ask again", zh: "银行异常：请重试"),
                meaning: Text(en: "The bank's side failed; the result is unknown.", zh: "银行侧异常，结果未知。"),
                causes: Text(en: "The bank.", zh: "银行原因。"), fix: Text(en: "Query before deciding; then another card.", zh: "先查询再判断，再换卡。"),
                names: ["BANKERROR"], breaks: [.paymentFailed]),
            .init(
                "INVALID_TRANSACTIONID", title: Text(en: "id not known", zh: "标识不存在"),
                meaning: Text(en: "The transaction id or resource asked for does not exist.", zh: "所查的交易号或资源不存在。"),
                causes: Text(en: "An id of another merchant, a typo, a refund id in its place.", zh: "其他商户的标识、输入有误，或误用退款号。"),
                fix: Text(en: "Query by out_trade_no.", zh: "改用 out_trade_no 查询。"), names: ["RESOURCE_NOT_EXISTS"],
                breaks: [.providerQueryFailed]),
            .init(
                "NO_STATEMENT_EXIST", title: Text(en: "no bill for that day", zh: "账单不存在"),
                meaning: Text(
                    en: "There is no bill: an empty day, or it is not made yet. Such a body is at times stored under the bill's name.",
                    zh: "没有账单：当天无交易，或尚未生成。有时这段报文会被存成账单文件。"),
                causes: Text(en: "Asked before 10:00 of the next day, or nothing was sold.", zh: "次日 10:00 前查询，或当天无交易。"),
                fix: Text(en: "Ask again after 10:00; never store an error body as a bill.", zh: "10:00 后再查；不要把错误报文存为账单。"),
                names: ["NO_BILL_EXIST", "20002", "STATEMENT_CREATING"]),
        ])
}
