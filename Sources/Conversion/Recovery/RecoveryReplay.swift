import Domain
import Flows
import Providers
import Verdicts

/// Judges orders again as they would have gone with one action more.
struct RecoveryReplay: Sendable {
    /// What one action would have done for one order.
    struct Result {
        /// Breaks that were critical or major and no longer would be.
        var healed: [BreakCode]
        /// The payer was lost, and would have seen the right result.
        var payerSees: Bool
    }

    let run: RunContext
    /// Breaks that say that the money itself is wrong: then nothing heals by marking the order.
    private static let wrongMoney: Set<BreakCode> = [.amountMismatch, .merchantMismatch, .chargedTwice, .sandboxInProduction]
    private static let healable: Set<BreakCode> = [
        .notifyRejected, .notifyNotReceived, .paidNotMarked, .paidNotDelivered, .returnURLMissing, .returnNeverLanded, .returnUnrouted,
        .pendingNotRequeried, .queryNotReceived, .providerQueryFailed,
    ]

    /// Whether anything could have healed the order: only a paid one (never where the provider says unpaid) with an open fault.
    func mayHeal(_ verdict: Verdict) -> Bool {
        guard verdict.outcome == .paid, verdict.paidAt != nil, verdict.flow != .storekit else { return false }
        guard !verdict.breaks.contains(where: { RecoveryReplay.wrongMoney.contains($0.code) }) else { return false }
        return verdict.experience == .lost || !RecoveryReplay.open(verdict).isEmpty
    }

    /// What an action would have done; nil where it does not apply.
    func result(of action: RecoveryAction, on verdict: Verdict, _ chain: Chain) -> Result? {
        guard let paidAt = verdict.paidAt else { return nil }
        let history: Chain? =
            switch action.word {
            case RecoveryAction.foregroundQuery.word: withForegroundQuery(verdict, chain, paidAt)
            case RecoveryAction.schemeFallback.word: withSchemeFallback(verdict, chain)
            case RecoveryAction.rightNotifyAnswer.word: withRightAnswer(verdict, chain, paidAt)
            case RecoveryAction.oneMoreRetry.word: withOneMoreDelivery(verdict, chain, paidAt)
            default: nil
            }
        guard let history else { return nil }
        let after = Judge.judge(history, in: run)
        // The judge must still see the same payment: else the history was not the same order's.
        guard after.outcome == .paid else { return Result(healed: [], payerSees: false) }
        let still = RecoveryReplay.open(after)
        return Result(
            healed: RecoveryReplay.open(verdict).filter { !still.contains($0) },
            payerSees: verdict.experience == .lost && (after.experience == .landed || after.experience == .recovered))
    }

    private static func open(_ verdict: Verdict) -> [BreakCode] {
        verdict.breaks.filter { $0.severity != .minor && $0.closedAt == nil && healable.contains($0.code) }.map(\.code)
    }

    private static func markedAt(_ verdict: Verdict) -> Instant? {
        verdict.steps.first { $0.step == .markedPaid && $0.state == .seen }?.at
    }

    /// The app comes to the front, asks, and shows.
    private func withForegroundQuery(_ verdict: Verdict, _ chain: Chain, _ paidAt: Instant) -> Chain? {
        var history = Counterfactual(chain)
        // Where the payer really came to the front, the app asks then; else once, half a minute after the payment.
        let back = chain.events.first {
            $0.event == .appForegrounded && chain.range(of: $0).earliest > paidAt && chain.range(of: $0).latest != .distantFuture
        }.map { chain.range(of: $0).latest }
        let at = back ?? paidAt + .seconds(30)
        guard history.client(.appForegrounded, at: at, [.pending: text(verdict.order)]) != nil else { return nil }
        history.client(.querySent, at: at + .milliseconds(100))
        history.server(.queryReceived, at: at + .milliseconds(200))
        if RecoveryReplay.markedAt(verdict).map({ $0 > at }) ?? true {
            history.server(.providerQueried, at: at + .milliseconds(210))
            history.server(.providerAnswered, at: at + .milliseconds(400), [.status: "paid", .paidAt: "\(paidAt.microseconds)"])
            history.server(.orderChanged, at: at + .milliseconds(420), [.from: "pending", .to: "paid", .by: "provider_query"])
        }
        history.server(.serverQueryAnswered, at: at + .milliseconds(450), [.status: "paid"])
        history.client(.clientQueryAnswered, at: at + .milliseconds(600), [.status: "paid"])
        history.client(.resultShown, at: at + .milliseconds(650), [.status: "paid"])
        return history.chain
    }

