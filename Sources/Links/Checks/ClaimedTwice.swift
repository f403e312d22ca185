import Domain

extension AssociationCheck {
    /// Two apps claim the same URLs.
    static let claimedTwice = AssociationCheck(
        "claimed_twice", .warning,
        title: Text(en: "two apps claim the same URLs", zh: "两个应用声明了相同的 URL"),
        meaning: Text(
            en: "Where both are installed the one listed first gets the link, and the payer lands in the wrong app.",
            zh: "两者都安装时，列在前面的应用会打开链接，付款人可能回到错误的应用。"),
        fix: Text(en: "Give each app paths of its own.", zh: "为每个应用划分各自的路径。"),
        fires: [
            .links(
                "{\"details\":[{\"appID\":\"ABCDE12345.com.example.a\",\"paths\":[\"*\"]},{\"appID\":\"ABCDE12345.com.example.b\",\"paths\":[\"/pay/*\"]}]}"
            ),
            .links("{\"details\":[{\"appIDs\":[\"ABCDE12345.com.example.a\",\"ABCDE12345.com.example.b\"],\"paths\":[\"/pay/*\"]}]}"),
        ]
    ) { subject in
        var found: [Found] = []
        let entries = subject.file.entries
        for (index, entry) in entries.enumerated() {
            if entry.apps.count > 1, entry.rules.contains(where: { !$0.isExclusion }) {
                found.append((entry.place, entry.apps.prefix(4).map(\.text).joined(separator: ", ")))
            }
            for other in entries[(index + 1)...] where found.count < Limits.placesPerCheck {
                guard let app = entry.apps.first, let theirs = other.apps.first(where: { !entry.apps.contains($0) }) else { continue }
                let opening = entry.rules.prefix(Limits.rulesCompared).filter { !$0.isExclusion }
                let pair = other.rules.prefix(Limits.rulesCompared).lazy.filter { !$0.isExclusion }.compactMap { rule in
                    opening.first { $0.covers(rule) || rule.covers($0) }.map { ($0, rule) }
                }.first
                if let (ours, rule) = pair {
                    found.append((rule.place, "\(rule.text) (\(theirs.text)) ~ \(ours.text) (\(app.text), \(ours.place))"))
                }
            }
        }
        return found
    }
}
