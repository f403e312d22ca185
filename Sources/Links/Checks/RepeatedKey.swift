import Domain

extension AssociationCheck {
    /// A key stands twice in one object.
    static let repeatedKey = AssociationCheck(
        "repeated_key", .warning,
        title: Text(en: "a key stands twice", zh: "同一个键出现两次"),
        meaning: Text(
            en: "Parsers keep one of them, mostly the last: the other one's rules are lost.", zh: "解析器通常只保留最后一个，另一个的规则会丢失。"),
        fix: Text(en: "Join the two.", zh: "合并两者。"),
        fires: [.entry("\"paths\":[\"/a\"],\"paths\":[\"/b\"]")]
    ) { subject in
        var found: [Found] = []
        func walk(_ value: JSONValue, _ place: String) {
            guard found.count < Limits.placesPerCheck else { return }
            var seen: Set<String> = []
            for member in value.members {
                let here = place.isEmpty ? member.key : "\(place).\(member.key)"
                if !seen.insert(member.key).inserted { found.append((here, nil)) }
                walk(member.value, here)
            }
            for (index, element) in (value.elements ?? []).enumerated() { walk(element, "\(place)[\(index)]") }
        }
        if let document = subject.document { walk(document, "") }
        return found
    }
}
