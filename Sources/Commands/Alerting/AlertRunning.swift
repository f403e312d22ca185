import Alerts
import Configuration
import Domain
import Fetching
import Notifying
import Pipeline
import Reports
import Store

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `paychain alerts run`: rules over the store as of its end.
enum AlertRunning {
    static func run(_ paths: [String], _ invocation: Invocation) throws(CommandError) -> ExitCode {
        let file = try invocation.rules(paths)
        let zone = try invocation.zone()
        let sends = invocation.arguments.has("send")
        if sends, file.receivers.isEmpty {
            throw CommandError(.usage, Text(en: "no receivers: whom should --send tell?", zh: "没有接收方：--send 无处可发"))
        }
        let store = try storing { () throws(StoreError) in
            try Store.open(path: invocation.storePath, mode: sends ? .readWrite : .readOnly)
        }
        guard let record = try storing({ () throws(StoreError) in try store.run() }) else {
            throw CommandError(.store, Text(en: "the store holds no run yet", zh: "存储中还没有分析结果"))
        }
        let asOf = try invocation.time("as-of", zone: zone, relativeTo: record.summary.asOf) ?? record.summary.asOf
        let state: AlertState
        if sends {
            state = try send(file, store, asOf: asOf, record.summary, invocation)
        } else {
            state = try storing { () throws(StoreError) in
                var state = AlertState()
                let from = asOf - .days(1)
                let evidence = try FactReader.evidence(
                    for: file.rules, state: state, in: store, asOf: asOf, from: from, sources: try store.sources(),
                    findings: record.summary.findings)
                _ = AlertEvaluation.evaluate(file.rules, evidence, state: &state, from: from)
                return state
            }
        }
        let rows = AlertRow.now(file.rules, state)
        if let path = invocation.arguments["metrics"] { try writeMetrics(to: path, store, state, invocation) }
        if invocation.arguments["metrics"] == "-" {
            // The page is the output.
        } else if invocation.arguments.has("json") {
            var json = JSONWriter()
            json.beginObject()
            json.key("as_of")
            json.asOf(asOf)
            json.key("rules")
            json.integer(file.rules.rules.count)
            json.key("alerts")
            json.beginArray()
            for row in rows { row.append(to: &json) }
            json.endArray()
            json.endObject()
            json.newline()
            invocation.console.write(json.bytes)
        } else {
            invocation.console.write(
                AlertsReport(style: invocation.style(zone: zone)).now(rows, rules: file.rules.rules.count, asOf: asOf))
        }
        return rows.contains { $0.state == "firing" } ? .notFound : .done
    }

    /// Writes the page of `/metrics` into a file, for a collector that reads files.
    private static func writeMetrics(to path: String, _ store: Store, _ state: AlertState, _ invocation: Invocation) throws(CommandError) {
        var input = try storing { () throws(StoreError) in try MetricsReader.read(store, version: Door.version) }
        input.alerts = MetricsReader.alerts(of: state)
        let page = MetricsPage.make(input, format: .text)
        if path == "-" { return invocation.console.write(page) }
        do throws(LocalFile.Failure) { try LocalFile.write(page, to: path) } catch {
            throw CommandError(.store, Text(en: "\(path): \(error.reason)", zh: "\(path)：\(error.reason)"))
        }
    }

    private static func send(
        _ file: RuleFile, _ store: Store, asOf: Instant, _ summary: Summary, _ invocation: Invocation
    ) throws(CommandError) -> AlertState {
        let state = try storing { () throws(StoreError) in
            try store.alerting { () throws(StoreError) in
                try AlertEngine(file).evaluate(in: store, asOf: asOf, sources: try store.sources(), findings: summary.findings, now: now())
                return try AlertStore.state(in: store)
            }
        }
        let delivery = Delivery(
            receivers: file.receivers, queue: StoreDeliveryQueue(store, file: file), now: now(),
            seed: UInt64(bitPattern: now().microseconds))
        var failures: [String: String] = [:]
        delivery.report = { note in failures[note.receiver] = note.failure }
        // A timer calls again: what does not arrive now stays in the queue.
        let patience = now() + .seconds(30)
        do {
            while let next = try delivery.step(now: now()), next < patience, try hasWaiting(file, store) {
                usleep(UInt32(clamping: max(10_000, min((next - now()).microseconds, 1_000_000))))
            }
        } catch let error as StoreError {
            throw CommandError(.store, Text(en: error.message(.en), zh: error.message(.zh)))
        } catch { throw CommandError(.store, Text(en: "\(error)", zh: "\(error)")) }
        for (receiver, why) in failures.sorted(by: { $0.key < $1.key }) {
            invocation.console.complain(
                Text(en: "paychain: \(receiver): not delivered yet: \(why)", zh: "paychain：\(receiver)：尚未送达：\(why)")(invocation.language))
        }
        return state
    }

    private static func hasWaiting(_ file: RuleFile, _ store: Store) throws(StoreError) -> Bool {
        for receiver in file.receivers where !(try store.queuedAlerts(receiver: receiver.name, limit: 1).isEmpty) { return true }
        return false
    }

    /// Wall time: for signatures and retries only.
    static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