    /// The return page that was served opens the app by its scheme; the app hears what the server knows.
    private func withSchemeFallback(_ verdict: Verdict, _ chain: Chain) -> Chain? {
        guard verdict.breaks.contains(where: { $0.code == .returnNeverLanded && $0.reason == "relay_failed" }),
            let page = chain.events.last(where: { $0.event == .returnServed })
        else { return nil }
        var history = Counterfactual(chain)
        let at = page.at + .seconds(1)
        guard
            history.client(.returnReceived, at: at, [.via: "url_scheme", .urlHasOrder: "true", .urlScheme: run.appSchemes.min() ?? "app"])
                != nil
        else { return nil }
        let isMarked = RecoveryReplay.markedAt(verdict).map { $0 <= at + .seconds(1) } ?? false
        let answer = isMarked ? "paid" : "pending"
        history.client(.querySent, at: at + .milliseconds(200))
        history.server(.queryReceived, at: at + .milliseconds(300))
        history.server(.serverQueryAnswered, at: at + .milliseconds(350), [.status: answer])
        history.client(.clientQueryAnswered, at: at + .milliseconds(500), [.status: answer])
        if isMarked { history.client(.resultShown, at: at + .milliseconds(550), [.status: "paid"]) }
        return history.chain
    }

    /// The first delivery is taken as it should have been; later ones do not come.
    private func withRightAnswer(_ verdict: Verdict, _ chain: Chain, _ paidAt: Instant) -> Chain? {
        guard let first = chain.deliveries.firstIndex(where: { $0.isRequest(in: chain) }), isFaulty(first, verdict, chain) else {
            return nil
        }
        let old = chain.deliveries[first]
        var gone = Set<Int>()
        for (index, one) in chain.deliveries.enumerated() where index >= first {
            if index > first { gone.formUnion(one.received) }
            gone.formUnion([one.verified, one.answered, one.failed].compactMap { $0 })
            if let edge = one.edge, index > first || !one.received.isEmpty { gone.insert(edge) }
        }
        gone.subtract(old.received)
        var history = Counterfactual(chain)
        history.remove(events: gone, deliveriesFrom: first + 1)
        accept(&history, first, at: max(old.at, paidAt), verdict, chain)
        return history.chain
    }

    /// One delivery more, where the last refusal was a passing one.
    private func withOneMoreDelivery(_ verdict: Verdict, _ chain: Chain, _ paidAt: Instant) -> Chain? {
        guard let last = chain.deliveries.lastIndex(where: { $0.isRequest(in: chain) }) else { return nil }
        let one = chain.deliveries[last]
        let provider = provider(of: one, verdict)
        switch one.refusal(by: provider, in: chain) {
        case "http_status":
            guard let status = one.httpStatus, status >= 500 || status == 408 || status == 429 else { return nil }
        case "slow": break
        default: return nil
        }
        let number = max(one.number ?? 0, chain.deliveries.count)
        guard let offsets = provider.retries?.offsets, number < offsets.count else { return nil }
        var history = Counterfactual(chain)
        let at = max(chain.deliveries[0].at, paidAt) + offsets[number]
        guard at < run.asOf else { return nil }
        let received = history.server(
            .notifyReceived, at: at, [.provider: provider.word, .status: "paid", .paidAt: "\(paidAt.microseconds)"])
        var delivery = Delivery(at: at, resolution: .millisecond, provider: provider.word)
        (delivery.attempt, delivery.notifyID, delivery.number) = (one.attempt, one.notifyID, number + 1)
        delivery.received = [received]
        history.add(delivery)
        accept(&history, chain.deliveries.count, at: at, verdict, chain)
        return history.chain
    }

    /// A refusal that was a fault of ours: not one for an amount, a currency or a merchant that is not the order's.
    private func isFaulty(_ first: Int, _ verdict: Verdict, _ chain: Chain) -> Bool {
        let one = chain.deliveries[first]
        let reason = one.refusal(by: provider(of: one, verdict), in: chain)
        switch reason {
        case "amount", "merchant", "currency": return false
        case nil: return verdict.breaks.contains { $0.code == .paidNotMarked || $0.code == .notifyRejected }
        default: return true
        }
    }

    private func accept(_ history: inout Counterfactual, _ delivery: Int, at: Instant, _ verdict: Verdict, _ chain: Chain) {
        let provider = provider(of: history.chain.deliveries[delivery], verdict)
        let verified = history.server(
            .notifyVerified, at: at + .milliseconds(10), [.ok: "true", .provider: provider.word, .status: "paid"])
        history.change(delivery: delivery) { $0.verified = verified }
        if RecoveryReplay.markedAt(verdict).map({ $0 > at }) ?? true {
            history.server(.orderChanged, at: at + .milliseconds(20), [.from: "pending", .to: "paid", .by: "notify"])
        }
        let body: String? = if case .exactBody(let wanted) = provider.answer.form { "\(wanted)" } else { nil }
        let answered = history.server(.notifyAnswered, at: at + .milliseconds(30), [.httpStatus: "200"])
        history.change(delivery: delivery) { one in
            (one.answered, one.failed, one.edge) = (answered, nil, nil)
            (one.httpStatus, one.body, one.bytes) = (200, body, nil)
            (one.ok, one.reason, one.duration) = (true, nil, .milliseconds(30))
            one.status = one.status ?? "paid"
        }
    }

    private func provider(of delivery: Delivery, _ verdict: Verdict) -> ProviderDefinition {
        ProviderDefinition.named(delivery.provider.isEmpty ? FlowDefinition.of(verdict.flow).provider : delivery.provider)
    }

    private func text(_ order: OrderNumber) -> String { String(decoding: order.bytes, as: UTF8.self) }
}
