import Domain

extension AssociationCheck {
    /// `paths` beside `components`.
    static let pathsIgnored = AssociationCheck(
        "paths_ignored", .note,
        title: Text(en: "paths is read by systems before iOS 13 only", zh: "paths 仅供 iOS 13 之前的系统读取"),
        meaning: Text(
            en: "Where `components` stands beside it, current systems ignore `paths`: the two can differ without anybody noticing.",
            zh: "与 `components` 并存时，新系统忽略 `paths`：两者不一致也没人发现。"),
        fix: Text(en: "Drop `paths`, or keep both the same.", zh: "删除 `paths`，或让两者保持一致。"),
        fires: [.entry("\"paths\":[\"/a\"],\"components\":[{\"/\":\"/b\"}]")]
    ) { subject in subject.file.entries.filter { !$0.legacyRules.isEmpty }.map { ("\($0.place).paths", nil) } }
}
