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
            if line[i] == 0x1B {
                i = end(bytes, i)
            } else if line[i] == 0 {
                line[out] = 32
                out &+= 1
                i &+= 1
            } else {
                let run = bytes.first(0x1B, or: 0, from: i) ?? line.count
                // The source lies behind the target and may overlap it.
                UnsafeMutableRawBufferPointer(rebasing: line[out...]).copyMemory(from: bytes.slice(i, run))
                out &+= run &- i
                i = run
            }
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
