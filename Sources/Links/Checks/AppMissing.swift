import Domain

extension AssociationCheck {
    /// An entry names no app.
    static let appMissing = AssociationCheck(
        "app_missing", .error,
        title: Text(en: "an entry names no app", zh: "条目没有应用标识"),
        meaning: Text(en: "Its rules belong to nobody.", zh: "其规则不属于任何应用。"),
        fix: Text(
            en: "Add `\"appIDs\": [\"TEAMID.bundle.id\"]`; `appID` for systems before iOS 13.",
            zh: "加上 `\"appIDs\": [\"TEAMID.bundle.id\"]`；iOS 13 之前的系统用 `appID`。"),
        fires: [.links("{\"details\":[{\"paths\":[\"*\"]}]}"), .links("{\"details\":[{\"appIDs\":[],\"paths\":[\"*\"]}]}")]
    ) { subject in subject.file.entries.filter(\.apps.isEmpty).map { ($0.place, nil) } }
}
