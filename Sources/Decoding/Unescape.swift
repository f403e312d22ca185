import CScan
import Domain

extension FieldScanner {
    /// Undoes the escapes of JSON, logfmt and NSDictionary strings: `\n \" \\ \/ \uXXXX` with surrogate pairs, `\UXXXX` (property
    /// lists), `\xHH` (nginx). A lone surrogate becomes U+FFFD; an unknown escape stands for its second byte. Nil without memory.
    static func unescaped(_ text: UnsafeRawBufferPointer, _ arena: inout ByteArena) -> UnsafeRawBufferPointer? {
        guard let room = arena.take(text.count) else { return nil }
        guard let base = text.baseAddress, let target = room.baseAddress else { return text }
        var out = 0
        var i = 0
        while i < text.count {
            let run = cscan_copy_until(base, text.count, i, UInt8(ascii: "\\"), UInt8(ascii: "\\"), target + out)
            out &+= run &- i
            i = run
            guard i &+ 1 < text.count else {
                if i < text.count {
                    room[out] = text[i]
                    out &+= 1
                }
                break
            }
            let kind = text[i &+ 1]
            i &+= 2
            switch kind {
            case UInt8(ascii: "n"): room[out] = 10
            case UInt8(ascii: "t"): room[out] = 9
            case UInt8(ascii: "r"): room[out] = 13
            case UInt8(ascii: "b"): room[out] = 8
            case UInt8(ascii: "f"): room[out] = 12
            case UInt8(ascii: "x"):
                let high = text.at(i).hexValue
                let low = text.at(i &+ 1).hexValue
                if high == 255 || low == 255 {
                    room[out] = kind
                } else {
                    room[out] = high &<< 4 | low
                    i &+= 2
                }
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                guard var scalar = hexQuad(text, i) else {
                    room[out] = kind
                    break
                }
                i &+= 4
                if scalar & 0xFC00 == 0xD800 {
                    let marker = text.at(i &+ 1) | 32
                    if text.at(i) == UInt8(ascii: "\\"), marker == UInt8(ascii: "u"), let low = hexQuad(text, i &+ 2),
                        low & 0xFC00 == 0xDC00
                    {
                        scalar = 0x10000 &+ (scalar & 0x3FF) &<< 10 &+ (low & 0x3FF)
                        i &+= 6
                    } else {
                        scalar = 0xFFFD
                    }
                } else if scalar & 0xFC00 == 0xDC00 {
                    scalar = 0xFFFD
                }
                // At most four bytes for an escape of six: the room always suffices.
                out = putScalar(scalar, room, out)
                continue
            default: room[out] = kind
            }
            out &+= 1
        }
        return arena.trim(room, to: out)
    }

    private static func hexQuad(_ text: UnsafeRawBufferPointer, _ at: Int) -> UInt32? {
        guard at &+ 4 <= text.count else { return nil }
        var value: UInt32 = 0
        for i in at..<(at &+ 4) {
            let digit = text[i].hexValue
            guard digit != 255 else { return nil }
            value = value &<< 4 | UInt32(digit)
        }
        return value
    }

    /// Writes one scalar as UTF-8; returns the new end.
    static func putScalar(_ scalar: UInt32, _ room: UnsafeMutableRawBufferPointer, _ at: Int) -> Int {
        func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar &>> shift & 0x3F) }
        switch scalar {
        case 0..<0x80:
            room[at] = UInt8(truncatingIfNeeded: scalar)
            return at &+ 1
        case 0x80..<0x800:
            room[at] = 0xC0 | UInt8(truncatingIfNeeded: scalar &>> 6)
            room[at &+ 1] = tail(0)
            return at &+ 2
        case 0x800..<0x10000:
            room[at] = 0xE0 | UInt8(truncatingIfNeeded: scalar &>> 12)
            room[at &+ 1] = tail(6)
            room[at &+ 2] = tail(0)
            return at &+ 3
        default:
            room[at] = 0xF0 | UInt8(truncatingIfNeeded: scalar &>> 18 & 7)
            room[at &+ 1] = tail(12)
            room[at &+ 2] = tail(6)
            room[at &+ 3] = tail(0)
            return at &+ 4
        }
    }

    /// Undoes `%HH`, and `+` where it stands for a blank; a `%` without two digits stays. Nil without memory.
    static func percentDecoded(_ text: UnsafeRawBufferPointer, plusIsBlank: Bool, _ arena: inout ByteArena) -> UnsafeRawBufferPointer? {
        let special = plusIsBlank ? UInt8(ascii: "+") : UInt8(ascii: "%")
        guard text.first(UInt8(ascii: "%"), or: special) != nil else { return text }
        guard let room = arena.take(text.count) else { return nil }
        return arena.trim(room, to: cscan_unpercent(text.baseAddress, text.count, plusIsBlank ? 1 : 0, room.baseAddress))
    }

    /// Undoes `&quot; &amp; &lt; &gt; &apos; &#39; &#x27;`; nil when there is none of them, or no memory.
    static func entitiesDecoded(_ text: UnsafeRawBufferPointer, _ arena: inout ByteArena) -> UnsafeRawBufferPointer? {
        guard hasEntity(text), let room = arena.take(text.count) else { return nil }
        var out = 0
        var i = 0
        while i < text.count {
            if text[i] == UInt8(ascii: "&"), let (scalar, length) = entity(text, i) {
                out = putScalar(scalar, room, out)
                i &+= length
            } else {
                room[out] = text[i]
                out &+= 1
                i &+= 1
            }
        }
        return arena.trim(room, to: out)
    }

    private static func hasEntity(_ text: UnsafeRawBufferPointer) -> Bool {
        var from = 0
        while let at = text.first(UInt8(ascii: "&"), from: from) {
            if entity(text, at) != nil { return true }
            from = at &+ 1
        }
        return false
    }

    private static func entity(_ text: UnsafeRawBufferPointer, _ at: Int) -> (scalar: UInt32, length: Int)? {
        switch text.at(at &+ 1) {
        case UInt8(ascii: "q"): return text.has("&quot;", at: at) ? (34, 6) : nil
        case UInt8(ascii: "a"): return text.has("&amp;", at: at) ? (38, 5) : text.has("&apos;", at: at) ? (39, 6) : nil
        case UInt8(ascii: "l"): return text.has("&lt;", at: at) ? (60, 4) : nil
        case UInt8(ascii: "g"): return text.has("&gt;", at: at) ? (62, 4) : nil
        case UInt8(ascii: "#"): break
        default: return nil
        }
        var i = at &+ 2
        let isHex = text.at(i) | 32 == UInt8(ascii: "x")
        if isHex { i &+= 1 }
        let start = i
        var scalar: UInt32 = 0
        while i < text.count, i < start &+ 6 {
            let digit = text[i].hexValue
            guard digit != 255, isHex || digit < 10 else { break }
            scalar = scalar &* (isHex ? 16 : 10) &+ UInt32(digit)
            i &+= 1
        }
        // `&#1;` is the shortest and four bytes long: no more than the scalar takes, once it is a valid one.
        guard i > start, text.at(i) == UInt8(ascii: ";"), Unicode.Scalar(scalar) != nil else { return nil }
        return (scalar, i &+ 1 &- at)
    }
}
