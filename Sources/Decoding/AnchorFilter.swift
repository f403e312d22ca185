import Domain

/// Tells which records hold an anchor, searching every byte once.
struct AnchorFilter {
    let scanner: AnchorScanner?
    /// The last place found, or -1.
    private var hit = -1
    /// Before this place nothing is left unfound but `hit`.
    private var clear = 0

    init(_ scanner: AnchorScanner?) { self.scanner = scanner }

    /// Whether a literal lies in `[from, to)` of the buffer. Records come in order.
    @inline(__always)
    mutating func holds(_ buffer: Bytes, _ from: Int, _ to: Int) -> Bool {
        guard scanner != nil else { return true }
        if hit >= from { return hit < to }
        if clear >= to { return false }
        return search(buffer, from, to)
    }

    private mutating func search(_ buffer: Bytes, _ from: Int, _ to: Int) -> Bool {
        guard let scanner else { return true }
        let start = max(from, clear)
        var cursor = AnchorScanner.Cursor()
        if let match = scanner.next(in: buffer, from: start, &cursor) {
            (hit, clear) = (match.offset, match.offset + 1)
            return hit < to
        }
        hit = -1
        // A literal may begin near the end and go on in the next block.
        clear = max(start, buffer.count - scanner.longest + 1)
        return false
    }

    /// The buffer lost its first `length` bytes.
    mutating func shift(_ length: Int) {
        hit = hit >= length ? hit - length : -1
        clear = max(0, clear - length)
    }
}
