import Domain

/// The rule at the end of a zone file: `EST5EDT,M3.2.0,M11.1.0` (POSIX TZ with RFC 8536's wider hours).
struct PosixZone {
    /// Local − UTC outside daylight saving time.
    private var standard: TimeSpan
    /// Daylight saving time, where there is one.
    private var daylight: (offset: TimeSpan, from: Day, until: Day)?

    /// A day of the year and the second of that day, local time.
    private struct Day {
        enum Form {
            /// `Jn`: 1…365, the 29th of February is never counted.
            case julian(Int)
            /// `n`: 0…365.
            case ordinal(Int)
            /// `Mm.w.d`: weekday d of week w (5: the last) of month m.
            case weekday(month: Int, week: Int, day: Int)
        }

        var form: Form
        var second: Int64

        /// The local moment in a year, as if it were UTC.
        func instant(in year: Int) -> Instant {
            let january = CivilTime.days(year: year, month: 1, day: 1)
            let day: Int
            switch form {
            case .julian(let number):
                let isLeap = CivilTime.days(year: year + 1, month: 1, day: 1) - january == 366
                day = january + number - 1 + (isLeap && number >= 60 ? 1 : 0)
            case .ordinal(let number): day = january + number
            case .weekday(let month, let week, let weekday):
                let first = CivilTime.days(year: year, month: month, day: 1)
                let next =
                    month == 12 ? CivilTime.days(year: year + 1, month: 1, day: 1) : CivilTime.days(year: year, month: month + 1, day: 1)
                // 1970-01-01 was a Thursday.
                let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
                var found = first + (weekday - weekdayOfFirst + 7) % 7 + 7 * (week - 1)
                while found >= next { found -= 7 }
                day = found
            }
            return Instant(microseconds: (Int64(day) * 86_400 + second) * 1_000_000)
        }
    }

    /// Reads a rule; nil when it is none or empty.
    init?(_ text: [UInt8]) {
        var reader = Reader(text: text)
        guard reader.name(), let west = reader.clock() else { return nil }
        standard = .seconds(-west)
        guard !reader.isAtEnd else { return }
        guard reader.name() else { return nil }
        var offset = standard + .hours(1)
        if let next = reader.next, next != UInt8(ascii: ",") {
            guard let west = reader.clock() else { return nil }
            offset = .seconds(-west)
        }
        guard let from = reader.day(), let until = reader.day(), reader.isAtEnd else { return nil }
        daylight = (offset, from, until)
    }

    /// The transitions after a moment, up to the end of a year.
    func transitions(after moment: Instant, until lastYear: Int) -> [ZoneTable.Transition] {
        guard let daylight else { return [] }
        var transitions: [ZoneTable.Transition] = []
        let firstYear = max(1970, moment == .distantPast ? 1970 : CivilTime(moment).year)
        guard firstYear <= lastYear else { return [] }
        for year in firstYear...lastYear {
            transitions.append(ZoneTable.Transition(at: daylight.from.instant(in: year) - standard, offset: daylight.offset))
            transitions.append(ZoneTable.Transition(at: daylight.until.instant(in: year) - daylight.offset, offset: standard))
        }
        return transitions.filter { $0.at > moment }.sorted { $0.at < $1.at }
    }

    private struct Reader {
        let text: [UInt8]
        var place = 0

        var next: UInt8? { place < text.count ? text[place] : nil }
        var isAtEnd: Bool { place == text.count }

        mutating func take(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            place += 1
            return true
        }

        /// A zone's short name: letters, or anything between `<` and `>`.
        mutating func name() -> Bool {
            let start = place
            if take(UInt8(ascii: "<")) {
                while let byte = next, byte != UInt8(ascii: ">") { place += 1 }
                return take(UInt8(ascii: ">"))
            }
            while let byte = next, (65...90).contains(byte) || (97...122).contains(byte) { place += 1 }
            return place > start
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let start = place
            var value = 0
            while let byte = next, (48...57).contains(byte), place - start < 4 {
                value = value * 10 + Int(byte - 48)
                place += 1
            }
            return place > start && range.contains(value) ? value : nil
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func clock() -> Int64? {
            let isNegative = take(UInt8(ascii: "-"))
            if !isNegative { _ = take(UInt8(ascii: "+")) }
            guard let hours = number(0...167) else { return nil }
            var seconds = hours * 3_600
            for unit in [60, 1] where take(UInt8(ascii: ":")) {
                guard let part = number(0...59) else { return nil }
                seconds += part * unit
            }
            return Int64(isNegative ? -seconds : seconds)
        }

        /// `,M3.2.0/2`, `,J60`, `,59`.
        mutating func day() -> Day? {
            guard take(UInt8(ascii: ",")) else { return nil }
            let form: Day.Form
            if take(UInt8(ascii: "M")) {
                guard let month = number(1...12), take(UInt8(ascii: ".")), let week = number(1...5), take(UInt8(ascii: ".")),
                    let day = number(0...6)
                else { return nil }
                form = .weekday(month: month, week: week, day: day)
            } else if take(UInt8(ascii: "J")) {
                guard let day = number(1...365) else { return nil }
                form = .julian(day)
            } else {
                guard let day = number(0...365) else { return nil }
                form = .ordinal(day)
            }
            guard take(UInt8(ascii: "/")) else { return Day(form: form, second: 7_200) }
            return clock().map { Day(form: form, second: $0) }
        }
    }
}
