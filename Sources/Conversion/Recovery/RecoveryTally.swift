import Domain

/// Orders that each action would have healed.
struct RecoveryTally: Sendable {
    private struct Sums: Sendable {
        var tried = 0
        var healed = OrdersAndMoney()
        var breaks: [BreakCode: Int] = [:]
        var payers = 0
        var example: OrderNumber?
    }

    private var sums: [String: Sums] = [:]

    mutating func note(_ verdict: Verdict, _ chain: Chain, _ money: Money?, by replay: RecoveryReplay) {
        guard replay.mayHeal(verdict) else { return }
        for action in RecoveryAction.all {
            guard let result = replay.result(of: action, on: verdict, chain) else { continue }
            var mine = sums[action.word, default: Sums()]
            mine.tried += 1
            if !result.healed.isEmpty || result.payerSees {
                mine.healed.add(money, flow: verdict.flow)
                for code in result.healed { mine.breaks[code, default: 0] += 1 }
                if result.payerSees { mine.payers += 1 }
                if mine.example.map({ $0 > verdict.order }) ?? true { mine.example = verdict.order }
            }
            sums[action.word] = mine
        }
    }

    mutating func merge(_ other: RecoveryTally) {
        for (word, theirs) in other.sums {
            var mine = sums[word, default: Sums()]
            mine.tried += theirs.tried
            mine.healed.merge(theirs.healed)
            mine.breaks.merge(theirs.breaks, uniquingKeysWith: +)
            mine.payers += theirs.payers
            if let theirs = theirs.example, mine.example.map({ $0 > theirs }) ?? true { mine.example = theirs }
            sums[word] = mine
        }
    }

    func rows(knowing known: FlowMoney) -> [ConversionReport.Recovery] {
        RecoveryAction.all.compactMap { action in
            sums[action.word].map { sums in
                ConversionReport.Recovery(
                    action: action, orders: sums.healed.orders, money: sums.healed.money.amounts(knowing: known), tried: sums.tried,
                    breaks: sums.breaks.sorted { ($1.value, $0.key.rank) < ($0.value, $1.key.rank) }.map { ($0.key, $0.value) },
                    payers: sums.payers, example: sums.example)
            }
        }
    }
}
