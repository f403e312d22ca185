import Domain

extension AssociationCheck {
    /// `details` is an object keyed by app, the form of the first days.
    static let detailsAsObject = AssociationCheck(
        "details_as_object", .warning,
        title: Text(en: "details is an object, not an array", zh: "details 是对象而不是数组"),
        meaning: Text(
            en: "Only an array has an order, and the order decides which app comes first; current documentation knows no other form.",
            zh: "只有数组有先后顺序，而顺序决定哪个应用优先；现行文档只认数组。"),
        fix: Text(
            en: "Write `\"details\": [{\"appIDs\": [\"…\"], \"components\": […]}]`.",
            zh: "改写为 `\"details\": [{\"appIDs\": [\"…\"], \"components\": […]}]`。"),
        fires: [.links("{\"details\":{\"ABCDE12345.com.example.shop\":{\"paths\":[\"*\"]}}}")]
    ) { subject in
        guard let details = subject.links?["details"], !details.members.isEmpty else { return [] }
        return [("applinks.details", nil)]
    }
}
