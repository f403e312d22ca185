import Domain
import Providers

extension BreakDefinition {
    /// 16: the payment itself failed.
    static let paymentFailed = BreakDefinition(
        .paymentFailed, stage: .payment, owner: .provider,
        texts: Texts(
            title: Text(en: "Payment failed", zh: "支付失败"),
            statement: Text(en: "The provider or the wallet says that the payment failed.", zh: "渠道或钱包表示支付失败。"),
            severity: Text(en: "Always major.", zh: "始终为重要。"),
            meaning: Text(en: "The payer tried and could not pay.", zh: "付款人尝试了，但付不了。"),
            confirm: Text(
                en: "The reason is the provider's own code: PAYERROR, REVOKED, the wallet's result code, an SKError.",
                zh: "原因就是渠道自己的代码：PAYERROR、REVOKED、钱包结果码或 SKError。"),
            causes: Text(
                en: "No balance, a bank's refusal, risk control, a payment that was taken back.", zh: "余额不足、银行拒绝、风控、被撤销。"),
            fix: Text(
                en: "Offer another way to pay; look for clusters by bank, version or channel.", zh: "提供其他支付方式；按银行、版本或渠道查看是否集中出现。")),
        examples: [
            .fires(
                "PAYERROR", .major, reason: "PAYERROR",
                """
                10:02:11 order.created amount=9.90 flow=wechat_h5
                10:02:50 provider.answered status=failed rawStatus=PAYERROR
                """),
            .fires(
                "the wallet's 4000", .major, reason: "4000",
                """
                10:02:11 order.created amount=9.90 flow=alipay_sdk
                10:02:50 return.received via=sdk resultCode=4000
                """),
            .silent(
                "cancelled by the payer",
                """
                10:02:11 order.created amount=9.90 flow=alipay_sdk
                10:02:50 return.received via=sdk resultCode=6001
                """),
            .silent(
                "failed first, paid after",
                """
                10:02:11 order.created amount=9.90 flow=alipay_sdk
                10:02:50 return.received via=sdk resultCode=4000
                10:03:20 trade.recorded status=paid paidAt=10:03:20 amount=9.90
                """),
        ],
        check: { order in
            guard !order.outcome.everPaid else { return nil }
            if let failed = order.statements.failed {
                let code = order.text(.rawStatus, at: failed) ?? order.text(.subCode, at: failed) ?? order.text(.code, at: failed)
                return Fired(.major, reason: code, evidence: [failed])
            }
            let claimed = order.facts.indices.first { index in
                switch order.facts[index].event {
                case .returnReceived: order.facts[index].meaning == .failed
                // A product bought in this session or the next launch was no failure.
                case .storeTransaction: order.facts[index].state == .failed && !order.isPurchased
                default: false
                }
            }
            guard let claimed else { return nil }
            let code = order.text(.resultCode, at: claimed) ?? order.text(.code, at: claimed) ?? order.text(.error, at: claimed)
            return Fired(.major, reason: code, evidence: [claimed])
        })
}

extension Case {
    /// Whether the app saw the purchase succeed.
    var isPurchased: Bool { facts.contains { $0.event == .storeTransaction && $0.state == .paid } }
}
