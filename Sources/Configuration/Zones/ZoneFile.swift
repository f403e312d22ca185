import Domain

/// The system's compiled zone files, TZif (RFC 8536): a table of transitions, and a rule for the years after it.
enum ZoneFile {
    /// The table of a file; nil when it is no such file or is damaged.
    static func table(named name: String, bytes: [UInt8]) -> ZoneTable? {
        bytes.withUnsafeBytes { all in
            guard let first = Header(all, at: 0) else { return nil }
            // From version 2 on a second block with 64-bit times follows, and then the rule.
            if first.version < 2 { return table(name, all, first, width: 4, rule: nil) }
            guard let second = Header(all, at: first.end(width: 4)) else { return nil }
            let end = second.end(width: 8)
            var rule: PosixZone?
            if end < all.count, all[end] == 10 {
                let line = all[(end + 1)...].prefix { $0 != 10 }
                rule = PosixZone(Array(line))
            }
            return table(name, all, second, width: 8, rule: rule)
        }
    }

    /// The counts at the beginning of a block.
    private struct Header {
        var version: Int
        var start: Int
        var times: Int
        var types: Int
        var rest: Int
        var leaps: Int

        init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
            guard offset >= 0, offset + 44 <= bytes.count, bytes[offset..<(offset + 4)].elementsEqual("TZif".utf8) else { return nil }
            func number(_ index: Int) -> Int { ZoneFile.integer(bytes, at: offset + 20 + 4 * index, width: 4) }
            version = Int(bytes[offset + 4]) - 48
            start = offset + 44
            let (utc, standard, characters) = (number(0), number(1), number(5))
            (leaps, times, types) = (number(2), number(3), number(4))
            rest = characters + utc + standard
            // Nothing in a file can be more than its bytes.
            guard [utc, standard, characters, leaps, times, types].allSatisfy({ (0...bytes.count).contains($0) }), types > 0,
                end(width: 4) <= bytes.count
            else { return nil }
        }

        func end(width: Int) -> Int { start + times * (width + 1) + types * 6 + leaps * (width + 4) + rest }
    }

    private static func table(
        _ name: String, _ bytes: UnsafeRawBufferPointer, _ header: Header, width: Int, rule: PosixZone?
    ) -> ZoneTable? {
        guard header.end(width: width) <= bytes.count else { return nil }
        let indices = header.start + header.times * width
        let types = indices + header.times
        func offset(_ type: Int) -> TimeSpan? {
            guard type < header.types else { return nil }
            return .seconds(Int64(integer(bytes, at: types + 6 * type, width: 4)))
        }
        guard let firstOffset = offset(0) else { return nil }
        var transitions: [ZoneTable.Transition] = []
        for index in 0..<header.times {
            guard let offset = offset(Int(bytes[indices + index])) else { return nil }
            let seconds = Int64(integer(bytes, at: header.start + index * width, width: width))
            let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
            // Some files begin with a moment before the universe; it only repeats the first offset.
            if overflow { continue }
            transitions.append(ZoneTable.Transition(at: Instant(microseconds: microseconds), offset: offset))
        }
        if let rule { transitions += rule.transitions(after: transitions.last?.at ?? .distantPast, until: Limits.lastZoneYear) }
        // A transition to the offset that holds already (only the name changes) would cost look-ups and mean nothing.
        var current = firstOffset
        transitions.removeAll { transition in
            defer { current = transition.offset }
            return transition.offset == current
        }
        return ZoneTable(name: name, firstOffset: firstOffset, transitions: transitions)
    }

    /// A signed big-endian number.
    private static func integer(_ bytes: UnsafeRawBufferPointer, at offset: Int, width: Int) -> Int {
        if width == 4 { return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))) }
        return Int(Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)))
    }
}
