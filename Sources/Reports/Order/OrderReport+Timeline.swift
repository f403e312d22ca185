import Domain
import Flows

extension OrderReport {
    /// The columns of the timeline for one width of the terminal.
    struct Lanes {
        let number = 4
        let clock = 13
        let lanes: [Int]
        let reference: Int

        init(width: Int) {
            reference = width >= 110 ? width / 5 : 0
            let rest = width - 4 - 13 - (reference > 0 ? reference + 1 : 0)
            let client = rest * 36 / 100
            let server = rest * 38 / 100
            lanes = [client, server, rest - client - server]
        }

        var laneStart: Int { number + clock }
        var laneWidth: Int { lanes.reduce(0, +) }
    }

    mutating func timeline() {
        page.heading(Text(en: "Timeline", zh: "时间线"))
        guard !chain.events.isEmpty else {
            page.line(say("  no evidence", "  没有证据"), .dim)
            return
        }
        let lanes = Lanes(width: page.width)
        deviceClock()
        var head = StyledText()
        head.pad(to: lanes.laneStart)
        for (index, layer) in Layer.allCases.enumerated() {
            let start = head.width
            head.append("  " + page.say(layer.title), .bold)
            head.pad(to: start + lanes.lanes[index])
        }
        page.line(head)
        let rows = OrderTimeline(verdict: verdict, chain: chain, run: run) { events.make($0) }.rows
        var previous: Instant?
        for (row, at) in rows {
            elapsed(from: previous, to: at, lanes)
            previous = at
            switch row {
            case .event(let index): draw(event: index, at: at, lanes)
            case .repeats(let range, let times): draw(repeats: range, times: times, at: at, lanes)
            case .missing(let step): draw(missing: step, at: at, lanes)
            case .gap(let witness, let stretch, let why): draw(gap: witness, stretch, why, lanes)
            }
        }
        otherSteps()
    }

    private mutating func deviceClock() {
        for device in chain.devices.prefix(2) {
            let (low, high) = (device.offset.low, device.offset.high)
            let name = device.name.isEmpty ? say("device", "设备") : say("device ", "设备 ") + device.name
            let text: String
            if !device.offset.isConsistent {
                text = say("\(name): its clock was changed on the way, its times cannot be corrected", "\(name)：时钟中途被改动，时间无法校正")
            } else if low.microseconds == .min || high.microseconds == .max {
                text = say("\(name): nothing bounds its clock, its times are shown as logged", "\(name)：时钟误差无法界定，按日志原样显示")
            } else if low > .seconds(2) || high < .seconds(-2) {
                let ahead = low > .zero
                let a = time.span(ahead ? low : -high)
                let b = time.span(ahead ? high : -low)
                text = say(
                    "\(name): its clock is \(a == b ? a : "\(a) to \(b)") \(ahead ? "ahead" : "behind"); raw times are shown, corrected ones below them",
                    "\(name)：时钟\(ahead ? "快" : "慢") \(a == b ? a : "\(a) 至 \(b)")；显示原始时间，其下为校正后的范围")
            } else {
                continue
            }
            page.paragraph(StyledText(text, .dim), first: StyledText("  "))
        }
    }

    /// A row of its own where time passes; a new day is named.
    private mutating func elapsed(from previous: Instant?, to at: Instant, _ lanes: Lanes) {
        guard let previous, time.day(previous) == time.day(at) else {
            page.line(StyledText("  " + time.day(at), .bold))
            return
        }
        let span = at - previous
        guard span >= .seconds(5) else { return }
        var line = StyledText()
        line.pad(to: lanes.number)
        line.append((span >= .minutes(1) ? "⋮ " : "┆ ") + time.span(span), .dim)
        line.pad(to: lanes.laneStart)
        spines(&line, at: previous + TimeSpan(microseconds: span.microseconds / 2), lanes)
        page.line(line)
    }

    private mutating func draw(event index: Int, at: Instant, _ lanes: Lanes) {
        let event = chain.events[index]
        let isFault = verdict.breaks.contains { $0.closedAt == nil && $0.evidence.contains(index) }
        var cell = StyledText(isFault ? "◆ " : "● ", isFault ? .critical : .good)
        cell.append(events.make(event), isFault ? .bold : .plain)
        if event.binding == .window { cell.append(say(" (by time window)", "（按时间窗口归属）"), .dim) }
        if event.binding == .schedule { cell.append(say(" (by retry schedule)", "（按重试时刻表归属）"), .dim) }
        if event.binding == .mask { cell.append(say(" (masked number)", "（脱敏单号归属）"), .dim) }
        draw(
            cell: cell, below: corrected(event), lane: event.event.layer, number: "\(index + 1)",
            clock: time.clock(event.at, event.resolution), at: at, reference: reference(index), lanes)
    }

