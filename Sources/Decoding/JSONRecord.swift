import Domain

/// Reads what an envelope of JSON lines has to say: level, category, process, words, request.
struct JSONRecord: ~Copyable {
    private static let roles = 20
    private let members: UnsafeMutablePointer<JSONMember>
    /// What the keys of the last record were, by their place: the next one's are mostly the same.
    private let last: UnsafeMutablePointer<KnownKey>
    private static let lastCount = 16

    private struct KnownKey {
        var head: UInt64 = 0
        var tail: UInt64 = 0
        var count = -1
        var entry: UnsafeMutablePointer<JSONKeyTable.Entry>?
    }
    private let ranks: UnsafeMutablePointer<UInt8>
    private let table = JSONKeyTable.shared
    private let forms = JSONRecord.knownForms

    private struct KnownForm: Sendable {
        var keys: JSONForm
        var name: StaticString
        var origin: RecordOrigin
    }

    private static let knownForms: [KnownForm] = EnvelopeFormat.jsons.compactMap { format in
        guard case .json(let keys) = format.kind else { return nil }
        return KnownForm(keys: keys, name: format.name, origin: format.origin)
    }

    init() {
        members = .allocate(capacity: JSONRecord.roles)
        members.initialize(repeating: JSONMember(), count: JSONRecord.roles)
        last = .allocate(capacity: JSONRecord.lastCount)
        last.initialize(repeating: KnownKey(), count: JSONRecord.lastCount)
        ranks = .allocate(capacity: JSONRecord.roles)
        ranks.initialize(repeating: .max, count: JSONRecord.roles)
    }

    deinit {
        members.deallocate()
        last.deallocate()
        ranks.deallocate()
    }

    /// Gathers the members that play a part; which keys are there.
    func walk(_ text: Bytes) -> JSONMarks {
        ranks.update(repeating: .max, count: JSONRecord.roles)
        var marks: JSONMarks = []
        var walk = JSONMembers(text)
        var member = JSONMember()
        while walk.next(&member) {
            let known = table.entry(of: member.key)
            if known.pointee.index >= 0 { note(known, member, &marks) }
        }
        return marks
    }

    /// The same from fields that were scanned already.
    private func gather(_ fields: borrowing FieldList) -> JSONMarks {
        ranks.update(repeating: .max, count: JSONRecord.roles)
        var marks: JSONMarks = []
        var place = 0
        for field in fields.fields where field.depth == 0 {
            let known = entry(of: field.key, place)
            place &+= 1
            guard known.pointee.index >= 0 else { continue }
            note(known, JSONMember(key: field.key, value: field.value, kind: field.kind), &marks)
        }
        return marks
    }

    @inline(__always)
    private func entry(of key: Bytes, _ place: Int) -> UnsafeMutablePointer<JSONKeyTable.Entry> {
        guard place < JSONRecord.lastCount, key.count >= 4, key.count <= 16, let base = key.baseAddress else { return table.entry(of: key) }
        let head: UInt64
        let tail: UInt64
        if key.count >= 8 {
            head = base.loadUnaligned(as: UInt64.self)
            tail = base.loadUnaligned(fromByteOffset: key.count &- 8, as: UInt64.self)
        } else {
            head = UInt64(base.loadUnaligned(as: UInt32.self))
            tail = UInt64(base.loadUnaligned(fromByteOffset: key.count &- 4, as: UInt32.self))
        }
        let known = last + place
        if known.pointee.head == head, known.pointee.tail == tail, known.pointee.count == key.count, let entry = known.pointee.entry {
            return entry
        }
        let entry = table.entry(of: key)
        known.pointee = KnownKey(head: head, tail: tail, count: key.count, entry: entry)
        return entry
    }

    @inline(__always)
    private func note(_ known: UnsafeMutablePointer<JSONKeyTable.Entry>, _ member: JSONMember, _ marks: inout JSONMarks) {
        marks.formUnion(known.pointee.mark)
        let role = Int(known.pointee.role.rawValue)
        guard role != 0, known.pointee.rank < ranks[role] else { return }
        if known.pointee.role == .time { marks.insert(.stamped) }
        if known.pointee.role == .level { marks.insert(member.kind == .number ? [.numericLevel, .level] : .level) }
        members[role] = member
        ranks[role] = known.pointee.rank
    }

    private func found(_ role: JSONKey.Role) -> JSONMember? {
        let index = Int(role.rawValue)
        return ranks[index] == .max ? nil : members[index]
    }

    private func text(_ role: JSONKey.Role, _ arena: inout ByteArena) -> Bytes {
        guard let member = found(role), member.kind == .string || member.kind == .number else { return .none }
        return member.isEscaped ? FieldScanner.unescaped(member.value, &arena) ?? member.value : member.value
    }

    /// The member of a wrapper's object: its raw value.
    func raw(_ role: JSONKey.Role) -> JSONMember? { found(role) }

