import Domain

/// Tells which records hold an anchor, searching every byte once.
struct AnchorFilter {
    /// What a record holds.
    enum Holding {
        case nothing
        /// Literals that only show presence.
        case presence
        /// A literal that can make it evidence.
        case evidence
    }

    let scanner: AnchorScanner?
    private let view: AnchorScanner.View
    private let firstPresence: Int
    private let longest: Int
    private let isOpen: Bool
    /// The last place found, or -1, and whether it only shows presence.
    private var hit = -1
    private var isPresence = false
    /// Before this place nothing is left unfound but `hit`.
    private var clear = 0

    init(_ scanner: AnchorScanner?) {
        (self.scanner, isOpen) = (scanner, scanner == nil)
        view = (scanner ?? AnchorFilter.none).view
        (firstPresence, longest) = (scanner?.firstPresence ?? 0, scanner?.longest ?? 0)
    }

    private static let none = AnchorScanner(literals: [])

    /// What stands in `[from, to)` of the buffer. Records come in order.
    @inline(__always)
    mutating func holding(_ buffer: Bytes, _ from: Int, _ to: Int) -> Holding {
        if isOpen { return .evidence }
        var found = Holding.nothing
        var start = from
        while true {
            if hit < start {
                if clear >= to { return found }
                search(buffer, start)
            }
            guard hit >= start, hit < to else { return found }
            if !isPresence { return .evidence }
            found = .presence
            start = hit &+ 1
        }
    }

    private mutating func search(_ buffer: Bytes, _ from: Int) {
        let start = max(from, clear)
        var cursor = AnchorScanner.Cursor()
        if let match = view.next(in: buffer, from: start, &cursor) {
            (hit, isPresence, clear) = (match.offset, match.literal >= firstPresence, match.offset + 1)
            return
        }
        hit = -1
        // A literal may begin near the end and go on in the next block.
        clear = max(start, buffer.count - longest + 1)
    }

    /// The buffer lost its first `length` bytes.
    mutating func shift(_ length: Int) {
        hit = hit >= length ? hit - length : -1
        clear = max(0, clear - length)
    }
}
