import Domain

extension AssociationCheck {
    /// A rule that another one before it makes idle.
    static let neverReached = AssociationCheck(
        "never_reached", .warning,
        title: Text(en: "a rule that is never reached", zh: "永远轮不到的规则"),
        meaning: Text(
            en: "A rule before it matches everything that it does: it changes nothing, or is kept from opening the app.",
            zh: "排在前面的规则已匹配它的全部 URL：它不起作用，或因此打不开应用。"),
        fix: Text(en: "Drop it, or move it before the wider one.", zh: "删除它，或移到更宽的规则之前。"),
        fires: [.entry("\"paths\":[\"NOT /pay/*\",\"/pay/result\"]"), .entry("\"components\":[{\"/\":\"/a/*\"},{\"/\":\"/a/b\"}]")]
    ) { subject in
        subject.file.entries.flatMap { entry in
            entry.rules.enumerated().compactMap { index, rule -> Found? in
                guard !rule.isExclusion, index < Limits.rulesCompared, let before = entry.rules[..<index].first(where: { $0.covers(rule) })
                else { return nil }
                return (rule.place, "\(rule.text) ← \(before.text)")
            }
        }
    }
}
