import Domain
import Pipeline
import Reports
import Store

/// Shows what a run that goes on does: changes as NDJSON on standard output, one line of progress on a terminal's standard error, and
/// what went wrong as messages.
final class WatchConsole: WatchObserver {
    private let invocation: Invocation
    private let time: TimeText
    private let writesChanges: Bool
    private let showsProgress: Bool
    private var isShown = false
    private var shown: [String] = []
    /// A batch could not be committed, and none was since.
    private var isFailing = false
    private var lastEvidence: UInt64 = 0
    private var lastSeconds = 0.0
    private let began = ContinuousClock.now
    /// What is known not to be readable: each is said once, and again where it was readable meanwhile.
    private var told: Set<Damage> = []
    /// The same, in the order in which it was found.
    private(set) var unread: [Damage] = []
    private static let toldAtOnce = 10

    init(_ invocation: Invocation, zone: ZoneTable) {
        self.invocation = invocation
        time = TimeText(invocation.style(zone: zone))
        writesChanges = invocation.arguments.has("ndjson")
        showsProgress = !invocation.isQuiet && invocation.console.errorsAreTerminal
    }

    /// A message for people, which the progress line makes room for.
    func tell(_ text: Text) { if !invocation.isQuiet { warn(text) } }

    /// A message that comes even when it shall be quiet: something is wrong.
    func warn(_ text: Text) {
        finish()
        // A file with several mistakes tells each of them on a line of its own.
        for line in ("paychain: " + text(invocation.language)).split(separator: "\n") { invocation.console.complain(String(line)) }
        if !shown.isEmpty { draw() }
    }

    /// The same from another thread: a console of its own, in one piece.
    func warnFromElsewhere() -> @Sendable (Text) -> Void {
        let (language, clears) = (invocation.language, showsProgress)
        return { text in
            let line = VisibleText.make("paychain: " + text(language))
            Console.standard().report((clears ? "\r\u{1B}[K" : "") + line + "\n")
        }
    }

    func beforeCommit(store: Store, asOf: Instant, sources: [SourceInfo]) throws(StoreError) {}
    func rolledBack() {}

    func committed(_ changes: WatchChanges, _ status: WatchStatus) {
        if isFailing { tell(Text(en: "what waited is kept now", zh: "积压内容已保存")) }
        isFailing = false
        if writesChanges { write(changes) }
        guard showsProgress else { return }
        shown = parts(status)
        draw()
    }

    private func write(_ changes: WatchChanges) {
        do throws(StoreError) {
            try changes.forEach { change in
                var json = JSONWriter(capacity: 1 << 10)
                ChangeJSON.append(change, to: &json)
                json.newline()
                invocation.console.write(json.bytes)
            }
        } catch {
            warn(
                Text(
                    en: "changes of verdicts could not be told, the store has them: \(error.message(.en))",
                    zh: "判定变化未能输出，存储中已保存：\(error.message(.zh))"))
        }
        invocation.console.flush()
    }

    func found(_ problems: [Damage]) {
        let known = told
        told = Set(problems)
        unread = problems
        let new = problems.filter { !known.contains($0) }
        for problem in new.prefix(WatchConsole.toldAtOnce) {
            let source = problem.at.isEmpty ? problem.source : "\(problem.source) (\(problem.at))"
            // What is not there may come: it is looked for again and again.
            let mayCome = problem.reason.hasSuffix("No such file or directory") && !invocation.arguments.has("once")
            warn(
                Text(
                    en: "not read: \(source): \(Phrase.make(problem.reason, .en))" + (mayCome ? "; read as soon as it is there" : ""),
                    zh: "未读取：\(source)：\(Phrase.make(problem.reason, .zh))" + (mayCome ? "；出现后会立即读取" : "")))
        }
        let more = new.count - WatchConsole.toldAtOnce
        if more > 0 { warn(Text(en: "not read: \(more) more", zh: "未读取：另有 \(more) 个")) }
    }

    /// Says that it ends, from another thread and at once: what it is at may take a while.
    var endingFromElsewhere: @Sendable () -> Void {
        guard showsProgress else { return {} }
        let say = warnFromElsewhere()
        return { say(Text(en: "ending: what is there is taken in first; once more ends at once", zh: "即将退出：先处理完现有日志；再次中断则立即退出")) }
    }

    /// Says what is kept where, when it has ended, to a person who watched.
    func ended(_ status: WatchStatus, in database: String) {
        guard showsProgress else { return }
        shown = []
        let (orders, again) = (MoneyText.count(status.orders, "order"), invocation.style(zone: time.zone).again(for: .store))
        warn(
            Text(
                en: "ended: \(orders) kept in \(database); `paychain orders\(again)` lists them, `paychain watch` goes on from here",
                zh: "已结束：\(MoneyText.count(status.orders)) 笔订单保存在 \(database)；`paychain orders\(again)` 可列出，再次 `paychain watch` 从此处继续"))
    }

    func failed(_ error: StoreError, tries: Int) {
        isFailing = true
        guard tries == 1 || tries % 10 == 0 else { return }
        warn(
            Text(
                en: "nothing can be kept now, tried again until it can: \(error.message(.en))",
                zh: "目前无法保存，将持续重试：\(error.message(.zh))"))
    }

    /// Takes the progress line away.
    func finish() {
        if isShown { invocation.console.report("\r\u{1B}[K") }
        isShown = false
    }

    /// As many of the parts as one line has room for, the foremost first.
    private func draw() {
        isShown = true
        let width = max(20, (invocation.console.columns ?? 80) - 1)
        var line = ""
        for part in shown {
            let longer = line.isEmpty ? part : line + " · " + part
            if TextWidth.of(longer) <= width { line = longer } else if line.isEmpty { line = String(part.prefix(width)) }
        }
        invocation.console.report("\r" + line + "\u{1B}[K")
    }

    private func parts(_ status: WatchStatus) -> [String] {
        let seconds = Double((ContinuousClock.now - began) / .milliseconds(1)) / 1_000
        let rate = Double(status.evidence - min(status.evidence, lastEvidence)) / max(0.001, seconds - lastSeconds)
        (lastEvidence, lastSeconds) = (status.evidence, seconds)
        func say(_ en: String, _ zh: String) -> String { invocation.language == .zh ? zh : en }
        let isReading = rate >= 1
        var parts = [status.isReady ? say("watching", "监视中") : say("catching up", "追赶中")]
        if let asOf = status.asOf { parts.append(say("as of ", "截至 ") + time.full(asOf)) }
        parts.append(
            say(
                "\(MoneyText.count(status.orders, "order")), \(MoneyText.count(status.openOrders)) open, \(MoneyText.count(status.breaks)) broken",
                "订单 \(MoneyText.count(status.orders))，未决 \(MoneyText.count(status.openOrders))，异常 \(MoneyText.count(status.breaks))"))
        // Who is furthest behind holds what depends on it.
        if let asOf = status.asOf, let slowest = status.sources.first, let until = slowest.until, asOf > until {
            parts.append(say("\(slowest.name) is behind by ", "\(slowest.name) 落后 ") + time.span(asOf - until))
        }
        if isReading { parts.append(say(MoneyText.count(Int(rate), "row") + "/s", MoneyText.count(Int(rate)) + " 条/秒")) }
        return parts.map { VisibleText.make($0) }
    }
}
