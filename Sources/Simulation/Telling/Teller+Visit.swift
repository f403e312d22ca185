import Domain

/// How one visit goes: the app starts, orders follow one another, the app stays open for a while.
extension Teller {
    /// Tells a whole visit.
    mutating func tell(visit index: Int) {
        let visit = Visit(index, in: plan)
        enter(visit)
        random = Random(plan.options.seed, 4, UInt64(index))
        let began = now
        let orders = plan.orders(ofVisit: index)
        chatter(at: now)
        wait(4_000, 15_000)
        for (place, number) in orders.enumerated() {
            if place > 0 { wait(120_000, 480_000) }
            tellOrder(number, place: place, isLast: number == orders.upperBound - 1, of: orders.count)
        }
        // the app is looked at for another while: its log must reach past every deadline of its orders
        guard hasClient else { return }
        let share = plan.options.noiseShare
        let wanted = max(2, Int(Double(orders.count) * 11 * share / (1 - share) * 0.7))
        let tail = random.between(1_500, 2_400) * 1_000_000
        for step in 1...wanted {
            let time = step == wanted ? now + tail : step % 3 == 0 ? random.between(began, now) : random.between(now, now + tail - 1)
            chatter(at: min(time, plan.end - 1_000))
        }
    }

    private mutating func tellOrder(_ number: Int, place: Int, isLast: Bool, of count: Int) {
        let left = plan.end - now
        let room: ScenarioCatalog.Room = left < 540_000_000 ? .pending : left < 6_000_000_000 || !isLast ? .quick : .any
        let isAnchor = place == 0 && count > 1 && visit.isSkewed && hasClient
        let scenario =
            plan.script?[visit.index].scenario
            ?? (isAnchor && room != .pending
                ? Scenario.every[0] : plan.catalog.pick(hasClient: hasClient, isApple: !visit.isAndroid, room: room, &random))
        let flow = scenario.flows[random.below(scenario.flows.count)]
        let created = now + random.between(150_000, 350_000)
        // An order that begins when nobody writes any more is no order of this world.
        guard created < plan.end - 1_000_000 else { return }
        let order = Order(number, flow: flow, createdAt: created, random: &random)
        begin(order)
        // without an earlier order that was asked for, one question must bound a clock that is off
        needsEarlyQuestion = hasClient && !scenario.boundsClock && place == 0 && (visit.isSkewed || random.chance(70))
        guard plan.options.isChanged else {
            scenario.tell(&self)
            finish(scenario)
            return
        }
        let told = tellChanged(scenario, order)
        finish(told.scenario)
        (now, process) = (told.now, told.process)
    }

    private mutating func finish(_ scenario: Scenario) {
        dumpOrder()
        exportOrder()
        writeTruth(scenario)
    }

    private mutating func writeTruth(_ scenario: Scenario) {
        open(plan.truth, .none, at: min(visit.start, plan.end - 1))
        line.text("{\"order\":\"")
        order.number(&line, &calendar)
        line.byte(34)
        truth.append(to: &line, flow: order.flow, scenario: scenario.name, onlyEvents: plan.options.isChanged)
        // Microseconds since 1970: what times in a report are held against.
        line.text(",\"created\":")
        line.number(order.createdAt)
        if truth.has(.paid) {
            line.text(",\"paid\":")
            line.number(pagePaidAt ?? paidAt)
        }
        if let markedAt {
            line.text(",\"marked\":")
            line.number(markedAt)
        }
        line.text(",\"client_style\":\"")
        if let source = visit.source {
            line.string(plan.sources[source].format.rawValue)
            if visit.isCollector { line.text(" collector") }
            if visit.ownWords { line.text(" own words") }
        } else {
            line.text("none")
        }
        line.text("\",\"server_style\":\"")
        line.string(plan.sources[application(11)].format.rawValue)
        line.text("\",\"skew\":")
        line.number(visit.source == nil ? 0 : visit.offset / 1_000_000)
        line.byte(125)
        close()
    }
}
