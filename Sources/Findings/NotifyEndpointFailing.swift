import Domain

extension FindingDefinition {
    /// A notify endpoint refuses nearly everything.
    static let notifyEndpointFailing = FindingDefinition(
        .notifyEndpointFailing,
        title: Text(en: "Notify endpoint failing", zh: "通知地址整体失败"),
        meaning: Text(
            en: "One status is the answer to nearly every notify of this endpoint during the time shown: no single order is at fault.",
            zh: "在所示时段内，该地址几乎对每个通知都回以同一状态码：问题不在单个订单。"),
        confirm: Text(
            en: "Count the statuses of this path in the access log minute by minute: before the time shown they were 2xx.",
            zh: "按分钟统计访问日志中该路径的状态码：所示时段之前为 2xx。"),
        causes: Text(
            en: "A deployment, a filter (CSRF, login, WAF), a moved route, an upstream that is down: one status, whatever the order.",
            zh: "发布、过滤器（CSRF、登录、WAF）、路由变更、上游故障：同一状态码，与订单无关。"),
        fix: Text(
            en: "Mend the route (CSRF, login, WAF, redirect, certificate, upstream), then ask the provider for every order of that time.",
            zh: "修复路由（CSRF、登录、WAF、跳转、证书、上游），然后对该时段的所有订单主动查询渠道。"),
        find: { gathered, _ in
            var findings: [Finding] = []
            for (place, endpoint) in gathered.endpoints.entries {
                let statuses = Set(endpoint.minutes.values.flatMap(\.refused.keys))
                for status in statuses {
                    let times = endpoint.minutes.filter { $0.value.refused[status] != nil }.keys
                    guard let first = times.min(), let last = times.max() else { continue }
                    // What was accepted before it began or after it was mended does not excuse the time between.
                    let during = endpoint.minutes.filter { first <= $0.key && $0.key <= last }.values
                    let refused = during.reduce(0) { $0 + ($1.refused[status] ?? 0) }
                    let all = during.reduce(0) { $0 + $1.accepted + $1.refused.values.reduce(0, +) }
                    guard refused >= FindingLimits.refusals, refused * 100 >= all * FindingLimits.refusedPercent else { continue }
                    findings.append(
                        Finding(
                            code: .notifyEndpointFailing, place: place, httpStatus: status, count: refused,
                            orders: endpoint.orders[status] ?? 0,
                            span: Stretch(
                                from: Instant(microseconds: first * 60_000_000), to: Instant(microseconds: last * 60_000_000) + .minutes(1))
                        ))
                }
            }
            return findings
        })
}
