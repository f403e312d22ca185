import Domain
import Flows
import Providers

/// One order before the judge: its chain, read once, with the facts that steps, outcome and breaks share.
///
/// Built in one pass over the chain; everything in it follows from the chain and the run alone. One a worker: ``read(_:)`` takes order
/// after order into the same memory.
struct Case {
    private(set) var chain: Chain
    let run: RunContext
    /// Deadlines of every flow's steps.
    private let rules: [(flow: Flow, steps: [StepDeadline])]
    /// One fact an event, at the same index.
    private(set) var facts: [Fact] = []
    /// Which kinds of event the chain holds.
    private(set) var kinds = EventKinds()
    /// What any of its events carries.
    private(set) var flags: Fact.Flags = []
    private(set) var flow = Flow.unknown
    private(set) var definition = FlowDefinition.of(.unknown)
    /// Whether only provider records speak of the order (vocabulary §8 rule 5).
    private(set) var isBillOnly = false
    /// Index of the first order.created.
    private(set) var created: Int?
    /// Judgement of each delivery of the ledger, at the same index.
    private(set) var notices: [Notice] = []
    /// What proves the payment, in chain order.
    private(set) var proofs: [Proof] = []
    /// What provider and verified server evidence say of an order that is not paid.
    private(set) var statements = Statements()
    /// When it was first paid.
    private(set) var paidAt: Instant?
    /// From when on it can have been paid: as ``paidAt``, earlier where only a refund tells that it was (``earliestPayment()``).
    private(set) var paidFrom: Instant?
    private(set) var refunds = Refunds()
    /// The App Store transactions of an in-app purchase; empty in every other flow.
    private(set) var purchases: [StorePurchase] = []
    private(set) var outcome: Outcome = .unknown
    private(set) var steps: [JudgedStep] = []
    /// Index of the first order.changed to paid or beyond.
    private(set) var mark: Int?

    /// Makes a case without an order.
    init(in run: RunContext) {
        (chain, self.run) = (Chain(order: OrderNumber(bytes: [])), run)
        rules = FlowDefinition.all.map { definition in
            (definition.flow, definition.steps.map { StepDeadline($0) })
        }
    }

    /// Judges the steps of the order's flow, one after the other.
    private func judgeSteps(into judged: inout [JudgedStep]) {
        judged.removeAll(keepingCapacity: true)
        for place in rules.indices where rules[place].flow == flow {
            for step in rules[place].steps.indices { judged.append(judge(rules[place].steps[step], after: judged)) }
        }
    }

    /// Takes an order; `chain` gets the chain of the one before.
    mutating func read(_ chain: inout Chain) {
        swap(&self.chain, &chain)
        // What was found is filled in step by step: nothing of the order before may be seen meanwhile.
        var facts = self.facts
        var notices = self.notices
        var proofs = self.proofs
        var steps = self.steps
        (self.facts, self.notices, self.proofs, self.steps) = ([], [], [], [])
        (statements, refunds, purchases, outcome, paidAt, paidFrom, mark) = (Statements(), Refunds(), [], .unknown, nil, nil, nil)
        readFacts(into: &facts)
        self.facts = consume facts
        isBillOnly = !self.facts.isEmpty && kinds.areAllOfProvider
        created = kinds.contains(.orderCreated) ? Case.creation(self.facts) : nil
        let flow = flowOfOrder()
        if flow != self.flow { (self.flow, definition) = (flow, FlowDefinition.of(flow)) }
        judgeNotices(into: &notices)
        self.notices = consume notices
        findProofs(into: &proofs)
        self.proofs = consume proofs
        for proof in self.proofs { paidAt = min(paidAt ?? proof.paidAt, proof.paidAt) }
        paidFrom = earliestPayment()
        statements = findStatements()
        purchases = findPurchases()
        refunds = findRefunds()
        outcome = judgeOutcome()
        if kinds.contains(.orderChanged) { mark = Case.firstMark(self.facts) }
        judgeSteps(into: &steps)
        self.steps = consume steps
    }

    /// Gives the chain back.
    mutating func give(back chain: inout Chain) { swap(&self.chain, &chain) }

    /// The line that made the order; a dumped table knows when, and hardly what, so that it goes behind.
    private static func creation(_ facts: [Fact]) -> Int? {
        facts.firstIndex { $0.event == .orderCreated && !$0.flags.contains(.detail) } ?? facts.firstIndex { $0.event == .orderCreated }
    }

    /// The line that first marked the order paid; a dumped table tells the state, and not surely when it was set, so that it goes behind.
    private static func firstMark(_ facts: [Fact]) -> Int? {
        func isMark(_ fact: Fact) -> Bool { fact.event == .orderChanged && fact.to?.isPaidOrBeyond == true }
        return facts.firstIndex { isMark($0) && $0.by != .database } ?? facts.firstIndex(where: isMark)
    }

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

    private mutating func readFacts(into facts: inout [Fact]) {
        var (kinds, flags) = (EventKinds(), Fact.Flags())
        facts.removeAll(keepingCapacity: true)
        chain.arena.withUnsafeBytes { arena in
            for event in chain.events {
                kinds.insert(event.event)
                let fact = Fact(event, range: Case.range(of: event, in: chain), arena: arena)
                flags.formUnion(fact.flags)
                facts.append(fact)
            }
        }
        (self.kinds, self.flags) = (kinds, flags)
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
struct EventKinds: ExpressibleByArrayLiteral {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    init(arrayLiteral kinds: EventKind...) { for kind in kinds { insert(kind) } }

    mutating func insert(_ kind: EventKind) {
        if kind.rawValue < 64 { low |= 1 &<< UInt64(kind.rawValue) } else { high |= 1 &<< UInt64(kind.rawValue & 63) }
    }

    func contains(_ kind: EventKind) -> Bool {
        kind.rawValue < 64 ? low & (1 &<< UInt64(kind.rawValue)) != 0 : high & (1 &<< UInt64(kind.rawValue & 63)) != 0
    }

    /// Whether the two have a kind in common.
    func overlaps(_ other: EventKinds) -> Bool { low & other.low | high & other.high != 0 }

    /// Whether all of them are in the other set.
    func isSubset(of other: EventKinds) -> Bool { low & ~other.low | high & ~other.high == 0 }

    /// Whether nothing but a provider testifies.
    var areAllOfProvider: Bool { isSubset(of: EventKinds.ofProvider) }

    private static let ofProvider: EventKinds = {
        var kinds = EventKinds()
        for kind in EventKind.allCases where kind.layer == .provider { kinds.insert(kind) }
        return kinds
    }()
}
