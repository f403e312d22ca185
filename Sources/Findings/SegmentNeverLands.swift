import Domain

extension FindingDefinition {
    /// A segment whose payers never come back, or never by Universal Link.
    static let segmentNeverLands = FindingDefinition(
        .segmentNeverLands,
        title: Text(en: "Segment never lands", zh: "某一分组从不返回应用"),
        meaning: Text(
            en: "Payers of this version, system or channel never come back after paying (or never by Universal Link), while others do.",
            zh: "该版本、系统或渠道的付款人付款后从不返回（或从不经由 Universal Link），而其他付款人可以。"),
        confirm: Text(
            en:
                "List the segment's orders with `paychain orders --break return_never_landed` and compare `return_via` with other segments.",
            zh: "用 `paychain orders --break return_never_landed` 列出该分组的订单，与其他分组比较 `return_via`。"),
        causes: Text(
            en:
                "A build without the Associated Domain, another bundle id than the association file names, a return link of an old version.",
            zh: "构建缺少 Associated Domains、bundle id 与关联文件不符、旧版本的返回链接。"),
        fix: Text(
            en:
                "Compare entitlements, URL types, association file and launch parameters of this segment with one that lands; `paychain aasa https://DOMAIN --url RETURN_URL` checks the file.",
            zh: "将该分组的 entitlements、URL types、关联文件和唤起参数与能返回的分组对比；用 `paychain aasa https://域名 --url 返回链接` 检查关联文件。"),
        find: { gathered, _ in
            var findings: [Finding] = []
            // Nobody at all lands by link, and schemes have to take over: no segment can stand out.
            if gathered.landedByLink == 0, gathered.fallbacks >= FindingLimits.segmentOrders {
                findings.append(
                    Finding(
                        code: .segmentNeverLands, place: "via=universal_link", count: gathered.fallbacks, orders: gathered.fallbacks))
            }
            for (key, list) in zip(FindingsCollector.segmentKeys, gathered.landings) {
                let values = list.entries
                let total = values.reduce(into: FindingsCollector.Landing()) { sum, one in
                    sum.returned += one.value.returned
                    sum.byLink += one.value.byLink
                    sum.missing += one.value.missing
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
