import Domain

/// Builds chains and verdicts by hand, as short stories with times of one day in Shanghai.
struct Sample {
    var chain: Chain
    var verdict: Verdict
    var run: RunContext
    var sources: [SourceInfo] = [
        SourceInfo(name: "logs/app/pay.log.gz", contentID: 1, witness: .serverApp, format: "logback"),
        SourceInfo(name: "logs/nginx/access.log", contentID: 2, witness: .serverEdge, format: "nginx combined"),
        SourceInfo(name: "logs/ios/device-a.log", contentID: 3, witness: .client, format: "nslog"),
        SourceInfo(
            name: "logs/bill/20889999000011110156_20261102.csv.zip!业务明细.csv", contentID: 4, witness: .provider, format: "alipay bill"),
    ]
    private var line: UInt32 = 10

    /// 2026-11-02 at a time of day in Shanghai.
    static func at(_ hour: Int, _ minute: Int, _ second: Int, _ millisecond: Int = 0) -> Instant {
        CivilTime(year: 2026, month: 11, day: 2, hour: hour, minute: minute, second: second, microsecond: millisecond * 1_000)
            .instant(offset: .hours(8))
    }

    init(_ order: String, flow: Flow = .alipayH5, asOf: Instant = Sample.at(18, 0, 0)) {
        chain = Chain(order: OrderNumber(order))
        verdict = Verdict(order: OrderNumber(order), asOf: asOf)
        verdict.flow = flow
        run = RunContext(asOf: asOf)
    }

    /// Adds an event and returns its index.
    @discardableResult
    mutating func event(
        _ kind: EventKind, _ at: Instant, _ witness: Witness, _ attributes: [(AttributeKey, String)] = [],
        resolution: Resolution = .millisecond, binding: Binding = .direct
    ) -> Int {
        let start = chain.arena.count
        for (key, value) in attributes { AttributeWriter.append(key, value, to: &chain.arena) }
        let source: UInt32 =
            switch witness {
            case .serverApp: 0
            case .serverEdge: 1
            case .client: 2
            case .provider: 3
            }
        line += 7
        chain.events.append(
            Evidence(
                event: kind, at: at, resolution: resolution, witness: witness, source: source, line: line, offset: UInt64(line) * 100,
                identity: UInt64(line), device: witness == .client ? 7 : 0, binding: binding, attributesStart: UInt32(start),
                attributesLength: UInt32(chain.arena.count - start)))
        return chain.events.count - 1
    }

    mutating func step(_ step: Step, _ state: StepState, at: Instant? = nil, due: Instant? = nil, evidence: Int? = nil) {
        verdict.steps.append(StepVerdict(step: step, state: state, at: at, due: due, evidence: evidence))
    }

    /// A notify refused by the server's own CSRF filter: paid and never marked, nobody saw the device.
    static func refusedNotify() -> Sample {
        var s = Sample("SO0414-10192")
        let created = s.event(
            .orderCreated, at(10, 2, 11, 480), .serverApp, [(.amount, "128.00"), (.currency, "CNY"), (.flow, "alipay_h5")])
        s.event(
            .tradeRecorded, at(10, 2, 40), .provider,
            [(.amount, "128.00"), (.currency, "CNY"), (.status, "paid"), (.tradeNumber, "2026110222001400001234567890")],
            resolution: .second)
        var refused: [Int] = []
        for (hour, minute, second) in [(10, 2, 41), (10, 6, 41), (10, 16, 41), (10, 26, 41)] {
            refused.append(
                s.event(
                    .notifyReceived, at(hour, minute, second), .serverEdge,
                    [(.method, "POST"), (.path, "/alipay/notify"), (.httpStatus, "419"), (.bytes, "28113")], resolution: .second,
                    binding: .schedule))
        }
        s.verdict.outcome = .paid
        s.verdict.experience = .unobserved
        s.verdict.amount = Money(units: 12_800, scale: 2, currency: "CNY")
        s.verdict.createdAt = at(10, 2, 11, 480)
        s.verdict.paidAt = at(10, 2, 40)
        s.verdict.lastEvidenceAt = at(10, 26, 41)
        s.verdict.primaryBreak = .notifyRejected
        s.verdict.breaks = [
            Break(
                code: .notifyRejected, stage: .notify, severity: .critical, owner: .server, reason: "http_status", confidence: .medium,
                attempt: 1, hint: "csrf", evidence: refused),
            Break(
                code: .paidNotMarked, stage: .mark, severity: .critical, owner: .server, reason: "not_moved",
                explainedBy: .notifyRejected, evidence: [1]),
        ]
        s.step(.orderCreated, .seen, at: at(10, 2, 11, 480), evidence: created)
        s.step(.checkoutLoaded, .unobserved, due: at(10, 2, 41, 480))
        s.step(.walletOpened, .unobserved)
        s.step(.paid, .seen, at: at(10, 2, 40), evidence: 1)
        s.step(.returned, .unobserved, due: at(10, 4, 40))
        s.step(.requeried, .unobserved)
        s.step(.notified, .seen, at: at(10, 2, 41), due: at(10, 7, 10), evidence: 2)
        s.step(.markedPaid, .missing, due: at(10, 7, 40))
        s.step(.resultShown, .unobserved)
        s.verdict.aliases = [(.tradeNumber, ["2026110222001400001234567890"])]
        s.verdict.coverage = [(.client, .absent), (.serverApp, .covered), (.serverEdge, .covered), (.provider, .covered)]
        s.run.serverApp = WitnessCoverage(stretches: [Stretch(from: at(0, 0, 1), to: at(18, 0, 0))])
        s.run.serverEdge = WitnessCoverage(
            stretches: [Stretch(from: at(0, 0, 3), to: at(17, 59, 58))],
            gaps: [Gap(stretch: Stretch(from: at(10, 17, 30), to: at(10, 21, 0)), why: "gzip: unexpected end")])
        s.sources[0].span = Stretch(from: at(0, 0, 1), to: at(18, 0, 0))
        return s
    }

