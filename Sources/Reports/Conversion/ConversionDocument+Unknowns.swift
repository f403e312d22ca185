import Conversion
import Domain

/// What nobody can tell from these logs, and how much it is.
extension ConversionDocument {
    func unknowns() -> ReportDocument.Section? {
        var items: [String] = []
        func share(_ part: Int, of total: Int) -> String {
            "\(count(part)) / \(count(total)), \(RateText.percent(Double(part) / Double(max(1, total))))"
        }
        let paid = report.conversion.now.counts
        if paid.unseen > 0 {
            items.append(
                say(
                    "Whether they were paid: of \(count(paid.unseen, "order")) no log tells (\(share(paid.unseen, of: paid.total))).",
                    "是否支付：\(count(paid.unseen)) 笔订单的日志无法判断（\(share(paid.unseen, of: paid.total))）。"))
        }
        if paid.open > 0 {
            items.append(
                say(
                    "Whether they will be paid: the time of \(count(paid.open, "order")) was not over.",
                    "是否会支付：\(count(paid.open)) 笔订单在判定时点尚未到期。"))
        }
        let lost = report.lost.now.counts
        if lost.unseen > 0 {
            items.append(
                say(
                    "Whether the payer saw the result: of \(count(lost.unseen, "paid order")) no device log tells (\(share(lost.unseen, of: lost.total))). \(lost.unseen == 1 ? "It is" : "They are") in no count of lost payers and in none of what would have been recovered.",
                    "付款人是否看到结果：\(count(lost.unseen)) 笔已支付订单没有设备日志可查（\(share(lost.unseen, of: lost.total))），未计入体验丢失，也未计入可挽回。"))
        }
        let unmarked = marks.untold
        if unmarked > 0 {
            items.append(
                say(
                    "Whether they were marked paid: of \(count(unmarked, "paid order")) no server log tells.",
                    "是否入账：\(count(unmarked)) 笔已支付订单没有服务端日志可查。"))
        }
        let uncompared = report.reconciliation.flatMap { $0.lines.filter { $0.kind == .hereUncompared } }
        let payments = uncompared.reduce(0) { $0 + $1.orders }
        if payments > 0 {
            items.append(
                say(
                    "Whether the provider has the payment too: no complete record of the day of \(count(payments, "marked order")) is loaded.",
                    "渠道侧是否也有该笔支付：\(count(payments)) 笔已入账订单没有加载当天的完整账单。"))
        }
        if report.routes.paid > 0, report.routes.firstInstall.counts.known == 0 {
            items.append(
                say(
                    "Whether the app had just been installed: no line says so (firstInstall=true or false on any line of an order would).",
                    "应用是否刚安装：没有日志记录（在订单的任意一行写入 firstInstall=true 或 false 即可）。"))
        }
        guard !items.isEmpty else { return nil }
        return .init(id: "unknowns", title: say("What is not known", "未知事项"), blocks: [.list(items)], isBrief: true)
    }
}
