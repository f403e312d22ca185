import Decoding
import Domain

extension PendingRows {
    /// Adds an amount given in milliunits (the App Store's milliunits) as a decimal of the main unit: `6000` → `6.00`, `6005` → `6.005`.
    mutating func put(_ key: AttributeKey, milliunits: Int64) {
        guard milliunits >= 0 else { return }
        if milliunits % 10 == 0 { return put(key, hundredths: milliunits / 10) }
        var text: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &text) { buffer in
            var value = milliunits
            var i = buffer.count
            var digits = 0
            repeat {
                i &-= 1
                buffer[i] = UInt8(48 + value % 10)
                value /= 10
                digits &+= 1
                if digits == 3 {
                    i &-= 1
                    buffer[i] = 46
                }
            } while (value > 0 || digits < 4) && i > 1
            put(key, Bytes(UnsafeRawBufferPointer(rebasing: buffer[i...])))
        }
    }

    /// Gives the row begun last a time of its own: App Store documents count milliseconds.
    mutating func setTime(_ at: Instant?) {
        guard let at, let row = last else { return }
        (row.pointee.at, row.pointee.resolution) = (at, .millisecond)
    }

    /// Adds one of our own words.
    mutating func put(_ key: AttributeKey, word: String) {
        var word = word
        word.withUTF8 { put(key, Bytes(UnsafeRawBufferPointer($0))) }
    }

    /// Adds a list as `a,b`: without quotes, blanks, brackets and line ends, cut to `most` bytes.
    mutating func put(_ key: AttributeKey, list: Bytes, most: Int) {
        var room = InlineArray<128, UInt8>(repeating: 0)
        var used = 0
        for byte in list {
            switch byte {
            case 34, 39, 91, 93, 40, 41, 123, 125: continue
            default: if byte.isBlank { continue }
            }
            guard used < Swift.min(most, 128) else { break }
            if byte == 44, used == 0 || room[used - 1] == 44 { continue }
            room[used] = byte
            used += 1
        }
        while used > 0, room[used - 1] == 44 { used -= 1 }
        guard used > 0 else { return }
        withUnsafeBytes(of: room) { put(key, Bytes($0).slice(0, used).cut(to: used)) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both hold the same ASCII text in any case.
    func lowerSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        for i in 0..<count where self[i].lowered != other[i].lowered { return false }
        return true
    }
}