    /// The payer comes back by hand, and the app never asks; the device's clock is three minutes ahead.
    static func neverReturned() -> Sample {
        var s = Sample("PD260115-0042")
        let ahead = TimeSpan.seconds(190)
        s.event(.orderCreated, at(10, 2, 11, 480), .serverApp, [(.amount, "59.9"), (.currency, "CNY")])
        s.event(.checkoutLoaded, at(10, 2, 12, 300) + ahead, .client)
        s.event(.walletIntercepted, at(10, 2, 20, 100) + ahead, .client, [(.urlScheme, "alipays")])
        s.event(.walletOpened, at(10, 2, 20, 400) + ahead, .client, [(.ok, "true")])
        s.event(
            .tradeRecorded, at(10, 2, 40), .provider, [(.amount, "59.90"), (.currency, "CNY"), (.status, "paid")], resolution: .second)
        s.event(
            .notifyReceived, at(10, 2, 41, 120), .serverApp, [(.amount, "59.90"), (.currency, "CNY"), (.status, "paid")])
        s.event(.notifyVerified, at(10, 2, 41, 140), .serverApp, [(.ok, "true")])
        s.event(.orderChanged, at(10, 2, 41, 160), .serverApp, [(.from, "pending"), (.to, "paid"), (.by, "notify")])
        s.event(.notifyAnswered, at(10, 2, 41, 180), .serverApp, [(.httpStatus, "200"), (.body, "success"), (.bytes, "7")])
        s.event(.appForegrounded, at(10, 3, 30, 0) + ahead, .client, [(.pending, "PD260115-0042")])
        s.verdict.outcome = .paid
        s.verdict.experience = .lost
        s.verdict.amount = Money(units: 599, scale: 1, currency: "CNY")
        s.verdict.createdAt = at(10, 2, 11, 480)
        s.verdict.paidAt = at(10, 2, 40)
        s.verdict.primaryBreak = .returnNeverLanded
        s.verdict.breaks = [
            Break(
                code: .returnNeverLanded, stage: .return, severity: .major, owner: .client, reason: "stuck_in_wallet", confidence: .medium,
                evidence: [3, 4, 9]),
            Break(
                code: .pendingNotRequeried, stage: .query, severity: .major, owner: .client, reason: "no_query_after_return",
                confidence: .medium, evidence: [9]),
        ]
        s.step(.orderCreated, .seen, at: at(10, 2, 11, 480), evidence: 0)
        s.step(.checkoutLoaded, .seen, at: at(10, 2, 12, 300) + ahead, evidence: 1)
        s.step(.walletOpened, .seen, at: at(10, 2, 20, 400) + ahead, evidence: 3)
        s.step(.paid, .seen, at: at(10, 2, 40), evidence: 4)
        s.step(.returned, .missing, due: at(10, 4, 40))
        s.step(.requeried, .missing, due: at(10, 3, 45))
        s.step(.notified, .seen, at: at(10, 2, 41, 120), evidence: 5)
        s.step(.markedPaid, .seen, at: at(10, 2, 41, 160), evidence: 7)
        s.step(.resultShown, .missing, due: at(10, 4, 45))
        s.verdict.coverage = [(.client, .covered), (.serverApp, .covered), (.serverEdge, .covered), (.provider, .covered)]
        s.verdict.segments.appVersion = "5.2.1"
        s.verdict.segments.osVersion = "17.4"
        s.verdict.segments.platform = "ios"
        s.verdict.remarks = [.clockSkewed]
        s.chain.devices = [
            DeviceSession(
                key: 7, offset: ClockOffset(low: .seconds(189), high: .seconds(191)),
                coverage: WitnessCoverage(stretches: [Stretch(from: at(9, 30, 0), to: at(12, 0, 0))]), name: "iPhone-7F3A", platform: "ios")
        ]
        s.run.serverApp = WitnessCoverage(stretches: [Stretch(from: at(0, 0, 1), to: at(18, 0, 0))])
        s.run.serverEdge = WitnessCoverage(stretches: [Stretch(from: at(0, 0, 3), to: at(17, 59, 58))])
        return s
    }

