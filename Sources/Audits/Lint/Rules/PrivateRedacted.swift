import Domain

extension LintRule {
    /// `<private>` in place of values (facts.md §5.1).
    static let privateRedacted = LintRule(
        "private_redacted", .must,
        title: Text(en: "<private> in place of the order number or URL", zh: "订单号或 URL 被 <private> 遮蔽"),
        meaning: Text(
            en: "os_log hides dynamic strings unless they are marked public: the line can be tied to no order.",
            zh: "os_log 默认隐藏动态字符串，除非标为 public：这样的行无法归属订单。"),
        add: [
            Addition(
                "iOS", #"pay.notice("return.received url=\(url.absoluteString, privacy: .public) orderNo=\(orderNo, privacy: .public)")"#),
            Addition("Objective-C", #"os_log(pay, "return.received url=%{public}@ orderNo=%{public}@", url, orderNo);"#),
        ],
        settles: .everyClientStep,
        test: .record { line in line.isTagged && line.holds("<private>") })
}
