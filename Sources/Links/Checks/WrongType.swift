import Domain

extension AssociationCheck {
    /// A value of the wrong kind.
    static let wrongType = AssociationCheck(
        "wrong_type", .error,
        title: Text(en: "a value of the wrong kind", zh: "值的类型不对"),
        meaning: Text(
            en: "It is skipped: `\"exclude\": \"true\"` excludes nothing, a string in place of an array has no rules.",
            zh: "该值会被忽略：`\"exclude\": \"true\"` 不会排除任何路径，字符串代替数组则没有规则。"),
        fix: Text(en: "Use the kind named behind the place.", zh: "改为所示类型。"),
        fires: [
            .entry("\"paths\":\"*\""), .entry("\"components\":[{\"/\":\"/a\",\"exclude\":\"true\"}]"),
            .entry("\"components\":[{\"?\":1}]"), .entry("\"components\":[\"/a\"]"), .entry("\"components\":[{\"?\":{\"a\":1}}]"),
            .links("{\"details\":[{\"appIDs\":\"ABCDE12345.com.example.shop\",\"paths\":[\"*\"]}]}"),
            .links("{\"details\":[],\"substitutionVariables\":{\"a\":\"b\"}}"),
        ]
    ) { subject in
        var found: [Found] = []
        func check(_ value: JSONValue?, _ kinds: [String], _ place: String) {
            guard let value, !kinds.contains(value.kind) else { return }
            found.append((place, "\(value.kind) ≠ \(kinds.joined(separator: "/"))"))
        }
        func options(_ value: JSONValue, _ place: String) {
            for key in ["caseSensitive", "percentEncoded"] { check(value[key], ["boolean"], "\(place).\(key)") }
        }
        guard let links = subject.links else { return [] }
        check(links["details"], ["array", "object"], "applinks.details")
        check(links["defaults"], ["object"], "applinks.defaults")
        check(links["substitutionVariables"], ["object"], "applinks.substitutionVariables")
        for member in links["substitutionVariables"]?.members ?? [] {
            check(member.value, ["array"], "substitutionVariables.\(member.key)")
            for (index, one) in (member.value.elements ?? []).enumerated() {
                check(one, ["string"], "substitutionVariables.\(member.key)[\(index)]")
            }
        }
        for (place, detail, _) in subject.details {
            check(detail, ["object"], place)
            check(detail["appID"], ["string"], "\(place).appID")
            check(detail["appIDs"], ["array"], "\(place).appIDs")
            check(detail["paths"], ["array"], "\(place).paths")
            check(detail["components"], ["array"], "\(place).components")
            for (index, path) in (detail["paths"]?.elements ?? []).enumerated() { check(path, ["string"], "\(place).paths[\(index)]") }
            for (index, component) in (detail["components"]?.elements ?? []).enumerated() {
                let here = "\(place).components[\(index)]"
                check(component, ["object"], here)
                check(component["/"], ["string"], "\(here)./")
                check(component["?"], ["string", "object"], "\(here).?")
                for item in component["?"]?.members ?? [] { check(item.value, ["string"], "\(here).?.\(item.key)") }
                check(component["#"], ["string"], "\(here).#")
                check(component["exclude"], ["boolean"], "\(here).exclude")
                options(component, here)
            }
        }
        return found
    }
}
