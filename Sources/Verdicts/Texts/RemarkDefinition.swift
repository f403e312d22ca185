import Domain
import Flows
import Providers

/// A note on a verdict that is no break (vocabulary §6).
///
/// Immutable, and a class so that walking the declarations for every order copies one reference and no text.
public final class RemarkDefinition: Sendable {
    /// Which note.
    public let remark: Remark
    /// A few words.
    public let title: Text
    /// What it means.
    public let meaning: Text
    /// Whether it applies to an order.
    let applies: @Sendable (borrowing Case) -> Bool

    init(remark: Remark, title: Text, meaning: Text, applies: @escaping @Sendable (borrowing Case) -> Bool) {
        (self.remark, self.title, self.meaning, self.applies) = (remark, title, meaning, applies)
    }

    /// Every remark, in the order of the vocabulary.
    public static let all: [RemarkDefinition] = [
        RemarkDefinition(
            remark: .clockSkewed, title: Text(en: "device clock off", zh: "设备时钟不准"),
            meaning: Text(
                en:
                    "The device's clock is surely more than a minute off, or was changed meanwhile; its times count only as corrected ranges.",
                zh: "设备时钟肯定偏差一分钟以上，或期间被修改过；其时间只按校正后的区间使用。"),
            applies: { $0.clockIsSkewed }),
        RemarkDefinition(
            remark: .evidenceConflict, title: Text(en: "evidence conflicts", zh: "证据互相矛盾"),
            meaning: Text(
                en: "The app claims a payment that the provider does not know: a wrong app id, the sandbox, or a faked return.",
                zh: "客户端声称已支付而渠道不知道：可能是 app_id 配错、沙盒环境，或伪造的返回。"),
            applies: { $0.evidenceConflicts }),
        RemarkDefinition(
            remark: .boundByWindow, title: Text(en: "bound by time window", zh: "按时间窗口关联"),
            meaning: Text(
                en: "Some client lines carry no number and were bound to the order in progress on their device.",
                zh: "部分客户端记录没有单号，按当时进行中的订单关联。"),
            applies: { $0.flags.contains(.window) }),
        RemarkDefinition(
            remark: .fallbackUsed, title: Text(en: "fallback used", zh: "走了备用路径"),
            meaning: Text(
                en: "The URL scheme took over from the Universal Link.", zh: "Universal Link 没有生效，由 URL scheme 兜底。"),
            applies: { $0.usedFallback }),
        RemarkDefinition(
            remark: .notifyLate, title: Text(en: "notify late", zh: "通知迟到"),
            meaning: Text(
                en: "The first notify that reached us came later than 4 min 30 s after the payment.", zh: "首个到达的异步通知晚于支付后 4 分 30 秒。"),
            applies: { $0.isNotifyLate }),
        RemarkDefinition(
            remark: .proofAfterTheFact, title: Text(en: "proof learnt later", zh: "事后才有凭据"),
            meaning: Text(
                en: "The order was marked before the server had a proof; a provider record dates the payment at or before the mark.",
                zh: "入账时服务端还没有凭据；渠道记录显示付款不晚于入账。"),
            applies: { $0.hasProofAfterTheFact }),
        RemarkDefinition(
            remark: .partiallyRefunded, title: Text(en: "partly refunded", zh: "部分退款"),
            meaning: Text(en: "Recorded refunds do not reach the paid amount.", zh: "已记录的退款未达到实付金额。"),
            applies: { $0.outcome == .paid && $0.refunds.isAny }),
        RemarkDefinition(
            remark: .refundBegun, title: Text(en: "refund begun", zh: "已发起退款"),
            meaning: Text(
                en:
                    "The provider speaks of a refund of this order, and no line records that money went back: it is under way, was given up, or is told elsewhere.",
                zh: "渠道提到该订单有退款，但没有记录表明款项已退回：可能处理中、已失败，或记录在别处。"),
            applies: { $0.outcome == .paid && $0.refunds.open != nil && !$0.refunds.isAny }),
        RemarkDefinition(
            remark: .billOnly, title: Text(en: "known from the provider only", zh: "仅见于渠道记录"),
            meaning: Text(
                en: "Only provider records speak of this order: nothing but `paid` is judged.", zh: "只有渠道记录提到该订单：只判断是否支付。"),
            applies: { $0.isBillOnly }),
        RemarkDefinition(
            remark: .sandbox, title: Text(en: "sandbox", zh: "沙盒"),
            meaning: Text(en: "Every environment named in its evidence is the sandbox.", zh: "证据中的环境全部为沙盒。"),
            applies: { order in
                guard order.flags.contains(.environment) else { return false }
                return order.facts.contains { $0.environment == .sandbox } && !order.facts.contains { $0.environment == .production }
            }),
        RemarkDefinition(
            remark: .xcodeTransaction, title: Text(en: "Xcode transaction", zh: "Xcode 测试交易"),
            meaning: Text(en: "A local StoreKit test: it proves no payment.", zh: "本地 StoreKit 测试，不能证明付款。"),
            applies: { order in order.flags.contains(.environment) && order.facts.contains { $0.environment == .xcode } }),
    ]

    /// The declaration of one remark.
    public static func of(_ remark: Remark) -> RemarkDefinition? { all.first { $0.remark == remark } }
}

extension Case {
    /// More than a minute off for sure, or contradicting itself.
    var clockIsSkewed: Bool {
        chain.devices.contains { !$0.offset.isConsistent || $0.offset.low > .seconds(60) || $0.offset.high < .seconds(-60) }
    }

    /// The app claims a payment which the provider, asked or by its record, does not know.
    var evidenceConflicts: Bool {
        guard !outcome.everPaid else { return false }
        guard mark != nil || kinds.overlaps([.returnReceived, .resultShown]) else { return false }
        let claims = facts.contains {
            ($0.event == .returnReceived && $0.meaning == .claimsPaid) || ($0.event == .resultShown && $0.state?.isPaidOrBeyond == true)
        }
        let isMarked = mark != nil
        guard claims || isMarked else { return false }
        return statements.closed != nil || statements.failed != nil || providerKnowsNoPayment
    }

    /// A return by URL scheme after the return page was served or a Universal Link was lost.
    var usedFallback: Bool {
        guard kinds.contains(.returnReceived), let scheme = facts.firstIndex(where: { $0.event == .returnReceived && $0.via == .urlScheme })
        else { return false }
        let isWeChat = definition.provider == "wechat"
        return facts.indices.contains { index in
            switch facts[index].event {
            case .returnReceived: facts[index].via == .universalLink && isBefore(index, scheme)
            case .returnUnrouted: isBefore(index, scheme)
            // WeChat's own return is a scheme: there is no Universal Link it could stand in for.
            case .returnServed: !isWeChat && index == returnPageServed && !isAfter(index, scheme)
            default: false
            }
        }
    }

    /// The first delivery came after the deadline of the step.
    var isNotifyLate: Bool {
        guard outcome.everPaid, let step = step(.notified), step.state == .seen, let due = step.due else { return false }
        let first = chain.deliveries.indices.filter { notices[$0].isReal }.map { chain.deliveries[$0].at }.min()
        return first.map { $0 > due } ?? false
    }

    /// Marked before the server knew a proof, while a provider record dates the payment before the mark.
    var hasProofAfterTheFact: Bool {
        guard let mark else { return false }
        return !hasProof(before: mark) && recordDating(before: mark) != nil
    }
}
