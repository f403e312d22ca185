import Domain
import Flows

/// What the order report says, whatever it is drawn on: the terminal and the page take their words from here.
struct OrderWords {
    let verdict: Verdict
    let chain: Chain
    let run: RunContext
    let sources: [SourceInfo]
    let time: TimeText
    let events: EventText

    init(verdict: Verdict, chain: Chain, run: RunContext, sources: [SourceInfo], time: TimeText) {
        (self.verdict, self.chain, self.run, self.sources, self.time) = (verdict, chain, run, sources, time)
        events = EventText(chain: chain, language: time.language)
    }

    var language: Language { time.language }

    func say(_ en: String, _ zh: String) -> String { language == .zh ? zh : en }

    /// The rows of the timeline.
    var timeline: OrderTimeline { OrderTimeline(verdict: verdict, chain: chain, run: run) { events.make($0) } }

    /// `file:line` of an event.
    func reference(_ index: Int) -> String {
        guard chain.events.indices.contains(index) else { return "?" }
        let event = chain.events[index]
        let source = Int(event.source)
        return "\(sources.indices.contains(source) ? sources[source].name : "?"):\(event.line)"
    }

    /// What stands for the order, each kind with its values.
    var aliases: [(name: String, values: [String])] {
        verdict.aliases.filter { $0.kind != .orderNumber && !$0.values.isEmpty }.map { ($0.kind.identifierName, $0.values) }
    }

