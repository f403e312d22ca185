import Domain

extension AssociationCheck {
    /// The app that was asked for is not in the file.
    static let appNotListed = AssociationCheck(
        "app_not_listed", .error,
        title: Text(en: "the app is not listed", zh: "没有列出该应用"),
        meaning: Text(
            en: "The domain does not know this app: another team id, or the bundle id of the test version.",
            zh: "该域名不认识这个应用：Team ID 不同，或写的是测试版的 Bundle ID。"),
        fix: Text(en: "Add it to `appIDs` of its entry.", zh: "把它加到相应条目的 `appIDs` 中。"),
        fires: [.entry("\"paths\":[\"*\"]", wanted: AppIdentifier(team: "ZZZZZ99999", bundle: "com.example.shop"))]
    ) { subject in
        guard let wanted = subject.wanted, subject.isReadable, !subject.file.apps.contains(wanted) else { return [] }
        let near = subject.file.apps.first { $0.bundle == wanted.bundle || $0.text.lowercased() == wanted.text.lowercased() }
        return [("", near.map { "\(wanted.text) ≠ \($0.text)" } ?? wanted.text)]
    }
}
