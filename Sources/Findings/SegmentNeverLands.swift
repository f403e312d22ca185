import Domain

extension FindingDefinition {
    /// A segment whose payers never come back, or never by Universal Link.
    static let segmentNeverLands = FindingDefinition(
        .segmentNeverLands,
        title: Text(en: "Segment never lands", zh: "某一分群从不返回"),
        meaning: Text(
            en: "Payers of this version, system or channel never come back after paying (or never by Universal Link), while others do.",
            zh: "该版本、系统或渠道的用户付款后从不返回（或从不经由 Universal Link），而其他用户可以。"),
        fix: Text(
            en: "Compare entitlements, URL types, association file and launch parameters of this segment with one that lands.",
            zh: "将该分群的 entitlements、URL types、关联文件和唤起参数与能返回的分群对比。"),
        find: { gathered, _ in
            var findings: [Finding] = []
            for (key, list) in zip(FindingsCollector.segmentKeys, gathered.landings) {
                let values = list.entries
                let total = values.reduce(into: FindingsCollector.Landing()) { sum, one in
                    sum.returned += one.landing.returned
                    sum.byLink += one.landing.byLink
                    sum.missing += one.landing.missing
                }
                for (value, one) in values {
                    let others = (
                        returned: total.returned - one.returned, byLink: total.byLink - one.byLink, missing: total.missing - one.missing
                    )
                    let othersAll = others.returned + others.missing
                    if one.returned == 0, one.missing >= FindingLimits.segmentOrders, others.returned >= FindingLimits.segmentOrders,
                        others.returned * 100 >= othersAll * FindingLimits.othersLandPercent
                    {
                        findings.append(
                            Finding(code: .segmentNeverLands, place: "\(key)=\(value)", count: one.missing, orders: one.missing))
                    } else if one.byLink == 0, one.returned + one.missing >= FindingLimits.segmentOrders, one.returned > 0,
                        others.byLink >= FindingLimits.segmentOrders, others.byLink * 100 >= othersAll * FindingLimits.othersLandPercent
                    {
                        let orders = one.returned + one.missing
                        findings.append(
                            Finding(
                                code: .segmentNeverLands, place: "\(key)=\(value) via=universal_link", count: orders, orders: orders))
                    }
                }
            }
            return findings
        })
}
