import Domain

extension AssociationCheck {
    /// `details` is missing or empty.
    static let detailsMissing = AssociationCheck(
        "details_missing", .error,
        title: Text(en: "no details", zh: "没有 details"),
        meaning: Text(en: "No app is associated with the domain.", zh: "没有任何应用与该域名关联。"),
        fix: Text(en: "List each app with its rules under `applinks.details`.", zh: "在 `applinks.details` 中列出每个应用及其规则。"),
        fires: [.links("{}"), .links("{\"details\":[]}"), .links("{\"details\":\"x\"}")]
    ) { subject in
        guard let links = subject.links, AssociationFile.details(of: links).isEmpty else { return [] }
        return [("applinks.details", links["details"].map(\.kind))]
    }
}
