import Domain

/// The ladder diagram: three lanes, time downwards, an arrow where an event is one side of an exchange.
///
/// It is an ordered list that styles set as a grid: a screen reader hears lane, time and text of every row, a phone shows the list.
extension OrderPage {
    func ladder(_ page: inout HTMLWriter) {
        page.element("h2", ["id": "timeline"], text: say("Timeline", "时间线"))
        guard !chain.events.isEmpty else {
            page.element("p", ["class": "faint"], text: say("no evidence", "没有证据"))
            otherSteps(&page)
            return
        }
        for text in words.deviceClocks { page.element("p", ["class": "faint"], text: text) }
        let rows = shown(words.timeline.rows)
        page.element("p", ["class": "faint"], text: summary)
        page.newline()
        page.element("div", ["class": "ladder-head", "aria-hidden": "true"]) { page in
            for layer in Layer.allCases { page.element("span", ["class": "in-\(layer.rawValue)"], text: page.say(layer.title)) }
        }
        page.element("ol", ["class": "ladder"]) { page in
            var previous: Instant?
            for (row, at) in rows {
                elapsed(from: previous, to: at, &page)
                previous = at
                switch row {
                case .event(let index): draw(event: index, at: at, &page)
                case .repeats(let range, let times): draw(repeats: range, times: times, at: at, &page)
                case .missing(let step): draw(missing: step, at: at, &page)
                case .gap(let hole): draw(hole, &page)
                }
                page.newline()
            }
        }
        legend(&page)
        otherSteps(&page)
    }

    private var summary: String {
        let missing = verdict.steps.filter { $0.state == .missing }.map { page in page.step.title(words.language) }
        let count = chain.events.count
        let absent =
            missing.isEmpty
            ? say("no step is missing", "没有缺失的步骤")
            : say("missing: ", "缺失：") + missing.joined(separator: say(", ", "、"))
        return say(
            "\(count) \(count == 1 ? "piece" : "pieces") of evidence in three lanes, time downwards; ", "\(count) 条证据，分三条泳道，时间自上而下；")
            + absent
    }

    /// The rows that are drawn: all, or of very many the first and the last, and between them what matters.
    private func shown(_ rows: [(row: OrderTimeline.Row, at: Instant)]) -> [(row: OrderTimeline.Row, at: Instant)] {
        guard rows.count > Limits.ladderRows else { return rows }
        let cited = Set(verdict.breaks.flatMap(\.evidence))
        return rows.enumerated().filter { place, element in
            if place < Limits.ladderRows / 2 || place >= rows.count - Limits.ladderRows / 2 { return true }
            return switch element.row {
            case .event(let index): cited.contains(index)
            case .repeats: false
            case .missing, .gap: true
            }
        }.map(\.element)
    }

    // MARK: - rows

    private func elapsed(from previous: Instant?, to at: Instant, _ page: inout HTMLWriter) {
        guard let previous, time.day(previous) == time.day(at) else {
            page.element("li", ["class": "row day"]) { page in
                page.element("strong", ["class": "clock"], text: time.day(at))
                lanes(at: at, &page)
            }
            return
        }
        let span = at - previous
        guard span >= .seconds(5) else { return }
        page.element("li", ["class": span >= .minutes(1) ? "row time long" : "row time"]) { page in
            page.element("span", ["class": "clock"], text: "⋮ " + time.span(span))
            lanes(at: previous + TimeSpan(microseconds: span.microseconds / 2), &page)
        }
    }

    private func draw(event index: Int, at: Instant, _ page: inout HTMLWriter) {
        let event = chain.events[index]
        let isFault = words.isFault(index)
        let failed = chain.has(.ok, "false", in: event)
        row(
            event.event.layer, style: isFault ? "fault" : "seen", id: "e\(index + 1)", number: "\(index + 1)",
            clock: time.clock(event.at, event.resolution), at: at, exchange: Exchange.of(event.event, failed: failed), &page
        ) { page in
            sign(isFault ? "◆" : "●", isFault ? say("cited by a break", "被断点引用") : nil, &page)
            page.element(isFault ? "strong" : "span", text: words.events.make(event))
            let binding = words.binding(event)
            if !binding.isEmpty { page.element("span", ["class": "faint"], text: binding) }
            if let corrected = words.corrected(event) { page.element("div", ["class": "faint"], text: corrected) }
            source(index, &page)
        }
    }

