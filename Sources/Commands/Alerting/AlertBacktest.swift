import Alerts
import Configuration
import Domain
import Fetching
import Pipeline
import Reports
import Store

/// `paychain alerts backtest`: what would have fired in a period, for how long, and how long before somebody complained.
enum AlertBacktest {
    static func run(_ paths: [String], _ invocation: Invocation) throws(CommandError) -> ExitCode {
        let file = try invocation.rules(paths)
        let zone = try invocation.zone()
        let store = try storing { () throws(StoreError) in try Store.open(path: invocation.storePath, mode: .readOnly) }
        guard let record = try storing({ () throws(StoreError) in try store.run() }) else {
            throw CommandError(.store, Text(en: "the store holds no run yet", zh: "存储中还没有分析结果"))
        }
        let end = record.summary.asOf
        // Logs without a single stamp have no past.
        if end.isUndated { throw CommandError(.notFound, EmptyStore.fact, remedy: EmptyStore.remedy) }
        let to = min(try invocation.time("to", zone: zone, relativeTo: end) ?? end, end)
        let from = try invocation.time("from", zone: zone, relativeTo: end) ?? to - .days(7)
        guard from < to else {
            throw CommandError(.usage, Text(en: "--from lies behind --to", zh: "--from 晚于 --to"))
        }
        let complaints = try complaints(invocation, store, zone)
        var state = AlertState()
        try storing { () throws(StoreError) in
            let evidence = try FactReader.evidence(
                for: file.rules, state: state, in: store, asOf: to, from: from, sources: try store.sources(),
                findings: record.summary.findings)
            _ = AlertEvaluation.evaluate(file.rules, evidence, state: &state, from: from, keepsPast: true)
        }
        var rows = AlertRow.past(file.rules, state)
        for place in rows.indices { rows[place].lead = lead(rows[place], complaints) }
        let fired = Set(rows.map { $0.label("alertname") })
        let silent = file.rules.effective.map(\.name).filter { !fired.contains($0) }
        if invocation.arguments.has("json") {
            write(rows, from: from, to: to, silent: silent, complaints: complaints, invocation)
        } else {
            invocation.console.write(
                AlertsReport(style: invocation.style(zone: zone)).past(
                    rows, from: from, to: to, silent: silent, complaints: complaints.count))
        }
        return .done
    }

    /// How long an alert came before the first complaint that it could have spared: the first one after it began to be true.
    private static func lead(_ row: AlertRow, _ complaints: [Instant]) -> TimeSpan? {
        guard let active = row.activeAt, let fired = row.firedAt else { return nil }
        return complaints.first { $0 >= active }.map { $0 - fired }
    }

    /// Moments of complaints: as written, or for an order number the moment at which its payer would have noticed.
    private static func complaints(_ invocation: Invocation, _ store: Store, _ zone: ZoneTable) throws(CommandError) -> [Instant] {
        guard let path = invocation.arguments["complaints"] else { return [] }
        let bytes: [UInt8]
        do throws(LocalFile.Failure) { bytes = try LocalFile.read(path, maximum: Limits.configurationLength).bytes } catch {
            throw CommandError(.unreadable, Text(en: "\(path): \(error.reason)", zh: "\(path)：\(error.reason)"))
        }
        var moments: [Instant] = []
        var unknown: [String] = []
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            var text = line.drop { $0.isWhitespace }
            while text.last?.isWhitespace == true { text.removeLast() }
            if text.isEmpty || text.hasPrefix("#") { continue }
            if let moment = TimeArgument.parse(String(text), zone: zone, relativeTo: nil), text.contains("-") {
                moments.append(moment)
            } else if let order = try storing({ () throws(StoreError) in try store.order(OrderNumber(String(text))) }),
                let at = order.verdict.paidAt ?? order.verdict.createdAt
            {
                moments.append(at + .minutes(10))
            } else {
                unknown.append(String(text))
            }
        }
        if !unknown.isEmpty {
            let few = unknown.prefix(3).map { VisibleText.make($0) }.joined(separator: ", ")
            invocation.tell(
                Text(
                    en:
                        "\(MoneyText.count(unknown.count, "line")) of \(path) \(unknown.count == 1 ? "is" : "are") neither a time nor a known order: \(few)",
                    zh: "\(path) 中有 \(unknown.count) 行既不是时间也不是已知订单：\(few)"))
        }
        return moments.sorted()
    }

    private static func write(
        _ rows: [AlertRow], from: Instant, to: Instant, silent: [String], complaints: [Instant], _ invocation: Invocation
    ) {
        var json = JSONWriter()
        json.beginObject()
        json.key("from")
        json.instant(from)
        json.key("to")
        json.instant(to)
        json.key("alerts")
        json.beginArray()
        for row in rows { row.append(to: &json) }
        json.endArray()
        json.key("never_fired")
        json.beginArray()
        for name in silent { json.string(name) }
        json.endArray()
        json.key("complaints")
        json.integer(complaints.count)
        json.endObject()
        json.newline()
        invocation.console.write(json.bytes)
    }
}
