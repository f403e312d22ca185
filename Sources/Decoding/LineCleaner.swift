import CScan
import Domain

/// Takes ANSI escapes out of a line, in place: what follows moves up, blanks fill the end, so that no offset behind the line changes.
/// NULs inside become blanks.
enum LineCleaner {
    static func clean(_ line: UnsafeMutableRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(line)
        guard let first = bytes.first(0x1B, or: 0) else { return }
        var out = first
        var i = first
        while i < line.count {
            let byte = line[i]
            if byte == 0x1B {
                i = end(bytes, i)
                continue
            }
            line[out] = byte == 0 ? 32 : byte
            out &+= 1
            i &+= 1
        }
        while out < line.count {
            line[out] = 32
            out &+= 1
        }
    }

    /// Behind the escape at `at`: `ESC [ parameters final`, or ESC and one byte.
    private static func end(_ line: UnsafeRawBufferPointer, _ at: Int) -> Int {
        var i = at &+ 1
        guard line.at(i) == UInt8(ascii: "[") else { return Swift.min(line.count, i) }
        i &+= 1
        while i < line.count, line[i] >= 0x20, line[i] <= 0x3F { i &+= 1 }
        return Swift.min(line.count, i &+ 1)
    }
}
