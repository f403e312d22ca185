import Domain

extension AssociationCheck {
    /// A query or fragment stands in a path pattern.
    static let queryInPath = AssociationCheck(
        "query_in_path", .error,
        title: Text(en: "a query or fragment inside a path", zh: "路径中写了查询串或片段"),
        meaning: Text(
            en: "Only the path is compared there: `?` is a wildcard for one character, `#` stands for itself and is in no path.",
            zh: "这里只比较路径：`?` 是匹配单个字符的通配符，`#` 只是字面字符，不会出现在路径中。"),
        fix: Text(
            en: "Use the keys `?` and `#` of a component: `{\"/\": \"/pay\", \"?\": {\"order\": \"?*\"}}`.",
            zh: "改用 component 的 `?` 与 `#` 键：`{\"/\": \"/pay\", \"?\": {\"order\": \"?*\"}}`。"),
        fires: [.entry("\"paths\":[\"/pay?order=*\"]"), .entry("\"components\":[{\"/\":\"/#/market/*\"}]")]
    ) { subject in
        subject.file.entries.flatMap { $0.rules + $0.legacyRules }.compactMap { rule in
            guard let text = rule.path?.text else { return nil }
            let query = text.firstIndex(of: "?").map { text[$0...].contains("=") } ?? false
            return text.contains("#") || query ? (rule.place, text) : nil
        }
    }
}
