import Domain

/// What a word of the verdict means, for people: outcomes, experiences, step states, severities, owners, confidence.
public struct WordDefinition: Sendable {
    /// The word as machine output has it.
    public let word: String
    /// A few words.
    public let title: Text
    /// What it means.
    public let meaning: Text

    init(_ word: String, en: String, zh: String, meaningEN: String, meaningZH: String) {
        self.word = word
        title = Text(en: en, zh: zh)
        meaning = Text(en: meaningEN, zh: meaningZH)
    }
}

/// Outcomes: the money (vocabulary §2).
public enum OutcomeDefinition {
    /// Every outcome.
    public static let all: [WordDefinition] = [
        WordDefinition(
            "refunded", en: "refunded", zh: "已退款", meaningEN: "Paid, and recorded refunds reach the paid amount.",
            meaningZH: "已支付，且已记录的退款达到实付金额。"),
        WordDefinition(
            "paid", en: "paid", zh: "已支付",
            meaningEN:
                "A provider record, a verified notify, a provider's answer or a verified receipt says so. A client never proves payment.",
            meaningZH: "由渠道记录、通过验签的通知、渠道查询或通过验证的收据证明。客户端的说法不能证明支付。"),
        WordDefinition(
            "failed", en: "failed", zh: "支付失败", meaningEN: "The provider says failed.", meaningZH: "渠道表示失败。"),
        WordDefinition(
            "cancelled", en: "cancelled", zh: "已取消", meaningEN: "Unpaid, and the payer said no.", meaningZH: "未支付，且用户主动取消。"),
        WordDefinition(
            "abandoned", en: "abandoned", zh: "已放弃",
            meaningEN:
                "Unpaid, and positively closed: by the provider, by the shop, or a complete record of the payment window has no payment.",
            meaningZH: "未支付，且有正面依据：渠道或商户已关单，或支付窗口的完整记录中没有付款。"),
        WordDefinition(
            "pending", en: "pending", zh: "处理中", meaningEN: "Unpaid, and the payment window is still open at as-of.",
            meaningZH: "未支付，截至判定时刻支付窗口尚未结束。"),
        WordDefinition(
            "unknown", en: "unknown", zh: "未知", meaningEN: "These logs do not tell.", meaningZH: "这些日志无法判断。"),
    ]

    /// The declaration of one outcome.
    public static func of(_ outcome: Outcome) -> WordDefinition? { all.first { $0.word == outcome.rawValue } }
}

/// Experiences: the payer (vocabulary §2).
public enum ExperienceDefinition {
    /// Every experience.
    public static let all: [WordDefinition] = [
        WordDefinition(
            "landed", en: "landed", zh: "正常返回", meaningEN: "The payer was called back and saw the right result.",
            meaningZH: "用户被带回应用并看到了正确结果。"),
        WordDefinition(
            "recovered", en: "recovered", zh: "兜底恢复", meaningEN: "No callback came, but a query showed the right result.",
            meaningZH: "没有回调，但查询展示了正确结果。"),
        WordDefinition(
            "lost", en: "lost", zh: "丢失", meaningEN: "The payer never came back, or never saw the right result.",
            meaningZH: "用户没有回来，或始终没看到正确结果。"),
        WordDefinition(
            "unobserved", en: "unobserved", zh: "未观测", meaningEN: "No device log covers what the payer saw.",
            meaningZH: "没有设备日志覆盖用户所见。"),
    ]

    /// The declaration of one experience.
    public static func of(_ experience: Experience) -> WordDefinition? { all.first { $0.word == experience.rawValue } }
}

/// States of a step (vocabulary §1, §5).
public enum StepStateDefinition {
    /// Every state.
    public static let all: [WordDefinition] = [
        WordDefinition("seen", en: "seen", zh: "已看到", meaningEN: "A line shows it.", meaningZH: "有记录。"),
        WordDefinition(
            "missing", en: "missing", zh: "缺失", meaningEN: "It was due, and logs that would show it cover the whole time without a gap.",
            meaningZH: "已到期，且能看到它的日志完整覆盖整段时间，却没有。"),
        WordDefinition(
            "not_due", en: "not due", zh: "未到期", meaningEN: "Its deadline lies after as-of, or it was never called for.",
            meaningZH: "期限晚于判定时刻，或本就不要求。"),
        WordDefinition(
            "unobserved", en: "unobserved", zh: "未观测", meaningEN: "No log would show it: absence of evidence is not evidence of absence.",
            meaningZH: "没有日志能看到它：没有证据不等于没有发生。"),
        WordDefinition(
            "skipped", en: "skipped", zh: "跳过", meaningEN: "The order went on without it.", meaningZH: "订单绕过了这一步。"),
    ]

