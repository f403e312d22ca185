import Domain
import Testing

@testable import Alerts

/// A source that is down holds what rests on it, and what it tells when it is back is raised once, late.
struct SourceTests {
    private var lost: AlertRule {
        var rule = AlertRule(
            name: "PaidNotMarked", query: query(.breakCount) { $0.breaks = [.paidNotMarked] }, condition: .threshold(.above, Quantity(0)))
        rule.window = .minutes(10)
        rule.labels = [("severity", "critical")]
        return rule
    }

    private var dried: AlertRule {
        AlertRule(name: "NoOrders", query: query(.orderCount), condition: .flatline(after: .hours(2)))
    }

    @Test func oneSourceDownForTwoHours() throws {
        var whole = World()
        // An order a minute; at minutes 100 and 150 one is paid and never marked, and the application log is silent from 60 to 180.
        for minute in 0..<300 as Range<Int64> { whole.add(minute, breaks: [100, 150, 250].contains(minute) ? [.paidNotMarked] : []) }
        var said: [(Int64, AlertEvent)] = []
        var state = AlertState()
        for minute in stride(from: 5, through: 300, by: 5) as StrideThrough<Int64> {
            let isSilent = (60..<180).contains(minute)
            // What is known at that moment: nothing of orders that only the silent log tells.
            var known = World()
            known.facts = whole.facts.filter { fact in
                guard let created = fact.createdAt else { return false }
                return created <= World.at(minute) && !(isSilent && created > World.at(60))
            }
            let evidence = known.evidence(
                asOf: minute, sources: [("app.log", .serverApp, isSilent ? 60 : minute), ("edge.log", .serverEdge, minute)])
            for event in AlertEvaluation.evaluate(rules(lost, dried), evidence, state: &state) { said.append((minute, event)) }
            if minute == 120 {
                #expect(state.rules[dried.key]?.heldBy == ["app.log"])
                #expect(state.rules[lost.key]?.heldBy == ["app.log"])
            }
            if minute == 200 { #expect(state.rules[dried.key]?.heldBy == []) }
        }
        let sources = said.filter { $0.1.label("alertname") == "SourceDown" && $0.1.endsAt == nil }
        #expect(sources.count == 1)
        #expect(sources.first?.1.label("source") == "app.log")
        #expect(said.allSatisfy { $0.1.label("alertname") != "NoOrders" })
        let fired = said.filter { $0.1.label("alertname") == "PaidNotMarked" && $0.1.endsAt == nil }
        #expect(fired.count == 3)
        let late = fired.filter(\.1.isLate)
        #expect(late.count == 2)
        let moments: [Int64] = [100, 150]
        for (index, at) in moments.enumerated() {
            // Marked within five minutes of the payment or not: decided at 5 min 30 s.
            #expect(late[index].1.startsAt == World.at(at + 6))
            #expect(late[index].1.annotation("late") == "true")
            #expect(late[index].1.annotation("event_time") != nil)
            #expect(late[index].0 >= 180)
        }
        // Everything that fired was resolved.
        #expect(said.filter { $0.1.endsAt != nil && $0.1.label("alertname") == "PaidNotMarked" }.count == 3)
    }

    @Test func aRetiredSourceHoldsNothing() {
        let source = WatchedSource(chain: 1, name: "old.log", witness: .serverApp, to: World.at(0), pause: .seconds(1))
        let policy = SourcePolicy()
        #expect(source.isDown(at: World.at(11), policy))
        #expect(!source.isDown(at: World.at(9), policy))
        #expect(!source.isDown(at: World.at(73 * 60), policy))
        #expect(WatchedSource.reach(of: [source], kinds: [.serverApp], at: World.at(73 * 60), policy) == World.at(73 * 60))
        #expect(WatchedSource.reach(of: [source], kinds: [.serverApp], at: World.at(60), policy) == World.at(0))
        #expect(WatchedSource.reach(of: [source], kinds: [.serverEdge], at: World.at(60), policy) == World.at(60))
    }

    @Test func aSeldomSourceIsGivenTime() {
        let source = WatchedSource(chain: 1, name: "night.log", witness: .serverApp, to: World.at(0), pause: .minutes(3))
        #expect(!source.isDown(at: World.at(59), SourcePolicy()))
        #expect(source.isDown(at: World.at(61), SourcePolicy()))
    }

    @Test func rotatedFilesAreOneSource() {
        var infos: [SourceInfo] = []
        for (index, name) in ["app.log.1", "app.log"].enumerated() {
            var info = SourceInfo(name: name, contentID: UInt64(index), witness: .serverApp, chain: 9)
            info.span = Stretch(from: World.at(Int64(index) * 60), to: World.at(Int64(index) * 60 + 60))
            (info.lines, info.evidence) = (100, 10)
            infos.append(info)
        }
        var silent = SourceInfo(name: "noise.log", contentID: 7, witness: .serverApp, chain: 3)
        silent.span = Stretch(from: World.at(0), to: World.at(1))
        var watched = WatchedSource.all(of: infos + [silent])
        #expect(watched.map(\.name) == ["app.log"])
        #expect(watched.first?.to == World.at(120))
        // The newest file of the chain may have nothing about payments yet: it speaks all the same.
        var newest = SourceInfo(name: "app.log.new", contentID: 5, witness: .serverApp, chain: 9)
        newest.span = Stretch(from: World.at(120), to: World.at(150))
        watched = WatchedSource.all(of: infos + [newest])
        #expect(watched.first?.to == World.at(150))
        watched = WatchedSource.all(of: infos)
        #expect(watched.first?.pause == .seconds(36))
    }

    /// A bill of the next day shows a payment that no log had: said once, late, however often the store is evaluated.
    @Test func lateEvidenceIsRaisedOnce() {
        var before = World()
        for minute in 0..<600 as Range<Int64> { before.add(minute) }
        var after = before
        after.add(100, breaks: [.paidNotMarked])
        var state = AlertState()
        var said = AlertEvaluation.evaluate(rules(lost), before.evidence(asOf: 590), state: &state)
        #expect(said.isEmpty)
        said = AlertEvaluation.evaluate(rules(lost), after.evidence(asOf: 600), state: &state)
        #expect(said.map(\.isLate) == [true])
        #expect(said.first?.startsAt == World.at(106))
        for minute in [601, 605, 610] as [Int64] {
            said = AlertEvaluation.evaluate(rules(lost), after.evidence(asOf: minute), state: &state)
            #expect(said.isEmpty)
        }
        said = AlertEvaluation.evaluate(rules(lost), after.evidence(asOf: 620), state: &state)
        #expect(said.map(\.endsAt) == [World.at(116)])
        said = AlertEvaluation.evaluate(rules(lost), after.evidence(asOf: 640), state: &state)
        #expect(said.isEmpty)
    }

    /// However the time is cut into evaluations, the same alerts are said with the same event times.
    @Test(arguments: [1, 3, 7, 20, 60] as [Int64]) func batchesDoNotMatter(width: Int64) {
        var world = World()
        for minute in 0..<400 as Range<Int64> { world.add(minute, breaks: [50, 51, 120, 300].contains(minute) ? [.paidNotMarked] : []) }
        var rule = lost
        rule.hold = .minutes(3)
        rule.keepFiringFor = .minutes(2)
        var minutes: [Int64] = []
        for index in 0...(390 / width) { minutes.append(10 + index * width) }
        if minutes.last != 400 { minutes.append(400) }
        let said = run(world, rules(rule), minutes) { [("app.log", .serverApp, $0)] }
        var told: [[Int64]] = []
        for (_, event) in said {
            let moments = [event.startsAt] + (event.endsAt.map { [$0] } ?? [])
            told.append(moments.map { ($0 - World.start).wholeSeconds / 60 })
        }
        let expected: [[Int64]] = [[59], [59, 69], [129], [129, 138], [309], [309, 318]]
        #expect(told == expected)
    }

    @Test func aRuleThatIsGoneResolvesItsAlerts() {
        var world = World()
        for minute in 0..<20 as Range<Int64> { world.add(minute, breaks: [.paidNotMarked]) }
        var state = AlertState()
        #expect(AlertEvaluation.evaluate(rules(lost), world.evidence(asOf: 18), state: &state).count == 1)
        let said = AlertEvaluation.evaluate(rules(), world.evidence(asOf: 19), state: &state)
        #expect(said.map { $0.label("alertname") } == ["PaidNotMarked"])
        #expect(said.first?.endsAt != nil)
    }
}

/// How far back an evaluation looks: docs/alerts.md says it.
struct HorizonTests {
    private var rule: AlertRule {
        var rule = AlertRule(
            name: "PaidNotMarked", query: query(.breakCount) { $0.breaks = [.paidNotMarked] }, condition: .threshold(.above, Quantity(0)))
        (rule.window, rule.hold, rule.keepFiringFor) = (.minutes(10), .minutes(5), .minutes(15))
        return rule
    }

