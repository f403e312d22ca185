/// A growing run of bytes that text is appended to; whoever makes one frees it.
///
/// Writing a world is byte appends only: no `String` is made per line.
struct Bytes {
    private(set) var base: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 4_096) {
        self.capacity = capacity
        base = .allocate(byteCount: capacity, alignment: 16)
    }

    func free() { base.deallocate() }

    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    @inline(__always) mutating func clear() { count = 0 }
    @inline(__always) mutating func cut(to length: Int) { count = min(count, length) }

    @inline(__always) private mutating func reserve(_ more: Int) {
        if count &+ more > capacity { grow(more) }
    }

    @inline(never) private mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let next = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        next.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = next
    }

    @inline(__always) mutating func byte(_ value: UInt8) {
        reserve(1)
        base.storeBytes(of: value, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    @inline(__always) mutating func raw(_ start: UnsafeRawPointer, _ length: Int) {
        reserve(length)
        (base + count).copyMemory(from: start, byteCount: length)
        count &+= length
    }

    @inline(__always) mutating func raw(_ bytes: UnsafeRawBufferPointer) {
        if let start = bytes.baseAddress { raw(start, bytes.count) }
    }

    /// Appends a literal.
    @inline(__always) mutating func text(_ literal: StaticString) { raw(literal.utf8Start, literal.utf8CodeUnitCount) }

    /// Appends a run-time text: for headers, not for lines.
    mutating func string(_ text: String) {
        for unit in text.utf8 { byte(unit) }
    }

    /// Appends a decimal number.
    mutating func number(_ value: Int64) {
        if value < 0 { byte(45) }
        var rest = value.magnitude
        var digits = 1
        var probe = rest
        while probe >= 10 {
            probe /= 10
            digits &+= 1
        }
        reserve(digits)
        var at = count &+ digits
        count = at
        while digits > 0 {
            at &-= 1
            digits &-= 1
            base.storeBytes(of: UInt8(truncatingIfNeeded: 48 &+ rest % 10), toByteOffset: at, as: UInt8.self)
            rest /= 10
        }
    }

    /// Appends the last `width` digits of a number, zero-padded.
    @inline(__always) mutating func digits(_ value: Int64, _ width: Int) {
        reserve(width)
        var rest = value.magnitude
        var at = count &+ width
        count = at
        for _ in 0..<width {
            at &-= 1
            base.storeBytes(of: UInt8(truncatingIfNeeded: 48 &+ rest % 10), toByteOffset: at, as: UInt8.self)
            rest /= 10
        }
    }

    /// Appends `width` lower-case hexadecimal digits of a number.
    mutating func hex(_ value: UInt64, _ width: Int) {
        reserve(width)
        let start = base + count
        var rest = value
        var at = width &- 1
        while at >= 0 {
            // the letters come 39 behind the digits; no branch, since digits of a hash are anybody's guess
            let nibble = UInt8(truncatingIfNeeded: rest) & 15
            start.storeBytes(of: 48 &+ nibble &+ ((nibble &+ 6) &>> 4) &* 39, toByteOffset: at, as: UInt8.self)
            rest &>>= 4
            at &-= 1
        }
        count &+= width
    }

    /// Appends a signature's base64: `width` characters made of a number, the last two `==`.
    ///
    /// - Parameter isForm: written for a form body, where `+`, `/` and `=` are escaped.
    mutating func signature(_ seed: UInt64, _ width: Int, isForm: Bool) {
        let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        var state = seed
        var word: UInt64 = 0
        var left = 0
        for _ in 0..<(width &- 2) {
            if left == 0 {
                state &+= 0x9E37_79B9_7F4A_7C15
                word = Random.mix(state)
                left = 10
            }
            let unit = alphabet.utf8Start[Int(word & 63)]
            word &>>= 6
            left &-= 1
            if isForm, unit == 43 || unit == 47 {
                text(unit == 43 ? "%2B" : "%2F")
            } else {
                byte(unit)
            }
        }
        text(isForm ? "%3D%3D" : "==")
    }

    /// Appends an amount of hundredths as `128.00`.
    mutating func amount(_ hundredths: Int64) {
        if hundredths < 0 { byte(45) }
        let value = Int64(hundredths.magnitude)
        number(value / 100)
        byte(46)
        digits(value % 100, 2)
    }

    /// Appends bytes as the inside of a JSON string.
    mutating func jsonEscaped(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        var from = 0
        for index in 0..<bytes.count {
            let unit = start.load(fromByteOffset: index, as: UInt8.self)
            guard unit < 32 || unit == 34 || unit == 92 else { continue }
            raw(start + from, index &- from)
            from = index &+ 1
            byte(92)
            switch unit {
            case 10: byte(110)
            case 13: byte(114)
            case 9: byte(116)
            case 34, 92: byte(unit)
            default:
                text("u00")
                hex(UInt64(unit), 2)
            }
        }
        raw(start + from, bytes.count &- from)
    }

    /// Appends bytes percent-encoded as a form does it: blanks become `+`.
    mutating func formEscaped(_ bytes: UnsafeRawBufferPointer, blank: StaticString = "+") {
        for unit in bytes {
            switch unit {
            case 48...57, 65...90, 97...122, 45, 46, 95, 42: byte(unit)
            case 32: text(blank)
            default:
                byte(37)
                let high = unit &>> 4
                let low = unit & 15
                byte(high < 10 ? 48 &+ high : 55 &+ high)
                byte(low < 10 ? 48 &+ low : 55 &+ low)
            }
        }
    }

    /// Percent-encodes what was appended since `mark`, in place, through a scratch buffer.
    mutating func formEscape(since mark: Int, scratch: inout Bytes, blank: StaticString = "+") {
        scratch.clear()
        scratch.raw(base + mark, count &- mark)
        count = mark
        formEscaped(scratch.buffer, blank: blank)
    }

    /// JSON-escapes what was appended since `mark`, in place, through a scratch buffer.
    mutating func jsonEscape(since mark: Int, scratch: inout Bytes) {
        scratch.clear()
        scratch.raw(base + mark, count &- mark)
        count = mark
        jsonEscaped(scratch.buffer)
    }
}
