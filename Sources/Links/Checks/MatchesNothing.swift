import Domain

extension AssociationCheck {
    /// A path pattern that no URL's path can match.
    static let matchesNothing = AssociationCheck(
        "matches_nothing", .error,
        title: Text(en: "a path that no URL has", zh: "没有 URL 能匹配的路径"),
        meaning: Text(
            en: "A URL's path begins with / : a pattern that begins with anything else but a wildcard never matches, nor does a whole URL.",
            zh: "URL 的路径以 / 开头：以其他字符（通配符除外）开头的规则永远不匹配，写成完整 URL 也不匹配。"),
        fix: Text(en: "Write the path alone, with its leading slash.", zh: "只写路径，并以 / 开头。"),
        fires: [
            .entry("\"paths\":[\"pay/*\"]"), .entry("\"paths\":[\"https://a.example.com/pay/*\"]"), .entry("\"paths\":[\"\"]"),
            .entry("\"components\":[{\"/\":\"pay\"}]"),
        ]
    ) { subject in
        subject.file.entries.flatMap { $0.rules + $0.legacyRules }.compactMap { rule in
            guard let path = rule.path else { return nil }
            let first = path.text.first
            return first == "/" || first == "*" || first == "?" || first == "$" ? nil : (rule.place, path.text)
        }
    }
}
