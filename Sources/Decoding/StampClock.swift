import Domain

/// Reads the stamps of one stream: by position, with the last day kept, so that a stamp costs a few nanoseconds.
///
/// It keeps the moment of the stream's last stamp, from which stamps without a year or a date take what they lack.
public struct StampClock: Sendable {
    /// What stamps without a zone mean.
    public let zone: ZoneRule
    /// Local midnight of the day that the file's name carries, in microseconds of civil time.
    var day: Int64?
    /// A moment near the stamps, from outside.
    var reference: Int64?
    /// The last stamp of the stream, or of the envelope around it.
    var previous: Int64?
    /// A stamp without a zone was read by the zone rule.
    var usedZoneRule = false
    /// The last date's text and its midnight.
    var dateText: UInt64 = 0
    var dateTail: UInt32 = 0
    var dateMidnight: Int64 = 0
    /// The last offset's first six bytes, how long it was and what it means.
    var offsetText: UInt64 = 0
    var offsetLength = 0
    var offsetValue: Int64 = 0
    /// Only the header is wanted: a form may leave the rest of the line unread.
    var isHeaderOnly = false
    let fixedOffset: Int64
    let isFixed: Bool

    /// A clock for a stream whose zone-less stamps follow `zone`.
    public init(zone: ZoneRule = .shanghai, fileName: String = "", reference: Instant? = nil) {
        self.zone = zone
        (fixedOffset, isFixed) = (zone.offset.microseconds, zone.isFixed)
        self.reference = reference?.microseconds
        day = StampClock.day(inName: fileName)
    }

    /// Takes what another clock of the same zone knows, without copying the zone.
    mutating func restart(as other: borrowing StampClock) {
        (day, reference, previous, usedZoneRule) = (other.day, other.reference, other.previous, other.usedZoneRule)
        (dateText, dateTail, dateMidnight) = (other.dateText, other.dateTail, other.dateMidnight)
        (offsetText, offsetLength, offsetValue) = (other.offsetText, other.offsetLength, other.offsetValue)
        isHeaderOnly = other.isHeaderOnly
    }

    static let second: Int64 = 1_000_000
    static let dayLength: Int64 = 86_400_000_000

    /// Moves civil time to UTC by the zone rule.
    @inline(__always)
    mutating func utc(_ local: Int64) -> Int64 {
        usedZoneRule = true
        return isFixed ? local &- fixedOffset : local &- zone.offset(atLocal: local).microseconds
    }

    /// Microseconds of the midnight that begins a date, or nil for no date.
    static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
        guard year >= 1, year <= 9_999, month >= 1, month <= 12, day >= 1, day <= 31 else { return nil }
        if day > 28 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let longest = month == 2 ? (isLeap ? 29 : 28) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
            guard day <= longest else { return nil }
        }
        return Int64(CivilTime.days(year: year, month: month, day: day)) &* dayLength
    }

    /// The day in a file's name: `pay-2026-06-03.log`, `20889999000011110156_20260603.csv`, `pay.2026_06_03`. The last one counts.
    static func day(inName name: String) -> Int64? {
        Array(name.utf8).withUnsafeBytes { bytes in
            var found: Int64?
            var i = 0
            while i < bytes.count {
                guard bytes[i].isDigit, !bytes.at(i &- 1).isDigit else {
                    i &+= 1
                    continue
                }
                var end = i
                while end < bytes.count, bytes[end].isDigit { end &+= 1 }
                let year = number(bytes, i, 4) ?? 0
                if year >= 2_000, year < 2_100 {
                    let isBare = end &- i == 8
                    let separator = bytes.at(i &+ 4)
                    if isBare, let month = number(bytes, i &+ 4, 2), let day = number(bytes, i &+ 6, 2) {
                        found = midnight(year, month, day) ?? found
                    } else if end &- i == 4,
                        separator == UInt8(ascii: "-") || separator == UInt8(ascii: "_") || separator == UInt8(ascii: "."),
                        bytes.at(i &+ 7) == separator, let month = number(bytes, i &+ 5, 2), let day = number(bytes, i &+ 8, 2)
                    {
                        found = midnight(year, month, day) ?? found
                    }
                }
                i = end
            }
            return found
        }
    }

    /// A number of exactly `length` digits, or nil.
    @inline(__always)
    static func number(_ text: UnsafeRawBufferPointer, _ at: Int, _ length: Int) -> Int? {
        guard at >= 0, at &+ length <= text.count else { return nil }
        var value = 0
        for i in at..<(at &+ length) {
            let digit = text[i] &- 48
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ Int(digit)
        }
        return value
    }
}
