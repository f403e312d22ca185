import Domain
import Store

/// Which orders a command is about: the options that narrow the list, shared by all that take a list.
enum OrderSelection {
    /// The options.
    static let options: [OptionDefinition] = [
        OptionDefinition("stuck", help: Text(en: "the repair list: paid, and provably not marked paid", zh: "补单清单：已支付，且确证未置为已支付")),
        OptionDefinition("break", value: "CODE,…", repeats: true, help: Text(en: "with one of these breaks", zh: "出现这些断点之一")),
        OptionDefinition(
            "outcome", value: "WORD,…", repeats: true,
            help: Text(
                en: "paid, refunded, failed, cancelled, abandoned, pending, unknown",
                zh: "结果：paid、refunded、failed、cancelled、abandoned、pending、unknown")),
        OptionDefinition(
            "experience", value: "WORD,…", repeats: true,
            help: Text(en: "landed, recovered, lost, unobserved", zh: "体验：landed、recovered、lost、unobserved")),
        OptionDefinition(
            "flow", value: "WORD,…", repeats: true, help: Text(en: "alipay_h5, wechat_sdk, …", zh: "流程：alipay_h5、wechat_sdk 等")),
        OptionDefinition(
            "since", value: "TIME", help: Text(en: "created at or after; 2h and 3d count back from as-of", zh: "创建时间不早于；2h、3d 从判定时点往回算")
        ),
        OptionDefinition("until", value: "TIME", help: Text(en: "created before", zh: "创建时间早于")),
        OptionDefinition("app-version", value: "VERSION", help: Text(en: "paid from this app version", zh: "来自该应用版本")),
        OptionDefinition("limit", value: "N", help: Text(en: "at most so many (50 in a table, else all)", zh: "最多显示多少（表格 50，其余不限）")),
    ]

    /// What they mean together.
    static func filter(
        _ invocation: Invocation, zone: ZoneTable, asOf: () throws(StoreError) -> Instant?
    ) throws(CommandError) -> OrderFilter {
        var filter = OrderFilter()
        filter.isStuck = invocation.arguments.has("stuck")
        filter.breaks = try invocation.word("break", as: BreakCode.self)
        filter.outcomes = try invocation.word("outcome", as: Outcome.self)
        filter.experiences = try invocation.word("experience", as: Experience.self)
        filter.flows = try invocation.word("flow", as: Flow.self)
        filter.appVersion = invocation.arguments["app-version"]
        filter.limit = try invocation.number("limit", in: 1...Int.max)
        if invocation.arguments.has("since") || invocation.arguments.has("until") {
            let reference = try storing(asOf)
            filter.since = try invocation.time("since", zone: zone, relativeTo: reference)
            filter.until = try invocation.time("until", zone: zone, relativeTo: reference)
        }
        return filter
    }
}
