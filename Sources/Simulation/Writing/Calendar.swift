import Domain

/// Writes stamps; the day is worked out once and kept, since neighbours share it.
struct Calendar {
    private var day = Int64.min
    private var civil = CivilTime(year: 1970, month: 1, day: 1)

    /// Hours that Shanghai is ahead of UTC.
    static let shanghai: Int64 = 8 * 3_600_000_000

    /// The day number of a local time.
    @inline(__always) static func dayNumber(_ local: Int64) -> Int64 {
        local >= 0 ? local / 86_400_000_000 : (local &- 86_399_999_999) / 86_400_000_000
    }

    @inline(__always) private mutating func enter(_ local: Int64) -> Int64 {
        let number = Calendar.dayNumber(local)
        if number != day {
            day = number
            civil = CivilTime(Instant(microseconds: number &* 86_400_000_000))
        }
        return local &- number &* 86_400_000_000
    }

    /// `2026-11-02`
    mutating func date(_ local: Int64, _ out: inout Bytes, separator: UInt8 = 45) {
        _ = enter(local)
        out.digits(Int64(civil.year), 4)
        if separator != 0 { out.byte(separator) }
        out.digits(Int64(civil.month), 2)
        if separator != 0 { out.byte(separator) }
        out.digits(Int64(civil.day), 2)
    }

    /// `11-02`
    mutating func monthDay(_ local: Int64, _ out: inout Bytes) {
        _ = enter(local)
        out.digits(Int64(civil.month), 2)
        out.byte(45)
        out.digits(Int64(civil.day), 2)
    }

    /// `02/Nov/2026`
    mutating func clfDate(_ local: Int64, _ out: inout Bytes) {
        _ = enter(local)
        out.digits(Int64(civil.day), 2)
        out.byte(47)
        let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
        out.raw(names.utf8Start + (civil.month - 1) * 3, 3)
        out.byte(47)
        out.digits(Int64(civil.year), 4)
    }

    /// `Nov  2 10:02:40`, as syslog writes it: no year.
    mutating func spokenMonthDay(_ local: Int64, _ out: inout Bytes) {
        _ = enter(local)
        let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
        out.raw(names.utf8Start + (civil.month - 1) * 3, 3)
        out.byte(32)
        if civil.day < 10 { out.byte(32) }
        out.number(Int64(civil.day))
        out.byte(32)
        time(local, &out)
    }

    /// `Nov 2, 2026 @ 10:02:40.599`, as Kibana shows it.
    mutating func kibana(_ local: Int64, _ out: inout Bytes) {
        _ = enter(local)
        let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
        out.raw(names.utf8Start + (civil.month - 1) * 3, 3)
        out.byte(32)
        out.number(Int64(civil.day))
        out.text(", ")
        out.digits(Int64(civil.year), 4)
        out.text(" @ ")
        millis(local, &out)
    }

    /// `02 Nov 2026`, as redis writes it.
    mutating func spokenDate(_ local: Int64, _ out: inout Bytes) {
        _ = enter(local)
        out.digits(Int64(civil.day), 2)
        out.byte(32)
        let names: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
        out.raw(names.utf8Start + (civil.month - 1) * 3, 3)
        out.byte(32)
        out.digits(Int64(civil.year), 4)
    }

    /// `10:02:40`
    mutating func time(_ local: Int64, _ out: inout Bytes) {
        let second = enter(local) / 1_000_000
        out.digits(second / 3_600, 2)
        out.byte(58)
        out.digits(second / 60 % 60, 2)
        out.byte(58)
        out.digits(second % 60, 2)
    }

    /// `10:02:40.599`
    mutating func millis(_ local: Int64, _ out: inout Bytes, point: UInt8 = 46) {
        time(local, &out)
        out.byte(point)
        out.digits(enter(local) / 1_000 % 1_000, 3)
    }

    /// `10:02:40.599795`
    mutating func micros(_ local: Int64, _ out: inout Bytes) {
        time(local, &out)
        out.byte(46)
        out.digits(enter(local) % 1_000_000, 6)
    }

    /// `2026-11-02 10:02:40`, the form of the providers' times.
    mutating func wall(_ local: Int64, _ out: inout Bytes, joiner: UInt8 = 32) {
        date(local, &out)
        out.byte(joiner)
        time(local, &out)
    }

    /// `20261102100240`
    mutating func compact(_ local: Int64, _ out: inout Bytes) {
        date(local, &out, separator: 0)
        let second = enter(local) / 1_000_000
        out.digits(second / 3_600, 2)
        out.digits(second / 60 % 60, 2)
        out.digits(second % 60, 2)
    }

    /// `2026-11-02T10:02:40+08:00`
    mutating func rfc3339(_ local: Int64, _ out: inout Bytes) {
        wall(local, &out, joiner: 84)
        out.text("+08:00")
    }
}
