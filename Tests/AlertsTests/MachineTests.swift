import Alerts
import Domain
import Testing

/// The state machine held against an obvious reference that looks at the whole history at every step.
struct MachineTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    /// Whether it fires after the last of some steps, by words: it does when there was a run of true steps at least `hold` long that began
    /// after the last end of a firing, and since then no false run of at least `keep`.
    private func fires(_ history: [(at: Int64, isTrue: Bool)], hold: Int64, keep: Int64) -> Bool {
        var isFiring = false
        var place = 0
        while place < history.count {
            let prefix = history[...place]
            if isFiring {
                let falseRun = prefix.reversed().prefix { !$0.isTrue }
                if let first = falseRun.last, keep == 0 || history[place].at - first.at >= keep { isFiring = false }
            } else {
                let trueRun = prefix.reversed().prefix { $0.isTrue }
                if let first = trueRun.last, history[place].at - first.at >= hold { isFiring = true }
            }
            place += 1
        }
        return isFiring
    }

    @Test(arguments: 0..<300) func likeTheReference(seed: UInt64) {
        var random = Generator(state: seed)
        let hold = Int64.random(in: 0...4, using: &random)
        let keep = Int64.random(in: 0...4, using: &random)
        var machine = AlertMachine()
        var history: [(at: Int64, isTrue: Bool)] = []
        var time: Int64 = 0
        for _ in 0..<60 {
            time += Int64.random(in: 1...2, using: &random)
            let isTrue = Int.random(in: 0..<3, using: &random) > 0
            let before = machine.state == .firing
            history.append((time, isTrue))
            let change = machine.step(isTrue, at: Instant(microseconds: time * 60_000_000), hold: .minutes(hold), keep: .minutes(keep))
            let after = fires(history, hold: hold, keep: keep)
            #expect((machine.state == .firing) == after)
            #expect(change == (before == after ? nil : after ? .fired : .resolved))
        }
    }

    @Test func asPrometheusDoes() {
        var machine = AlertMachine()
        func at(_ minute: Int64) -> Instant { Instant(microseconds: minute * 60_000_000) }
        #expect(machine.step(true, at: at(1), hold: .minutes(2), keep: .minutes(3)) == nil)
        #expect(machine.state == .pending && machine.activeAt == at(1))
        #expect(machine.step(true, at: at(3), hold: .minutes(2), keep: .minutes(3)) == .fired)
        #expect(machine.firedAt == at(3))
        #expect(machine.step(false, at: at(4), hold: .minutes(2), keep: .minutes(3)) == nil)
        #expect(machine.keptSince == at(4))
        #expect(machine.step(true, at: at(6), hold: .minutes(2), keep: .minutes(3)) == nil)
        #expect(machine.keptSince == nil && machine.firedAt == at(3))
        #expect(machine.step(false, at: at(7), hold: .minutes(2), keep: .minutes(3)) == nil)
        #expect(machine.step(false, at: at(10), hold: .minutes(2), keep: .minutes(3)) == .resolved)
        #expect(machine.state == nil)
    }
}
