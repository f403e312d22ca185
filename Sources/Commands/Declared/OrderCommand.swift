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
            .timeZone, .json,
        ],
        examples: [
            ("paychain order 202611020001", Text(en: "by its number", zh: "按订单号")),
            (
                "paychain order 2026110222001400001234567890 --raw",
                Text(en: "by the provider's trade number, with the lines", zh: "按渠道交易号，并显示原始日志")
            ),
            ("paychain order 202611020001 --search", Text(en: "and the lines that name it but say nothing known", zh: "并列出提到它但未能识别的日志行")),
            ("paychain order 202611020001 --json", Text(en: "for a script", zh: "供脚本使用")),
        ]
    ) { invocation throws(CommandError) in
        let text = invocation.arguments.operands[0]
        let zone = try invocation.zone()
        let path = invocation.storePath
        return try storing { () throws(StoreError) in
            let store = try Store.open(path: path, mode: .readOnly)
            let exact = try store.order(OrderNumber(text))
            let found = exact == nil ? try store.orders(withAlias: text) : []
            guard let order = exact ?? found.first else {
                try tellNotFound(text, in: store, style: invocation.style(zone: zone), invocation)
                return .notFound
            }
            if found.count > 1 {
                invocation.tell(
                    Text(en: "“\(text)” stands for \(found.count) orders; name one of them", zh: "“\(text)” 对应 \(found.count) 笔订单，请指定其一"))
                let table = OrdersTable(style: invocation.style(zone: zone))
                invocation.console.write(table.list(found.map { OrdersTable.Entry($0.verdict) }, total: found.count))
                return .notFound
            }
            try show(order, of: store, zone: zone, invocation)
            return .done
        }
    }

    private static func show(_ order: StoredOrder, of store: Store, zone: ZoneTable, _ invocation: Invocation) throws(StoreError) {
        let sources = try store.sources()
        let raw = invocation.arguments.has("raw") ? rawLines(of: order.chain, sources: sources) : nil
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

    /// The original record of each event; one that cannot be read any more has none. Every source is read once.
    private static func rawLines(of chain: Chain, sources: [SourceInfo]) -> [Int: [UInt8]] {
        var lines: [Int: [UInt8]] = [:]
        for (number, source) in sources.enumerated() {
            let events = chain.events.indices.filter { Int(chain.events[$0].source) == number }
            // A file that begins differently now is another file: its lines would be shown as what they are not.
            guard !events.isEmpty, isUnchanged(source) else { continue }
            let found = RawLines.read(name: source.name, offsets: events.map { chain.events[$0].offset }, maximum: Limits.rawLineLength)
            for (index, line) in zip(events, found) { lines[index] = line }
        }
        return lines
    }

    /// Whether a source still begins as it did when it was read.
    private static func isUnchanged(_ source: SourceInfo) -> Bool {
        let path = source.name.firstIndex(of: "!").map { String(source.name[..<$0]) } ?? source.name
        let opened = SourceReader.open(DiscoveredFile(path: path))
        guard let reader = opened.readers.first(where: { $0.name == source.name }) ?? opened.readers.first else { return false }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { block.deallocate() }
        _ = reader.read(into: block)
        defer { reader.close() }
        // A file that was short then may have grown since: only what was there then can be compared.
        return reader.contentID == source.contentID || reader.bytesDecompressed < UInt64(Limits.contentIDLength)
    }

    private static func tellNotFound(
        _ text: String, in store: Store, style: ReportStyle, _ invocation: Invocation
    ) throws(StoreError) {
        let (path, again) = (store.path, style.again(for: .store))
        invocation.console.complain(
            "paychain: " + Text(en: "\(path) has no order and no alias “\(text)”", zh: "\(path) 中没有订单或别名“\(text)”")(invocation.language))
        let near = try store.numbers(like: text).map { "`paychain order\(again) \(ShellWord.quoted($0.description))`" }
        let remedy =
            near.isEmpty
            ? Text(en: "`paychain orders\(again)` lists what there is", zh: "`paychain orders\(again)` 可列出全部订单")
            : Text(
                en: "numbers are compared exactly; did you mean \(near.joined(separator: ", "))?",
                zh: "单号按原样精确比较；是不是想查\(near.joined(separator: "、"))？")
        invocation.console.complain("  " + remedy(invocation.language))
    }
}