    private func draw(repeats range: ClosedRange<Int>, times: Int, at: Instant, _ page: inout HTMLWriter) {
        row(chain.events[range.lowerBound].event.layer, style: "fold", at: at, &page) { page in
            page.element("span", ["class": "faint"], text: words.repeats(range, times: times))
            // What a break cites must be there to be jumped to.
            let cited = Set(verdict.breaks.flatMap(\.evidence)).filter { range.contains($0) }.sorted()
            for index in cited {
                page.element("div", ["id": "e\(index + 1)"]) { page in
                    page.text("#\(index + 1) \(words.events.make(chain.events[index]))")
                    source(index, &page)
                }
            }
        }
    }

    private func draw(missing step: StepVerdict, at: Instant, _ page: inout HTMLWriter) {
        row(
            step.step.layer, style: "missing", id: "s-\(step.step.rawValue)", clock: time.clock(at), at: at,
            exchange: Exchange.of(step.step), &page
        ) { page in
            sign("✗", nil, &page)
            page.element("strong", text: page.say(StepState.missing.title) + say(": ", "：") + page.say(step.step.title))
            if let proof = words.proof(step) { page.element("div", text: proof) }
            if let late = words.late(step) { page.element("div", text: late) }
        }
    }

    private func draw(_ hole: OrderTimeline.Hole, _ page: inout HTMLWriter) {
        row(hole.witness.layer, style: "gap", clock: time.clock(hole.stretch.from), at: hole.stretch.from, &page) { page in
            page.element("span", text: words.hole(hole))
        }
    }

    private func row(
        _ layer: Layer, style: String, id: String? = nil, number: String = "", clock: String = "", at: Instant, exchange: Exchange? = nil,
        _ page: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void
    ) {
        page.element("li", ["class": "row \(style)", "id": id]) { page in
            page.element("span", ["class": "no"], text: number)
            page.element("span", ["class": "clock"], text: clock)
            lanes(at: at, &page)
            page.element("span", ["class": "lane"], text: exchange?.words(words.language) ?? page.say(layer.title))
            if let exchange { page.element("span", ["class": exchange.style, "aria-hidden": "true"], text: "") }
            page.element("div", ["class": "cell in-\(layer.rawValue)"], content)
        }
    }

    /// The spines of all lanes at a moment: solid where logs cover it, hatched in a hole, nothing where there are none.
    private func lanes(at: Instant, _ page: inout HTMLWriter) {
        for layer in Layer.allCases {
            let state =
                switch words.isCovered(layer, at: at) {
                case nil: "none"
                case true?: "on"
                case false?: "hole"
                }
            page.element("i", ["class": "spine in-\(layer.rawValue) \(state)", "aria-hidden": "true"], text: "")
        }
    }

    private func sign(_ sign: String, _ meaning: String?, _ page: inout HTMLWriter) {
        page.element("span", ["class": "sign", "aria-hidden": "true"], text: sign + " ")
        if let meaning { page.element("span", ["class": "hidden"], text: meaning + say(": ", "：")) }
    }

    /// Where the event was read, with its original line to unfold.
    private func source(_ index: Int, _ page: inout HTMLWriter) {
        guard let rawLines else {
            page.element("div", ["class": "mono faint ref"], text: reference(index))
            return
        }
        page.element("details") { page in
            page.element("summary", ["class": "mono faint ref"], text: reference(index))
            guard let bytes = rawLines[index] else {
                page.element("p", ["class": "warn"], text: OrderWords.lost(page.language))
                return
            }
            record(bytes, &page)
        }
    }

    /// An original record, its first lines.
    func record(_ bytes: [UInt8], _ page: inout HTMLWriter) {
        let lines = bytes.split(separator: 10).prefix(40).map { String(decoding: $0.last == 13 ? $0.dropLast() : $0, as: UTF8.self) }
        page.element("pre") { page in
            for (number, line) in lines.enumerated() {
                if number > 0 { page.newline() }
                page.text(line)
            }
        }
    }

    // MARK: - below

    private func legend(_ page: inout HTMLWriter) {
        page.element(
            "p", ["class": "faint legend"],
            text: say(
                "● seen  ◆ cited by a break  ✗ missing  → message between lanes  ▨ no log of this time  │ covered by logs",
                "● 已见  ◆ 被断点引用  ✗ 缺失  → 泳道间的消息  ▨ 这段时间没有日志  │ 有日志覆盖"))
    }

    private func otherSteps(_ page: inout HTMLWriter) {
        let groups = words.otherSteps
        guard !groups.isEmpty else { return }
        page.element("ul", ["class": "plain"]) { page in
            for group in groups {
                page.element("li") { page in
                    page.element("strong", text: "\(group.state.sign) \(page.say(group.state.title))")
                    page.text(say(": ", "：") + group.steps.joined(separator: say(", ", "、")))
                    if !group.reason.isEmpty { page.element("span", ["class": "faint"], text: " — " + group.reason) }
                }
            }
        }
    }
}
