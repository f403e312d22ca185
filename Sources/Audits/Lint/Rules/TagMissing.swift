import Domain

extension LintRule {
    /// Lines about the payment without the tag.
    static let tagMissing = LintRule(
        "tag_missing", .must,
        title: Text(en: "payment lines without the tag PayCallback", zh: "支付相关日志没有 PayCallback 标签"),
        meaning: Text(
            en: "Lines of a device without the tag count as noise: mark them, or map them in paychain.yaml.",
            zh: "设备日志中没有标签的行按噪声处理：请加标签，或在 paychain.yaml 中映射。"),
        add: [
            Addition(
                "iOS", #"pay.notice("wallet.intercepted url=\(url.absoluteString, privacy: .public) orderNo=\(orderNo, privacy: .public)")"#
            ),
            Addition(
                "paychain.yaml",
                #"sources: [{path: "app-*.log", layer: client, events: [{match: "open alipay", event: wallet.intercepted}]}]"#),
        ],
        settles: .everyClientStep,
        test: .record { line in
            guard line.isDevice, !line.isTagged else { return false }
            return line.holds("alipays://") || line.holds("weixin://wap/pay") || line.holds("resultStatus=")
                || line.holds("continueUserActivity") && line.holds("http")
        })
}