    /// The declaration of one state.
    public static func of(_ state: StepState) -> WordDefinition? { all.first { $0.word == state.rawValue } }
}

/// Severities (vocabulary §2).
public enum SeverityDefinition {
    /// Every severity.
    public static let all: [WordDefinition] = [
        WordDefinition("critical", en: "critical", zh: "严重", meaningEN: "Money or integrity is wrong.", meaningZH: "资金或数据完整性出错。"),
        WordDefinition(
            "major", en: "major", zh: "较重", meaningEN: "A payer or a sale was lost to a fault.", meaningZH: "因故障失去了用户或订单。"),
        WordDefinition("minor", en: "minor", zh: "轻微", meaningEN: "Healed, or hygiene.", meaningZH: "已恢复，或属于规范问题。"),
    ]

    /// The declaration of one severity.
    public static func of(_ severity: Severity) -> WordDefinition? { all.first { $0.word == severity.rawValue } }
}

/// Owners (vocabulary §2).
public enum OwnerDefinition {
    /// Every owner.
    public static let all: [WordDefinition] = [
        WordDefinition("client", en: "app", zh: "客户端", meaningEN: "The app.", meaningZH: "应用客户端。"),
        WordDefinition("web", en: "web", zh: "H5 页面", meaningEN: "The H5 or return page.", meaningZH: "H5 页面或返回页。"),
        WordDefinition("server", en: "server", zh: "服务端", meaningEN: "The merchant's back end.", meaningZH: "商户服务端。"),
        WordDefinition("provider", en: "provider", zh: "支付渠道", meaningEN: "The payment provider.", meaningZH: "支付渠道。"),
        WordDefinition("user", en: "payer", zh: "用户", meaningEN: "The payer.", meaningZH: "付款用户。"),
    ]

    /// The declaration of one owner.
    public static func of(_ owner: Owner) -> WordDefinition? { all.first { $0.word == owner.rawValue } }
}

/// Hints (vocabulary §6).
public enum HintDefinition {
    /// Every hint.
    public static let all: [WordDefinition] = [
        WordDefinition(
            "entities", en: "HTML entities", zh: "HTML 实体", meaningEN: "Quotes became &quot; (or &not became ¬) before verification.",
            meaningZH: "验签前引号变成了 &quot;（或 &not 变成 ¬）。"),
        WordDefinition(
            "extra_parameters", en: "extra parameters", zh: "多余参数", meaningEN: "A router or SDK added parameters to the signed ones.",
            meaningZH: "路由或 SDK 在签名参数之外添加了参数。"),
        WordDefinition(
            "body_rewritten", en: "body rewritten", zh: "报文被改写", meaningEN: "The body was parsed and written again before verification.",
            meaningZH: "验签前报文被解析后重新序列化。"),
        WordDefinition(
            "key_rotation", en: "key rotation", zh: "密钥轮换", meaningEN: "Another certificate or key signed it than the one in use.",
            meaningZH: "签名使用的证书或密钥与当前配置不同。"),
        WordDefinition(
            "process_restarted", en: "process restarted", zh: "进程重启", meaningEN: "The app was killed between launch and return.",
            meaningZH: "唤起与返回之间应用被杀。"),
        WordDefinition(
            "plus_became_space", en: "plus became space", zh: "加号变空格", meaningEN: "A `+` was decoded twice.", meaningZH: "`+` 被解码了两次。"),
        WordDefinition(
            "csrf", en: "CSRF filter", zh: "CSRF 过滤", meaningEN: "A CSRF filter answered before the handler.",
            meaningZH: "请求在到达处理器前被 CSRF 过滤器拦截。"),
    ]

    /// The declaration of one hint word.
    public static func of(_ word: String) -> WordDefinition? { all.first { $0.word == word } }
}
