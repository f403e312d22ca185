import Domain

extension LintRule {
    /// Lines that name no app version.
    static let versionMissing = LintRule(
        "version_missing", .should,
        title: Text(en: "no app version on the session", zh: "会话没有应用版本"),
        meaning: Text(
            en: "A fault of one version cannot be found: “this version never lands on a Universal Link” needs the version once a session.",
            zh: "无法定位到版本：要发现“某版本从不经 Universal Link 返回”，每个会话需记录一次版本。"),
        add: [
            Addition(
                "iOS",
                #"pay.notice("pay.tapped orderNo=\(orderNo, privacy: .public) app=\(version, privacy: .public) os=\(system, privacy: .public)")"#
            )
        ],
        settles: .nothing,
        test: .order { order in
            order.verdict.segments.appVersion == nil ? order.chain.events.firstIndex { $0.witness == .client } : nil
        })
}
