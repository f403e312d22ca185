import Domain
import Flows

/// The rows of an order's timeline in the order in which they are drawn: events, missing steps in place, holes in the logs.
struct OrderTimeline {
    /// One row.
    enum Row {
        /// An event, by its index in the chain.
        case event(Int)
        /// The events of a range that only repeat the ones just drawn, and how often they do.
        case repeats(ClosedRange<Int>, times: Int)
        /// A step that should be there.
        case missing(StepVerdict)
        /// A stretch that a kind of witness does not show.
        case gap(Hole)
    }

    /// A stretch that a kind of witness does not show, or not wholly.
    struct Hole: Equatable {
        var witness: Witness
        var stretch: Stretch
        /// What was lost there, each said once; empty where no log was there at all.
        var causes: [String]
    }

    /// Rows with the moment at which each is drawn; moments never go back.
    private(set) var rows: [(row: Row, at: Instant)] = []
    /// Where the order's time begins and ends.
    private(set) var window: Stretch?

    private let chain: Chain
    private let verdict: Verdict
    private let run: RunContext

    init(verdict: Verdict, chain: Chain, run: RunContext, text: (Evidence) -> String) {
        (self.chain, self.verdict, self.run) = (chain, verdict, run)
        let moments = OrderTimeline.moments(of: chain)
        window = span(of: moments)
        var events = OrderTimeline.folded(chain.events.map { ($0, text($0)) }).map { row -> (Row, Instant) in
            switch row {
            case .event(let index): (row, moments[index])
            case .repeats(let range, _): (row, moments[range.upperBound])
            case .missing, .gap: (row, .distantPast)
            }
        }
        let inserted =
            (holes().map { (Row.gap($0), $0.stretch.from) }
            + verdict.steps.filter { $0.state == .missing }.map { (Row.missing($0), $0.due ?? verdict.asOf) })
            .enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element)
        for (row, at) in inserted.reversed() {
            let place = events.firstIndex { $0.1 > at } ?? events.count
            events.insert((row, at), at: place)
        }
        rows = events.map { (row: $0.0, at: $0.1) }
    }

    /// When each event is drawn: its stamp; for a device whose clock is off, the middle of the corrected range; never before the event
    /// above it.
    static func moments(of chain: Chain) -> [Instant] {
        var last = Instant.distantPast
        return chain.events.map { event in
            var at = event.at
            if event.witness == .client {
                let range = chain.range(of: event)
                switch (range.earliest, range.latest) {
                case (.distantPast, .distantFuture): at = last == .distantPast ? event.at : last
                case (let earliest, let latest) where earliest <= event.at && event.at <= latest: break
                case (.distantPast, let latest): at = latest
                case (let earliest, .distantFuture): at = earliest
                case (let earliest, let latest): at = earliest + TimeSpan(microseconds: (latest - earliest).microseconds / 2)
                }
            }
            last = max(last, at)
            return last
        }
    }

    private func span(of moments: [Instant]) -> Stretch? {
        guard let first = moments.first, let last = moments.last else { return nil }
        let due = verdict.steps.filter { $0.state == .missing || $0.state == .unobserved }.compactMap(\.due).filter { $0 <= verdict.asOf }
        return Stretch(from: first, to: max(last, due.max() ?? last))
    }

    /// Stretches inside the order's window that a kind of witness with logs at all does not show.
    private func holes() -> [Hole] {
        guard let window else { return [] }
        let device = chain.devices.first.map { OrderTimeline.holes(.client, OrderTimeline.trueTime($0), in: window) } ?? []
        let all =
            device + OrderTimeline.holes(.serverApp, run.serverApp, in: window)
            + OrderTimeline.holes(.serverEdge, run.serverEdge, in: window)
        return Array(all.prefix(Limits.evidencePerBreak))
    }

    /// What one kind of witness lacks inside a window: stretches that no log spans, and what was lost inside logs. What several logs lost
    /// at one time is one hole, since a reader looks for the time and not for the files.
    static func holes(_ witness: Witness, _ coverage: WitnessCoverage, in window: Stretch) -> [Hole] {
        guard !coverage.isEmpty else { return [] }
        func clip(_ stretch: Stretch) -> Stretch { Stretch(from: max(stretch.from, window.from), to: min(stretch.to, window.to)) }
        var out: [Hole] = []
        for gap in coverage.gaps.sorted(by: { ($0.stretch.from, $0.stretch.to) < ($1.stretch.from, $1.stretch.to) })
        where gap.stretch.overlaps(window.from, window.to) {
            let stretch = clip(gap.stretch)
            if let last = out.last, stretch.from <= last.stretch.to {
                out[out.count - 1].stretch.to = max(last.stretch.to, stretch.to)
                if !last.causes.contains(gap.why) { out[out.count - 1].causes.append(gap.why) }
            } else {
                out.append(Hole(witness: witness, stretch: stretch, causes: [gap.why]))
            }
        }
        var cursor = window.from
        for stretch in coverage.stretches where stretch.overlaps(window.from, window.to) {
            if stretch.from > cursor {
                out.append(Hole(witness: witness, stretch: Stretch(from: cursor, to: stretch.from), causes: []))
            }
            cursor = max(cursor, stretch.to)
        }
        if cursor < window.to { out.append(Hole(witness: witness, stretch: Stretch(from: cursor, to: window.to), causes: [])) }
        return out
    }

    /// A device's coverage in true time, by the middle of its clock's interval; raw where the clock may be right or nothing bounds it.
    static func trueTime(_ device: DeviceSession) -> WitnessCoverage {
        let (low, high) = (device.offset.low.microseconds, device.offset.high.microseconds)
        guard device.offset.isConsistent, low != .min, high != .max, low > 0 || high < 0 else { return device.coverage }
        let shift = -TimeSpan(microseconds: low + (high - low) / 2)
        func move(_ stretch: Stretch) -> Stretch {
            Stretch(from: stretch.from + shift, to: stretch.to == .distantFuture ? stretch.to : stretch.to + shift)
        }
        return WitnessCoverage(
            stretches: device.coverage.stretches.map(move), gaps: device.coverage.gaps.map { Gap(stretch: move($0.stretch), why: $0.why) })
    }

    /// Folds polling into one block: the same one to four questions and answers again and again, three times or more.
    ///
    /// Anything else is folded only where it would bury the rest: from ``burying`` times on.
    static func folded(_ events: [(event: Evidence, text: String)]) -> [Row] {
        func same(_ a: Int, _ b: Int) -> Bool { events[a].event.event == events[b].event.event && events[a].text == events[b].text }
        var out: [Row] = []
        var index = 0
        while index < events.count {
            var best = (period: 0, times: 0)
            for period in 1...4 where index + period * 3 <= events.count {
                var end = index + period
                while end < events.count, same(end, end - period) { end += 1 }
                let times = (end - index) / period
                let isPolling = events[index..<(index + period)].allSatisfy { $0.event.event.isPolling }
                if times >= (isPolling ? 3 : burying), times * period > best.times * best.period { best = (period, times) }
            }
            if best.times * best.period > 3 {
                for shown in index..<(index + best.period) { out.append(.event(shown)) }
                let end = index + best.period * best.times
                out.append(.repeats((index + best.period)...(end - 1), times: best.times - 1))
                index = end
            } else {
                out.append(.event(index))
                index += 1
            }
        }
        return out
    }

    private static let burying = 12
}

extension EventKind {
    /// A question about an order's state, or the answer: repeated as long as somebody waits.
    fileprivate var isPolling: Bool {
        switch self {
        case .querySent, .clientQueryAnswered, .queryFailed, .queryReceived, .serverQueryAnswered, .providerQueried, .providerAnswered,
            .storeTransaction:
            true
        default: false
        }
    }
}
