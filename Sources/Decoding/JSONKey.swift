import Domain

/// What a key of a JSON log record means to its envelope. Several keys may mean the same: the one with the lower rank counts.
struct JSONKey: Sendable {
    /// The part a key plays.
    enum Role: UInt8, Sendable {
        case none, time, level, message, category, subsystem, process, processID, method, target, query, request, status, bytes
        case duration, agent, remote, log, stream, eventType, attributes
    }

    let quoted: StaticString
    let role: Role
    let rank: UInt8
    let mark: JSONMarks

    /// The table: more telling names first within a role.
    static let all: [JSONKey] = [
        key("\"@timestamp\"", .time, 1, .atTimestamp), key("\"time_iso8601\"", .time, 2, .accessVariable),
        key("\"timestamp\"", .time, 3), key("\"time\"", .time, 4, .time), key("\"ts\"", .time, 5, .ts),
        key("\"datetime\"", .time, 6), key("\"eventTime\"", .time, 7), key("\"asctime\"", .time, 8), key("\"logTime\"", .time, 9),
        key("\"log_time\"", .time, 10), key("\"time_local\"", .time, 11, .accessVariable), key("\"msec\"", .time, 12, .accessVariable),
        key("\"date\"", .time, 13), key("\"instant\"", .time, 14), key("\"__REALTIME_TIMESTAMP\"", .time, 15),
        key("\"__time__\"", .time, 16), key("\"timeMillis\"", .time, 17), key("\"t\"", .time, 18),
        key("\"level\"", .level, 1), key("\"messageType\"", .level, 2), key("\"severity\"", .level, 3), key("\"levelname\"", .level, 4),
        key("\"log.level\"", .level, 5), key("\"lvl\"", .level, 6), key("\"severityText\"", .level, 7), key("\"PRIORITY\"", .level, 8),
        key("\"eventMessage\"", .message, 1, .eventMessage), key("\"msg\"", .message, 2, .message),
        key("\"message\"", .message, 3, .message), key("\"MESSAGE\"", .message, 4, .message),
        key("\"category\"", .category, 1), key("\"logger_name\"", .category, 2, .loggerName), key("\"logger\"", .category, 3),
        key("\"loggerName\"", .category, 4), key("\"tag\"", .category, 5), key("\"channel\"", .category, 6),
        key("\"module\"", .category, 7),
        key("\"name\"", .category, 8), key("\"SYSLOG_IDENTIFIER\"", .category, 9),
        key("\"subsystem\"", .subsystem, 1), key("\"processImagePath\"", .process, 1, .processImagePath),
        key("\"processID\"", .processID, 1), key("\"pid\"", .processID, 2, .pid), key("\"eventType\"", .eventType, 1),
        key("\"hostname\"", .none, 1, .hostname), key("\"caller\"", .none, 1, .caller), key("\"@version\"", .none, 1, .atVersion),
        key("\"log\"", .log, 1, .log), key("\"stream\"", .stream, 1, .stream), key("\"attrs\"", .attributes, 1),
        key("\"finished\"", .none, 1, .finished), key("\"count\"", .none, 1, .count),
        key("\"request_method\"", .method, 1, .accessVariable), key("\"method\"", .method, 2),
        key("\"request_uri\"", .target, 1, .target), key("\"uri\"", .target, 2, .target), key("\"url\"", .target, 3, .target),
        key("\"path\"", .target, 4, .target), key("\"args\"", .query, 1), key("\"query_string\"", .query, 2),
        key("\"request\"", .request, 1, .target), key("\"status\"", .status, 1, .status), key("\"status_code\"", .status, 2, .status),
        key("\"response_status\"", .status, 3, .status), key("\"body_bytes_sent\"", .bytes, 1, .accessVariable),
        key("\"bytes_sent\"", .bytes, 2, .accessVariable), key("\"bytes\"", .bytes, 3), key("\"size\"", .bytes, 4),
        key("\"request_time\"", .duration, 1, .accessVariable), key("\"responsetime\"", .duration, 2, .accessVariable),
        key("\"http_user_agent\"", .agent, 1, .accessVariable), key("\"user_agent\"", .agent, 2, .accessVariable),
        key("\"agent\"", .agent, 3), key("\"remote_addr\"", .remote, 1, .accessVariable), key("\"clientip\"", .remote, 2, .accessVariable),
        key("\"client_ip\"", .remote, 3), key("\"upstream_addr\"", .none, 1, .accessVariable),
        key("\"upstream_response_time\"", .none, 1, .accessVariable), key("\"http_referer\"", .none, 1, .accessVariable),
        key("\"server_name\"", .none, 1, .accessVariable),
    ]

