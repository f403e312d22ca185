#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// GB18030 (and with it GBK and GB 2312) to UTF-8 through iconv(3).
///
/// A byte that begins no character becomes U+FFFD; zero bytes are left out.
final class GB18030Converter {
    private let handle: iconv_t

    /// Nil when the system has no table for GB18030.
    init?() {
        guard let handle = iconv_open("UTF-8", "GB18030"), Int(bitPattern: handle) != -1 else { return nil }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Converts `bytes` into `room`, which has three bytes for each of them.
    ///
    /// - Returns: how many were consumed (all but a character cut by the end, unless `isComplete`), written, and left out as zeros.
    func convert(
        _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer, isComplete: Bool
    ) -> (consumed: Int, written: Int, zeros: Int) {
        guard let base = bytes.baseAddress, let target = room.baseAddress else { return (bytes.count, 0, 0) }
        var input: UnsafeMutablePointer<CChar>? = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: CChar.self))
        var output: UnsafeMutablePointer<CChar>? = target.assumingMemoryBound(to: CChar.self)
        var space = room.count
        var zeros = 0
        var consumed = 0
        while consumed < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[consumed...])
            let part = TextScan.firstNUL(rest) ?? rest.count
            var left = part
            if left > 0, iconv(handle, &input, &left, &output, &space) == -1 {
                consumed += part - left
                // A character that is cut by a zero byte or by the end of the line is as invalid as any other.
                if errno == EINVAL, consumed + left == bytes.count, !isComplete { break }
                guard space >= 3, let at = output else { break }
                (at[0], at[1], at[2]) = (CChar(bitPattern: 0xEF), CChar(bitPattern: 0xBF), CChar(bitPattern: 0xBD))
                (output, space) = (at + 3, space - 3)
                input = input.map { $0 + 1 }
                consumed += 1
                continue
            }
            consumed += part
            while consumed < bytes.count, bytes[consumed] == 0 {
                (consumed, zeros) = (consumed + 1, zeros + 1)
                input = input.map { $0 + 1 }
            }
        }
        return (consumed, room.count - space, zeros)
    }

    /// A whole short text, such as the name of a zip entry.
    func text(_ bytes: [UInt8]) -> String {
        var room = [UInt8](repeating: 0, count: bytes.count * 3 + 3)
        let written = bytes.withUnsafeBytes { bytes in
            room.withUnsafeMutableBytes { convert(bytes, into: $0, isComplete: true).written }
        }
        return String(decoding: room[..<written], as: UTF8.self)
    }
}