    /// Fills the record from the object that begins `text`, and `fields` with all its fields. False when the message is not the
    /// object, so that `fields` are not the message's.
    func fill(_ text: Bytes, _ record: inout Record, _ fields: inout FieldList, _ arena: inout ByteArena) -> Bool {
        FieldScanner.scan(text, into: &fields)
        let marks = gather(fields)
        var keys = JSONForm(all: [])
        for known in forms where known.keys.fits(marks) {
            (keys, record.format, record.origin) = (known.keys, known.name, known.origin)
            break
        }
        if let level = found(.level) { record.level = keys.hasBeaverLevels ? JSONRecord.beaverLevel(level) : JSONRecord.level(level) }
        record.category = self.text(.category, &arena)
        let subsystem = self.text(.subsystem, &arena)
        if record.category.isEmpty || subsystem.equals("PayCallback") { record.category = subsystem }
        record.processID = self.text(.processID, &arena)
        let path = self.text(.process, &arena)
        record.process = path.from(JSONRecord.lastSlash(path))
        let words = self.text(.message, &arena)
        record.text = words
        record.message = keys.isMessageOnly ? words : text
        if record.text.isEmpty, !keys.isMessageOnly { record.text = text }
        if keys.isAccess { access(&record, &arena) }
        return !keys.isMessageOnly
    }

    private func access(_ record: inout Record, _ arena: inout ByteArena) {
        var request = AccessRequest(method: text(.method, &arena), target: text(.target, &arena), status: 0)
        if request.target.isEmpty || request.method.isEmpty, let line = RequestLine(text(.request, &arena)) {
            if request.method.isEmpty { request.method = line.method }
            if request.target.isEmpty { request.target = line.target }
        }
        let query = text(.query, &arena)
        if !query.isEmpty, query.at(0) != UInt8(ascii: "-"), request.target.first(UInt8(ascii: "?")) == nil,
            let room = arena.take(request.target.count &+ 1 &+ query.count)
        {
            room.copyMemory(from: request.target)
            room[request.target.count] = UInt8(ascii: "?")
            UnsafeMutableRawBufferPointer(rebasing: room[(request.target.count &+ 1)...]).copyMemory(from: query)
            request.target = UnsafeRawBufferPointer(room)
        }
        request.status = Int(text(.status, &arena).integer ?? 0)
        request.bytes = text(.bytes, &arena).integer ?? -1
        request.duration = RequestLine.duration(text(.duration, &arena)) ?? -1
        request.agent = text(.agent, &arena)
        request.remote = text(.remote, &arena)
        record.access = request
    }

    private static func level(_ member: JSONMember) -> RecordLevel {
        if let number = member.value.integer { return RecordLevel(number: number) ?? .none }
        // loguru's `{"icon":…,"name":"ERROR","no":40}`
        if member.kind == .nested { return JSONMembers.member("name", of: member.value).flatMap { RecordLevel(word: $0.value) } ?? .none }
        return RecordLevel(word: member.value) ?? .none
    }

    private static func beaverLevel(_ member: JSONMember) -> RecordLevel {
        switch member.value.integer {
        case 0: .trace
        case 1: .debug
        case 2: .info
        case 3: .warning
        case 4: .error
        case 5, 6: .fatal
        default: .none
        }
    }

    private static func lastSlash(_ path: Bytes) -> Int {
        var i = path.count
        while i > 0, path[i &- 1] != UInt8(ascii: "/") { i &-= 1 }
        return i
    }
}

/// The request line of an access log: `POST /notify?x=1 HTTP/1.1`.
struct RequestLine {
    let method: Bytes
    let target: Bytes

    /// Nil when it has no method and target.
    init?(_ text: Bytes) {
        guard let blank = text.first(32), blank > 0, blank <= 16 else { return nil }
        for i in 0..<blank where !text[i].isLetter { return nil }
        var end = text.count
        // The version is the last word; a target with blanks in it keeps them.
        var i = text.count
        while i > blank &+ 1, text[i &- 1] != 32 { i &-= 1 }
        if text.has("HTTP/", at: i) { end = i &- 1 }
        guard end > blank &+ 1 else { return nil }
        method = text.slice(0, blank)
        target = RequestLine.relative(text.slice(blank &+ 1, end))
    }

    /// A target without scheme and host, as proxies and Tengine's `$scheme://$host$request_uri` put them in front.
    static func relative(_ target: Bytes) -> Bytes {
        guard target.has("http://") || target.has("https://") else { return target }
        return target.first(UInt8(ascii: "/"), from: target.has("https://") ? 8 : 7).map { target.from($0) } ?? target
    }

    /// Seconds with a fraction as microseconds: `0.123`; nil for anything else.
    static func duration(_ text: Bytes) -> Int64? {
        var i = 0
        var value: Int64 = 0
        while i < text.count, text[i].isDigit, i < 9 {
            value = value &* 10 &+ Int64(text[i] &- 48)
            i &+= 1
        }
        guard i > 0 else { return nil }
        value &*= 1_000_000
        if text.at(i) == UInt8(ascii: ".") {
            value &+= StampClock.fraction(text, &i).microseconds
        }
        return i == text.count || text[i].isBlank || text[i] == UInt8(ascii: ",") ? value : nil
    }
}
