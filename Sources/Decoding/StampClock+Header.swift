import Domain

/// Stamps that do not stand where a line begins: behind a level, a process, a file's name, in a bracket with other words; and the calendars
/// that only such headers use.
extension StampClock {
    /// How much of a line may be its header.
    private static let headerReach = 72

    /// The first stamp among the header words in front of a line's text, and whether it stands in an open bracket. Nil where anything but
    /// header words comes before it: prose that names a moment begins no record.
    mutating func inHeader(_ line: Bytes) -> (stamp: Stamp, start: Int, isBracketed: Bool)? {
        guard line.count >= 8, !line[0].isBlank else { return nil }
        var i = 0
        var brackets = 0
        let limit = min(line.count, StampClock.headerReach)
        while i < limit {
            let byte = line[i]
            if byte.isDigit || byte.isLetter {
                if let stamp = headerStamp(line, at: i, isBracketed: brackets > 0) { return (stamp, i, brackets > 0) }
                let start = i
                while i < line.count, line[i].isIdentifier || line[i] == UInt8(ascii: ".") || line[i] == UInt8(ascii: "/") { i &+= 1 }
                guard brackets > 0 || StampClock.isHeaderWord(line, start, i) else { return nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "("): brackets &+= 1
            case UInt8(ascii: "]"), UInt8(ascii: ")"): brackets = max(0, brackets &- 1)
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), 0x80...: return nil
            default: break
            }
            i &+= 1
        }
        return nil
    }

    /// A level, a letter, a number or address, a name that a colon, bar, comma, dash or equals sign ends.
    private static func isHeaderWord(_ line: Bytes, _ start: Int, _ end: Int) -> Bool {
        let word = line.slice(start, end)
        if word.count == 1 || RecordLevel(word: word) != nil { return true }
        if word.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) { return true }
        // An AWS load balancer begins with the kind of request.
        if word.equals("https") || word.equals("http") || word.equals("h2") { return true }
        var next = end
        while line.at(next) == 32 { next &+= 1 }
        switch line.at(next) {
        case UInt8(ascii: "|"), UInt8(ascii: "-"): return true
        case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "="): return next == end
        default: return false
        }
    }

    /// A stamp of any calendar at a place.
    private mutating func headerStamp(_ line: Bytes, at i: Int, isBracketed: Bool) -> Stamp? {
        let before = line.at(i &- 1)
        guard i == 0 || !(before.isIdentifier || before == UInt8(ascii: ".")) || before == UInt8(ascii: "-") else { return nil }
        if line[i].isLetter {
            return glog(line, at: i) ?? monthNamed(line, at: i) ?? asctime(line, at: i)
        }
        if let stamp = calendar(line, at: i) ?? access(line, at: i) ?? dayMonthYear(line, at: i) { return stamp }
        if let stamp = dashed(line, at: i) ?? slashed(line, at: i) ?? dotted(line, at: i) ?? chinese(line, at: i) { return stamp }
        guard isBracketed else { return nil }
        return yearOfTwo(line, at: i) ?? time(line, at: i)
    }

    /// `14-Sep-2026 10:05:30.123` (Tomcat, PHP's error log).
    mutating func dashed(_ line: Bytes, at i: Int) -> Stamp? {
        guard let day = StampClock.number(line, i, 2), line.at(i &+ 2) == UInt8(ascii: "-"), let month = StampClock.month(line, i &+ 3),
            line.at(i &+ 6) == UInt8(ascii: "-"), let year = StampClock.number(line, i &+ 7, 4), line.at(i &+ 11) == 32,
            let midnight = StampClock.midnight(year, month, day), let time = StampClock.timeOfDay(line, i &+ 12)
        else { return nil }
        return finished(line, i, i &+ 20, midnight &+ time, isUTC: false)
    }

    /// `09/14/2026, 10:05:30 AM` (NestJS), `14/09/2026 10:05:30` where only a day can be above twelve.
    mutating func slashed(_ line: Bytes, at i: Int) -> Stamp? {
        var end = i
        guard let first = StampClock.few(line, &end), line.at(end) == UInt8(ascii: "/") else { return nil }
        end &+= 1
        guard let second = StampClock.few(line, &end), line.at(end) == UInt8(ascii: "/"),
            let year = StampClock.number(line, end &+ 1, 4)
        else { return nil }
        let (month, day) = first > 12 ? (second, first) : (first, second)
        return dayTime(line, i, end &+ 5, StampClock.midnight(year, month, day))
    }

    /// `14.09.2026 10:05:30`
    mutating func dotted(_ line: Bytes, at i: Int) -> Stamp? {
        guard let day = StampClock.number(line, i, 2), line.at(i &+ 2) == UInt8(ascii: "."), let month = StampClock.number(line, i &+ 3, 2),
            line.at(i &+ 5) == UInt8(ascii: "."), let year = StampClock.number(line, i &+ 6, 4)
        else { return nil }
        return dayTime(line, i, i &+ 10, StampClock.midnight(year, month, day))
    }

    /// `2026年09月14日 10:05:30`, also `2026年9月4日`.
    mutating func chinese(_ line: Bytes, at i: Int) -> Stamp? {
        guard let year = StampClock.number(line, i, 4), line.has("年", at: i &+ 4) else { return nil }
        var end = i &+ 7
        guard let month = StampClock.few(line, &end), line.has("月", at: end) else { return nil }
        end &+= 3
        guard let day = StampClock.few(line, &end), line.has("日", at: end) else { return nil }
        return dayTime(line, i, end &+ 3, StampClock.midnight(year, month, day))
    }

    /// `Sep 14, 2026 10:05:30 AM` (java.util.logging)
    mutating func monthNamed(_ line: Bytes, at i: Int) -> Stamp? {
        guard let month = StampClock.month(line, i), line.at(i &+ 3) == 32 else { return nil }
        var end = i &+ 4
        guard let day = StampClock.few(line, &end), line.at(end) == UInt8(ascii: ","), line.at(end &+ 1) == 32,
            let year = StampClock.number(line, end &+ 2, 4)
        else { return nil }
        return dayTime(line, i, end &+ 6, StampClock.midnight(year, month, day))
    }

    /// `Mon Sep 14 10:05:30 2026` (uWSGI, PHP's own server), also with a fraction before the year (Apache's error log).
    mutating func asctime(_ line: Bytes, at i: Int) -> Stamp? {
        guard line.at(i &+ 3) == 32, let month = StampClock.month(line, i &+ 4), line.at(i &+ 7) == 32,
            let day = StampClock.number(line, i &+ 8, 2) ?? (line.at(i &+ 8) == 32 ? StampClock.number(line, i &+ 9, 1) : nil),
            line.at(i &+ 10) == 32, let time = StampClock.timeOfDay(line, i &+ 11)
        else { return nil }
        var end = i &+ 19
        let (micros, resolution) = StampClock.fraction(line, &end)
        guard line.at(end) == 32, let year = StampClock.number(line, end &+ 1, 4), let midnight = StampClock.midnight(year, month, day)
        else { return nil }
        return Stamp(utc(midnight &+ time &+ micros), resolution, length: end &+ 5 &- i, isZoned: false)
    }

    /// `I0914 10:05:30.123456` (glog, klog): no year.
    mutating func glog(_ line: Bytes, at i: Int) -> Stamp? {
        guard RecordLevel(letter: line[i]) != nil, line.at(i &+ 5) == 32, let month = StampClock.number(line, i &+ 1, 2),
            let day = StampClock.number(line, i &+ 3, 2), let time = StampClock.timeOfDay(line, i &+ 6)
        else { return nil }
        return withoutYear(line, i, i &+ 14, month, day, time)
    }

    /// `260914 10:05:30` (Tornado)
    mutating func yearOfTwo(_ line: Bytes, at i: Int) -> Stamp? {
        guard line.at(i &+ 6) == 32, let year = StampClock.number(line, i, 2), let month = StampClock.number(line, i &+ 2, 2),
            let day = StampClock.number(line, i &+ 4, 2), let midnight = StampClock.midnight(2_000 &+ year, month, day),
            let time = StampClock.timeOfDay(line, i &+ 7)
        else { return nil }
        return finished(line, i, i &+ 15, midnight &+ time, isUTC: false)
    }

    /// `26-09-14.10:05:30.123` (Logback patterns with `yy-MM-dd.HH:mm:ss.SSS`): a year of two digits, dots or a blank before the time.
    mutating func shortYear(_ line: Bytes) -> Stamp? {
        guard line.at(2) == UInt8(ascii: "-"), line.at(5) == UInt8(ascii: "-"), line.at(8) == UInt8(ascii: ".") || line.at(8) == 32,
            let year = StampClock.number(line, 0, 2), let month = StampClock.number(line, 3, 2), let day = StampClock.number(line, 6, 2),
            let midnight = StampClock.midnight(2_000 &+ year, month, day), let time = StampClock.timeOfDay(line, 9)
        else { return nil }
        return finished(line, 0, 17, midnight &+ time, isUTC: false)
    }

    /// A time of day behind a date, of twelve or twenty-four hours: `, 10:05:30 AM`, ` 9:05:30.123`.
    private mutating func dayTime(_ line: Bytes, _ start: Int, _ dateEnd: Int, _ midnight: Int64?) -> Stamp? {
        guard let midnight else { return nil }
        var i = dateEnd
        if line.at(i) == UInt8(ascii: ",") { i &+= 1 }
        while line.at(i) == 32 { i &+= 1 }
        guard i > dateEnd, var hour = StampClock.few(line, &i), line.at(i) == UInt8(ascii: ":"),
            let minute = StampClock.number(line, i &+ 1, 2), line.at(i &+ 3) == UInt8(ascii: ":"),
            let second = StampClock.number(line, i &+ 4, 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        var end = i &+ 6
        let (micros, resolution) = StampClock.fraction(line, &end)
        // Since Node 20 a narrow no-break space stands before AM and PM.
        let blank = line.has("\u{202F}", at: end) ? 3 : line.at(end) == 32 ? 1 : 0
        if blank > 0, line.at(end &+ blank &+ 1) | 32 == UInt8(ascii: "m"), !line.at(end &+ blank &+ 2).isIdentifier {
            let half = line.at(end &+ blank) | 32
            if half == UInt8(ascii: "p"), hour < 12 { hour &+= 12 }
            if half == UInt8(ascii: "a"), hour == 12 { hour = 0 }
            if half == UInt8(ascii: "a") || half == UInt8(ascii: "p") { end &+= blank &+ 2 }
        }
        let local = midnight &+ Int64(hour &* 3_600 &+ minute &* 60 &+ second) &* StampClock.second &+ micros
        let offset = offset(line, &end)
        return Stamp(offset.map { local &- $0 } ?? utc(local), resolution, length: end &- start, isZoned: offset != nil)
    }

    /// One or two digits.
    private static func few(_ line: Bytes, _ i: inout Int) -> Int? {
        let digits = line.at(i &+ 1).isDigit ? 2 : 1
        guard let value = number(line, i, digits) else { return nil }
        i &+= digits
        return value
    }
}