    private mutating func draw(repeats range: ClosedRange<Int>, times: Int, at: Instant, _ lanes: Lanes) {
        let last = chain.events[range.upperBound]
        let text = say(
            "… the same \(times) more times until \(time.clock(last.at))", "… 同样的记录又出现 \(times) 次，直到 \(time.clock(last.at))")
        draw(
            cell: StyledText(text, .dim), lane: chain.events[range.lowerBound].event.layer, number: "", clock: "", at: at, reference: "",
            lanes)
    }

    private mutating func draw(missing step: StepVerdict, at: Instant, _ lanes: Lanes) {
        var cell = StyledText("✗ " + page.say(StepState.missing.title) + say(" ", "："), .missing)
        cell.append(page.say(step.step.title), .bold)
        draw(cell: cell, lane: step.step.layer, number: "", clock: time.clock(at), clockStyle: .missing, at: at, reference: "", lanes)
        guard let proof = MissingProof(step, verdict: verdict, chain: chain, run: run, sources: sources) else { return }
        var first = StyledText()
        first.pad(to: lanes.laneStart)
        first.append("  ↳ ", .missing)
        page.paragraph(StyledText(page.say(proof.sentence(time, rule: step.step)), .missing), first: first)
        if let seen = step.at {
            page.paragraph(
                StyledText(say("it came late, at ", "实际迟至 ") + time.brief(seen, on: step.due), .missing), first: StyledText(),
                indent: first.width)
        }
    }

    private mutating func draw(gap witness: Witness, _ stretch: Stretch, _ why: String?, _ lanes: Lanes) {
        let end = stretch.to == .distantFuture ? say("the end", "末尾") : time.brief(stretch.to, on: stretch.from)
        let cause = why.map { Phrase.make($0, page.style.language) }.map { say(" (\($0))", "（\($0)）") } ?? ""
        let cell = StyledText(
            say("┈┈ no \(page.say(witness.title)) until \(end)\(cause)", "┈┈ 到 \(end) 为止没有\(page.say(witness.title))\(cause)"), .dim)
        draw(
            cell: cell, lane: witness.layer, number: "", clock: time.clock(stretch.from), clockStyle: .dim, at: stretch.from, reference: "",
            lanes)
    }

    /// One row: its number, its clock, its cell in one lane, spines in the others, its `file:line` where there is room.
    private mutating func draw(
        cell: StyledText, below: String? = nil, lane: Layer, number: String, clock: String, clockStyle: Style = .plain, at: Instant,
        reference: String, _ lanes: Lanes
    ) {
        let column = Layer.allCases.firstIndex(of: lane) ?? 0
        var parts = hanging(cell, columns: lanes.lanes[column] - 2)
        if let below {
            var line = StyledText("  ")
            line.append(below, .dim)
            parts.append(line)
        }
        for (index, part) in parts.enumerated() {
            var line = StyledText()
            if index == 0 {
                line.pad(to: lanes.number - 1 - TextWidth.of(number))
                line.append(number, .dim)
                line.pad(to: lanes.number)
                line.append(clock, clockStyle)
            }
            line.pad(to: lanes.laneStart)
            spines(&line, at: at, lanes, filled: (column, part))
            if index == 0, lanes.reference > 0 {
                line.pad(to: lanes.laneStart + lanes.laneWidth + 1)
                line.append(TextCut.left(VisibleText.make(reference), to: lanes.reference), .dim)
            }
            page.line(line)
        }
    }

    /// Wraps a cell; the lines after the first stand under its text, not under its sign.
    private func hanging(_ cell: StyledText, columns: Int) -> [StyledText] {
        cell.wrapped(to: columns - 2).enumerated().map { index, part in
            guard index > 0 else { return part }
            var line = StyledText("  ")
            line.append(part)
            return line
        }
    }

