import Domain

extension Outcome {
    /// The outcome in a word.
    public var title: Text {
        switch self {
        case .refunded: Text(en: "refunded", zh: "已退款")
        case .paid: Text(en: "paid", zh: "已支付")
        case .failed: Text(en: "failed", zh: "支付失败")
        case .cancelled: Text(en: "cancelled", zh: "用户取消")
        case .abandoned: Text(en: "abandoned", zh: "未支付已关闭")
        case .pending: Text(en: "pending", zh: "待支付")
        case .unknown: Text(en: "unknown", zh: "无法判定")
        }
    }

    /// What the outcome means and what it rests on (vocabulary §2).
    public var meaning: Text {
        switch self {
        case .refunded:
            Text(en: "Paid, and recorded refunds reach the paid amount.", zh: "支付过，且已记录的退款达到实付金额。")
        case .paid:
            Text(
                en:
                    "A provider record, a verified notify, a provider query or a verified receipt says so. A client or a redirect never proves payment.",
                zh: "有支付渠道记录、验签通过的异步通知、渠道查询或已校验的收据为证。客户端结果和页面跳转从不算支付凭证。")
        case .failed: Text(en: "The provider says that the payment failed.", zh: "支付渠道明确返回支付失败。")
        case .cancelled:
            Text(en: "Unpaid, and the payer said no.", zh: "未支付，且付款人主动取消。")
        case .abandoned:
            Text(
                en: "Unpaid and positively closed: by the provider, by the server, or a complete provider record shows no payment.",
                zh: "未支付且有据可查地关闭：渠道关单、服务端关单，或完整的渠道记录中没有这笔支付。")
        case .pending: Text(en: "Unpaid, and the payment window is still open.", zh: "未支付，支付时限尚未结束。")
        case .unknown:
            Text(
                en: "No proof of payment and none of the contrary: usually a provider bill is missing.",
                zh: "既没有支付凭证，也没有未支付的凭证：通常是缺少渠道记录。")
        }
    }
}

extension Experience {
    /// The experience in a word.
    public var title: Text {
        switch self {
        case .landed: Text(en: "landed", zh: "顺利返回")
        case .recovered: Text(en: "recovered", zh: "兜底恢复")
        case .lost: Text(en: "lost", zh: "体验丢失")
        case .unobserved: Text(en: "unobserved", zh: "无法观察")
        }
    }

    /// What the payer lived through (vocabulary §2).
    public var meaning: Text {
        switch self {
        case .landed:
            Text(en: "The payer came back to the app and saw the right result.", zh: "付款人回到了应用，并看到正确的结果。")
        case .recovered:
            Text(
                en: "The return never arrived, but a fallback query showed the right result.",
                zh: "返回回调没有到达，但兜底查询显示了正确的结果。")
        case .lost:
            Text(
                en: "The payer never came back, or never saw the right result; the device's logs cover the time.",
                zh: "付款人没有回到应用，或始终没有看到正确结果；设备日志覆盖了这段时间。")
        case .unobserved:
            Text(en: "No device log covers the time, so nobody can tell.", zh: "没有设备日志覆盖这段时间，无法判断。")
        }
    }
}

extension Severity {
    /// The severity in a word.
    public var title: Text {
        switch self {
        case .critical: Text(en: "critical", zh: "严重")
        case .major: Text(en: "major", zh: "重要")
        case .minor: Text(en: "minor", zh: "轻微")
        }
    }

    /// A sign that tells the severities apart without colour.
    public var sign: String {
        switch self {
        case .critical: "✖"
        case .major: "▲"
        case .minor: "△"
        }
    }

    var style: Style {
        switch self {
        case .critical: .critical
        case .major: .major
        case .minor: .minor
        }
    }
}

extension Owner {
    /// Who has to act.
    public var title: Text {
        switch self {
        case .client: Text(en: "client", zh: "客户端")
        case .web: Text(en: "web (H5 / return page)", zh: "网页端（H5／返回页）")
        case .server: Text(en: "server", zh: "服务端")
        case .provider: Text(en: "provider", zh: "支付渠道")
        case .user: Text(en: "user", zh: "用户")
        }
    }

