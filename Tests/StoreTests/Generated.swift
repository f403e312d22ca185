import Domain

/// SplitMix64: the same values for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Random values of every stored type, edges included.
struct Generated {
    var random: SeededGenerator

    init(_ seed: UInt64) { random = SeededGenerator(seed) }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func flag() -> Bool { Bool.random(using: &random) }
    mutating func one<T: CaseIterable>(_: T.Type = T.self) -> T where T.AllCases == [T] { T.allCases[number(0...(T.allCases.count - 1))] }
    mutating func maybe<T>(_ make: (inout Generated) -> T) -> T? { flag() ? make(&self) : nil }

    mutating func list<T>(_ most: Int, _ make: (inout Generated) -> T) -> [T] {
        (0..<number(0...most)).map { _ in make(&self) }
    }

    mutating func text() -> String {
        let samples = ["", "alipay", "2026110222001400000000000001", "支付宝📱", "a\u{0}b", "\u{1B}[31m", String(repeating: "x", count: 300)]
        return flag() ? samples[number(0...(samples.count - 1))] : String(random.next(), radix: 36)
    }

    mutating func integer() -> Int {
        switch number(0...5) {
        case 0: .max
        case 1: .min
        case 2: -number(0...100)
        default: number(0...1_000)
        }
    }

    mutating func instant() -> Instant {
        switch number(0...9) {
        case 0: .distantPast
        case 1: .distantFuture
        default: Instant(microseconds: 1_762_000_000_000_000 + Int64(number(0...100_000_000_000)))
        }
    }

    mutating func span() -> TimeSpan { TimeSpan(microseconds: Int64(integer())) }
    mutating func stretch() -> Stretch { Stretch(from: instant(), to: instant()) }
    mutating func gap() -> Gap { Gap(stretch: stretch(), why: text()) }

    mutating func coverage() -> WitnessCoverage {
        WitnessCoverage(stretches: list(3) { $0.stretch() }, gaps: list(2) { $0.gap() })
    }

    mutating func money() -> Money {
        Money(units: Int64(integer()), scale: UInt8(number(0...9)), currency: flag() ? "CNY" : text())
    }

    mutating func order() -> OrderNumber {
        flag() ? OrderNumber("2026" + String(random.next())) : OrderNumber(bytes: list(40) { UInt8($0.number(0...255)) })
    }

    mutating func device() -> DeviceSession {
        DeviceSession(
            key: random.next(), offset: ClockOffset(low: span(), high: span(), isConsistent: flag()), coverage: coverage(), name: text(),
            platform: flag() ? "ios" : "")
    }

    mutating func rows(_ most: Int, devices: [DeviceSession]) -> EvidenceBatch {
        var batch = EvidenceBatch()
        for _ in 0..<number(0...most) {
            var attributes: [UInt8] = []
            for _ in 0..<number(0...4) { AttributeWriter.append(one(), text(), to: &attributes) }
            let device = flag() ? 0 : devices.randomElement(using: &random)?.key ?? random.next()
            let row = Evidence(
                event: one(), at: instant(), resolution: one(), witness: one(), source: UInt32(number(0...3)),
                line: flag() ? .max : UInt32(number(0...10_000)), offset: flag() ? .max : UInt64(number(0...1_000_000)),
                identity: random.next(),
                device: device, binding: one())
            attributes.withUnsafeBytes { batch.append(row, attributes: $0) }
        }
        return batch
    }

    mutating func attempt() -> Attempt {
        var attempt = Attempt(number: text(), provider: text(), flow: one(), tradeNumbers: list(2) { $0.text() })
        attempt.startedAt = maybe { $0.instant() }
        attempt.paidAt = maybe { $0.instant() }
        return attempt
    }

    mutating func delivery() -> Delivery {
        var delivery = Delivery(at: instant(), resolution: one(), provider: text(), binding: one())
        delivery.notifyID = maybe { $0.text() }
        delivery.attempt = maybe { $0.integer() }
        delivery.status = maybe { $0.text() }
        delivery.number = maybe { $0.integer() }
        delivery.received = list(3) { $0.integer() }
        delivery.verified = maybe { $0.integer() }
        delivery.answered = maybe { $0.integer() }
        delivery.edge = maybe { $0.integer() }
        delivery.failed = maybe { $0.integer() }
        delivery.sent = maybe { $0.integer() }
        delivery.httpStatus = maybe { $0.integer() }
        delivery.bytes = maybe { $0.integer() }
        delivery.body = maybe { $0.text() }
        delivery.duration = maybe { $0.span() }
        delivery.ok = maybe { $0.flag() }
        delivery.reason = maybe { $0.text() }
        return delivery
    }

    mutating func chain(_ order: OrderNumber) -> Chain {
        var chain = Chain(order: order)
        chain.devices = list(3) { $0.device() }
        let batch = rows(20, devices: chain.devices)
        (chain.events, chain.arena) = (batch.rows.shuffled(using: &random), batch.arena)
        chain.attempts = list(2) { $0.attempt() }
        chain.deliveries = list(3) { $0.delivery() }
        return chain
    }

    mutating func fault() -> Break {
        Break(
            code: one(), stage: one(), severity: one(), owner: one(), reason: maybe { $0.text() }, confidence: one(),
            explainedBy: maybe { $0.one() }, closedAt: maybe { $0.instant() }, attempt: maybe { $0.integer() },
            attemptsUnseen: maybe { $0.integer() }, hint: maybe { $0.text() }, evidence: list(4) { $0.integer() })
    }

