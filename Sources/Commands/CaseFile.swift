import Domain
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

    let order: StoredOrder
    let run: RunContext
    let sources: [SourceInfo]
    let zone: ZoneTable

    /// Finds the order that a word names; nil when there is none, and then that has been said.
    static func find(_ text: String, zone: ZoneTable, _ invocation: Invocation) throws(StoreError) -> CaseFile? {
        let store = try Store.open(path: invocation.storePath, mode: .readOnly)
        guard let order = try OrderLookup.find(text, in: store, zone: zone, invocation) else { return nil }
        return CaseFile(
            order: order, run: try store.context() ?? RunContext(asOf: order.verdict.asOf), sources: try store.sources(), zone: zone)
    }

    /// Writes it.
    ///
    /// - Parameter path: the file; nil: standard output.
    func write(_ format: Format, to path: String?, _ invocation: Invocation) throws(CommandError) -> ExitCode {
        let file = try ResultFile(path, console: invocation.console)
        try file.write(bytes(format, invocation))
        try file.finish()
        if let path, path != "-" { invocation.tell(Text(en: "written to \(path)", zh: "已写入 \(path)")) }
        return .done
    }

    private func bytes(_ format: Format, _ invocation: Invocation) -> [UInt8] {
        switch format {
        case .html:
            var place = OrderPage.Place()
            place.typed = invocation.style(zone: zone).typed
            return OrderPage(
                verdict: order.verdict, chain: order.chain, run: run, sources: sources,
                time: TimeText(zone: zone, language: invocation.language), place: place
            ).file().bytes
        case .json:
            var json = JSONWriter(capacity: 1 << 14)
            VerdictJSON(sources: sources).append(order.verdict, chain: order.chain, rawLines: nil, to: &json)
            json.newline()
            return json.bytes
        }
    }
}
