import Domain
import Testing

@testable import Alerts

struct ConditionTests {
    /// Whether a rule is true at a minute, for the series without labels.
    private func reading(
        _ rule: AlertRule, _ world: World, at minute: Int64, sources: [(String, Witness, Int64)] = [("app.log", .serverApp, 1_000_000)]
    ) -> [(labels: [String], reading: AlertReading, isTrue: Bool)] {
        let series = RuleSeries(rule, world.evidence(asOf: minute + 1, sources: sources), SourcePolicy())
        return series.readings(at: World.at(minute), SourcePolicy())
    }

    @Test func countsWhatLiesInTheWindow() {
        var world = World()
        for minute in [0, 1, 5, 9] as [Int64] { world.add(minute, breaks: [.notifyRejected]) }
        let rule = AlertRule(
            name: "R", query: query(.breakCount) { $0.breaks = [.notifyRejected] }, condition: .threshold(.atLeast, Quantity(2)))
        // Rejections count at the payment here: 30 s after the creation, in (minute − 10, minute].
        #expect(reading(rule, world, at: 1)[0].reading.value.number == 1)
        #expect(reading(rule, world, at: 2)[0].isTrue)
        #expect(reading(rule, world, at: 10)[0].reading.value.number == 4)
        #expect(reading(rule, world, at: 11)[0].reading.value.number == 3)
        #expect(reading(rule, world, at: 10)[0].reading.examples.map(\.description) == ["o2", "o3", "o4"])
    }

    @Test func moneyIsExact() {
        var world = World()
        for _ in 0..<3 { world.add(0, breaks: [.chargedTwice], amount: 10) }
        let limit = Money(units: 30, scale: 2, currency: "CNY")
        var rule = AlertRule(name: "R", query: query(.breakMoney), condition: .threshold(.above, Quantity(limit)))
        #expect(!reading(rule, world, at: 5)[0].isTrue)
        rule.condition = .threshold(.atLeast, Quantity(limit))
        #expect(reading(rule, world, at: 5)[0].isTrue)
        #expect(reading(rule, world, at: 5)[0].reading.value.text(.money) == "0.30 CNY")
    }

    @Test func aShareLeavesOutWhatNobodySawAndIsBoundByWhatIsOpen() {
        var world = World()
        world.add(0, breaks: [.paidNotMarked])
        world.add(0)
        world.add(0, states: [.markedPaid: .unobserved])
        world.add(0, states: [.markedPaid: .notDue])
        world.add(0, states: [.markedPaid: .notDue])
        let rule = AlertRule(
            name: "R", query: query(.breakShare) { $0.breaks = [.paidNotMarked] }, condition: .threshold(.above, Quantity(0.3)))
        let one = reading(rule, world, at: 7)[0]
        #expect(one.reading.value.number == 0.5)
        #expect(one.reading.low.number == 0.25)
        #expect(one.reading.high.number == 0.75)
        #expect(one.reading.orders == 2)
        #expect(!one.isTrue)
    }

    @Test func sharesOfFewOrdersSayNothing() {
        var world = World()
        for _ in 0..<4 { world.add(0, breaks: [.paidNotMarked]) }
        var rule = AlertRule(
            name: "R", query: query(.breakShare) { $0.breaks = [.paidNotMarked] }, condition: .threshold(.above, Quantity(0.3)))
        rule.minimumOrders = 5
        #expect(!reading(rule, world, at: 7)[0].isTrue)
        rule.minimumOrders = 4
        #expect(reading(rule, world, at: 7)[0].isTrue)
    }

    @Test func latencyIsANearestRankQuantile() {
        #expect(AlertReading.quantile(0.5, of: [1, 2, 3, 4].map { TimeSpan.seconds($0) }) == 2)
        #expect(AlertReading.quantile(0.95, of: (1...100).map { TimeSpan.seconds($0) }) == 95)
        #expect(AlertReading.quantile(1, of: [.seconds(7)]) == 7)
        #expect(AlertReading.quantile(0.5, of: []).isNaN)
    }

