import Domain

// The stamp forms of facts.md §5, §6 and §8, each read at a fixed place.
extension StampClock {
    /// `2026-09-01T13:57:31.123+08:00` and its kin: `-`, `/` or `.` between the date's parts, `T` or a blank before the time, any
    /// fraction, any offset or none. `isUTC`: without an offset it is UTC, whatever the zone rule (CocoaLumberjack files).
    @inline(__always)
    public mutating func calendar(_ text: UnsafeRawBufferPointer, at start: Int = 0, isUTC: Bool = false) -> Stamp? {
        guard start >= 0, text.count &- start >= 19, let base = text.baseAddress else { return nil }
        let head = (base + start).loadUnaligned(as: UInt64.self)
        let tail = UInt32((base + (start &+ 8)).loadUnaligned(as: UInt16.self))
        if head != dateText || tail != dateTail {
            guard let midnight = StampClock.date(text, start) else { return nil }
            (dateText, dateTail, dateMidnight) = (head, tail, midnight)
        }
        let join = text[start &+ 10]
        guard join == 32 || join | 32 == UInt8(ascii: "t") || join == 9, let time = StampClock.timeOfDay(text, start &+ 11) else {
            return nil
        }
        return finished(text, start, start &+ 19, dateMidnight &+ time, isUTC: isUTC)
    }

    /// `26/Mar/2018:10:19:53 +0800` (nginx, Apache).
    @inline(__always)
    public mutating func access(_ text: UnsafeRawBufferPointer, at start: Int = 0) -> Stamp? {
        guard start >= 0, text.count &- start >= 20, let base = text.baseAddress else { return nil }
        let head = (base + start).loadUnaligned(as: UInt64.self)
        let tail = (base + (start &+ 8)).loadUnaligned(as: UInt32.self)
        if head != dateText || tail != dateTail {
            guard text[start &+ 2] == UInt8(ascii: "/"), text[start &+ 6] == UInt8(ascii: "/"), text[start &+ 11] == UInt8(ascii: ":"),
                let day = StampClock.number(text, start, 2), let month = StampClock.month(text, start &+ 3),
                let year = StampClock.number(text, start &+ 7, 4), let midnight = StampClock.midnight(year, month, day)
            else { return nil }
            (dateText, dateTail, dateMidnight) = (head, tail, midnight)
        }
        guard let time = StampClock.timeOfDay(text, start &+ 12) else { return nil }
        return finished(text, start, start &+ 20, dateMidnight &+ time, isUTC: false)
    }

    /// `08 Jul 2026 06:05:28.687` (redis: UTC in a container), also `8 Jul 2026 …`.
    public mutating func dayMonthYear(_ text: UnsafeRawBufferPointer, at start: Int = 0, isUTC: Bool = false) -> Stamp? {
        let digits = text.at(start &+ 1).isDigit ? 2 : 1
        guard let day = StampClock.number(text, start, digits), text.at(start &+ digits) == 32,
            let month = StampClock.month(text, start &+ digits &+ 1), text.at(start &+ digits &+ 4) == 32,
            let year = StampClock.number(text, start &+ digits &+ 5, 4), text.at(start &+ digits &+ 9) == 32,
            let midnight = StampClock.midnight(year, month, day), let time = StampClock.timeOfDay(text, start &+ digits &+ 10)
        else { return nil }
        return finished(text, start, start &+ digits &+ 18, midnight &+ time, isUTC: isUTC)
    }

    /// `Sep  1 13:57:31` (syslog): no year.
    public mutating func syslog(_ text: UnsafeRawBufferPointer, at start: Int = 0) -> Stamp? {
        guard let month = StampClock.month(text, start), text.at(start &+ 3) == 32,
            let day = StampClock.number(text, start &+ 4, 2) ?? (text.at(start &+ 4) == 32 ? StampClock.number(text, start &+ 5, 1) : nil),
            text.at(start &+ 6) == 32, let time = StampClock.timeOfDay(text, start &+ 7)
        else { return nil }
        return withoutYear(text, start, start &+ 15, month, day, time)
    }

