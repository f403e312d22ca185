import Domain

extension CodeGroup {
    /// The provider's states and notification kinds (facts.md §2.2, §2.3, §2.5).
    static let weChatStates = CodeGroup(
        "wechat_trade_state", title: Text(en: "WeChat Pay trade_state", zh: "微信支付 trade_state"),
        flows: [.wechatH5, .wechatSDK, .webCheckout],
        words: ["trade_state", "status", "event_type", "wechat", "微信", "状态"],
        confirm: Text(
            en: "Look for the word in the decrypted `notify.received`, in `provider.answered` or in the bill.",
            zh: "在解密后的 `notify.received`、`provider.answered` 或账单中查看该词。"),
        source: Text(en: "WeChat Pay merchant documentation: order query and payment notification.", zh: "微信支付商户文档：查询订单与支付通知。"),
        causes: Text(en: "The course of the trade at WeChat Pay.", zh: "交易在微信支付侧的进展。"),
        fix: Text(
            en: "Map it to the order's state once, in one place, and never let an older state overwrite a paid order.",
            zh: "在一处统一映射订单状态，旧状态绝不能覆盖已支付。"),
        codes: [
            .init(
                "SUCCESS", title: Text(en: "paid", zh: "支付成功"),
                meaning: Text(
                    en: "Paid. Compare amount.total with the order, never payer_total, which coupons lower.",
                    zh: "已支付。与订单比较的是 amount.total，而不是会被优惠降低的 payer_total。"), causes: Text(en: "The normal end.", zh: "正常结果。"),
                fix: Text(
                    en: "Check appid, mchid and amount.total, then mark the order paid once.", zh: "核对 appid、mchid 与 amount.total 后入账一次。"),
                breaks: [.paidNotMarked]),
            .init(
                "REFUND", title: Text(en: "paid, a refund was begun", zh: "转入退款"),
                meaning: Text(
                    en: "Paid before: some refund was begun, in part or in full. It counts as paid until refunds reach the amount.",
                    zh: "之前已支付，且发起过退款（部分或全部）。退款未达全额之前按已支付。"), causes: Text(en: "A refund by the shop.", zh: "商户发起退款。"),
                fix: Text(en: "Ask the refund interface for how much.", zh: "通过退款查询确认金额。"), breaks: [.stateRegressed]),
            .init(
                "NOTPAY", title: Text(en: "not paid", zh: "未支付"),
                meaning: Text(
                    en:
                        "Nothing was paid so far. Such an answer lacks transaction_id, success_time and payer. It can come shortly after the payer really paid.",
                    zh: "尚未支付。该答复没有 transaction_id、success_time、payer。付款人刚付款时也可能短暂返回它。"),
                causes: Text(
                    en: "The payer is in the cashier or left it; a code that expects missing fields then crashes.",
                    zh: "付款人在收银台或已离开；假设字段必存在的代码会因此崩溃。"),
                fix: Text(en: "Ask again in a few seconds; parse optional fields as optional.", zh: "数秒后再查；可选字段按可选解析。"),
                breaks: [.pendingNotRequeried, .providerQueryFailed]),
            .init(
                "CLOSED", title: Text(en: "closed unpaid", zh: "已关闭"),
                meaning: Text(en: "The order was closed without a payment.", zh: "订单未支付即被关闭。"),
                causes: Text(en: "The time limit, or the shop's own close.", zh: "超时或商户关单。"),
                fix: Text(en: "Close the shop's order too; pay again under a new number.", zh: "商户侧同步关单；再次支付用新单号。"),
                breaks: [.closedNotMarked]),
            .init(
                "REVOKED", title: Text(en: "revoked (code payment)", zh: "已撤销（付款码）"),
                meaning: Text(en: "A code payment was taken back.", zh: "付款码交易被撤销。"),
                causes: Text(en: "The cashier cancelled it.", zh: "收银员撤销。"), fix: Text(en: "Nothing to deliver.", zh: "不可发货。"),
                breaks: [.paymentFailed]),
            .init(
                "USERPAYING", title: Text(en: "the payer is paying", zh: "付款人支付中"),
                meaning: Text(en: "The payer still types the password. The result is open.", zh: "付款人正在输入密码，结果未定。"),
                causes: Text(en: "A code payment above the free limit.", zh: "付款码支付超过免密额度。"),
                fix: Text(en: "Query every few seconds, revoke after the time limit.", zh: "每隔数秒查询，超时撤销。"), breaks: [.pendingNotRequeried]),
            .init(
                "PAYERROR", title: Text(en: "payment failed", zh: "支付失败"),
                meaning: Text(en: "The payment failed at the bank or by another cause. It is final.", zh: "支付失败（如银行返回失败），为终态。"),
                causes: Text(en: "The bank refused, the card was over its limit.", zh: "银行拒绝或卡超限额。"),
                fix: Text(en: "Let the payer try again with another way to pay.", zh: "让付款人换一种支付方式重试。"), breaks: [.paymentFailed]),
            .init(
                "ACCEPT", title: Text(en: "accepted, waiting for the charge", zh: "已接收，等待扣款"),
                meaning: Text(en: "The request was taken and the money not yet; v2 only.", zh: "已接收请求，尚未扣款；仅 v2。"),
                causes: Text(en: "A delayed charge.", zh: "延迟扣款。"), fix: Text(en: "Query until it is final.", zh: "查询直到终态。"),
                breaks: [.pendingNotRequeried]),
            .init(
                "TRANSACTION.SUCCESS", title: Text(en: "notification: paid", zh: "通知：支付成功"),
                meaning: Text(
                    en: "The v3 notification that a payment succeeded; the order number stands inside the encrypted resource.",
                    zh: "v3 支付成功通知；订单号在加密的 resource 里。"), causes: Text(en: "The normal notify.", zh: "正常通知。"),
                fix: Text(
                    en: "Verify over the raw bytes, decrypt, mark, answer 200 or 204 within 5 s.", zh: "用原始字节验签、解密、入账，5 秒内应答 200 或 204。"),
                breaks: [.notifyRejected]),
            .init(
                "REFUND.SUCCESS", title: Text(en: "notification: refunded", zh: "通知：退款成功"),
                meaning: Text(en: "A refund reached the payer.", zh: "退款已到账。"), causes: Text(en: "A refund by the shop.", zh: "商户退款。"),
                fix: Text(en: "Move the order to refunded only when refunds reach the amount.", zh: "退款达到全额才置为已退款。")),
            .init(
                "REFUND.ABNORMAL", title: Text(en: "notification: refund stuck", zh: "通知：退款异常"),
                meaning: Text(en: "The refund could not be paid out to the payer's account.", zh: "退款无法打入付款人账户。"),
                causes: Text(en: "The card was closed or the account is gone.", zh: "银行卡注销或账户失效。"),
                fix: Text(en: "Treat it by hand in the merchant console.", zh: "到商户平台人工处理。")),
            .init(
                "REFUND.CLOSED", title: Text(en: "notification: refund closed", zh: "通知：退款关闭"),
                meaning: Text(en: "The refund was given up; the money stays.", zh: "退款被关闭，资金未退。"),
                causes: Text(en: "Balance too small, or the request was withdrawn.", zh: "余额不足或申请被撤回。"),
                fix: Text(en: "Begin the refund again.", zh: "重新发起退款。")),
            .init(
                "已全额退款", title: Text(en: "refunded in full (payer's export)", zh: "已全额退款（付款人账单）"),
                meaning: Text(en: "The payer's export shows a full refund: the order was paid before.", zh: "付款人账单显示已全额退款：之前已支付。"),
                causes: Text(en: "A refund by the shop.", zh: "商户退款。"),
                fix: Text(en: "Compare with the refund rows of the trade bill.", zh: "与交易账单的退款行核对。")),
        ])
}
