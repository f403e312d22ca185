import Domain

/// Steps that several scenarios share: the verdict's own.
extension ScenarioDefinition.Step {
    /// The verdict's word on a step of the flow.
    static func verdict(_ order: OrderView, _ step: Step) -> StepProof {
        guard let judged = order.step(step) else { return .skipped }
        switch judged.state {
        case .seen: return judged.evidence.map { .shown(by: $0) } ?? .unobserved
        case .missing: return .failed(by: judged.evidence)
        case .notDue, .unobserved: return .unobserved
        case .skipped: return .skipped
        }
    }

    static let cashierLoaded = Self(
        Text(en: "the cashier page loads", zh: "收银台页面加载"),
        hint: Text(en: "log checkout.loaded with its URL", zh: "记录 checkout.loaded 及其 URL")
    ) { verdict($0, .checkoutLoaded) }

    static let intercepted = Self(
        Text(en: "the app intercepts the launch URL", zh: "应用拦截唤起链接"),
        hint: Text(en: "log wallet.intercepted url=… in decidePolicyFor", zh: "在 decidePolicyFor 中记录 wallet.intercepted url=…")
    ) { order in
        if let index = order.first(.walletIntercepted) {
            return order.chain.has(.detail, "failed", in: order.chain.events[index]) ? .failed(by: index) : .shown(by: index)
        }
        // An SDK opens the wallet by itself.
        return order.step(.checkoutLoaded) == nil ? .skipped : .unobserved
    }

    static let walletOpened = Self(
        Text(en: "the wallet opens", zh: "打开钱包"),
        hint: Text(en: "log wallet.opened success=… in open's completion", zh: "在 open 的回调中记录 wallet.opened success=…")
    ) { order in
        if let failed = order.openFailed { return .failed(by: failed) }
        // It did not open, and the H5 cashier took the payment: not what was to be shown.
        if order.step(.walletOpened)?.state == .skipped { return .failed(by: nil) }
        return verdict(order, .walletOpened)
    }

    static let paid = Self(
        Text(en: "paid, by the provider or a verified notify", zh: "已支付（渠道或验签通知为证）"),
        hint: Text(
            en: "give the server's log or the provider's bill of the test too: an app cannot prove a payment",
            zh: "请同时提供测试期间的服务端日志或渠道账单：客户端无法证明支付")
    ) { verdict($0, .paid) }

    static let returned = Self(
        Text(en: "the payer is back in the app by a callback", zh: "通过回调返回应用"),
        hint: Text(en: "log return.received via=… url=…", zh: "记录 return.received via=… url=…")
    ) { verdict($0, .returned) }

    static let requeried = Self(
        Text(en: "the app asks the server for the result", zh: "应用向服务端查单"),
        hint: Text(en: "log query.sent orderNo=…", zh: "记录 query.sent orderNo=…")
    ) { verdict($0, .requeried) }

    static let resultPaid = Self(
        Text(en: "the app shows “paid”", zh: "应用展示“支付成功”"),
        hint: Text(en: "log result.shown status=paid", zh: "记录 result.shown status=paid")
    ) { order in
        let chain = order.chain
        if let wrong = order.last(.resultShown), !chain.has(.status, "paid", in: chain.events[wrong]),
            !chain.has(.status, "pending", in: chain.events[wrong]), order.verdict.outcome.everPaid
        {
            return .failed(by: wrong)
        }
        return verdict(order, .resultShown)
    }
}