    /// The owner in one word, for tables.
    public var shortTitle: Text {
        self == .web ? Text(en: "web", zh: "网页端") : title
    }
}

extension Confidence {
    /// How surely the evidence belongs to the order.
    public var title: Text {
        switch self {
        case .high: Text(en: "high", zh: "高")
        case .medium: Text(en: "medium", zh: "中")
        case .low: Text(en: "low", zh: "低")
        }
    }
}

extension Layer {
    /// The lane's heading.
    public var title: Text {
        switch self {
        case .client: Text(en: "CLIENT", zh: "客户端")
        case .server: Text(en: "SERVER", zh: "服务端")
        case .provider: Text(en: "PROVIDER", zh: "支付渠道")
        }
    }
}

extension Witness {
    /// The kind of log.
    public var title: Text {
        switch self {
        case .client: Text(en: "device log", zh: "设备日志")
        case .serverApp: Text(en: "server application log", zh: "服务端应用日志")
        case .serverEdge: Text(en: "access log", zh: "访问日志")
        case .provider: Text(en: "provider record", zh: "渠道记录")
        }
    }

    /// The lane it belongs to.
    public var layer: Layer {
        switch self {
        case .client: .client
        case .serverApp, .serverEdge: .server
        case .provider: .provider
        }
    }

    /// The key of contract.md.
    var key: StaticString {
        switch self {
        case .client: "client"
        case .serverApp: "server_app"
        case .serverEdge: "server_edge"
        case .provider: "provider"
        }
    }
}

extension CoverageState {
    /// The state in a word.
    public var title: Text {
        switch self {
        case .covered: Text(en: "covered", zh: "完整覆盖")
        case .gap: Text(en: "has a gap", zh: "中间有缺口")
        case .endedEarly: Text(en: "ends early", zh: "提前结束")
        case .absent: Text(en: "none", zh: "没有")
        }
    }
}

extension StepState {
    /// The state in a word.
    public var title: Text {
        switch self {
        case .seen: Text(en: "seen", zh: "已见")
        case .missing: Text(en: "MISSING", zh: "缺失")
        case .notDue: Text(en: "not due yet", zh: "未到期")
        case .unobserved: Text(en: "cannot be told", zh: "无法观察")
        case .skipped: Text(en: "skipped", zh: "已跳过")
        }
    }

    /// A sign that tells the states apart without colour.
    var sign: String {
        switch self {
        case .seen: "●"
        case .missing: "✗"
        case .notDue: "◔"
        case .unobserved: "?"
        case .skipped: "○"
        }
    }
}

extension StateWord {
    /// The state for people.
    public var title: Text {
        switch self {
        case .created: Text(en: "created", zh: "已创建")
        case .pending: Text(en: "pending", zh: "待支付")
        case .paid: Text(en: "paid", zh: "已支付")
        case .shipped: Text(en: "shipped", zh: "已发货")
        case .delivered: Text(en: "delivered", zh: "已交付")
        case .completed: Text(en: "completed", zh: "已完成")
        case .failed: Text(en: "failed", zh: "失败")
        case .cancelled: Text(en: "cancelled", zh: "已取消")
        case .closed: Text(en: "closed", zh: "已关闭")
        case .expired: Text(en: "expired", zh: "已超时")
        case .refunded: Text(en: "refunded", zh: "已退款")
        case .notExist: Text(en: "trade does not exist", zh: "交易不存在")
        }
    }
}

extension RefundProgress {
    /// How the refund stands, for people.
    public var title: Text {
        switch self {
        case .begun: Text(en: "refund under way", zh: "退款处理中")
        case .done: Text(en: "refund carried out", zh: "退款成功")
        case .failed: Text(en: "refund not carried out", zh: "退款未成功")
        }
    }
}
