import Domain
import Reports
import Serving
import Store

extension Route {
    /// What was read.
    static let sourcesPage = Route("/sources", .page, Text(en: "what was read: coverage, gaps, lag, damage", zh: "读取了什么：覆盖范围、缺口、延迟、损坏")) {
        (call) throws(WebFailure) in
        let snapshot = try call.read { _, snapshot in snapshot }
        return Frame.page(call, title: call.say("Sources", "来源"), current: "/sources", state: snapshot.tag) { page in
            SourcesPage(call: call, summary: snapshot.summary).write(to: &page)
        }
    }
}

/// The sources, their gaps and their damage. What is not covered is never called missing.
private struct SourcesPage {
    let call: Call
    let summary: Summary
    /// A log folder may have a hundred thousand files; the first so many are named.
    private static let shown = 500

    private func say(_ en: String, _ zh: String) -> String { call.say(en, zh) }

    func write(to page: inout HTMLWriter) {
        let sources = summary.coverage.map(\.source).sorted { ($0.witness.rawValue, $0.name) < ($1.witness.rawValue, $1.name) }
        page.element("h1", text: say("Sources", "来源"))
        let inputs = summary.inputs
        page.element(
            "p", ["class": "faint"],
            text: say(
                "\(MoneyText.count(inputs.files)) read, \(Amount.bytes(inputs.bytesDecompressed)) unpacked, \(MoneyText.count(inputs.lines, "line")), \(MoneyText.count(inputs.evidence, "piece")) of evidence\(call.time.asOf(summary.asOf))",
                "读取 \(MoneyText.count(inputs.files)) 个，解压后 \(Amount.bytes(inputs.bytesDecompressed))，\(MoneyText.count(inputs.lines)) 行，\(MoneyText.count(inputs.evidence)) 条证据\(call.time.asOf(summary.asOf))"
            ))
        let missing = Witness.allCases.filter { witness in !sources.contains { $0.witness == witness } }
        if !missing.isEmpty {
            let names = missing.map { call.say($0.title) }.joined(separator: say(", ", "、"))
            page.element(
                "p", ["class": "notice warn"],
                text: say("There is no \(names): steps that only it can show are “cannot be told”.", "缺少\(names)：只有它能证明的步骤会判为“无法观察”。"))
        }
        damage(&page)
        gaps(sources, &page)
        list(sources, &page)
        notes(&page)
    }

    private func list(_ sources: [SourceInfo], _ page: inout HTMLWriter) {
        page.element("h2", text: say("What was read", "读取的来源"))
        var table = PageTable(
            say("Sources by kind of log", "按日志种类"),
            [
                .init(say("Kind", "种类")), .init(say("Source", "来源")), .init(say("Covers", "覆盖")), .init(say("Behind as-of", "落后判定时点")),
                .init(say("Evidence", "证据"), isNumber: true), .init(say("Gaps", "缺口"), isNumber: true),
            ])
        for source in sources.prefix(SourcesPage.shown) {
            let lag = source.span.map { summary.asOf - $0.to }
            table.rows.append([
                .text(call.say(source.witness.title)),
                .written { page in
                    page.element("span") { page in
                        page.element("span", ["class": "mono"], text: source.name)
                        page.element("span", ["class": "faint"], text: " " + source.format)
                    }
                },
                .text(
                    source.span.map { "\(call.time.full($0.from)) – \(call.time.brief($0.to, on: $0.from))" } ?? say("no stamp", "没有时间")),
                .text(lag.map { $0 > .seconds(1) ? call.time.span($0) : "–" } ?? "–"), .text(MoneyText.count(source.evidence)),
                .text(source.gaps.isEmpty ? "–" : MoneyText.count(source.gaps.count)),
            ])
        }
        table.write(to: &page)
        more(sources.count, SourcesPage.shown, &page)
    }

    private func gaps(_ sources: [SourceInfo], _ page: inout HTMLWriter) {
        let gaps = sources.flatMap { source in source.gaps.map { (source.name, $0) } }
        guard !gaps.isEmpty else { return }
        page.element("h2", text: say("Gaps", "缺口"))
        var table = PageTable(
            say("Stretches that a source does not show", "来源缺失的时段"),
            [.init(say("Source", "来源")), .init(say("From", "从")), .init(say("To", "到")), .init(say("Why", "原因"))])
        for (name, gap) in gaps.prefix(SourcesPage.shown) {
            table.rows.append([
                .written { $0.element("span", ["class": "mono"], text: name) }, .text(call.time.full(gap.stretch.from)),
                .text(gap.stretch.to == .distantFuture ? say("its end", "末尾") : call.time.brief(gap.stretch.to, on: gap.stretch.from)),
                .text(Phrase.make(gap.why, call.language)),
            ])
        }
        table.write(to: &page)
        more(gaps.count, SourcesPage.shown, &page)
    }

    private func damage(_ page: inout HTMLWriter) {
        let damaged = summary.inputs.damaged.filter { !$0.isNote }
        guard !damaged.isEmpty else { return }
        page.element("h2", text: say("Damaged input: read as far as it goes", "损坏的输入：已读取可读部分"))
        var table = PageTable(
            say("Damaged places", "损坏位置"), [.init(say("Source", "来源")), .init(say("At", "位置")), .init(say("Reason", "原因"))])
        for one in damaged.prefix(SourcesPage.shown) {
            table.rows.append([
                .written { $0.element("span", ["class": "mono"], text: one.source) }, .text(one.at.isEmpty ? "–" : one.at),
                .text(Phrase.make(one.reason, call.language)),
            ])
        }
        table.write(to: &page)
        more(damaged.count, SourcesPage.shown, &page)
    }

    private func notes(_ page: inout HTMLWriter) {
        let notes =
            summary.inputs.damaged.filter(\.isNote).map { "\($0.source) \($0.at): \(Phrase.make($0.reason, call.language))" }
            + summary.notes.map { Phrase.make($0, call.language) }
        guard !notes.isEmpty || summary.inputs.unbound > 0 else { return }
        page.element("h2", text: say("Notes", "说明"))
        page.element("ul") { page in
            if summary.inputs.unbound > 0 {
                page.element(
                    "li",
                    text: say(
                        "\(MoneyText.count(summary.inputs.unbound)) pieces of evidence without an order: never guessed by price or time",
                        "\(MoneyText.count(summary.inputs.unbound)) 条证据没有归属订单：绝不按金额或时间猜测"))
            }
            for note in notes.prefix(100) { page.element("li", text: note) }
        }
    }

    private func more(_ total: Int, _ shown: Int, _ page: inout HTMLWriter) {
        guard total > shown else { return }
        page.element(
            "p", ["class": "faint"],
            text: say(
                "… and \(MoneyText.count(total - shown)) more; /api/v1/sources has all",
                "… 另有 \(MoneyText.count(total - shown)) 个；/api/v1/sources 含全部"))
    }
}
