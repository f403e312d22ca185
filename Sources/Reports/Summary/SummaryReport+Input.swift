import Domain
import Verdicts

extension SummaryReport {
    mutating func findings() {
        guard !summary.findings.isEmpty else { return }
        page.heading(Text(en: "Findings: faults that no single order can show", zh: "系统级发现：单笔订单看不出的问题"))
        for finding in summary.findings.sorted(by: { !$0.isNote && $1.isNote }) {
            var line = StyledText(page.say(finding.code.title), finding.isNote ? .plain : .bold)
            line.append(say(": ", "：") + finding.place)
            if let status = finding.httpStatus { line.append(" → HTTP \(status)") }
            line.append(say(finding.count == 1 ? ", once" : ", \(count(finding.count)) times", "，\(count(finding.count)) 次"))
            if finding.orders > 0 {
                line.append(
                    say(finding.orders == 1 ? ", 1 order" : ", \(count(finding.orders)) orders", "，涉及 \(count(finding.orders)) 笔订单"))
            }
            if let span = finding.span {
                line.append(" (\(time.full(span.from)) – \(time.brief(span.to, on: span.from)))", .dim)
            }
            page.paragraph(line, first: StyledText(finding.isNote ? "  · " : "  ▲ ", finding.isNote ? .dim : .major))
        }
    }

    mutating func coverage() {
        guard !summary.coverage.isEmpty else { return }
        page.heading(Text(en: "What the logs cover", zh: "日志覆盖范围"))
        let shown = 40
        // Kind, stretch and gaps of a row; what is left is the name's.
        let taken = 72
        var rows: [[StyledText]] = []
        let sources = summary.coverage.map(\.source).sorted { ($0.witness.rawValue, $0.name) < ($1.witness.rawValue, $1.name) }
        for source in sources.prefix(shown) {
            var row = [StyledText(page.say(source.witness.title)), StyledText(), StyledText(), StyledText()]
            let format = source.format.isEmpty ? "" : "  " + source.format
            let room = page.style.isPiped ? Int.max : max(20, page.width - taken - TextWidth.of(format))
            row[3].append(TextCut.left(VisibleText.make(source.name), to: room))
            row[3].append(format, .dim)
            if let span = source.span {
                row[1] = StyledText("\(time.full(span.from)) – \(time.brief(span.to, on: span.from))")
            } else {
                row[1] = StyledText(say("no stamp", "没有时间"), .dim)
            }
            row[2] = StyledText(
                source.gaps.isEmpty ? "" : say(source.gaps.count == 1 ? "1 gap" : "\(source.gaps.count) gaps", "\(source.gaps.count) 处缺口"),
                .missing)
            rows.append(row)
        }
        page.table(rows)
        if sources.count > shown {
            page.line(
                say(
                    "  … and \(count(sources.count - shown)) more sources (--json has all)",
                    "  … 另有 \(count(sources.count - shown)) 个来源（--json 含全部）"), .dim)
        }
        gaps(of: sources)
        let missing = Witness.allCases.filter { witness in !sources.contains { $0.witness == witness } }
        if !missing.isEmpty {
            let names = missing.map { page.say($0.title) }.joined(separator: say(", ", "、"))
            page.paragraph(
                StyledText(
                    say("There is no \(names): steps that only it can show are “cannot be told”.", "缺少\(names)：只有它能证明的步骤会判为“无法观察”。")),
                first: StyledText("  ? ", .missing))
        }
    }

    private mutating func gaps(of sources: [SourceInfo]) {
        var left = 12
        for source in sources {
            for gap in source.gaps where left > 0 {
                left -= 1
                let to = gap.stretch.to == .distantFuture ? say("its end", "末尾") : time.brief(gap.stretch.to, on: gap.stretch.from)
                page.paragraph(
                    StyledText("\(source.name): \(time.full(gap.stretch.from)) – \(to): \(phrase(gap.why))"),
                    first: StyledText("  ┈ ", .missing))
            }
        }
    }

    mutating func inputs() {
        let inputs = summary.inputs
        let damaged = inputs.damaged.filter { !$0.isNote }
        if !damaged.isEmpty {
            page.heading(Text(en: "Damaged input: read as far as it goes", zh: "损坏的输入：已读取可读部分"))
            for damage in damaged.prefix(20) { draw(damage, sign: StyledText("  ▲ ", .major)) }
            if damaged.count > 20 { page.line(say("  … and \(damaged.count - 20) more", "  … 另有 \(damaged.count - 20) 处"), .dim) }
        }
        unbound()
        let notes = inputs.damaged.filter(\.isNote)
        if !notes.isEmpty || !summary.notes.isEmpty {
            page.heading(Text(en: "Notes", zh: "说明"))
            for note in notes.prefix(10) { draw(note, sign: StyledText("  · ", .dim)) }
            for note in SummaryReport.grouped(summary.notes.map(phrase)).prefix(20) {
                page.paragraph(StyledText(note), first: StyledText("  · ", .dim))
            }
        }
        page.line()
        var line = StyledText(
            say(
                "Read \(count(inputs.files)) \(inputs.files == 1 ? "source" : "sources"), \(Amount.bytes(inputs.bytesRead)) (\(Amount.bytes(inputs.bytesDecompressed)) unpacked), \(count(inputs.lines)) \(inputs.lines == 1 ? "line" : "lines"): evidence \(count(inputs.evidence)), noise \(count(inputs.noise))",
                "读取 \(count(inputs.files)) 个来源，\(Amount.bytes(inputs.bytesRead))（解压后 \(Amount.bytes(inputs.bytesDecompressed))），\(count(inputs.lines)) 行：\(count(inputs.evidence)) 条证据，\(count(inputs.noise)) 行无关"
            ), .dim)
        let counters: [(UInt64, String)] = [
            (inputs.duplicates, say("duplicates", "条重复")), (inputs.unbound, say("without an order", "条无订单")),
            (inputs.probes, say("deliberate probes", "条渠道探测")), (inputs.implausibleStamps, say("implausible stamps", "个异常时间")),
        ]
        for (value, name) in counters where value > 0 { line.append(say(", ", "，") + count(value) + " " + name, .dim) }
        if summary.elapsedSeconds > 0, inputs.bytesDecompressed >= 1_000_000 {
            let megabytes = Double(inputs.bytesDecompressed) / 1e6 / summary.elapsedSeconds
            line.append(
                say(" in ", "，用时 ") + Amount.decimal(summary.elapsedSeconds) + say(" s (", " 秒（")
                    + "\(count(Int64(min(megabytes, 1e9)))) MB/s"
                    + say(")", "）"), .dim)
        }
        page.paragraph(line)
    }