    /// Four weeks of ten orders in the hour; then a window of its own.
    private func weeks(_ last: Int, counts: [Int] = [10, 11, 9, 10]) -> (World, Int64) {
        var world = World()
        let week: Int64 = 7 * 24 * 60
        world.add(-100)
        for (index, count) in counts.enumerated() { for place in 0..<count { world.add(Int64(index) * week + Int64(place)) } }
        let end = Int64(counts.count) * week
        for place in 0..<last { world.add(end + Int64(place % 50)) }
        return (world, end + 59)
    }

    private func hourly(_ condition: AlertCondition) -> AlertRule {
        var rule = AlertRule(name: "R", query: query(.orderCount), condition: condition)
        rule.window = .hours(1)
        return rule
    }

    @Test func aSpikeIsHeldAgainstTheSameHoursOfEarlierWeeks() {
        let spike = AlertCondition.spike(times: 2, atLeast: Quantity(5), baseline: Baseline(weeks: 4, needed: 3))
        let (calm, end) = weeks(12)
        #expect(!reading(hourly(spike), calm, at: end)[0].isTrue)
        let (loud, _) = weeks(25)
        #expect(reading(hourly(spike), loud, at: end)[0].isTrue)
        #expect(reading(hourly(spike), loud, at: end)[0].reading.baseline?.number == 10)
        // One bad week among four moves the median little.
        let (odd, _) = weeks(25, counts: [10, 100, 9, 10])
        #expect(reading(hourly(spike), odd, at: end)[0].isTrue)
        let (young, early) = weeks(25, counts: [10, 9])
        #expect(!reading(hourly(spike), young, at: early)[0].isTrue, "two weeks known, three needed")
    }

    @Test func aDropToNothingIsSeen() {
        let drop = AlertCondition.drop(times: 0.5, atLeast: Quantity(5), baseline: Baseline(weeks: 4, needed: 2))
        let (quiet, end) = weeks(0)
        #expect(reading(hourly(drop), quiet, at: end)[0].isTrue)
        let (half, _) = weeks(6)
        #expect(!reading(hourly(drop), half, at: end)[0].isTrue)
    }

    @Test func flatlineNeedsALineBefore() {
        var world = World()
        for minute in 0..<30 as Range<Int64> { world.add(minute) }
        let rule = AlertRule(name: "R", query: query(.orderCount), condition: .flatline(after: .hours(1)))
        #expect(!reading(rule, world, at: 35)[0].isTrue)
        #expect(reading(rule, world, at: 40)[0].isTrue)
        #expect(!reading(rule, world, at: 150)[0].isTrue, "long forgotten")
    }

    @Test func aNewVersionIsNewOnce() {
        var world = World()
        for minute in stride(from: 0, to: 300, by: 5) as StrideTo<Int64> { world.add(minute, version: "1.0") }
        world.add(200, version: "1.1")
        let rule = AlertRule(name: "R", query: query(.orderCount) { $0.by = [.appVersion] }, condition: .newValue(after: .hours(2)))
        let there = reading(rule, world, at: 205)
        #expect(there.filter(\.isTrue).map(\.labels) == [["1.1"]])
        #expect(reading(rule, world, at: 30).allSatisfy { !$0.isTrue }, "no history yet")
    }

    @Test func everyBreakAndStepHasABasis() {
        for code in BreakCode.allCases {
            let basis = BreakBasis.of(code)
            #expect(basis.step == nil || StepBasis.of(basis.step ?? .paid).allowance >= .zero)
        }
        #expect(Step.withServerTime.contains(.markedPaid))
        #expect(!Step.withServerTime.contains(.returned))
    }

    @Test func measuresDeclareWhatTheyAre() {
        var names: Set<String> = []
        for measure in MeasureDefinition.all {
            #expect(names.insert(measure.name).inserted)
            #expect(!measure.text.en.isEmpty && !measure.text.zh.isEmpty && !measure.counted.zh.isEmpty)
            #expect(Set(measure.required).isDisjoint(with: measure.optional))
            #expect(MeasureDefinition.named(measure.name)?.name == measure.name)
        }
    }
}
