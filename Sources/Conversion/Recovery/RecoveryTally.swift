import Domain

/// Orders that each action would have healed.
struct RecoveryTally: Sendable {
    private struct Sums: Sendable {
        var tried = 0
        var surely = OrdersAndMoney()
        var atMost = OrdersAndMoney()
        var breaks: [BreakCode: Int] = [:]
        var marked = ClaimCount()
        var payers = ClaimCount()
        var example: OrderNumber?
    }

    /// Orders that an action would surely have helped, and at most.
    struct ClaimCount: Sendable {
        var surely = 0
        var atMost = 0

        mutating func add(_ claim: RecoveryReplay.Claim?) {
            if claim == .yes { surely += 1 }
            if claim == .yes || claim == .maybe { atMost += 1 }
        }

        mutating func add(_ other: ClaimCount) {
            surely += other.surely
            atMost += other.atMost
        }
    }

    /// Paid orders that are not marked, or whose payer was lost, by proof.
    private(set) var harmed = OrdersAndMoney()
    private var sums: [String: Sums] = [:]

    mutating func note(_ verdict: Verdict, _ chain: Chain, _ money: Money?, by replay: RecoveryReplay) {
        guard replay.mayHeal(verdict) else { return }
        harmed.add(money, flow: verdict.flow)
        for action in RecoveryAction.all {
            guard let result = replay.result(of: action, on: verdict, chain) else { continue }
            var mine = sums[action.word, default: Sums()]
            mine.tried += 1
            mine.marked.add(result.marked)
            mine.payers.add(result.seen)
            let claim = result.claim
            if claim != .no { mine.atMost.add(money, flow: verdict.flow) }
            if claim == .yes {
                mine.surely.add(money, flow: verdict.flow)
                for code in result.healed { mine.breaks[code, default: 0] += 1 }
                if mine.example.map({ $0 > verdict.order }) ?? true { mine.example = verdict.order }
            }
            sums[action.word] = mine
        }
    }

    mutating func merge(_ other: RecoveryTally) {
        harmed.merge(other.harmed)
        for (word, theirs) in other.sums {
            var mine = sums[word, default: Sums()]
            mine.tried += theirs.tried
            mine.surely.merge(theirs.surely)
            mine.atMost.merge(theirs.atMost)
            mine.marked.add(theirs.marked)
            mine.payers.add(theirs.payers)
            mine.breaks.merge(theirs.breaks, uniquingKeysWith: +)
            if let theirs = theirs.example, mine.example.map({ $0 > theirs }) ?? true { mine.example = theirs }
            sums[word] = mine
        }
    }

    func rows(knowing known: FlowMoney) -> [ConversionReport.Recovery] {
        RecoveryAction.all.compactMap { action in
            sums[action.word].map { sums in
                ConversionReport.Recovery(
                    action: action, orders: sums.surely.orders, ordersAtMost: sums.atMost.orders,
                    money: sums.surely.money.amounts(knowing: known), moneyAtMost: sums.atMost.money.amounts(knowing: known),
                    tried: sums.tried,
                    breaks: sums.breaks.sorted { ($1.value, $0.key.rank) < ($0.value, $1.key.rank) }.map { ($0.key, $0.value) },
                    marked: sums.marked.surely, markedAtMost: sums.marked.atMost, payers: sums.payers.surely,
                    payersAtMost: sums.payers.atMost, example: sums.example)
            }
        }
    }
}
