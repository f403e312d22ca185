import Domain

/// A source's name taken apart: what all files of one rotation have in common, and which of them this is.
///
/// Read are `app.log`, `app.log.1`, `app.log.2.gz`, `pay-2026-06-03.log`, `access.log-20260603.gz`, `x.0.log`,
/// `shop 2026-05-06--05-00-01.log`. A number that is neither a date nor set off by a dot (`web-2.log`) names a machine, no rotation.
struct RotationName: Hashable {
    /// How fine the date in the name is.
    enum Period: Hashable {
        /// No date.
        case none
        /// A day: one file a day (or a week).
        case day
        /// An hour: one file an hour.
        case hour
        /// A moment: a new file whenever the old one is full or the program starts.
        case moment
    }

    /// Folder and base name without dates, counters and compression.
    var stem: String
    /// The counter, when the name has one.
    var counter: Int?
    /// Days (or hours) since 1970 of the date in the name.
    var date: Int?
    /// What `date` counts.
    var period: Period

    /// Reads a name as `SourceInfo.name` has it.
    init(_ name: String) {
        let bytes = Array(name.utf8)
        var start = 0
        for (i, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") { start = i + 1 }
        var base = Array(bytes[start...])
        for suffix in RotationName.compressions where base.count > suffix.utf8CodeUnitCount {
            let tail = base[(base.count - suffix.utf8CodeUnitCount)...]
            if zip(tail, UnsafeRawBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount)).allSatisfy({ $0 | 0x20 == $1 }) {
                base.removeLast(suffix.utf8CodeUnitCount)
                break
            }
        }
        (counter, date, period) = (nil, nil, .none)
        if let found = RotationName.findDate(base) {
            (date, period) = (found.value, found.period)
            base = RotationName.removing(found.range, from: base)
        }
        if let found = RotationName.findCounter(base, hasDate: date != nil) {
            counter = found.value
            base = RotationName.removing(found.range, from: base)
        }
        stem = String(decoding: bytes[..<start] + base, as: UTF8.self)
    }

    private static let compressions: [StaticString] = [".gzip", ".gz", ".bz2", ".zst", ".xz", ".zip"]

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "T"), UInt8(ascii: ":"): true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    /// Cuts a part out, with one separator at its border, so that what is left reads like the plain name.
    private static func removing(_ range: Range<Int>, from base: [UInt8]) -> [UInt8] {
        var (low, high) = (range.lowerBound, range.upperBound)
        if low > 0, isSeparator(base[low - 1]), base[low - 1] != UInt8(ascii: "T") {
            low -= 1
        } else if high < base.count, isSeparator(base[high]), base[high] != UInt8(ascii: "T") {
            high += 1
        }
        return Array(base[..<low] + base[high...])
    }

    /// Runs of digits with their places.
    private static func digitRuns(_ base: [UInt8]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var i = 0
        while i < base.count {
            guard isDigit(base[i]) else {
                i += 1
                continue
            }
            let start = i
            while i < base.count, isDigit(base[i]) { i += 1 }
            runs.append(start..<i)
        }
        return runs
    }

    private static func number(_ base: [UInt8], _ range: Range<Int>) -> Int {
        guard range.count <= 9 else { return -1 }
        return base[range].reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// The last date in the name, with the time of day that follows it.
    private static func findDate(_ base: [UInt8]) -> (range: Range<Int>, value: Int, period: Period)? {
        let runs = digitRuns(base)
        func near(_ a: Int, _ b: Int) -> Bool {
            b < runs.count && runs[a].upperBound < runs[b].lowerBound && runs[b].lowerBound - runs[a].upperBound <= 2
                && base[runs[a].upperBound..<runs[b].lowerBound].allSatisfy(isSeparator)
        }
        var best: (range: Range<Int>, value: Int, period: Period)?
        for i in runs.indices {
            var day: Int?
            var last = i
            if runs[i].count == 8 || runs[i].count == 10 || runs[i].count == 14 {
                let start = runs[i].lowerBound
                day = validDay(
                    number(base, start..<(start + 4)), number(base, (start + 4)..<(start + 6)), number(base, (start + 6)..<(start + 8)))
            } else if runs[i].count == 4, near(i, i + 1), near(i + 1, i + 2), runs[i + 1].count == 2, runs[i + 2].count == 2 {
                day = validDay(number(base, runs[i]), number(base, runs[i + 1]), number(base, runs[i + 2]))
                last = i + 2
            }
            guard let day else { continue }
            let start = runs[i].lowerBound
            if runs[i].count == 14 {
                best = (start..<runs[i].upperBound, day, .moment)
                continue
            }
            if runs[i].count == 10 {
                best = (start..<runs[i].upperBound, day * 24 + number(base, (start + 8)..<(start + 10)), .hour)
                continue
            }
            // a time of day: hours, or hours and minutes and more
            var times: [Int] = []
            while near(last, last + 1),
                runs[last + 1].count == 2 || runs[last + 1].count == 6 || (!times.isEmpty && runs[last + 1].count == 3),
                times.count < 4, base[runs[last].upperBound] != UInt8(ascii: ".") || !times.isEmpty
            {
                last += 1
                times.append(last)
            }
            let range = start..<runs[last].upperBound
            if times.isEmpty {
                best = (range, day, .day)
            } else if times.count == 1, runs[times[0]].count == 2 {
                best = (range, day * 24 + number(base, runs[times[0]]), .hour)
            } else {
                best = (range, day, .moment)
            }
        }
        return best
    }

    private static func validDay(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (2_000...2_100).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        return CivilTime.days(year: year, month: month, day: day)
    }

    /// `.N` at the end or before the extension; behind a date also `-N` and `_N`.
    private static func findCounter(_ base: [UInt8], hasDate: Bool) -> (range: Range<Int>, value: Int)? {
        for range in digitRuns(base).reversed() where range.count <= 5 && range.lowerBound > 0 {
            let before = base[range.lowerBound - 1]
            guard before == UInt8(ascii: ".") || (hasDate && (before == UInt8(ascii: "-") || before == UInt8(ascii: "_"))) else { continue }
            let rest = base[range.upperBound...]
            let isLast = rest.isEmpty
            let isBeforeExtension = rest.first == UInt8(ascii: ".") && rest.dropFirst().allSatisfy { $0 | 0x20 &- 97 < 26 }
            guard isLast || isBeforeExtension else { continue }
            return (range, number(base, range))
        }
        return nil
    }
}