    /// Notes that say the same of many sources, as one line each.
    static func grouped(_ notes: [String]) -> [String] {
        var groups: [(said: Substring, sources: [Substring])] = []
        for note in notes {
            let colon = note.lastIndex { $0 == ":" || $0 == "：" }
            let said = colon.map { note[$0...] } ?? note[...]
            let source = colon.map { note[..<$0] } ?? ""
            if !source.isEmpty, let index = groups.firstIndex(where: { $0.said == said && !$0.sources[0].isEmpty }) {
                groups[index].sources.append(source)
            } else {
                groups.append((said, [source]))
            }
        }
        return groups.map { said, sources in
            let more = sources.count > 2 ? " +\(sources.count - 2)" : ""
            return sources.prefix(2).joined(separator: ", ") + more + said
        }
    }

    private func phrase(_ sentence: String) -> String { Phrase.make(sentence, page.style.language) }

    private mutating func draw(_ damage: Damage, sign: StyledText) {
        page.paragraph(StyledText("\(damage.source)\(damage.at.isEmpty ? "" : " \(damage.at)"): \(phrase(damage.reason))"), first: sign)
    }

    private mutating func unbound() {
        guard summary.inputs.unbound > 0 else { return }
        page.heading(
            Text(
                en: "Evidence without an order: \(count(summary.inputs.unbound)), never guessed by price or time",
                zh: "没有归属订单的证据：\(count(summary.inputs.unbound)) 条，绝不按金额或时间猜测"))
        for item in summary.unboundItems.prefix(8) {
            var line = StyledText(item.event.name)
            line.append("  \(item.source)  ", .dim)
            line.append(item.ids.map { "\($0.kind.identifierName)=\($0.value)" }.joined(separator: " "))
            line.append("  " + phrase(item.why), .dim)
            page.paragraph(line, first: StyledText("  · ", .dim))
        }
        let more = summary.inputs.unbound - UInt64(min(8, summary.unboundItems.count))
        if more > 0 { page.line(say("  … and \(count(more)) more (--json lists them)", "  … 另有 \(count(more)) 条（--json 可列出）"), .dim) }
    }

    mutating func nextCommands() {
        guard summary.orders > 0 else { return }
        page.heading(Text(en: "Next", zh: "接下来"))
        guard isKept else {
            page.paragraph(
                StyledText(
                    say(
                        "Nothing was kept (--no-db). Without it `paychain orders --stuck` and `paychain order N` answer at once.",
                        "未保存结果（--no-db）。去掉它之后，`paychain orders --stuck` 与 `paychain order 单号` 可立即回答。")),
                first: StyledText("  "))
            return
        }
        let again = page.style.again(for: .store)
        var rows: [[StyledText]] = []
        if summary.stuckOrders > 0 {
            rows.append([
                StyledText("paychain orders --stuck" + again), StyledText(say("the repair list: paid and not marked", "补单清单：已支付未入账"), .dim),
            ])
        }
        if let first = worstFirst.first(where: { $0.example != nil }), let order = first.example {
            rows.append([
                StyledText("paychain order\(again) \(ShellWord.quoted(order.description))"),
                StyledText(say("one order's chain", "查看一笔订单的证据链"), .dim),
            ])
            rows.append([
                StyledText("paychain explain \(first.code.rawValue)" + page.style.again(for: .anything)),
                StyledText(say("what it means, how to mend it", "含义与修复办法"), .dim),
            ])
        } else {
            rows.append([StyledText("paychain orders" + again), StyledText(say("list them", "列出订单"), .dim)])
        }
        page.table(rows)
    }
}

/// Quantities of data as text.
public enum Amount {
    /// `12.4 MB`; decimal units.
    public static func bytes(_ bytes: UInt64) -> String {
        let units = ["B", "KB", "MB", "GB", "TB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 1_000, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        return unit == 0 ? "\(bytes) B" : "\(decimal(value)) \(units[unit])"
    }

    /// Seconds as a span; never out of range.
    public static func span(seconds: Double) -> TimeSpan { TimeSpan(microseconds: Int64((min(max(seconds, 0), 1e12) * 1e6).rounded())) }

    /// One decimal.
    static func decimal(_ value: Double) -> String {
        let tenths = Int64((min(max(value, 0), 1e15) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
