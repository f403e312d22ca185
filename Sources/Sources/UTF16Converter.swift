/// UTF-16 to UTF-8: lone surrogates become U+FFFD; zero units and byte order marks are left out.
enum UTF16Converter {
    /// Converts whole units of `bytes` into `room`, which has three bytes for each two of them, and three more.
    ///
    /// - Returns: how many bytes were consumed (all but a character cut by the end, unless `isComplete`), written, and left out as zeros.
    static func convert(
        _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer, littleEndian: Bool, isComplete: Bool
    ) -> (consumed: Int, written: Int, zeros: Int) {
        var at = 0
        var written = 0
        var zeros = 0
        func unit(_ index: Int) -> UInt32 {
            littleEndian
                ? UInt32(bytes[index]) | UInt32(bytes[index &+ 1]) &<< 8 : UInt32(bytes[index]) &<< 8 | UInt32(bytes[index &+ 1])
        }
        while at &+ 1 < bytes.count {
            var scalar = unit(at)
            var length = 2
            if scalar >= 0xD800, scalar < 0xDC00 {
                if at &+ 3 < bytes.count {
                    let low = unit(at &+ 2)
                    if low >= 0xDC00, low < 0xE000 {
                        scalar = 0x10000 &+ ((scalar &- 0xD800) &<< 10) &+ (low &- 0xDC00)
                        length = 4
                    } else {
                        scalar = 0xFFFD
                    }
                } else if isComplete {
                    scalar = 0xFFFD
                } else {
                    break
                }
            } else if scalar >= 0xDC00, scalar < 0xE000 {
                scalar = 0xFFFD
            }
            at &+= length
            if scalar == 0 {
                zeros += 2
            } else if scalar != 0xFEFF {
                written &+= encode(scalar, into: room, at: written)
            }
        }
        if isComplete, at < bytes.count {
            // Half a unit.
            at = bytes.count
            written &+= encode(0xFFFD, into: room, at: written)
        }
        return (at, written, zeros)
    }

    private static func encode(_ scalar: UInt32, into room: UnsafeMutableRawBufferPointer, at: Int) -> Int {
        if scalar < 0x80 {
            room[at] = UInt8(truncatingIfNeeded: scalar)
            return 1
        }
        let last = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
        if scalar < 0x800 {
            room[at] = UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6)
            room[at &+ 1] = last
            return 2
        }
        let second = UInt8(truncatingIfNeeded: 0x80 | scalar &>> 6 & 0x3F)
        if scalar < 0x10000 {
            room[at] = UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12)
            room[at &+ 1] = second
            room[at &+ 2] = last
            return 3
        }
        room[at] = UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18)
        room[at &+ 1] = UInt8(truncatingIfNeeded: 0x80 | scalar &>> 12 & 0x3F)
        room[at &+ 2] = second
        room[at &+ 3] = last
        return 4
    }
}
