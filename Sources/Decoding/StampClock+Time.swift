import Domain

extension StampClock {
    /// `HH:mm:ss` at `at`, in microseconds; nil for anything else. A leap second counts as the next second.
    @inline(__always)
    static func timeOfDay(_ text: UnsafeRawBufferPointer, _ at: Int) -> Int64? {
        guard at >= 0, at <= text.count &- 8, let base = text.baseAddress else { return nil }
        let p = (base + at).assumingMemoryBound(to: UInt8.self)
        let h1 = p[0] &- 48
        let h2 = p[1] &- 48
        let m1 = p[3] &- 48
        let m2 = p[4] &- 48
        let s1 = p[6] &- 48
        let s2 = p[7] &- 48
        guard p[2] == 58, p[5] == 58, h1 <= 2, h2 <= 9, m1 <= 5, m2 <= 9, s1 <= 6, s2 <= 9 else { return nil }
        let hour = Int64(h1) &* 10 &+ Int64(h2)
        let minute = Int64(m1) &* 10 &+ Int64(m2)
        let second = Int64(s1) &* 10 &+ Int64(s2)
        guard hour < 24, second <= 60 else { return nil }
        return (hour &* 3_600 &+ minute &* 60 &+ second) &* 1_000_000
    }

    /// A fraction of a second at `i`: a point, comma or (CocoaLumberjack, three digits) colon, then up to nine digits that count.
    /// Moves `i` behind it; a second's fraction below a microsecond is cut.
    @inline(__always)
    static func fraction(_ text: UnsafeRawBufferPointer, _ i: inout Int) -> (microseconds: Int64, resolution: Resolution) {
        let mark = text.at(i)
        guard mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") || mark == UInt8(ascii: ":"), text.at(i &+ 1).isDigit else {
            return (0, .second)
        }
        if mark == UInt8(ascii: ":"), !text.at(i &+ 2).isDigit || !text.at(i &+ 3).isDigit { return (0, .second) }
        var j = i &+ 1
        var value: Int64 = 0
        var digits = 0
        while j < text.count {
            let digit = text[j] &- 48
            guard digit <= 9 else { break }
            if digits < 6 { value = value &* 10 &+ Int64(digit) }
            digits &+= 1
            j &+= 1
        }
        i = j
        if digits <= 3 {
            return (value &* (digits == 3 ? 1_000 : digits == 2 ? 10_000 : 100_000), .millisecond)
        }
        return (digits >= 6 ? value : value &* (digits == 5 ? 10 : 100), .microsecond)
    }

    /// An offset or zone name at `i`: `Z`, `+08:00`, `+0800`, `+08`, also behind one blank, ` UTC`, ` GMT`, ` Etc/GMT`, ` CST`.
    ///
    /// Moves `i` behind it. Nil: no zone stands there. `CST` and other names are read by the zone rule (vocabulary §8): they are
    /// stepped over and nil is given.
    @inline(__always)
    func offset(_ text: UnsafeRawBufferPointer, _ i: inout Int) -> Int64? {
        let byte = text.at(i)
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { return StampClock.numericOffset(text, &i, isApart: false) }
        if byte | 32 == UInt8(ascii: "z"), !text.at(i &+ 1).isIdentifier {
            i &+= 1
            return 0
        }
        guard byte == 32 else { return nil }
        let next = text.at(i &+ 1)
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") {
            var j = i &+ 1
            guard let offset = StampClock.numericOffset(text, &j, isApart: true) else { return nil }
            i = j
            return offset
        }
        guard next &- 65 <= 25 else { return nil }
        return named(text, &i)
    }

    private func named(_ text: UnsafeRawBufferPointer, _ i: inout Int) -> Int64? {
        let start = i &+ 1
        for (name, isUTC) in [("UTC", true), ("GMT", true), ("Etc/GMT", true), ("Etc/UTC", true), ("CST", false)] as [(StaticString, Bool)]
        where text.has(name, at: start) && !text.at(start &+ name.utf8CodeUnitCount).isIdentifier {
            i = start &+ name.utf8CodeUnitCount
            return isUTC ? 0 : nil
        }
        return nil
    }

    private static func numericOffset(_ text: UnsafeRawBufferPointer, _ i: inout Int, isApart: Bool) -> Int64? {
        guard let hours = number(text, i &+ 1, 2), hours <= 14 else { return nil }
        var end = i &+ 3
        var minutes = 0
        if text.at(end) == UInt8(ascii: ":"), let part = number(text, end &+ 1, 2) {
            minutes = part
            end &+= 3
        } else if let part = number(text, end, 2) {
            minutes = part
            end &+= 2
        } else if isApart {
            return nil
        }
        // ` -1022 …` is an error code, not a zone: zones are whole quarters of an hour.
        guard minutes < 60, !text.at(end).isDigit, !isApart || minutes % 15 == 0 else { return nil }
        let value = Int64(hours &* 3_600 &+ minutes &* 60) &* second
        let isWest = text[i] == UInt8(ascii: "-")
        i = end
        return isWest ? -value : value
    }
}
