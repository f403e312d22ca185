import Domain

extension AssociationCheck {
    /// `apps` holds something.
    static let appsNotEmpty = AssociationCheck(
        "apps_not_empty", .warning,
        title: Text(en: "apps must be an empty array", zh: "apps 必须是空数组"),
        meaning: Text(
            en: "Systems before iOS 13 want `\"apps\": []` under applinks and take no names there; later ones ignore it.",
            zh: "iOS 13 之前要求 applinks 下为 `\"apps\": []`，其中不写名字；之后的系统忽略它。"),
        fix: Text(en: "Empty it, or leave it out for iOS 13 and later.", zh: "清空它；若只支持 iOS 13 及以上可省略。"),
        fires: [.links("{\"apps\":[\"ABCDE12345.com.example.shop\"],\"details\":[]}"), .links("{\"apps\":{},\"details\":[]}")]
    ) { subject in
        guard let apps = subject.links?["apps"], apps.elements?.isEmpty != true else { return [] }
        return [("applinks.apps", apps.kind)]
    }
}
