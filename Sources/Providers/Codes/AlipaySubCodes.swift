import Domain

extension CodeGroup {
    /// Business errors of the trade interfaces (facts.md §1.4, §1.8).
    static let alipaySubCodes = CodeGroup(
        "alipay_sub_code", title: Text(en: "Alipay sub_code", zh: "支付宝 sub_code"),
        flows: [.alipayH5, .alipaySDK, .webCheckout],
        words: ["sub_code", "error", "alipay", "支付宝", "错误码"],
        confirm: Text(
            en:
                "Look for `provider.answered` or `server.checkout` lines with this sub_code, and compare the time with the launch of the wallet and the payment.",
            zh: "在应用日志中查找带该 sub_code 的 `provider.answered` 或下单行，并与唤起钱包、付款的时间对比。"),
        source: Text(
            en: "Alipay open platform: error codes of alipay.trade.query, create, refund and bill download.",
            zh: "支付宝开放平台：alipay.trade 查询、下单、退款与账单下载的错误码。"),
        causes: Text(en: "The state of the trade or the account at that moment.", zh: "当时的交易或账号状态。"),
        fix: Text(en: "Handle the code on its own; retry only those that say that the result is unknown.", zh: "按代码单独处理；只有结果未知的才重试。"),
        codes: [
            .init(
                "ACQ.TRADE_NOT_EXIST", title: Text(en: "the trade does not exist (yet)", zh: "交易（尚）不存在"),
                meaning: Text(
                    en: "Alipay makes the trade only when the payer confirms in the wallet: before that this answer is normal.",
                    zh: "付款人在钱包里确认后支付宝才创建交易：在此之前这是正常答复。"),
                causes: Text(
                    en: "The payer never confirmed; with a claimed 9000: another app id or the sandbox was asked; a wrong out_trade_no.",
                    zh: "付款人从未确认；若客户端却报 9000：查询用了别的 app_id 或沙盒，或 out_trade_no 有误。"),
                fix: Text(
                    en:
                        "Keep the order pending until its window ends. When the payer claims to have paid, compare app_id and environment of create and query.",
                    zh: "在支付时限内保持待支付。若付款人称已付，核对下单与查询的 app_id 和环境。"), names: ["TRADE_NOT_EXIST"]),
            .init(
                "ACQ.SYSTEM_ERROR", title: Text(en: "system error: ask again", zh: "系统错误：请重新查询"),
                meaning: Text(en: "Alipay could not answer. The state of the trade is unknown, not failed.", zh: "支付宝无法答复。交易状态未知，不是失败。"),
                causes: Text(en: "An outage or time-out on Alipay's side.", zh: "支付宝侧故障或超时。"),
                fix: Text(en: "Query again a few times with pauses before deciding anything.", zh: "间隔重试数次后再作判断。"),
                names: ["aop.ACQ.SYSTEM_ERROR", "SYSTEM_ERROR"], breaks: [.providerQueryFailed]),
            .init(
                "ACQ.INVALID_PARAMETER", title: Text(en: "parameter not valid", zh: "参数无效"),
                meaning: Text(en: "One of the business parameters is not accepted.", zh: "某个业务参数不被接受。"),
                causes: Text(
                    en: "`/`, `=` or `&` in the subject, an amount with more than two decimals or in fen, a number longer than 64.",
                    zh: "标题含 `/`、`=`、`&`，金额超过两位小数或误用分，单号超过 64 位。"),
                fix: Text(
                    en: "Check subject, total_amount (yuan) and out_trade_no against the interface's limits.",
                    zh: "按接口限制核对 subject、total_amount（元）与 out_trade_no。"), breaks: [.checkoutLoadFailed, .providerQueryFailed]),
            .init(
                "ACQ.TRADE_HAS_SUCCESS", title: Text(en: "already paid", zh: "交易已支付"),
                meaning: Text(
                    en: "The trade of this out_trade_no is paid: a second payment of it was refused.", zh: "该 out_trade_no 的交易已支付，再次支付被拒绝。"),
                causes: Text(en: "The shop did not mark the order and offered to pay it again.", zh: "商户未入账，又让付款人再付一次。"),
                fix: Text(en: "Query the trade and mark the order; never show `failed`.", zh: "查询交易并入账，不能展示失败。"),
                breaks: [.paidNotMarked, .resultMisreported]),
            .init(
                "ACQ.TRADE_HAS_CLOSE", title: Text(en: "trade is closed", zh: "交易已关闭"),
                meaning: Text(en: "The trade is closed: unpaid past its time, or fully refunded.", zh: "交易已关闭：超时未付，或已全额退款。"),
                causes: Text(en: "timeout_express ran out, the shop closed it, or all was refunded.", zh: "timeout_express 到期、商户关单或全额退款。"),
                fix: Text(en: "Make a new attempt with a number of its own.", zh: "用新的单号重新发起支付。"), breaks: [.closedNotMarked]),
            .init(
                "ACQ.TRADE_STATUS_ERROR", title: Text(en: "not possible in this state", zh: "当前状态不允许"),
                meaning: Text(
                    en: "The trade's state does not allow what was asked, such as a refund of a closed or finished one.",
                    zh: "交易状态不允许该操作，例如对已关闭或已完结的交易退款。"), causes: Text(en: "A refund twice, or after the refund window.", zh: "重复退款，或超过退款期。"),
                fix: Text(en: "Query the trade first and decide by trade_status.", zh: "先查询交易，再按 trade_status 处理。"),
                names: ["ACQ.REASON_TRADE_STATUS_INVALID", "ACQ.TRADE_HAS_FINISHED"]),
            .init(
                "ACQ.BUYER_BALANCE_NOT_ENOUGH", title: Text(en: "the payer has not enough money", zh: "付款方余额不足"),
                meaning: Text(
                    en: "The payer's balance or card could not cover the amount, or may not be used.", zh: "付款人余额或银行卡不足以支付，或被停用。"),
                causes: Text(en: "The payer's account.", zh: "付款人账户原因。"),
                fix: Text(en: "Ask for another way to pay; nothing to repair.", zh: "提示更换支付方式；无需修复。"),
                names: ["ACQ.BUYER_BANKCARD_BALANCE_NOT_ENOUGH", "ACQ.ERROR_BALANCE_PAYMENT_DISABLE"], breaks: [.paymentFailed]),
            .init(
                "ACQ.BUYER_SELLER_EQUAL", title: Text(en: "payer and seller are one account", zh: "买卖双方是同一账号"),
                meaning: Text(en: "The payer used the seller's own account.", zh: "付款人使用了卖家自己的账号。"),
                causes: Text(en: "A test with the merchant's own account.", zh: "用商户自己的账号测试。"),
                fix: Text(en: "Test with another account.", zh: "换一个账号测试。"), breaks: [.paymentFailed]),
            .init(
                "ACQ.BUYER_ENABLE_STATUS_FORBID", title: Text(en: "this payer may not pay", zh: "付款人被限制"),
                meaning: Text(
                    en: "The payer's account is restricted, over a limit, or not the one the trade was made for.",
                    zh: "付款人账号受限、超过限额，或不是该交易绑定的付款人。"),
                causes: Text(en: "Risk control or a limit of the account; a trade begun by somebody else.", zh: "风控、账户限额，或交易由他人发起。"),
                fix: Text(en: "Tell the payer; make a new attempt for another payer.", zh: "提示付款人；其他人付款时新建支付尝试。"),
                names: [
                    "ACQ.TRADE_BUYER_NOT_MATCH", "ACQ.BUYER_PAYMENT_AMOUNT_DAY_LIMIT_ERROR", "ACQ.BUYER_PAYMENT_AMOUNT_MONTH_LIMIT_ERROR",
                ], breaks: [.paymentFailed]),
            .init(
                "ACQ.TOTAL_FEE_EXCEED", title: Text(en: "amount out of bounds", zh: "订单金额超限"),
                meaning: Text(en: "The amount is above what this product allows, or not above zero.", zh: "金额超过产品上限，或不大于零。"),
                causes: Text(en: "Fen sent as yuan (a factor of 100), a wrong discount.", zh: "把分当元（差 100 倍），或优惠计算错误。"),
                fix: Text(en: "Check the unit of total_amount: yuan with two decimals.", zh: "核对 total_amount 的单位：元，两位小数。"),
                breaks: [.amountMismatch]),
            .init(
                "ACQ.CONTEXT_INCONSISTENT", title: Text(en: "same number, other content", zh: "同一单号内容不一致"),
                meaning: Text(
                    en: "The out_trade_no is known with another amount, subject or seller.", zh: "该 out_trade_no 已存在，但金额、标题或卖家不同。"),
                causes: Text(en: "A changed order paid again under the old number.", zh: "修改订单后仍用旧单号支付。"),
                fix: Text(en: "Give every changed attempt a new number.", zh: "订单变更后使用新的支付单号。"), breaks: [.amountMismatch]),
            .init(
                "ACQ.ACCESS_FORBIDDEN", title: Text(en: "not allowed for this merchant", zh: "商户无此权限"),
                meaning: Text(en: "The merchant may not use this product or is restricted.", zh: "商户无权使用该产品，或被限制。"),
                causes: Text(en: "Contract missing or ended; a wrong seller.", zh: "未签约、签约到期，或卖家有误。"),
                fix: Text(en: "Check the contract of this app id and seller.", zh: "核对该 app_id 与卖家的签约。"), names: ["ACQ.PARTNER_ERROR"],
                breaks: [.providerQueryFailed]),
            .init(
                "ACQ.SELLER_BALANCE_NOT_ENOUGH", title: Text(en: "seller's balance too small", zh: "卖家余额不足"),
                meaning: Text(en: "A refund could not be taken from the seller's balance.", zh: "卖家余额不足，退款未能执行。"),
                causes: Text(en: "The money was withdrawn before the refund.", zh: "退款前资金已提现。"),
                fix: Text(en: "Top up and repeat the refund with the same out_request_no.", zh: "充值后以相同 out_request_no 重新退款。")),
            .init(
                "isv.invalid-signature", title: Text(en: "our signature is wrong", zh: "我方签名错误"),
                meaning: Text(en: "The gateway could not verify the request's signature.", zh: "网关无法验证请求签名。"),
                causes: Text(
                    en:
                        "The wrong private key, the app's key uploaded in place of the merchant's, another charset or sign_type than signed, parameters changed after signing.",
                    zh: "私钥不对、上传的公钥不匹配、编码或 sign_type 与签名时不同、签名后又改了参数。"),
                fix: Text(
                    en: "Compare the string to sign with the one in the answer's sub_msg, and the key with the console's.",
                    zh: "将待签名串与 sub_msg 中的对比，并核对后台密钥。"), names: ["isv.missing-signature"], breaks: [.providerQueryFailed]),
            .init(
                "isv.invalid-app-id", title: Text(en: "app id not known", zh: "app_id 无效"),
                meaning: Text(en: "The app id does not exist in this environment.", zh: "该环境中不存在此 app_id。"),
                causes: Text(en: "A sandbox app id at the production gateway, or the other way round.", zh: "沙盒 app_id 打到了生产网关，或相反。"),
                fix: Text(en: "Keep gateway, app id and keys of one environment together.", zh: "网关、app_id 与密钥按环境成套配置。"),
                breaks: [.providerQueryFailed, .sandboxInProduction]),
            .init(
                "isv.insufficient-isv-permissions", title: Text(en: "interface not granted", zh: "接口权限不足"),
                meaning: Text(en: "The app has no permission for this interface.", zh: "应用没有该接口权限。"),
                causes: Text(en: "The product is not signed or the app not online.", zh: "产品未签约或应用未上线。"),
                fix: Text(en: "Sign the product and put the app online.", zh: "签约产品并上线应用。"), names: ["isv.insufficient-user-permissions"],
                breaks: [.providerQueryFailed]),
            .init(
                "isp.unknow-error", title: Text(en: "unknown error at Alipay: ask again", zh: "支付宝未知错误：请重试"),
                meaning: Text(
                    en: "The service failed inside Alipay; the spelling is theirs. The state is unknown.", zh: "支付宝内部出错（拼写如此）。状态未知。"),
                causes: Text(en: "An outage.", zh: "故障。"), fix: Text(en: "Query again with pauses.", zh: "间隔重试查询。"),
                names: ["isp.unknown-error"], breaks: [.providerQueryFailed]),
            .init(
                "aop.invalid-auth-token", title: Text(en: "authorisation token not valid", zh: "授权令牌无效"),
                meaning: Text(en: "The third-party authorisation of the merchant is missing or over.", zh: "商户的第三方授权缺失或失效。"),
                causes: Text(en: "The merchant withdrew it or it ran out.", zh: "商户取消授权或授权到期。"),
                fix: Text(en: "Ask the merchant to authorise again.", zh: "请商户重新授权。"), names: ["aop.invalid-app-auth-token"],
                breaks: [.providerQueryFailed]),
            .init(
                "BILL_NOT_EXIST", title: Text(en: "no bill for that day", zh: "当日没有账单"),
                meaning: Text(
                    en: "There is no bill: a day without trades, or not made yet. No file is no failure.", zh: "没有账单：当天无交易，或尚未生成。没有文件不等于故障。"
                ), causes: Text(en: "Asked before 10:00 of the next day, or nothing was sold.", zh: "次日 10:00 之前查询，或当天无交易。"),
                fix: Text(en: "Ask again after 10:00; treat it as an empty day.", zh: "10:00 后再查；按空账单处理。"),
                names: ["isp.bill_not_exist", "isp.bill-not-exist"]),
        ])
}