    /// `09-01 13:57:31.123` (logcat): no year.
    public mutating func monthDay(_ text: UnsafeRawBufferPointer, at start: Int = 0) -> Stamp? {
        guard text.at(start &+ 2) == UInt8(ascii: "-"), text.at(start &+ 5) == 32, let month = StampClock.number(text, start, 2),
            let day = StampClock.number(text, start &+ 3, 2), let time = StampClock.timeOfDay(text, start &+ 6)
        else { return nil }
        return withoutYear(text, start, start &+ 14, month, day, time)
    }

    /// `13:57:31.101` (Logback's default): no date.
    public mutating func time(_ text: UnsafeRawBufferPointer, at start: Int = 0) -> Stamp? {
        guard let time = StampClock.timeOfDay(text, start) else { return nil }
        var i = start &+ 8
        let (micros, resolution) = StampClock.fraction(text, &i)
        guard let midnight = midnight(forTime: time &+ micros) else {
            return Stamp(0, resolution, length: i &- start, isZoned: false, isDated: false)
        }
        let at = utc(midnight &+ time &+ micros)
        return Stamp(at, resolution, length: i &- start, isZoned: false)
    }

    /// `20260901135731` (WeChat `time_end`), UTC+8 by its zone rule.
    public mutating func compact(_ text: UnsafeRawBufferPointer, at start: Int = 0) -> Stamp? {
        guard let year = StampClock.number(text, start, 4), let month = StampClock.number(text, start &+ 4, 2),
            let day = StampClock.number(text, start &+ 6, 2), let hour = StampClock.number(text, start &+ 8, 2),
            let minute = StampClock.number(text, start &+ 10, 2), let second = StampClock.number(text, start &+ 12, 2), hour < 24,
            minute < 60, second <= 60, let midnight = StampClock.midnight(year, month, day)
        else { return nil }
        let local = midnight &+ Int64(hour &* 3_600 &+ minute &* 60 &+ second) &* StampClock.second
        return Stamp(utc(local), .second, length: 14, isZoned: false)
    }

    /// Seconds, milliseconds, microseconds or nanoseconds since 1970 by magnitude: 10, 13, 16, 19 digits, with or without a fraction.
    @inline(__always)
    public static func epoch(_ text: UnsafeRawBufferPointer, at start: Int = 0) -> Stamp? {
        var i = start
        var value: Int64 = 0
        while i < text.count, i &- start < 20 {
            let digit = text[i] &- 48
            guard digit <= 9 else { break }
            guard i &- start < 18 || value < 922_337_203_685_477_580 else { return nil }
            value = value &* 10 &+ Int64(digit)
            i &+= 1
        }
        switch i &- start {
        case 10:
            let (micros, resolution) = text.at(i) == UInt8(ascii: ".") ? fraction(text, &i) : (0, .second)
            return Stamp(value &* 1_000_000 &+ micros, resolution, length: i &- start, isZoned: true)
        case 13:
            let (micros, resolution) = text.at(i) == UInt8(ascii: ".") ? fraction(text, &i) : (0, .second)
            return Stamp(
                value &* 1_000 &+ micros / 1_000, resolution == .second ? .millisecond : .microsecond, length: i &- start, isZoned: true)
        case 16: return Stamp(value, .microsecond, length: 16, isZoned: true)
        case 19: return Stamp(value / 1_000, .microsecond, length: 19, isZoned: true)
        default: return nil
        }
    }

    /// A stamp in whatever form a value holds, which must be all of it; nil for anything else.
    public mutating func any(_ text: UnsafeRawBufferPointer) -> Stamp? {
        let text = text.trimmed
        guard let found = form(text), found.length == text.count, found.isDated else { return nil }
        return found
    }

