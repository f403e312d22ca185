import Domain
import Reports
import Sources
import Store

extension CommandDefinition {
    /// `paychain order N`: one order's chain.
    static let order = CommandDefinition(
        name: "order", operands: "ORDER_NO|ALIAS", operandCount: 1...1,
        summary: Text(en: "one order: what happened, what is missing, what to do next", zh: "一笔订单：发生了什么、缺了什么、下一步怎么做"),
        details: Text(
            en:
                "The order is found by its own number or by anything that stands for it: trade_no, transaction id, attempt number, session. --raw reads the original lines again, out of packed files too.",
            zh: "可用订单号查询，也可用任何等价标识：trade_no、transaction id、支付尝试单号、会话。--raw 会重新读取原始日志行，压缩文件亦可。"),
        options: [
            .store, OptionDefinition("raw", help: Text(en: "show the original lines below each piece of evidence", zh: "在每条证据下显示原始日志行")),
            OptionDefinition(
                "search",
                help: Text(en: "read the logs again for lines that name the order and were not understood", zh: "重新读取日志，找出提到该订单但未能识别的行")),
            OptionDefinition(
                "html",
                help: Text(
                    en: "a page of its own with the ladder diagram and masked lines, safe to pass on",
                    zh: "生成独立网页：泳道图与脱敏后的原始日志，可放心转交")), .output, .maskKeyFile, .timeZone, .json,
        ],
        examples: [
            ("paychain order 202611020001", Text(en: "by its number", zh: "按订单号")),
            (
                "paychain order 2026110222001400001234567890 --raw",
                Text(en: "by the provider's trade number, with the lines", zh: "按渠道交易号，并显示原始日志")
            ),
            ("paychain order 202611020001 --search", Text(en: "and the lines that name it but say nothing known", zh: "并列出提到它但未能识别的日志行")),
            ("paychain order 202611020001 --html -o order.html", Text(en: "as a page", zh: "生成网页")),
            ("paychain order 202611020001 --json", Text(en: "for a script", zh: "供脚本使用")),
        ]
    ) { invocation throws(CommandError) in
        let text = invocation.arguments.operands[0]
        for other in ["raw", "json", "search"] { try invocation.refuse("html", with: other) }
        let zone = try invocation.zone()
        let path = invocation.storePath
        guard invocation.arguments.has("html") else {
            return try storing { () throws(StoreError) in
                let store = try Store.open(path: path, mode: .readOnly)
                guard let order = try OrderLookup.find(text, in: store, zone: zone, invocation) else { return .notFound }
                try show(order, of: store, zone: zone, invocation)
                return .done
            }
        }
        guard let found = try storing({ () throws(StoreError) in try CaseFile.find(text, zone: zone, invocation) }) else {
            return .notFound
        }
        return try found.write(.html, to: invocation.arguments["output"], invocation)
    }

    private static func show(_ order: StoredOrder, of store: Store, zone: ZoneTable, _ invocation: Invocation) throws(StoreError) {
        let sources = try store.sources()
        let raw = invocation.arguments.has("raw") ? OrderLookup.rawLines(of: order.chain, sources: sources, in: store) : nil
        if raw != nil {
            invocation.tell(
                Text(
                    en: "lines stand here as they were written, personal data too; --html and case export mask it",
                    zh: "以下为原始日志，包含未脱敏的个人信息；--html 与 case export 会脱敏"))
        }
        if invocation.arguments.has("json") {
            var json = JSONWriter(capacity: 1 << 14)
            VerdictJSON(sources: sources).append(
                order.verdict, chain: order.chain, rawLines: raw, history: try store.changes(of: order.verdict.order), to: &json)
            json.newline()
            invocation.console.write(json.bytes)
            return
        }
        let run = try store.context() ?? RunContext(asOf: order.verdict.asOf)
        let report = OrderReport(
            verdict: order.verdict, chain: order.chain, run: run, sources: sources, rawLines: raw, style: invocation.style(zone: zone))
        invocation.console.write(report.render())
        invocation.console.write(HistoryReport(try store.changes(of: order.verdict.order), style: invocation.style(zone: zone)).render())
        guard invocation.arguments.has("search") else { return }
        let mentions = Mentions(of: order.verdict.order, chain: order.chain, sources: sources)
        var page = Page(invocation.style(zone: zone))
        page.heading(Text(en: "Searched the logs again", zh: "重新搜索日志"))
        for line in page.say(mentions.text).split(separator: "\n") { page.line("  " + line) }
        invocation.console.write(page.text)
    }
}
