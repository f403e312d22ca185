import Domain
import Flows
import Providers
import Verdicts

/// Judges orders again as they would have gone with one action more.
struct RecoveryReplay: Sendable {
    /// Whether an action would have healed one harm of one order.
    enum Claim {
        /// The history has all that it takes.
        case yes
        /// It takes something besides that no log shows: a payer who comes back, a fault that has passed, a clock.
        case maybe
        /// It would not.
        case no
    }

    /// What one action would have done for one order.
    struct Result {
        /// Breaks that were critical or major and surely no longer would be.
        var healed: [BreakCode] = []
        /// The order is provably not marked paid, and would be; nil where it is not such a one.
        var marked: Claim?
        /// The payer was lost, and would have seen the right result; nil where the payer was not.
        var seen: Claim?

        /// Whether the order would have been helped at all.
        var claim: Claim {
            if marked == .yes || seen == .yes { return .yes }
            return marked == .maybe || seen == .maybe ? .maybe : .no
        }
    }

    /// Histories as they would have gone.
    private struct Histories {
        /// With nothing but what surely would have been.
        var sure: Chain?
        /// With what may have been as well.
        var possible: Chain?
        /// No history can be made of it, and still the order may have been marked or the payer have seen the result.
        var isOpen = false
    }

    let run: RunContext
    /// Breaks that say that the money itself is wrong: then nothing heals by marking the order.
    private static let wrongMoney: Set<BreakCode> = [.amountMismatch, .merchantMismatch, .chargedTwice, .sandboxInProduction]
    private static let healable: Set<BreakCode> = [
        .notifyRejected, .notifyNotReceived, .paidNotMarked, .paidNotDelivered, .returnURLMissing, .returnNeverLanded, .returnUnrouted,
        .pendingNotRequeried, .queryNotReceived, .providerQueryFailed,
    ]

    /// Whether anything could have healed the order: only a paid one (never where the provider says unpaid) that is not marked, or whose payer
    /// was lost, by proof.
    func mayHeal(_ verdict: Verdict) -> Bool {
        guard verdict.outcome == .paid, verdict.paidAt != nil, verdict.flow != .storekit else { return false }
        guard !verdict.breaks.contains(where: { RecoveryReplay.wrongMoney.contains($0.code) }) else { return false }
        return verdict.experience == .lost || verdict.isStuck
    }

    /// What an action would have done; nil where it does not apply.
    func result(of action: RecoveryAction, on verdict: Verdict, _ chain: Chain) -> Result? {
        guard let paidAt = verdict.paidAt else { return nil }
        let histories: Histories? =
            switch action.word {
            case RecoveryAction.foregroundQuery.word: withForegroundQuery(verdict, chain, paidAt)
            case RecoveryAction.schemeFallback.word: withSchemeFallback(verdict, chain)
            case RecoveryAction.rightNotifyAnswer.word: withRightAnswer(verdict, chain, paidAt)
            case RecoveryAction.oneMoreRetry.word: withOneMoreDelivery(verdict, chain, paidAt)
            default: nil
            }
        guard let histories else { return nil }
        // The judge must still see the same payment: else the history was not the same order's.
        let sure = histories.sure.map { Judge.judge($0, in: run) }.flatMap { $0.outcome == .paid ? $0 : nil }
        let possible = histories.possible.map { Judge.judge($0, in: run) }.flatMap { $0.outcome == .paid ? $0 : nil }
        func claim(_ isGood: (Verdict) -> Bool) -> Claim {
            if let sure, isGood(sure) { return .yes }
            return histories.isOpen || possible.map(isGood) == true ? .maybe : .no
        }
        var result = Result()
        if verdict.isStuck { result.marked = claim { $0.isMarkedPaid == true } }
        if verdict.experience == .lost {
            result.seen = claim { $0.experience == .landed || $0.experience == .recovered }
            // An app that shows what is not so may do it again.
            if result.seen == .yes, verdict.breaks.contains(where: { $0.code == .resultMisreported }) { result.seen = .maybe }
        }
        if let sure {
            let still = RecoveryReplay.open(sure)
            result.healed = RecoveryReplay.open(verdict).filter { !still.contains($0) }
        }
        return result
    }

    private static func open(_ verdict: Verdict) -> [BreakCode] {
        verdict.breaks.filter { $0.severity != .minor && $0.closedAt == nil && healable.contains($0.code) }.map(\.code)
    }

    private static func markedAt(_ verdict: Verdict) -> Instant? {
        verdict.steps.first { $0.step == .markedPaid && $0.state == .seen }?.at
    }

