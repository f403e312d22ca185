import Domain

/// Stories in a world with one change.
extension Teller {
    /// Tells an order's story as the options change it.
    ///
    /// The unchanged story is told first and not written: it says which breaks the order would have, and where chance and clock go on, so that
    /// every other order stays what it is in the world without the change.
    ///
    /// - Returns: the story that was told, and where the visit's clock and process go on.
    mutating func tellChanged(_ scenario: Scenario, _ order: Order) -> (scenario: Scenario, now: Int64, process: Int64) {
        let before = (random, now, process)
        isMuted = true
        scenario.tell(&self)
        isMuted = false
        let after = (random: random, now: now, process: process)
        let isHealed = plan.options.without.map { truth.breaks.contains($0) } ?? false
        let told = isHealed ? plan.healthy(like: order, hasClient: hasClient, isApple: !visit.isAndroid) ?? scenario : scenario
        begin(order)
        (random, now, process) = before
        practice = plan.options.practice
        told.tell(&self)
        practice = nil
        random = after.random
        return (told, after.now, after.process)
    }

    /// The app comes to the front: where it asks then, it asks until the answer is final, at most five times, and shows that.
    mutating func cameToFront() {
        guard practice == .foregroundQuery, truth.has(.paid), !knowsPaid else { return }
        let (present, chances) = (now, random)
        for attempt in 0..<5 {
            wait(attempt == 0 ? 80 : 1_200, attempt == 0 ? 150 : 2_000)
            if markedAt == nil { ask(provider: .paid) } else { ask() }
            guard let markedAt, markedAt <= now else { continue }
            wait(50, 150)
            showState()
            break
        }
        (now, random) = (present, chances)
    }

    /// A browser got the return page: where that opens the app by its scheme, the app asks and shows.
    mutating func openedByScheme() {
        guard practice == .schemeFallback, truth.has(.paid) else { return }
        let (present, chances) = (now, random)
        wait(900, 1_100)
        comeBack(.scheme)
        wait(200, 500)
        askAndShow()
        (now, random) = (present, chances)
    }

    /// What becomes of a delivery where the handler does right; nil: it was taken before, and does not come again.
    ///
    /// A notify that names another amount, merchant or currency is refused all the same.
    mutating func practised(_ course: Notify.Course, _ notify: Notify) -> Notify.Course? {
        guard practice == .rightNotifyAnswer else { return course }
        switch notify.content {
        case .paid, .finished: break
        default: return course
        }
        if case .unverified(let reason) = course, ["amount", "merchant", "currency"].contains(reason.description) { return course }
        let key = notify.payment << 16 | notify.attempt << 8 | notify.serial
        guard takenNotifies.insert(key).inserted else { return nil }
        return .accepted
    }

    /// One delivery more, in the provider's next slot, where what refused the last one passes by itself.
    mutating func deliverOnceMore(_ notify: Notify, _ course: Notify.Course, from first: Int64, slot: Int) {
        let slots = Notify.slots(notify.provider)
        guard practice == .oneMoreRetry, slot < slots.count, case .refusedAtEdge(let code) = course,
            code >= 500 || code == 408 || code == 429
        else { return }
        let chances = random
        deliver(notify, .accepted, at: first + slots[slot] * 1_000_000 + 700_000)
        random = chances
    }
}

extension Plan {
    /// The first story without a fault that an order of this flow can have.
    func healthy(like order: Order, hasClient: Bool, isApple: Bool) -> Scenario? {
        Scenario.every.first { one in
            !one.isFault && one.flows.contains(order.flow) && (isApple || !one.isApple) && one.client != (hasClient ? .none : .required)
        }
    }
}
