import Domain

extension AssociationCheck {
    /// An exclusion behind a rule that opens all of it already.
    static let excludedTooLate = AssociationCheck(
        "excluded_too_late", .error,
        title: Text(en: "an exclusion that comes too late", zh: "排除规则排得太后"),
        meaning: Text(
            en: "The first rule that matches decides, not the longest one: what stands before it opens the app already.",
            zh: "先匹配者生效，而不是最长者：排在它前面的规则已经打开应用。"),
        fix: Text(en: "Move it before the rule that covers it.", zh: "把它移到覆盖它的规则之前。"),
        fires: [
            .entry("\"paths\":[\"*\",\"NOT /pay/web/*\"]"),
            .entry("\"components\":[{\"/\":\"/pay/*\"},{\"/\":\"/pay/web/*\",\"exclude\":true}]"),
        ]
    ) { subject in
        subject.file.entries.flatMap { entry in
            entry.rules.enumerated().compactMap { index, rule -> Found? in
                guard rule.isExclusion, index < Limits.rulesCompared,
                    let before = entry.rules[..<index].first(where: { !$0.isExclusion && $0.covers(rule) })
                else { return nil }
                return (rule.place, "\(rule.text) ← \(before.text)")
            }
        }
    }
}
