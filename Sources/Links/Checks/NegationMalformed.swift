import Domain

extension AssociationCheck {
    /// An exclusion of `paths` in a spelling that is none.
    static let negationMalformed = AssociationCheck(
        "not_malformed", .error,
        title: Text(en: "NOT in a spelling that excludes nothing", zh: "NOT 的写法无效"),
        meaning: Text(
            en: "An exclusion of `paths` is `NOT `, in capitals with a blank, before the path; anything else is taken for a path.",
            zh: "`paths` 的排除写法是路径前加大写的 `NOT ` 与空格；其他写法会被当作路径。"),
        fix: Text(en: "Write `\"NOT /pay/web/*\"`.", zh: "写成 `\"NOT /pay/web/*\"`。"),
        fires: [
            .entry("\"paths\":[\"NOT/pay/*\",\"*\"]"), .entry("\"paths\":[\"not /pay/*\"]"), .entry("\"components\":[{\"/\":\"NOT /a\"}]"),
        ]
    ) { subject in
        subject.file.entries.flatMap { $0.rules + $0.legacyRules }.compactMap { rule in
            guard let path = rule.path?.text, !rule.isPath || !rule.isExclusion else { return nil }
            let start = path.prefix(4).lowercased()
            return start == "not/" || start == "not " || start.hasPrefix("!") ? (rule.place, path) : nil
        }
    }
}
