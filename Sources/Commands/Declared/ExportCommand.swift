import Domain
import Masking
import Reports
import Store

extension CommandDefinition {
    /// `paychain export`: chains and verdicts for other programs.
    static let export = CommandDefinition(
        name: "export",
        summary: Text(en: "orders with their evidence for other programs: \(formats)", zh: "把订单及证据导出给其他程序：\(formats)"),
        details: Text(
            en: ExportFormat.all.map { "\($0.name): \($0.summary.en). \($0.details.en)" }.joined(separator: "\n")
                + "\nThe exit code is 1 when no order fits; an empty document is written all the same.",
            zh: ExportFormat.all.map { "\($0.name)：\($0.summary.zh)。\($0.details.zh)" }.joined(separator: "\n")
                + "\n没有符合条件的订单时退出码为 1，仍会写出空文档。"),
        options: [
            .store,
            OptionDefinition(
                "format", value: "FORMAT", choices: ExportFormat.all.map(\.name), help: Text(en: "one of \(formats)", zh: "可选 \(formats)")),
        ] + OrderSelection.options + [.output, .maskKeyFile, .timeZone],
        examples: [
            ("paychain export --format xes -o orders.xes", Text(en: "for process mining", zh: "供流程挖掘")),
            ("paychain export --format otlp --break notify_rejected -o traces.jsonl", Text(en: "traces of the refused", zh: "被拒通知的链路")),
            ("paychain export --format csv --since 1d", Text(en: "the last day, for a spreadsheet", zh: "最近一天，供电子表格")),
        ]
    ) { invocation throws(CommandError) in
        guard let name = invocation.arguments["format"], let format = ExportFormat.named(name) else {
            throw CommandError(
                .usage, Text(en: "--format is missing", zh: "缺少 --format"), remedy: Text(en: "one of: \(formats)", zh: "可选：\(formats)"))
        }
        let zone = try invocation.zone()
        let store = try storing { () throws(StoreError) in try Store.open(path: invocation.storePath, mode: .readOnly) }
        let filter = try OrderSelection.filter(invocation, zone: zone) { () throws(StoreError) in try store.run()?.summary.asOf }
        let file = try ResultFile(invocation.arguments["output"], console: invocation.console)
        let masker = Masker(key: try AnalysisSettings(invocation).maskKey)
        var sources = try storing { () throws(StoreError) in try store.sources() }
        for index in sources.indices { sources[index].name = masker.masked(sources[index].name) }
        let count = try write(Export(format, sources: sources), filter, of: store, naming: { masker.masked($0) }, to: file)
        try file.finish()
        if let path = invocation.arguments["output"], path != "-" {
            invocation.tell(Text(en: "\(MoneyText.count(count, "order")) written to \(path)", zh: "已将 \(count) 笔订单写入 \(path)"))
        }
        if count == 0, try storing({ () throws(StoreError) in try store.count(OrderFilter(), upTo: 1) }) == 0 {
            invocation.tell(EmptyStore.fact)
        }
        return count == 0 ? .notFound : .done
    }

    private static let formats = ExportFormat.all.map(\.name).joined(separator: ", ")

    /// Order by order, so that a million of them take no memory.
    private static func write(
        _ export: Export, _ filter: OrderFilter, of store: Store, naming name: (String) -> String, to file: ResultFile
    ) throws(CommandError) -> Int {
        var export = export
        var count = 0
        for pass in 0..<export.passes {
            export.begin(pass)
            // Columns alone are sorted: with verdict and chain in its rows, the sort of a million orders would write the whole store again.
            let cursor = try storing { () throws(StoreError) in try store.orders(filter) }
            while !file.isClosed {
                guard let row = try storing({ () throws(StoreError) in try cursor.next() }) else { break }
                // An order that another run has just taken out of the store is left out.
                guard var order = try storing({ () throws(StoreError) in try store.order(row.order) }) else { continue }
                order.renameDevices(name)
                export.add(order.verdict, order.chain, pass: pass)
                try file.write(export.take())
                if pass == 0 { count += 1 }
            }
            export.end(pass)
            try file.write(export.take())
        }
        return count
    }
}
