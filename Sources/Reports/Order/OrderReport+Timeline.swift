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
        for text in words.deviceClocks { page.paragraph(StyledText(text, .dim), first: StyledText("  ")) }
        var head = StyledText()
        head.pad(to: lanes.laneStart)
        for (index, layer) in Layer.allCases.enumerated() {
            let start = head.width
            head.append("  " + page.say(layer.title), .bold)
            head.pad(to: start + lanes.lanes[index])
        }
        page.line(head)
        let rows = words.timeline.rows
        var previous: Instant?
        for (row, at) in rows {
            elapsed(from: previous, to: at, lanes)
            previous = at
            switch row {
            case .event(let index): draw(event: index, at: at, lanes)
            case .repeats(let range, let times): draw(repeats: range, times: times, at: at, lanes)
            case .missing(let step): draw(missing: step, at: at, lanes)
            case .gap(let hole): draw(hole, lanes)
            }
        }
        otherSteps()
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
        let isFault = words.isFault(index)
        var cell = StyledText(isFault ? "◆ " : "● ", isFault ? .critical : .good)
        cell.append(events.make(event), isFault ? .bold : .plain)
        cell.append(words.binding(event), .dim)
        draw(
            cell: cell, below: words.corrected(event), lane: event.event.layer, number: "\(index + 1)",
            clock: time.clock(event.at, event.resolution), at: at, reference: reference(index), lanes)
    }

    private mutating func draw(repeats range: ClosedRange<Int>, times: Int, at: Instant, _ lanes: Lanes) {
        draw(
            cell: StyledText(words.repeats(range, times: times), .dim), lane: chain.events[range.lowerBound].event.layer, number: "",
            clock: "", at: at, reference: "",
            lanes)
    }

    private mutating func draw(missing step: StepVerdict, at: Instant, _ lanes: Lanes) {
        var cell = StyledText("✗ " + page.say(StepState.missing.title) + say(" ", "："), .missing)
        cell.append(page.say(step.step.title), .bold)
        draw(cell: cell, lane: step.step.layer, number: "", clock: time.clock(at), clockStyle: .missing, at: at, reference: "", lanes)
        guard let proof = words.proof(step) else { return }
        var first = StyledText()
        first.pad(to: lanes.laneStart)
        first.append("  ↳ ", .missing)
        page.paragraph(StyledText(proof, .missing), first: first)
        if let late = words.late(step) { page.paragraph(StyledText(late, .missing), first: StyledText(), indent: first.width) }
    }

    private mutating func draw(_ hole: OrderTimeline.Hole, _ lanes: Lanes) {
        let cell = StyledText("┈┈ " + words.hole(hole), .dim)
        let from = hole.stretch.from
        draw(cell: cell, lane: hole.witness.layer, number: "", clock: time.clock(from), clockStyle: .dim, at: from, reference: "", lanes)
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
        switch words.isCovered(layer, at: at) {
        case nil: " "
        case true?: "│"
        case false?: "┊"
        }
    }

    /// Steps that are neither seen nor missing, and why; those with one reason in one line. Then what the signs mean.
    private mutating func otherSteps() {
        page.line()
        for group in words.otherSteps {
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
}
