import Decoding

/// A signed App Store document: only its payload is read here; the signature is for ``SignatureChecker``.
enum JWS {
    /// Whether a text begins as the base64 of a JSON object does and has its dots.
    static func isPossible(_ text: Bytes) -> Bool {
        guard text.has("eyJ"), let first = text.first(46) else { return false }
        return text.first(46, from: first + 1) != nil
    }

    /// Decodes the middle part of `header.payload.signature` into `room`; nil when the text is no JWS or does not fit.
    static func payload(of text: Bytes, into room: UnsafeMutableRawBufferPointer) -> Bytes? {
        guard let first = text.first(46), let second = text.first(46, from: first + 1) else { return nil }
        return base64(text.slice(first + 1, second), into: room)
    }

    /// Base64 with the URL alphabet, padding optional.
    static func base64(_ text: Bytes, into room: UnsafeMutableRawBufferPointer) -> Bytes? {
        guard text.count > 3, text.count / 4 * 3 + 3 <= room.count else { return nil }
        var bits: UInt32 = 0
        var held = 0
        var used = 0
        for byte in text {
            let value: UInt32
            switch byte {
            case 65...90: value = UInt32(byte - 65)
            case 97...122: value = UInt32(byte - 71)
            case 48...57: value = UInt32(byte) + 4
            case 45, 43: value = 62
            case 95, 47: value = 63
            case 61: continue
            default: return nil
            }
            bits = bits &<< 6 | value
            held &+= 6
            if held >= 8 {
                held &-= 8
                room[used] = UInt8(truncatingIfNeeded: bits &>> UInt32(held))
                used &+= 1
            }
        }
        return Bytes(UnsafeRawBufferPointer(rebasing: room[0..<used]))
    }
}