    @Test func ordersOfFortyTwoHoursCount() {
        let asOf = World.at(100 * 60)
        var state = AlertState()
        state.rules[rule.key] = AlertState.Rule()
        for evaluated in [nil, asOf - .minutes(1), asOf - .days(9)] as [Instant?] {
            state.rules[rule.key]?.evaluatedTo = evaluated
            let periods = AlertEvaluation.periods(of: rules(rule), state: state, asOf: asOf)
            #expect(periods == [Stretch(from: asOf - .hours(42) - .minutes(30), to: asOf)])
        }
    }

    /// A break that becomes known 35 hours later is raised late, one that becomes known after 37 hours is not.
    @Test(arguments: [35, 37] as [Int64]) func lateTruthOfThirtySixHours(hours: Int64) {
        var before = World()
        for minute in 0..<200 as Range<Int64> { before.add(minute) }
        var after = before
        after.add(100, breaks: [.paidNotMarked])
        var state = AlertState()
        _ = AlertEvaluation.evaluate(rules(rule), before.evidence(asOf: 190), state: &state)
        var said: [AlertEvent] = []
        let end = 106 + hours * 60
        for minute in stride(from: 200, through: end, by: 60) as StrideThrough<Int64> {
            said += AlertEvaluation.evaluate(rules(rule), before.evidence(asOf: minute), state: &state)
        }
        #expect(said.isEmpty)
        said = AlertEvaluation.evaluate(rules(rule), after.evidence(asOf: end), state: &state)
        #expect(said.map(\.isLate) == (hours < 36 ? [true] : []))
    }
}
