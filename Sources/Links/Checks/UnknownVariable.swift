import Domain

extension AssociationCheck {
    /// A substitution variable that nobody defines, or one that cannot work.
    static let unknownVariable = AssociationCheck(
        "unknown_variable", .error,
        title: Text(en: "a substitution variable that does not work", zh: "无效的替换变量"),
        meaning: Text(
            en:
                "Names are case-sensitive and hold no $ ( ); values hold no other variables; a pattern with an unknown one matches nothing.",
            zh: "变量名区分大小写，不能含 $ ( )；值中不能再引用变量；含未知变量的规则不匹配任何 URL。"),
        fix: Text(
            en: "Define it under `applinks.substitutionVariables`, or use alpha, upper, lower, alnum, digit, xdigit, region, lang.",
            zh: "在 `applinks.substitutionVariables` 中定义，或使用 alpha、upper、lower、alnum、digit、xdigit、region、lang。"),
        fires: [
            .entry("\"components\":[{\"/\":\"/$(food)/*\"}]"), .entry("\"components\":[{\"/\":\"/$(Lang)/*\"}]"),
            .links("{\"details\":[],\"substitutionVariables\":{\"a\":[\"$(lang)\"]}}"),
            .links("{\"details\":[],\"substitutionVariables\":{\"a(b\":[\"c\"]}}"),
        ]
    ) { subject in
        var found: [Found] = []
        for name in subject.file.variables.keys.sorted() {
            if name.contains(where: { "$()".contains($0) }) { found.append(("substitutionVariables.\(name)", nil)) }
            for value in subject.file.variables[name] ?? [] where value.contains("$(") {
                found.append(("substitutionVariables.\(name)", value))
            }
        }
        for rule in subject.file.entries.flatMap(\.rules) {
            for name in rule.patterns.flatMap(\.unknownVariables) { found.append((rule.place, "$(\(name))")) }
        }
        return found
    }
}
