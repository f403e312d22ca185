extension Bytes {
    /// Appends bytes in base64 with the URL alphabet and no padding, as the parts of a JWS have it.
    mutating func base64URL(_ bytes: UnsafeRawBufferPointer) {
        var at = 0
        while at < bytes.count {
            let have = min(3, bytes.count - at)
            var bits: UInt32 = 0
            for i in 0..<3 { bits = bits &<< 8 | (i < have ? UInt32(bytes[at + i]) : 0) }
            for i in 0...have { byte(Bytes.letter(UInt8(truncatingIfNeeded: bits &>> UInt32(18 - 6 * i) & 63))) }
            at += 3
        }
    }

    private static func letter(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: value + 65
        case 26..<52: value + 71
        case 52..<62: value - 4
        case 62: 45
        default: 95
        }
    }
}
