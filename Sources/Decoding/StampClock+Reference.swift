import Domain

// What a stamp lacks comes from the stream: log files go forward (facts.md §8).
extension StampClock {
    /// The midnight of a month and day without a year: for a stream on its way the first such day not more than 30 days before the last
    /// stamp (New Year included); for the first stamp the year nearest to the file's day or to the reference. Nil: nothing tells.
    func midnight(month: Int, day: Int, time: Int64) -> Int64? {
        if let previous {
            let local = local(previous)
            let floor = local &- 30 &* StampClock.dayLength
            let year = CivilTime(Instant(microseconds: floor)).year
            for candidate in year...(year &+ 8) {
                if let midnight = StampClock.midnight(candidate, month, day), midnight &+ time >= floor { return midnight }
            }
            return nil
        }
        guard let near = self.day ?? reference.map(local) else { return nil }
        let year = CivilTime(Instant(microseconds: near)).year
        var best: Int64?
        for candidate in (year &- 4)...(year &+ 4) {
            guard let midnight = StampClock.midnight(candidate, month, day) else { continue }
            if best.map({ abs(midnight &- near) < abs($0 &- near) }) ?? true { best = midnight }
        }
        return best
    }

    /// The midnight before a time without a date: for a stream on its way the first such time not more than two hours before the last
    /// stamp, so that midnight is passed; for the first stamp the file's day, else the time nearest to the reference.
    func midnight(forTime time: Int64) -> Int64? {
        let length = StampClock.dayLength
        if let previous {
            let floor = local(previous) &- 7_200 &* StampClock.second
            let midnight = StampClock.floorDay(floor)
            return midnight &+ time >= floor ? midnight : midnight &+ length
        }
        if let day { return day }
        guard let reference else { return nil }
        let near = local(reference)
        let midnight = StampClock.floorDay(near)
        let candidates = [midnight &- length, midnight, midnight &+ length]
        return candidates.min { abs($0 &+ time &- near) < abs($1 &+ time &- near) }
    }

    private func local(_ at: Int64) -> Int64 {
        // Far-off stamps (`previous` of a broken line) must not overflow what is added to them.
        let bounded = max(-StampClock.farthest, min(at, StampClock.farthest))
        return bounded &+ (isFixed ? fixedOffset : zone.offset(atLocal: bounded).microseconds)
    }

    /// The year 9999.
    private static let farthest: Int64 = 253_402_300_799_000_000

    private static func floorDay(_ local: Int64) -> Int64 {
        let day = local / dayLength &- (local % dayLength < 0 ? 1 : 0)
        return day &* dayLength
    }
}
