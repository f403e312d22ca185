import Domain
import Masking
import Reports
import Store

/// One order as a file that can be passed on: everything of it that a reader needs, and nothing of the payer's.
struct CaseFile {
    /// What it is written as.
    enum Format: String, CaseIterable {
        /// A page of its own.
        case html
        /// The order with its events, as `order --json`.
        case json
    }

    var order: StoredOrder
    let run: RunContext
    var sources: [SourceInfo]
    let zone: ZoneTable
    /// Where it was found; without it packed files are read from their beginnings.
    let store: Store?

    /// Finds the order that a word names; nil when there is none, and then that has been said.
    static func find(_ text: String, zone: ZoneTable, _ invocation: Invocation) throws(StoreError) -> CaseFile? {
        let store = try Store.open(path: invocation.storePath, mode: .readOnly)
        guard let order = try OrderLookup.find(text, in: store, zone: zone, invocation) else { return nil }
        return CaseFile(
            order: order, run: try store.context() ?? RunContext(asOf: order.verdict.asOf), sources: try store.sources(), zone: zone,
            store: store)
    }

    /// The original records, masked; the order's own numbers stay.
    func lines(_ masker: Masker) -> [Int: [UInt8]] {
        let keeping = Set(order.verdict.aliases.flatMap(\.values).map { Array($0.utf8) } + [order.verdict.order.bytes])
        var lines = OrderLookup.rawLines(of: order.chain, sources: sources, in: store)
        for (index, line) in lines {
            let source = Int(order.chain.events[index].source)
            lines[index] = masker.masked(record: line, isTable: sources[source].isTable, keeping: keeping)
        }
        return lines
    }

    /// Writes it.
    ///
    /// - Parameter path: the file; nil: standard output.
    func write(_ format: Format, to path: String?, _ invocation: Invocation) throws(CommandError) -> ExitCode {
        let masker = Masker(key: try AnalysisSettings(invocation).maskKey)
        let lines = lines(masker)
        // Where a line lies may tell whose it is: the folder of a device that is named after a telephone number.
        var shown = self
        for index in sources.indices { shown.sources[index].name = masker.masked(sources[index].name) }
        shown.order.renameDevices { masker.masked($0) }
        let bytes = shown.bytes(format, lines, invocation)
        let file = try ResultFile(path, console: invocation.console)
        try file.write(bytes)
        try file.finish()
        if let path, path != "-" { invocation.tell(Text(en: "written to \(path)", zh: "已写入 \(path)")) }
        return .done
    }

    private func bytes(_ format: Format, _ lines: [Int: [UInt8]], _ invocation: Invocation) -> [UInt8] {
        switch format {
        case .html:
            var place = OrderPage.Place()
            place.typed = invocation.style(zone: zone).typed
            place.note = Text(
                en:
                    "Personal data is masked: tokens such as `phone~…` stand for values, the same token for the same value. Names inside free text cannot all be told; read before you pass it on.",
                zh: "个人信息已脱敏：`phone~…` 之类的标记代替原值，相同标记即相同原值。自由文本中的姓名无法全部识别，转交前请过目。")
            return OrderPage(
                verdict: order.verdict, chain: order.chain, run: run, sources: sources, rawLines: lines,
                time: TimeText(zone: zone, language: invocation.language), place: place
            ).file().bytes
        case .json:
            var json = JSONWriter(capacity: 1 << 14)
            VerdictJSON(sources: sources).append(order.verdict, chain: order.chain, rawLines: lines, to: &json)
            json.newline()
            return json.bytes
        }
    }
}

extension SourceInfo {
    /// Its records are rows of a table: the names of their columns stand elsewhere.
    fileprivate var isTable: Bool { witness == .provider || format.hasSuffix("dump") || format.contains("table") }
}
