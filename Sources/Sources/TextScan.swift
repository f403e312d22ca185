#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Questions about bytes that are asked of whole blocks.
enum TextScan {
    /// Index of the first byte of 128 or more; `bytes.count` when all are ASCII.
    static func firstNonASCII(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let high: UInt64 = 0x8080_8080_8080_8080
        var at = 0
        while at &+ 32 <= bytes.count {
            let a = base.loadUnaligned(fromByteOffset: at, as: UInt64.self) | base.loadUnaligned(fromByteOffset: at &+ 8, as: UInt64.self)
            let b =
                base.loadUnaligned(fromByteOffset: at &+ 16, as: UInt64.self)
                | base.loadUnaligned(fromByteOffset: at &+ 24, as: UInt64.self)
            if (a | b) & high != 0 { break }
            at &+= 32
        }
        while at < bytes.count, bytes[at] < 0x80 { at &+= 1 }
        return at
    }

    /// Index of the first zero byte, or nil.
    static func firstNUL(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let hit = memchr(base, 0, bytes.count) else { return nil }
        return base.distance(to: UnsafeRawPointer(hit))
    }

    /// Index of the first line feed, or nil.
    static func firstLineFeed(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let hit = memchr(base, 10, bytes.count) else { return nil }
        return base.distance(to: UnsafeRawPointer(hit))
    }

    /// Length of the UTF-8 character at `at`, by the table of Unicode's well-formed sequences: positive when it is whole and valid;
    /// 0 when it is cut short by the end or by another byte; -1 when no character can begin so.
    static func characterLength(_ bytes: UnsafeRawBufferPointer, at: Int) -> Int {
        let lead = bytes[at]
        if lead < 0x80 { return 1 }
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF4: (length, high) = (4, 0x8F)
        case 0xF1...0xF3: length = 4
        default: return -1
        }
        var index = 1
        while index < length {
            guard at &+ index < bytes.count else { return 0 }
            let byte = bytes[at &+ index]
            guard byte >= low, byte <= high else { return index == 1 && byte >= 0x80 ? -1 : 0 }
            (low, high) = (0x80, 0xBF)
            index &+= 1
        }
        return length
    }

    /// Whether `bytes` read as UTF-8 text: no control characters but tab, line ends and escape, no invalid character before the last.
    static func looksLikeText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte < 0x20, byte != 9, byte != 10, byte != 13, byte != 27 { return false }
            let length = characterLength(bytes, at: at)
            if length <= 0 { return length == 0 && bytes.count &- at < 4 }
            at &+= length
        }
        return bytes.count > 0
    }
}