    mutating func verdict(_ order: OrderNumber) -> Verdict {
        var verdict = Verdict(order: order, asOf: instant())
        (verdict.flow, verdict.outcome) = (one(), one())
        verdict.experience = maybe { $0.one() }
        verdict.breaks = list(3) { $0.fault() }
        verdict.primaryBreak = verdict.breaks.first?.code
        verdict.steps = list(9) {
            StepVerdict(
                step: $0.one(), state: $0.one(), at: $0.maybe { $0.instant() }, due: $0.maybe { $0.instant() },
                evidence: $0.maybe { $0.integer() })
        }
        verdict.amount = maybe { $0.money() }
        verdict.createdAt = maybe { $0.instant() }
        verdict.paidAt = maybe { $0.instant() }
        verdict.lastEvidenceAt = maybe { $0.instant() }
        verdict.aliases = list(3) { ($0.one(), $0.list(3) { $0.text() }) }
        verdict.segments.appVersion = maybe { $0.text() }
        verdict.segments.osVersion = maybe { $0.text() }
        verdict.segments.channel = maybe { $0.text() }
        verdict.segments.returnVia = maybe { $0.text() }
        verdict.segments.platform = maybe { $0.text() }
        verdict.segments.provider = maybe { $0.text() }
        verdict.coverage = list(4) { ($0.one(), $0.one()) }
        verdict.remarks = list(3) { $0.one() }
        return verdict
    }

    mutating func source() -> SourceInfo {
        SourceInfo(
            name: text(), contentID: random.next(), witness: one(), format: text(), chain: random.next(), span: maybe { $0.stretch() },
            gaps: list(2) { $0.gap() }, device: random.next(), lines: random.next(), evidence: random.next())
    }

    mutating func context() -> RunContext {
        var run = RunContext(asOf: instant())
        (run.serverApp, run.serverEdge) = (coverage(), coverage())
        for provider in ["alipay", "wechat", "apple"] where flag() { run.providerDays[provider] = coverage() }
        run.clientEventsShown = Set(list(9) { RunContext.ShownEvent(platform: $0.flag() ? "ios" : "android", event: $0.one()) })
        run.serverEventsShown = Set(list(9) { $0.one() })
        run.appSchemes = Set(list(3) { $0.text() })
        run.merchant.appIDs = list(2) { $0.text() }
        run.merchant.sellerIDs = list(2) { $0.text() }
        run.merchant.merchantIDs = list(2) { $0.text() }
        run.merchant.bundleIDs = list(2) { $0.text() }
        run.returnDomains = list(2) { $0.text() }
        run.deadlines = list(3) { RunContext.Deadline(flow: $0.one(), step: $0.one(), span: $0.span()) }
        return run
    }

    mutating func summary() -> Summary {
        var summary = Summary(asOf: instant())
        summary.inputs.files = number(0...100)
        summary.inputs.bytesRead = random.next()
        summary.inputs.lines = UInt64(number(0...1_000_000))
        summary.inputs.probes = UInt64(number(0...9))
        summary.inputs.damaged = list(3) { Damage(source: $0.text(), at: $0.text(), reason: $0.text(), isNote: $0.flag()) }
        summary.coverage = list(3) { Summary.SourceCoverage(source: $0.source()) }
        summary.unboundItems = list(3) {
            Summary.UnboundItem(
                event: $0.one(), source: $0.text(), at: $0.instant(),
                ids: $0.list(2) { Summary.UnboundItem.Identifier(kind: $0.one(), value: $0.text()) }, why: $0.text())
        }
        summary.notes = list(3) { $0.text() }
        summary.orders = number(0...1_000_000)
        for outcome in Outcome.allCases where flag() { summary.outcomes[outcome] = number(0...1_000) }
        for experience in Experience.allCases where flag() { summary.experiences[experience] = number(0...1_000) }
        summary.funnels = list(3) {
            (
                $0.one(), $0.number(0...9),
                $0.list(3) {
                    Summary.FunnelStep(
                        step: $0.one(), orders: $0.number(0...9), conversion: Double($0.number(0...100)) / 100,
                        medianSeconds: $0.maybe { Double($0.number(0...9)) / 3 }, unobserved: $0.number(0...3))
                }
            )
        }
        summary.breaks = list(3) {
            Summary.BreakCount(
                code: $0.one(), orders: $0.number(0...9), primary: $0.number(0...9), amounts: $0.list(2) { $0.money() },
                bySeverity: $0.list(3) { $0.number(0...9) })
        }
        summary.findings = list(3) {
            Finding(
                code: $0.one(), place: $0.text(), httpStatus: $0.maybe { $0.number(100...599) }, count: $0.number(0...9),
                orders: $0.number(0...9), span: $0.maybe { $0.stretch() }, isNote: $0.flag())
        }
        summary.elapsedSeconds = Double(number(0...1_000)) / 7
        return summary
    }
}

/// Everything a value holds, field by field, as text: equal texts mean equal values, sets and dictionaries in a fixed order.
func described(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .set, .dictionary: return "{" + mirror.children.map { described($0.value) }.sorted().joined(separator: ", ") + "}"
    case .none, .enum: return String(reflecting: value)
    default: return "(" + mirror.children.map { "\($0.label ?? ""): \(described($0.value))" }.joined(separator: ", ") + ")"
    }
}
