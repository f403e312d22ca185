import Domain

extension AssociationCheck {
    /// An entry has no rules.
    static let rulesMissing = AssociationCheck(
        "rules_missing", .error,
        title: Text(en: "an entry without rules", zh: "条目没有规则"),
        meaning: Text(en: "Without `components` or `paths` no URL opens the app.", zh: "没有 `components` 或 `paths`，任何 URL 都不会打开该应用。"),
        fix: Text(en: "Add `\"components\": [{\"/\": \"/pay/*\"}]`.", zh: "加上 `\"components\": [{\"/\": \"/pay/*\"}]`。"),
        fires: [.entry("\"comment\":\"none\""), .entry("\"components\":[]")]
    ) { subject in subject.file.entries.filter(\.rules.isEmpty).map { ($0.place, nil) } }
}
