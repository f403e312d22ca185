import CScan
import Domain

/// Finds the stamp of JSON lines: where the last line had its time key, the next one usually has it, too.
struct JSONStamp: Sendable {
    /// Index of the time key in ``JSONKey/all``, or -1.
    private(set) var key = -1
    private var quoted: StaticString = ""
    private var offset = 0
    private var misses = 0

    /// The stamp of one line, or nil.
    @inline(__always)
    mutating func read(_ line: Bytes, _ clock: inout StampClock) -> Stamp? {
        if key >= 0 {
            if line.has(quoted, at: offset), let stamp = value(line, offset &+ quoted.utf8CodeUnitCount, &clock) { return stamp }
            var from = 0
            while let at = line.find(quoted, from: from) {
                if line.at(at &- 1) != UInt8(ascii: "\\"), let stamp = value(line, at &+ quoted.utf8CodeUnitCount, &clock) {
                    offset = at
                    return stamp
                }
                from = at &+ 1
            }
        }
        return search(line, &clock)
    }

    /// Looks at all keys of the object. A file whose first 64 lines have none is not searched any longer.
    private mutating func search(_ line: Bytes, _ clock: inout StampClock) -> Stamp? {
        guard misses < 64 else { return nil }
        var members = JSONMembers(line)
        var member = JSONMember()
        var best: Stamp?
        var rank = UInt8.max
        while members.next(&member) {
            let entry = JSONKeyTable.shared.entry(of: member.key).pointee
            guard entry.index >= 0 else { continue }
            let known = JSONKey.all[entry.index]
            guard known.role == .time, known.rank < rank, !isOfSomethingElse(known, line),
                let stamp = value(line, member.keyStart &+ known.quoted.utf8CodeUnitCount, &clock)
            else { continue }
            (best, rank) = (stamp, known.rank)
            (key, quoted, offset) = (entry.index, known.quoted, member.keyStart)
        }
        misses = best == nil ? misses &+ 1 : 0
        return best
    }

    /// When something began is when the record was only for a gateway's requests (Kong, APISIX): a job or a promotion has such a field, too.
    private func isOfSomethingElse(_ key: JSONKey, _ line: Bytes) -> Bool {
        guard key.rank == 21 || key.rank == 22 else { return false }
        return line.find("\"request\"") == nil
    }

    /// The stamp behind a key: `: "…"`, `: 1767225600.123`, or Log4j2's `: {"epochSecond":…,"nanoOfSecond":…}`.
    @inline(__always)
    private func value(_ line: Bytes, _ at: Int, _ clock: inout StampClock) -> Stamp? {
        var i = at
        while line.at(i) == 32 { i &+= 1 }
        guard line.at(i) == UInt8(ascii: ":") else { return nil }
        i &+= 1
        while line.at(i) == 32 { i &+= 1 }
        let first = line.at(i)
        if first == UInt8(ascii: "\"") {
            if let stamp = clock.calendar(line, at: i &+ 1) { return stamp }
            let (end, _) = FieldScanner.stringEnd(line, i &+ 1)
            return clock.any(line.slice(i &+ 1, end))
        }
        if first.isDigit { return StampClock.epoch(line, at: i) }
        guard first == UInt8(ascii: "{") else { return nil }
        return JSONStamp.log4j(line.slice(i, i &+ 96))
    }

    private static func log4j(_ text: Bytes) -> Stamp? {
        guard let at = number(behind: "\"epochSecond\"", in: text), var stamp = StampClock.epoch(text, at: at), stamp.length == 10 else {
            return nil
        }
        guard let nano = number(behind: "\"nanoOfSecond\"", in: text) else { return stamp }
        var value: Int64 = 0
        var i = nano
        while i < text.count, text[i].isDigit, i < nano &+ 9 {
            value = value &* 10 &+ Int64(text[i] &- 48)
            i &+= 1
        }
        stamp.at.microseconds &+= value / 1_000
        stamp.resolution = .microsecond
        return stamp
    }

    /// Where the value behind a key begins; blanks may stand around the colon.
    private static func number(behind key: StaticString, in text: Bytes) -> Int? {
        guard var i = text.find(key).map({ $0 &+ key.utf8CodeUnitCount }) else { return nil }
        while text.at(i) == 32 { i &+= 1 }
        guard text.at(i) == UInt8(ascii: ":") else { return nil }
        i &+= 1
        while text.at(i) == 32 { i &+= 1 }
        return i
    }
}