    private static func key(_ quoted: StaticString, _ role: Role, _ rank: UInt8, _ mark: JSONMarks = []) -> JSONKey {
        JSONKey(quoted: quoted, role: role, rank: rank, mark: mark)
    }

    /// The key without its quotes.
    func equals(_ key: Bytes) -> Bool {
        let count = quoted.utf8CodeUnitCount &- 2
        guard key.count == count else { return false }
        let mine = quoted.utf8Start + 1
        for i in 0..<count where key[i] != mine[i] { return false }
        return true
    }
}

/// Keys whose presence tells one JSON form from another.
struct JSONMarks: OptionSet, Sendable {
    let rawValue: UInt32

    static let eventMessage = JSONMarks(rawValue: 1 << 0)
    static let processImagePath = JSONMarks(rawValue: 1 << 1)
    static let log = JSONMarks(rawValue: 1 << 2)
    static let stream = JSONMarks(rawValue: 1 << 3)
    static let loggerName = JSONMarks(rawValue: 1 << 4)
    static let atVersion = JSONMarks(rawValue: 1 << 5)
    static let hostname = JSONMarks(rawValue: 1 << 6)
    static let pid = JSONMarks(rawValue: 1 << 7)
    static let caller = JSONMarks(rawValue: 1 << 8)
    static let ts = JSONMarks(rawValue: 1 << 9)
    static let numericLevel = JSONMarks(rawValue: 1 << 10)
    static let target = JSONMarks(rawValue: 1 << 11)
    static let status = JSONMarks(rawValue: 1 << 12)
    static let accessVariable = JSONMarks(rawValue: 1 << 13)
    static let message = JSONMarks(rawValue: 1 << 14)
    static let time = JSONMarks(rawValue: 1 << 15)
    static let atTimestamp = JSONMarks(rawValue: 1 << 16)
    static let stamped = JSONMarks(rawValue: 1 << 17)
    static let finished = JSONMarks(rawValue: 1 << 18)
    static let count = JSONMarks(rawValue: 1 << 19)
    static let level = JSONMarks(rawValue: 1 << 20)
}

/// Which keys make a JSON form.
struct JSONForm: Sendable {
    /// All of these are there.
    var all: JSONMarks
    /// At least one of these is there, unless empty.
    var any: JSONMarks = []
    /// None of these is there.
    var none: JSONMarks = []
    /// The message alone is the payload (`log show`): the other keys are the envelope's.
    var isMessageOnly = false
    /// An access log.
    var isAccess = false

    @inline(__always)
    func fits(_ marks: JSONMarks) -> Bool {
        marks.isSuperset(of: all) && (any.isEmpty || !marks.isDisjoint(with: any)) && marks.isDisjoint(with: none)
    }
}

/// Finds a key's part by its bytes: open addressing on a cheap hash of its length and ends.
struct JSONKeyTable: Sendable {
    private let slots: [Int16]

    static let shared = JSONKeyTable()

    private init() {
        var slots = [Int16](repeating: -1, count: 512)
        for (index, key) in JSONKey.all.enumerated() {
            let count = key.quoted.utf8CodeUnitCount - 2
            let bytes = UnsafeRawBufferPointer(start: key.quoted.utf8Start + 1, count: count)
            var slot = JSONKeyTable.hash(bytes)
            while slots[slot] >= 0 { slot = (slot + 1) & 511 }
            slots[slot] = Int16(index)
        }
        self.slots = slots
    }

    @inline(__always)
    private static func hash(_ key: Bytes) -> Int {
        guard key.count > 0 else { return 0 }
        let first = UInt32(key[0])
        let last = UInt32(key[key.count &- 1])
        let middle = UInt32(key[key.count / 2])
        let mixed =
            (first &* 0x9E37 &+ last &* 0x85EB &+ middle &* 0xC2B2 &+ UInt32(truncatingIfNeeded: key.count) &* 0x27D4) &* 0x9E37_79B1
        return Int(mixed &>> 23)
    }

    /// The key's index in ``JSONKey/all``, or -1.
    @inline(__always)
    func index(of key: Bytes) -> Int {
        var slot = JSONKeyTable.hash(key)
        while true {
            let index = slots[slot]
            guard index >= 0 else { return -1 }
            if JSONKey.all[Int(index)].equals(key) { return Int(index) }
            slot = (slot &+ 1) & 511
        }
    }
}