    /// Platform, system, app version and channel, as far as they are known.
    var app: String? {
        let segments = verdict.segments
        let parts = [segments.platform, segments.osVersion, segments.appVersion.map { "app \($0)" }, segments.channel].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// The zone of the times and the moment the verdict speaks for.
    var moment: String {
        say("times in ", "时间按 ") + time.zoneName(at: verdict.asOf) + say(" · as of ", " · 判定时点 ") + time.full(verdict.asOf)
    }

    // MARK: - coverage

    /// Whether a kind of witness covers the order's time.
    func state(of witness: Witness) -> CoverageState { verdict.coverage.first { $0.witness == witness }?.state ?? .absent }

    /// How the logs of one kind cover the order; where they end before its time is over, until when they reach.
    func coverage(of witness: Witness) -> String {
        let state = state(of: witness)
        guard state == .endedEarly, let end = reach(of: witness) else { return state.title(language) }
        return say("ends early, at ", "提前结束于 ") + time.brief(end, on: verdict.paidAt ?? verdict.createdAt)
    }

    /// The last moment that the logs of one kind show before the order's time is over.
    private func reach(of witness: Witness) -> Instant? {
        let logs: WitnessCoverage? =
            switch witness {
            case .client: chain.devices.first.map { OrderTimeline.trueTime($0) }
            case .serverApp: chain.serverApp ?? run.serverApp
            case .serverEdge: chain.serverEdge ?? run.serverEdge
            case .provider: nil
            }
        guard let stretches = logs?.stretches else { return nil }
        let begin = verdict.createdAt ?? verdict.paidAt ?? verdict.asOf
        return (stretches.first { $0.contains(begin, begin) } ?? stretches.last)?.to
    }

    /// Whether logs of a layer cover a moment; nil where there are none at all.
    func isCovered(_ layer: Layer, at: Instant) -> Bool? {
        let coverages: [WitnessCoverage] =
            switch layer {
            case .client: chain.devices.first.map { [OrderTimeline.trueTime($0)] } ?? []
            case .server: [run.serverApp, run.serverEdge]
            case .provider: run.providerDays.sorted { $0.key < $1.key }.map(\.value)
            }
        let existing = coverages.filter { !$0.isEmpty }
        return existing.isEmpty ? nil : existing.contains { $0.covers(at, at) }
    }

    // MARK: - rows

    /// Whether an open break rests on this event.
    func isFault(_ index: Int) -> Bool { verdict.breaks.contains { $0.closedAt == nil && $0.evidence.contains(index) } }

    /// How an event came to the order, where it was not by a number or an alias.
    func binding(_ event: Evidence) -> String {
        switch event.binding {
        case .window: say(" (by time window)", "（按时间窗口归属）")
        case .schedule: say(" (by retry schedule)", "（按重试时刻表归属）")
        case .mask: say(" (masked number)", "（脱敏单号归属）")
        case .direct, .alias: ""
        }
    }

    /// Events that only repeat the ones above them.
    func repeats(_ range: ClosedRange<Int>, times: Int) -> String {
        let last = time.clock(chain.events[range.upperBound].at)
        return say("… the same \(times) more times until \(last)", "… 同样的记录又出现 \(times) 次，直到 \(last)")
    }

    /// A stretch that a kind of witness does not show.
    func hole(_ hole: OrderTimeline.Hole) -> String {
        let (stretch, kind) = (hole.stretch, hole.witness.title(language))
        let end = stretch.to == .distantFuture ? say("the end", "末尾") : time.brief(stretch.to, on: stretch.from)
        guard !hole.causes.isEmpty else { return say("no \(kind) until \(end)", "到 \(end) 为止没有\(kind)") }
        let causes = hole.causes.map { Phrase.make($0, language) }.joined(separator: say("; ", "；"))
        return say("part of the \(kind) is lost until \(end) (\(causes))", "到 \(end) 为止\(kind)有缺失（\(causes)）")
    }

    /// Why a step counts as missing.
    func proof(_ step: StepVerdict) -> String? {
        MissingProof(step, verdict: verdict, chain: chain, run: run, sources: sources)?.sentence(time, rule: step.step)(language)
    }

    /// When a missing step came after all.
    func late(_ step: StepVerdict) -> String? { step.at.map { say("it came late, at ", "实际迟至 ") + time.brief($0, on: step.due) } }

    /// What is to know of the clocks of the order's devices.
    var deviceClocks: [String] {
        chain.devices.prefix(2).compactMap { device in
            let (low, high) = (device.offset.low, device.offset.high)
            let name = device.name.isEmpty ? say("device", "设备") : say("device ", "设备 ") + device.name
            if !device.offset.isConsistent {
                return say("\(name): its clock was changed on the way, its times cannot be corrected", "\(name)：时钟中途被改动，时间无法校正")
            }
            if low.microseconds == .min || high.microseconds == .max {
                return say("\(name): nothing bounds its clock, its times are shown as logged", "\(name)：时钟误差无法界定，按日志原样显示")
            }
            guard low > .seconds(2) || high < .seconds(-2) else { return nil }
            let ahead = low > .zero
            let a = time.span(ahead ? low : -high)
            let b = time.span(ahead ? high : -low)
            return say(
                "\(name): its clock is \(a == b ? a : "\(a) to \(b)") \(ahead ? "ahead" : "behind"); raw times are shown, corrected ones below them",
                "\(name)：时钟\(ahead ? "快" : "慢") \(a == b ? a : "\(a) 至 \(b)")；显示原始时间，其下为校正后的范围")
        }
    }

    /// The corrected range of a device stamp, where the raw one lies outside it; rounded outwards.
    func corrected(_ event: Evidence) -> String? {
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

    /// Steps that are neither seen nor missing, and why; those with one reason together.
    var otherSteps: [(state: StepState, reason: String, steps: [String])] {
        var groups: [(state: StepState, reason: String, steps: [String])] = []
        for step in verdict.steps where step.state != .seen && step.state != .missing {
            let reason = reason(step)
            if let index = groups.firstIndex(where: { $0.state == step.state && $0.reason == reason }) {
                groups[index].steps.append(step.step.title(language))
            } else {
                groups.append((step.state, reason, [step.step.title(language)]))
            }
        }
        return groups
    }

    private func reason(_ step: StepVerdict) -> String {
        switch step.state {
        case .notDue:
            guard let due = step.due else { return say("its time begins with a step that was not seen", "期限自前一步起算，而前一步未见") }
            return say("due \(time.full(due)), after the moment this verdict speaks for", "截止 \(time.full(due))，晚于判定时点")
        case .skipped: return say("the order was paid without it", "订单未经此步已支付")
        case .unobserved:
            if step.step.layer == .client, chain.devices.isEmpty {
                return say("no device log belongs to this order", "没有属于该订单的设备日志")
            }
            return step.step.witnesses.map { $0.title(language) + " " + coverage(of: $0) }.joined(separator: say(", ", "，"))
        case .seen, .missing: return ""
        }
    }
}
