import Alerts
import Configuration
import Domain
import Store
import TestKit
import Testing

@testable import Pipeline

struct AlertEngineTests {
    private let start = Instant(microseconds: 1_793_757_600_000_000)

    private func put(_ store: Store, _ orders: [(number: Int, isMarked: Bool)]) throws {
        var batch = OrderBatch()
        for order in orders {
            var verdict = Verdict(order: OrderNumber("o\(order.number)"), asOf: start)
            verdict.flow = .alipayH5
            verdict.outcome = .paid
            verdict.createdAt = start + .minutes(Int64(order.number))
            verdict.paidAt = start + .minutes(Int64(order.number))
            verdict.steps = [StepVerdict(step: .markedPaid, state: order.isMarked ? .seen : .missing)]
            if !order.isMarked {
                verdict.breaks = [Break(code: .paidNotMarked, stage: .mark, severity: .critical, owner: .server)]
            }
            batch.append(verdict, Chain(order: verdict.order))
        }
        try store.upsert(batch)
    }

    private var file: RuleFile {
        get throws {
            try RuleFile.parse(
                Array(
                    """
                    groups:
                      - name: g
                        rules:
                          - {alert: Lost, measure: break_count, break: paid_not_marked, window: 10m, threshold: "> 0", severity: critical}
                    """.utf8), path: "rules.yaml")
        }
    }

    private func evaluate(_ engine: AlertEngine, _ store: Store, _ minute: Int64) throws -> [AlertEvent] {
        try store.alerting { () throws(StoreError) in
            try engine.evaluate(in: store, asOf: start + .minutes(minute), sources: [], now: start)
        }
    }

    @Test func readsOnlyWhatChangedAndSaysTheSameAfterARestart() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(path: folder.path + "/a.db", mode: .readWrite)
        let engine = AlertEngine(try file)
        try put(store, (0..<30).map { ($0, true) })
        #expect(try evaluate(engine, store, 25).isEmpty)
        try put(store, [(21, false), (40, true)])
        let said = try evaluate(engine, store, 30)
        #expect(said.map { $0.label("alertname") } == ["Lost"])
        #expect(said.first?.startsAt == start + .minutes(26))
        // Healed in the store: it ends, also for an engine that has just begun.
        try put(store, [(21, true)])
        let next = AlertEngine(try file)
        let over = try evaluate(next, store, 33)
        #expect(over.map(\.endsAt) == [start + .minutes(30)])
        #expect(try evaluate(next, store, 34).isEmpty)
    }

    @Test func aTransactionThatFailsLeavesNothing() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(path: folder.path + "/a.db", mode: .readWrite)
        let engine = AlertEngine(try file)
        try put(store, [(0, false)])
        #expect(throws: StoreError.self) {
            try store.alerting { () throws(StoreError) in
                _ = try engine.evaluate(in: store, asOf: start + .minutes(8), sources: [], now: start)
                throw StoreError(.full, path: "")
            }
        }
        engine.reset()
        #expect(try AlertStore.state(in: store) == AlertState())
        #expect(try evaluate(engine, store, 8).count == 1)
    }

    @Test func statesComeBackAsTheyWere() throws {
        var rule = AlertState.Rule()
        rule.evaluatedTo = start
        rule.heldBy = ["a", "b"]
        rule.heldSince = start - .hours(1)
        var active = AlertState.Active()
        active.machine = AlertMachine(state: .firing, activeAt: start, firedAt: start + .minutes(1), keptSince: start + .minutes(2))
        active.labels = [AlertEvent.Pair("alertname", "X")]
        (active.value, active.isLate) = ("5%", true)
        rule.active = [["a", ""]: active, ["b", "c"]: AlertState.Active()]
        rule.past = [AlertState.Firing(labels: ["a", ""], activeAt: start, firedAt: start, endsAt: nil, isLate: false)]
        let event = AlertEvent(
            rule: "r", labels: active.labels, annotations: [AlertEvent.Pair("summary", "é\u{0}")], startsAt: start, endsAt: start,
            value: "1",
            isLate: true, raisedAt: start)
        rule.late = [AlertState.LateFiring(event: event, endsAt: start)]
        rule.digests = [3: 5, -1: .max]
        #expect(try AlertCodec.rule(AlertCodec.encode(rule)) == rule)
        #expect(try AlertCodec.event(AlertCodec.encode(event)) == event)
        let bytes = AlertCodec.encode(rule)
        for length in 0..<bytes.count { #expect(throws: CodecError.self) { try AlertCodec.rule(Array(bytes.prefix(length))) } }
    }

    @Test func missingPartsOfPeriods() {
        func stretch(_ a: Int64, _ b: Int64) -> Stretch { Stretch(from: Instant(microseconds: a), to: Instant(microseconds: b)) }
        #expect(Stretch.missing(of: [stretch(0, 10)], in: []) == [stretch(0, 10)])
        #expect(Stretch.missing(of: [stretch(0, 10)], in: [stretch(0, 10)]) == [])
        #expect(Stretch.missing(of: [stretch(0, 10)], in: [stretch(3, 5)]) == [stretch(0, 2), stretch(6, 10)])
        #expect(Stretch.missing(of: [stretch(0, 10), stretch(20, 30)], in: [stretch(5, 25)]) == [stretch(0, 4), stretch(26, 30)])
    }
}