    /// The spines of all lanes at a moment: `│` where logs cover it, `┊` in a hole, nothing where there are none.
    private func spines(_ line: inout StyledText, at: Instant, _ lanes: Lanes, filled: (column: Int, cell: StyledText)? = nil) {
        for (index, layer) in Layer.allCases.enumerated() {
            let start = line.width
            if let filled, filled.column == index {
                line.append(filled.cell)
            } else {
                line.append(spine(of: layer, at: at), .dim)
            }
            line.pad(to: start + lanes.lanes[index])
        }
    }

    private func spine(of layer: Layer, at: Instant) -> String {
        let coverages: [WitnessCoverage] =
            switch layer {
            case .client: chain.devices.first.map { [OrderTimeline.trueTime($0)] } ?? []
            case .server: [run.serverApp, run.serverEdge]
            case .provider: run.providerDays.sorted { $0.key < $1.key }.map(\.value)
            }
        let existing = coverages.filter { !$0.isEmpty }
        if existing.isEmpty { return " " }
        return existing.contains { $0.covers(at, at) } ? "│" : "┊"
    }

    /// The corrected range of a device stamp, where the raw one lies outside it; rounded outwards.
    private func corrected(_ event: Evidence) -> String? {
        guard event.witness == .client else { return nil }
        let range = chain.range(of: event)
        guard event.at < range.earliest || event.at > range.latest else { return nil }
        let isFine = range.latest - range.earliest < .seconds(1)
        let unit: Int64 = isFine ? 1_000 : 1_000_000
        func face(_ instant: Instant, up: Bool) -> String {
            let rounded = instant + TimeSpan(microseconds: up ? unit - 1 : 0)
            return time.clock(rounded, isFine ? .millisecond : .second)
        }
        switch (range.earliest, range.latest) {
        case (.distantPast, let latest): return say("true: before ", "实际早于 ") + face(latest, up: true)
        case (let earliest, .distantFuture): return say("true: after ", "实际晚于 ") + face(earliest, up: false)
        case (let earliest, let latest):
            let (from, to) = (face(earliest, up: false), face(latest, up: true))
            if from == to { return say("true ", "实际 ") + from }
            return say("true ", "实际 ") + from + "–" + (from.prefix(6) == to.prefix(6) ? String(to.dropFirst(6)) : to)
        }
    }

    /// Steps that are neither seen nor missing, and why; those with one reason in one line. Then what the signs mean.
    private mutating func otherSteps() {
        var groups: [(state: StepState, reason: String, steps: [String])] = []
        for step in verdict.steps where step.state != .seen && step.state != .missing {
            let reason = reason(step)
            if let index = groups.firstIndex(where: { $0.state == step.state && $0.reason == reason }) {
                groups[index].steps.append(page.say(step.step.title))
            } else {
                groups.append((step.state, reason, [page.say(step.step.title)]))
            }
        }
        page.line()
        for group in groups {
            var line = StyledText(page.say(group.state.title), .missing)
            line.append(say(": ", "："))
            line.append(group.steps.joined(separator: say(", ", "、")))
            if !group.reason.isEmpty { line.append(" — " + group.reason, .dim) }
            page.paragraph(line, first: StyledText("  \(group.state.sign) ", .missing))
        }
        page.paragraph(
            StyledText(
                say(
                    "● seen  ◆ cited by a break  ✗ missing  ┈ ┊ no log of this time  │ covered by logs",
                    "● 已见  ◆ 被断点引用  ✗ 缺失  ┈ ┊ 这段时间没有日志  │ 有日志覆盖"), .dim), first: StyledText("  "))
    }

    private func reason(_ step: StepVerdict) -> String {
        switch step.state {
        case .notDue:
            guard let due = step.due else { return "" }
            return say("due \(time.full(due)), after the moment this verdict speaks for", "截止 \(time.full(due))，晚于判定时点")
        case .skipped: return say("the order was paid without it", "订单未经此步已支付")
        case .unobserved:
            if step.step.layer == .client, chain.devices.isEmpty {
                return say("no device log belongs to this order", "没有属于该订单的设备日志")
            }
            return step.step.witnesses.map { witness -> String in
                let state = verdict.coverage.first { $0.witness == witness }?.state ?? .absent
                return page.say(witness.title) + " " + coverage(of: witness, state)
            }.joined(separator: say(", ", "，"))
        case .seen, .missing: return ""
        }
    }
}