    /// Everything as it should be; one stamp of the device is off by a little and inside its range.
    static func landed() -> Sample {
        var s = Sample("202611020001", flow: .alipaySDK)
        s.event(.orderCreated, at(10, 2, 11, 480), .serverApp, [(.amount, "1280"), (.currency, "CNY")])
        s.event(.walletOpened, at(10, 2, 13, 0), .client, [(.ok, "true")])
        s.event(.notifyReceived, at(10, 2, 41, 120), .serverApp, [(.amount, "1280.00"), (.currency, "CNY"), (.status, "paid")])
        s.event(.notifyVerified, at(10, 2, 41, 140), .serverApp, [(.ok, "true")])
        s.event(.orderChanged, at(10, 2, 41, 160), .serverApp, [(.from, "pending"), (.to, "paid"), (.by, "notify")])
        s.event(.returnReceived, at(10, 2, 42, 500), .client, [(.via, "sdk"), (.resultCode, "9000")])
        s.event(.querySent, at(10, 2, 42, 700), .client)
        s.event(.queryReceived, at(10, 2, 42, 750), .serverApp)
        s.event(.serverQueryAnswered, at(10, 2, 42, 760), .serverApp, [(.status, "paid")])
        s.event(.resultShown, at(10, 2, 43, 0), .client, [(.status, "paid")])
        s.verdict.outcome = .paid
        s.verdict.experience = .landed
        s.verdict.amount = Money(units: 128_000, scale: 2, currency: "CNY")
        (s.verdict.createdAt, s.verdict.paidAt) = (at(10, 2, 11, 480), at(10, 2, 40))
        for (step, index) in [
            (Step.orderCreated, 0), (.walletOpened, 1), (.paid, 2), (.returned, 5), (.requeried, 6), (.notified, 2), (.markedPaid, 4),
            (.resultShown, 9),
        ] {
            s.step(step, .seen, at: s.chain.events[index].at, evidence: index)
        }
        s.verdict.coverage = [(.client, .covered), (.serverApp, .covered), (.serverEdge, .absent), (.provider, .absent)]
        s.chain.devices = [
            DeviceSession(
                key: 7, offset: ClockOffset(low: .milliseconds(-300), high: .milliseconds(400)),
                coverage: WitnessCoverage(stretches: [Stretch(from: at(9, 30, 0), to: at(12, 0, 0))]), name: "iPhone-7F3A", platform: "ios")
        ]
        s.run.serverApp = WitnessCoverage(stretches: [Stretch(from: at(0, 0, 1), to: at(18, 0, 0))])
        return s
    }

    /// The app keeps asking, nobody knows whether the order was paid; the window is still open and a step not due.
    static func polling() -> Sample {
        var s = Sample("W-77", flow: .wechatSDK, asOf: at(23, 59, 58))
        s.event(.orderCreated, at(23, 59, 20), .serverApp, [(.amount, "6.00"), (.currency, "CNY")])
        for index in 0..<9 {
            let asked = at(23, 59, 30, 100) + .milliseconds(Int64(index) * 3_000)
            s.event(.queryReceived, asked, .serverApp)
            s.event(.serverQueryAnswered, asked + .milliseconds(9), .serverApp, [(.status, "pending")])
        }
        s.verdict.outcome = .pending
        s.verdict.amount = Money(units: 600, scale: 2, currency: "CNY")
        s.verdict.createdAt = at(23, 59, 20)
        s.step(.orderCreated, .seen, at: at(23, 59, 20), evidence: 0)
        s.step(.walletOpened, .unobserved)
        s.step(.paid, .notDue, due: at(23, 59, 20) + .minutes(15))
        s.verdict.coverage = [(.client, .absent), (.serverApp, .covered), (.serverEdge, .absent), (.provider, .absent)]
        s.run.serverApp = WitnessCoverage(stretches: [Stretch(from: at(0, 0, 1), to: at(23, 59, 58))])
        return s
    }
}
