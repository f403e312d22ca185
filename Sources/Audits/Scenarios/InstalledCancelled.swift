import Domain

extension ScenarioDefinition {
    /// 3: the wallet is installed, and the payer goes back without paying.
    static let installedCancelled = ScenarioDefinition(
        "installed_cancelled",
        title: Text(en: "wallet installed, cancelled", zh: "已安装钱包，取消支付"),
        story: Text(
            en:
                "Go back from the wallet's cashier: the app is in front again, and the order is pending or cancelled, never failed or paid.",
            zh: "在钱包收银台点返回：回到业务页面，订单显示待支付或已取消，绝不能是失败或成功。"),
        isTried: { order in order.saidNo != nil && !order.verdict.outcome.everPaid },
        steps: [
            .walletOpened,
            Step(
                Text(en: "the payer is back in the app", zh: "返回应用"),
                hint: Text(en: "log return.received or app.foregrounded", zh: "记录 return.received 或 app.foregrounded")
            ) { order in order.comeback.map { .shown(by: $0) } ?? .unobserved },
            Step(
                Text(en: "nothing was paid", zh: "没有扣款"),
                hint: Text(
                    en: "give the server's log or the provider's bill too: cancelled is only the app's word so far",
                    zh: "请同时提供服务端日志或渠道账单：目前只有客户端说已取消")
            ) { order in
                switch order.verdict.outcome {
                case .paid, .refunded: return .failed(by: order.step(.paid)?.evidence)
                case .cancelled, .abandoned, .failed:
                    return (order.last(.tradeClosed) ?? order.last(.orderChanged) ?? order.saidNo).map { .shown(by: $0) } ?? .unobserved
                case .pending, .unknown: return .unobserved
                }
            },
            Step(
                Text(en: "the app shows “pending” or “cancelled”", zh: "应用展示“待支付”或“已取消”"),
                hint: Text(en: "log result.shown status=…", zh: "记录 result.shown status=…")
            ) { order in
                let chain = order.chain
                guard let shown = order.last(.resultShown), shown > order.opened ?? -1 else { return .unobserved }
                let isRight =
                    chain.has(.status, "pending", in: chain.events[shown]) || chain.has(.status, "cancelled", in: chain.events[shown])
                return isRight ? .shown(by: shown) : .failed(by: shown)
            },
        ],
        examples: [
            Example(
                "back, and shown as cancelled", .proven,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:50 return.received via=url_scheme resultCode=6001
                10:02:51 query.sent
                10:02:52 result.shown status=cancelled
                """),
            Example(
                "back, and shown as failed", .failed,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:50 return.received via=url_scheme resultCode=6001
                10:02:52 result.shown status=failed
                """),
            Example(
                "nobody logs what was shown", .unobserved,
                """
                cover all
                10:02:11 order.created amount=0.01 flow=alipay_h5
                10:02:14.4 wallet.opened ok=true
                10:02:50 return.received via=url_scheme resultCode=6001
                """),
            Example(
                "6001 and then paid", nil, begin: Example.paidInWallet,
                """
                10:02:50 return.received via=url_scheme resultCode=6001
                """),
        ])
}
