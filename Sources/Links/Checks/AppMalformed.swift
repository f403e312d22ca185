import Domain

extension AssociationCheck {
    /// A name that can be no app's.
    static let appMalformed = AssociationCheck(
        "app_malformed", .error,
        title: Text(en: "not <team id>.<bundle id>", zh: "不是 <Team ID>.<Bundle ID>"),
        meaning: Text(
            en:
                "Ten capital letters and digits, a dot, the bundle id: with the bundle id alone, or a placeholder, the association never takes effect.",
            zh: "应为十位大写字母与数字、一个点、Bundle ID；只写 Bundle ID 或留着占位符，关联永远不会生效。"),
        fix: Text(
            en: "Take the prefix from the developer account: it is the team id but for some old accounts.",
            zh: "前缀以开发者后台为准：除个别老账号外就是 Team ID。"),
        fires: [
            .links("{\"details\":[{\"appID\":\"com.example.shop\",\"paths\":[\"*\"]}]}"),
            .links("{\"details\":[{\"appID\":\"TEAMID.com.example.shop\",\"paths\":[\"*\"]}]}"),
            .links("{\"details\":[{\"appID\":\"abcde12345.com.example.shop\",\"paths\":[\"*\"]}]}"),
            .links("{\"details\":[{\"appID\":\"ABCDE12345.com.example shop\",\"paths\":[\"*\"]}]}"),
            .links("{\"details\":[{\"appID\":\"ABCDE12345.\",\"paths\":[\"*\"]}]}"),
        ]
    ) { subject in
        subject.file.entries.flatMap { entry in entry.apps.filter { $0.fault != nil }.map { (entry.place, $0.text) } }
    }
}