    private mutating func form(_ text: UnsafeRawBufferPointer) -> Stamp? {
        guard text.at(0).isDigit else { return syslog(text) }
        if text.count == 14, let stamp = compact(text) { return stamp }
        return calendar(text) ?? access(text) ?? dayMonthYear(text) ?? monthDay(text) ?? StampClock.epoch(text) ?? minutes(text)
            ?? time(text)
    }

    /// `2026-09-01 13:57` and `2026-09-01`: spreadsheets cut seconds off (facts.md §1.9).
    private mutating func minutes(_ text: UnsafeRawBufferPointer) -> Stamp? {
        guard text.count >= 10, let midnight = StampClock.date(text, 0) else { return nil }
        guard text.count == 16, text[10] == 32, text[13] == UInt8(ascii: ":"), let hour = StampClock.number(text, 11, 2),
            let minute = StampClock.number(text, 14, 2), hour < 24, minute < 60
        else {
            return text.count == 10 ? Stamp(utc(midnight), .day, length: 10, isZoned: false) : nil
        }
        let local = midnight &+ Int64(hour &* 60 &+ minute) &* 60 &* StampClock.second
        return Stamp(utc(local), .minute, length: 16, isZoned: false)
    }

    /// Reads fraction and offset behind a civil time and applies the zone.
    @inline(__always)
    mutating func finished(_ text: UnsafeRawBufferPointer, _ start: Int, _ end: Int, _ local: Int64, isUTC: Bool) -> Stamp {
        var i = end
        let (micros, resolution) = StampClock.fraction(text, &i)
        let civil = local &+ micros
        if let offset = offset(text, &i) { return Stamp(civil &- offset, resolution, length: i &- start, isZoned: true) }
        return Stamp(isUTC ? civil : utc(civil), resolution, length: i &- start, isZoned: isUTC)
    }

    mutating func withoutYear(
        _ text: UnsafeRawBufferPointer, _ start: Int, _ end: Int, _ month: Int, _ day: Int, _ time: Int64
    ) -> Stamp? {
        var i = end
        let (micros, resolution) = StampClock.fraction(text, &i)
        let offset = offset(text, &i)
        guard month >= 1, month <= 12, day >= 1, day <= 31 else { return nil }
        guard let midnight = midnight(month: month, day: day, time: time) else {
            return Stamp(0, resolution, length: i &- start, isZoned: false, isDated: false)
        }
        let civil = midnight &+ time &+ micros
        return Stamp(offset.map { civil &- $0 } ?? utc(civil), resolution, length: i &- start, isZoned: offset != nil)
    }

    /// `yyyy-MM-dd` with `-`, `/` or `.`.
    static func date(_ text: UnsafeRawBufferPointer, _ at: Int) -> Int64? {
        let separator = text.at(at &+ 4)
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: "."),
            text.at(at &+ 7) == separator, let year = number(text, at, 4), let month = number(text, at &+ 5, 2),
            let day = number(text, at &+ 8, 2)
        else { return nil }
        return midnight(year, month, day)
    }

    /// 1…12 for an English month's first three letters, or nil.
    static func month(_ text: UnsafeRawBufferPointer, _ at: Int) -> Int? {
        guard at >= 0, at &+ 3 <= text.count else { return nil }
        let key = UInt32(text[at] | 32) &<< 16 | UInt32(text[at &+ 1] | 32) &<< 8 | UInt32(text[at &+ 2] | 32)
        switch key {
        case 0x6A_616E: return 1
        case 0x66_6562: return 2
        case 0x6D_6172: return 3
        case 0x61_7072: return 4
        case 0x6D_6179: return 5
        case 0x6A_756E: return 6
        case 0x6A_756C: return 7
        case 0x61_7567: return 8
        case 0x73_6570: return 9
        case 0x6F_6374: return 10
        case 0x6E_6F76: return 11
        case 0x64_6563: return 12
        default: return nil
        }
    }
}
