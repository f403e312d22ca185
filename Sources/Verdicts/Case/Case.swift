import Domain
import Flows
import Providers

/// One order before the judge: its chain, read once, with the facts that steps, outcome and breaks share.
///
/// Built in one pass over the chain; everything in it follows from the chain and the run alone.
struct Case {
    let chain: Chain
    let run: RunContext
    /// One fact an event, at the same index.
    let facts: [Fact]
    /// Which kinds of event the chain holds.
    let kinds: EventKinds
    let flow: Flow
    let definition: FlowDefinition
    /// Index of the first order.created.
    let created: Int?
    /// Judgement of each delivery of the ledger, at the same index.
    private(set) var notices: [Notice] = []
    /// What proves the payment, in chain order.
    private(set) var proofs: [Proof] = []
    /// What provider and verified server evidence say of an order that is not paid.
    private(set) var statements = Statements()
    /// When it was first paid.
    private(set) var paidAt: Instant?
    private(set) var refunds = Refunds()
    /// The App Store transactions of an in-app purchase; empty in every other flow.
    private(set) var purchases: [StorePurchase] = []
    private(set) var outcome: Outcome = .unknown
    private(set) var steps: [JudgedStep] = []
    /// Index of the first order.changed to paid or beyond.
    private(set) var mark: Int?

    init(_ chain: Chain, in run: RunContext) {
        (self.chain, self.run) = (chain, run)
        (facts, kinds) = Case.read(chain)
        created = kinds.contains(.orderCreated) ? facts.firstIndex { $0.event == .orderCreated } : nil
        flow = Case.flow(of: chain, facts: facts, created: created)
        definition = FlowDefinition.of(flow)
        notices = judgeNotices()
        proofs = findProofs()
        for proof in proofs { paidAt = min(paidAt ?? proof.paidAt, proof.paidAt) }
        statements = findStatements()
        purchases = findPurchases()
        refunds = findRefunds()
        outcome = judgeOutcome()
        if kinds.contains(.orderChanged) {
            // A column of a dumped table tells the state, and not surely when it was set: the line that set it goes before.
            let marks = facts.indices.filter { facts[$0].event == .orderChanged && facts[$0].to?.isPaidOrBeyond == true }
            mark = marks.first { facts[$0].by != .database } ?? marks.first
        }
        steps = judgeSteps()
    }

    /// Whether only provider records speak of the order (vocabulary §8 rule 5).
    var isBillOnly: Bool { Case.isBillOnly(facts) }

    static func isBillOnly(_ facts: [Fact]) -> Bool { !facts.isEmpty && facts.allSatisfy { $0.event.layer == .provider } }

    /// The judged step, if the flow has it.
    func step(_ step: Step) -> JudgedStep? {
        for judged in steps where judged.step == step { return judged }
        return nil
    }

    /// Indices of the events of one kind, in chain order.
    func indices(of kind: EventKind) -> [Int] {
        guard kinds.contains(kind) else { return [] }
        return facts.indices.filter { facts[$0].event == kind }
    }

    /// The first event of one kind.
    func first(_ kind: EventKind) -> Int? {
        kinds.contains(kind) ? facts.firstIndex { $0.event == kind } : nil
    }

    /// The text of an attribute.
    func text(_ key: AttributeKey, at index: Int) -> String? { chain.text(key, of: chain.events[index]) }

    private static func read(_ chain: Chain) -> (facts: [Fact], kinds: EventKinds) {
        var kinds = EventKinds()
        let facts = chain.arena.withUnsafeBytes { arena in
            chain.events.map { event in
                kinds.insert(event.event)
                return Fact(event, range: Case.range(of: event, in: chain), arena: arena)
            }
        }
        return (facts, kinds)
    }

    /// As ``Chain/range(of:)``, without copying a device session for each event.
    private static func range(of event: Evidence, in chain: Chain) -> ClockRange {
        guard event.witness == .client else {
            return ClockRange(earliest: event.at, latest: event.at + event.resolution.width)
        }
        for index in chain.devices.indices where event.device != 0 && chain.devices[index].key == event.device {
            let offset = chain.devices[index].offset
            guard offset.isConsistent else { break }
            return offset.range(of: event.at, resolution: event.resolution)
        }
        return ClockRange(earliest: .distantPast, latest: .distantFuture)
    }
}

/// A set of event kinds in two words.
struct EventKinds {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    mutating func insert(_ kind: EventKind) {
        if kind.rawValue < 64 { low |= 1 &<< UInt64(kind.rawValue) } else { high |= 1 &<< UInt64(kind.rawValue & 63) }
    }

    func contains(_ kind: EventKind) -> Bool {
        kind.rawValue < 64 ? low & (1 &<< UInt64(kind.rawValue)) != 0 : high & (1 &<< UInt64(kind.rawValue & 63)) != 0
    }
}
