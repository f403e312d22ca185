import Domain

extension AssociationCheck {
    /// A key that nothing reads.
    static let unknownKey = AssociationCheck(
        "unknown_key", .warning,
        title: Text(en: "a key that nothing reads", zh: "没有任何系统读取的键"),
        meaning: Text(
            en: "A misspelt key is skipped without a word: a rule with a misspelt `exclude` opens the app.",
            zh: "拼错的键会被静默忽略：`exclude` 写错时，该规则反而会打开应用。"),
        fix: Text(en: "Mend its spelling, or use `comment` for notes.", zh: "修正拼写；备注请写在 `comment` 中。"),
        fires: [.entry("\"component\":[]"), .entry("\"components\":[{\"/\":\"/a\",\"excluded\":true}]"), .links("{\"detail\":[]}")]
    ) { subject in
        var found: [Found] = []
        func check(_ value: JSONValue, _ known: [String], _ place: String) {
            for member in value.members where !known.contains(member.key) {
                let near = NearestWord.find(member.key, in: known).first
                found.append((place.isEmpty ? member.key : "\(place).\(member.key)", near.map { "→ \($0)" }))
            }
        }
        guard let links = subject.links else { return [] }
        check(links, ["apps", "details", "defaults", "substitutionVariables", "comment"], "applinks")
        for (place, detail, _) in subject.details {
            check(detail, ["appID", "appIDs", "paths", "components", "defaults", "comment"], place)
            for (index, component) in (detail["components"]?.elements ?? []).enumerated() {
                check(
                    component, ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"], "\(place).components[\(index)]")
            }
        }
        return found
    }
}
