import Decoding

extension SourceExtractor {
    /// Whether most lines of a source's beginning carry stamps without a year or a day: logcat, syslog, time-only Logback (facts.md §5.8,
    /// §6.7, §6.22). Such sources are read when the other evidence has told the time (facts.md §8, no year).
    ///
    /// - Parameter head: the first bytes of the source, as UTF-8.
    public static func looksUndated(head: UnsafeRawBufferPointer) -> Bool {
        var lines = 0
        var undated = 0
        var start = 0
        while start < head.count, lines < 64 {
            let end = head.first(10, from: start) ?? head.count
            if end > start {
                lines += 1
                if beginsUndated(UnsafeRawBufferPointer(rebasing: head[start..<end])) { undated += 1 }
            }
            start = end + 1
        }
        return undated > 0 && undated * 2 >= lines
    }

    private static func beginsUndated(_ line: UnsafeRawBufferPointer) -> Bool {
        func digit(_ index: Int) -> Bool { index < line.count && line[index] &- 48 <= 9 }
        func byte(_ index: Int, _ value: UInt8) -> Bool { index < line.count && line[index] == value }
        let colon = UInt8(ascii: ":")
        // 13:57:31.101
        if digit(0), digit(1), byte(2, colon), digit(3), digit(4), byte(5, colon), digit(6), digit(7) { return true }
        // 09-01 13:57:31.123
        if digit(0), digit(1), byte(2, UInt8(ascii: "-")), digit(3), digit(4), byte(5, 32), digit(6), digit(7), byte(8, colon) {
            return true
        }
        // Sep  1 13:57:31, also behind <34>
        var at = 0
        if byte(0, UInt8(ascii: "<")) {
            at = 1
            while digit(at) { at += 1 }
            at += 1
        }
        let months = "JanFebMarAprMayJunJulAugSepOctNovDec".utf8
        guard at + 15 <= line.count, byte(at + 3, 32), byte(at + 6, 32), digit(at + 7), byte(at + 9, colon) else { return false }
        var month = months.makeIterator()
        for _ in 0..<12 {
            let name = (month.next(), month.next(), month.next())
            if name.0 == line[at], name.1 == line[at + 1], name.2 == line[at + 2] { return true }
        }
        return false
    }
}
