import Domain

/// Writes a JSON line out of the parts of an entry, for entries whose fields stand apart from their text.
struct EntryLine {
    private let room: UnsafeMutableRawBufferPointer
    private var count = 0
    private var hasMembers = false

    /// Nil when there is no room.
    init?(_ arena: inout ByteArena, capacity: Int) {
        guard let room = arena.take(capacity) else { return nil }
        self.room = room
        put("{")
    }

    /// Adds `"key":"value"`, both as they stand in JSON already.
    mutating func string(_ key: Bytes, raw value: Bytes) {
        open(key)
        put("\"")
        put(value)
        put("\"")
    }

    /// Adds `"key":"value"`; the value is plain text.
    mutating func string(_ key: Bytes, plain value: Bytes) {
        open(key)
        put("\"")
        for byte in value {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                put(byte: UInt8(ascii: "\\"))
                put(byte: byte)
            case 10:
                put(byte: UInt8(ascii: "\\"))
                put(byte: UInt8(ascii: "n"))
            case 9, 13, 32...: put(byte: byte < 32 ? 32 : byte)
            default: break
            }
        }
        put("\"")
    }

    /// Adds `"key":value` with a number, a truth or a nested value as written.
    mutating func value(_ key: Bytes, _ value: Bytes) {
        open(key)
        put(value.isEmpty ? ("null" as StaticString).entryBytes : value)
    }

    /// Ends the object.
    mutating func finish(_ arena: inout ByteArena) -> Bytes {
        put("}")
        return arena.trim(room, to: count)
    }

    private mutating func open(_ key: Bytes) {
        if hasMembers { put(",") }
        hasMembers = true
        put("\"")
        put(key)
        put("\":")
    }

    private mutating func put(_ literal: StaticString) { put(literal.entryBytes) }

    private mutating func put(_ bytes: Bytes) {
        guard bytes.count <= room.count &- count else { return }
        UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count &+= bytes.count
    }

    private mutating func put(byte: UInt8) {
        guard count < room.count else { return }
        room[count] = byte
        count &+= 1
    }

    /// A line with what stands beside it (Loki's structured metadata), as if its writer had written that into it: behind the members of a
    /// JSON object, as `key=value` behind other text. An access line has a form of its own and stays what it is.
    static func joined(_ line: Bytes, _ metadata: Bytes, _ arena: inout ByteArena) -> Bytes {
        guard !metadata.isEmpty else { return line }
        var end = line.count
        while end > 0, line[end &- 1].isBlank { end &-= 1 }
        let isObject = FieldScanner.isObjectStart(line, 0) && line.at(end &- 1) == UInt8(ascii: "}")
        guard isObject || line.find(" HTTP/") == nil, let room = arena.take(line.count &+ metadata.count &+ 64) else { return line }
        var joined = EntryLine(room)
        joined.put(line.slice(0, isObject ? end &- 1 : end))
        joined.hasMembers = !isObject || line.first(UInt8(ascii: ":")) != nil
        var members = JSONMembers(metadata)
        var member = JSONMember()
        while members.next(&member) {
            guard member.kind != .nested, member.kind != .null, !member.key.isEmpty else { continue }
            let isText = member.kind == .string
            if isObject {
                if isText { joined.string(member.key, raw: member.value) } else { joined.value(member.key, member.value) }
                continue
            }
            guard member.key.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 95 || $0 == 45 || $0 == 46 }) else { continue }
            joined.put(" ")
            joined.put(member.key)
            joined.put("=")
            let isQuoted = member.value.isEmpty || member.value.contains { $0 <= 32 || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "=") }
            if isQuoted { joined.put("\"") }
            joined.put(member.value)
            if isQuoted { joined.put("\"") }
        }
        if isObject { joined.put("}") }
        return arena.trim(room, to: joined.count)
    }

    private init(_ room: UnsafeMutableRawBufferPointer) { self.room = room }

    /// Whether a text brings a header of its own, so that it is a line of some other writer and no bare words.
    static func isWholeLine(_ text: Bytes) -> Bool {
        let first = text.at(0)
        switch first {
        case UInt8(ascii: "{"): return FieldScanner.isObjectStart(text, 0)
        case UInt8(ascii: "["): return text.at(1).isDigit || text.at(1).isLetter && text.at(2) == UInt8(ascii: "]")
        case UInt8(ascii: "<"): return text.at(1).isDigit
        default: break
        }
        if first.isDigit {
            // A date, a time, an address in front of an access line, an epoch.
            let third = text.at(2)
            let fifth = text.at(4)
            if third == UInt8(ascii: ":") || third == UInt8(ascii: "-") || fifth == UInt8(ascii: "-") || fifth == UInt8(ascii: "/") {
                return true
            }
            return text.slice(0, 200).find("] \"") != nil || StampClock.epoch(text) != nil
        }
        return text.has("time=") || text.has("ts=") || text.has("level=") || text.at(3) == 32 && StampClock.month(text, 0) != nil
    }
}

/// The objects of a JSON array, one after the other.
struct JSONElements {
    private let text: Bytes
    private var i = 0

    init(_ array: Bytes) { text = array }

    mutating func next() -> Bytes? {
        while i < text.count, text[i] != UInt8(ascii: "{") { i &+= 1 }
        guard i < text.count else { return nil }
        var walk = JSONMembers(text.from(i))
        var member = JSONMember()
        while walk.next(&member) {}
        let start = i
        i = min(text.count, i &+ max(1, walk.end))
        return text.slice(start, i)
    }
}

extension JSONMembers {
    /// The member of an object that goes by a key; nil when it is not there.
    static func member(_ key: StaticString, of object: Bytes) -> JSONMember? {
        var walk = JSONMembers(object)
        var member = JSONMember()
        while walk.next(&member) { if member.key.equals(key) { return member } }
        return nil
    }
}

extension StaticString {
    /// Its bytes.
    var entryBytes: Bytes { Bytes(start: utf8Start, count: utf8CodeUnitCount) }
}