    /// The app comes to the front, asks, and shows.
    private func withForegroundQuery(_ verdict: Verdict, _ chain: Chain, _ paidAt: Instant) -> Histories {
        // Where the payer surely came to the front after the payment, the app asks then; else the payer would have to come once more.
        let front = chain.events.first {
            ($0.event == .appForegrounded || $0.event == .returnReceived) && chain.range(of: $0).earliest >= paidAt
                && chain.range(of: $0).latest != .distantFuture
        }.map { chain.range(of: $0).latest }
        let asked = front.flatMap { asking(verdict, chain, paidAt, at: $0) }
        if let asked, !RecoveryReplay.cannotAskProvider(chain, since: paidAt) { return Histories(sure: asked) }
        guard let later = asked ?? asking(verdict, chain, paidAt, at: paidAt + .seconds(30)) else { return Histories(isOpen: true) }
        return Histories(possible: later)
    }

    /// The history in which the app came to the front at a moment and asked; nil where nothing bounds the device's clock.
    private func asking(_ verdict: Verdict, _ chain: Chain, _ paidAt: Instant, at: Instant) -> Chain? {
        var history = Counterfactual(chain)
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

    /// The server asked the provider after the payment, and never got an answer of use: it would not have got one then either.
    private static func cannotAskProvider(_ chain: Chain, since paidAt: Instant) -> Bool {
        let answers = chain.events.filter { $0.event == .providerAnswered && $0.at >= paidAt }
        return !answers.isEmpty && !answers.contains { chain.has(.status, in: $0) }
    }

    /// The return page that was served opens the app by its scheme; the app hears what the server knows.
    private func withSchemeFallback(_ verdict: Verdict, _ chain: Chain) -> Histories? {
        guard verdict.experience == .lost, let landing = verdict.breaks.first(where: { $0.code == .returnNeverLanded }) else { return nil }
        guard landing.reason == "relay_failed", let page = chain.events.last(where: { $0.event == .returnServed }) else {
            // Where no front end's log covers the order, the page may have been served.
            let isSeen = verdict.coverage.contains { $0.witness == .serverEdge && $0.state == .covered }
            return isSeen || landing.reason != nil ? nil : Histories(isOpen: true)
        }
        // An app that has been opened asks a few times.
        guard let marked = RecoveryReplay.markedAt(verdict) else { return Histories() }
        let at = page.at + .seconds(1)
        let isMarked = marked <= at
        var history = Counterfactual(chain)
        guard
            history.client(.returnReceived, at: at, [.via: "url_scheme", .urlHasOrder: "true", .urlScheme: run.appSchemes.min() ?? "app"])
                != nil
        else { return Histories(isOpen: true) }
        let asked = max(at, marked)
        history.client(.querySent, at: asked + .milliseconds(200))
        history.server(.queryReceived, at: asked + .milliseconds(300))
        history.server(.serverQueryAnswered, at: asked + .milliseconds(350), [.status: "paid"])
        history.client(.clientQueryAnswered, at: asked + .milliseconds(500), [.status: "paid"])
        history.client(.resultShown, at: asked + .milliseconds(550), [.status: "paid"])
        return isMarked ? Histories(sure: history.chain) : Histories(possible: history.chain)
    }

    /// How long a handler that does right may take from a delivery to the mark.
    ///
    /// It checks a signature and writes a row, tens of milliseconds; with one that takes longer a payer who asked this soon may have heard "pending".
    private static let handling = TimeSpan.seconds(1)
    /// How far a front end's stamp, which is that of a request's end, may lie behind the moment at which the request came.
    private static let early = TimeSpan.seconds(1)

    /// What a payer hears whose question is answered at a moment or later; the app shows it.
    private func hearing(_ history: Counterfactual, _ chain: Chain, from begin: Instant) -> Chain? {
        let heard = chain.events.first { $0.event == .serverQueryAnswered && $0.at >= begin }
        guard let heard else { return nil }
        var history = history
        guard history.client(.clientQueryAnswered, at: heard.at + .milliseconds(150), [.status: "paid"]) != nil else { return nil }
        history.client(.resultShown, at: heard.at + .milliseconds(200), [.status: "paid"])
        return history.chain
    }

    /// The first delivery is taken as it should have been; later ones do not come.
    private func withRightAnswer(_ verdict: Verdict, _ chain: Chain, _ paidAt: Instant) -> Histories? {
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
        let at = max(old.at, paidAt)
        accept(&history, first, at: at, verdict, chain)
        // A stamp in whole seconds says of a delivery only in which second it came: who asked in that one, or while the handler was at work,
        // may have been told either.
        let latest = old.received.map { chain.range(of: chain.events[$0]).latest }.min() ?? old.at + old.resolution.width
        return Histories(
            sure: hearing(history, chain, from: max(latest, paidAt) + RecoveryReplay.handling) ?? history.chain,
            possible: hearing(history, chain, from: at - RecoveryReplay.early))
    }

    /// One delivery more, where the last refusal was a passing one.
    private func withOneMoreDelivery(_ verdict: Verdict, _ chain: Chain, _ paidAt: Instant) -> Histories? {
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
        // Whether the fault had passed by then nobody knows.
        return Histories(possible: hearing(history, chain, from: at - RecoveryReplay.early) ?? history.chain)
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
