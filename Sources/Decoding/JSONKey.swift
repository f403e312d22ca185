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
        key("\"timestamp\"", .time, 3, .timestampWord), key("\"time\"", .time, 4, .time), key("\"ts\"", .time, 5, .ts),
        key("\"datetime\"", .time, 6), key("\"eventTime\"", .time, 7), key("\"asctime\"", .time, 8), key("\"logTime\"", .time, 9),
        key("\"log_time\"", .time, 10), key("\"time_local\"", .time, 11, .accessVariable), key("\"msec\"", .time, 12, .accessVariable),
        key("\"date\"", .time, 13), key("\"instant\"", .time, 14, .log4j), key("\"__REALTIME_TIMESTAMP\"", .time, 15),
        key("\"__time__\"", .time, 16, .slsTime), key("\"timeMillis\"", .time, 17, .log4j), key("\"t\"", .time, 18),
        key("\"@t\"", .time, 19), key("\"Timestamp\"", .time, 20), key("\"start_time\"", .time, 21), key("\"started_at\"", .time, 22),
        key("\"EdgeStartTimestamp\"", .time, 23), key("\"__TIMESTAMP__\"", .time, 24), key("\"TimeGenerated\"", .time, 25),
        key("\"event_time\"", .time, 26), key("\"LogMessage\"", .message, 11, .message), key("\"LogEntry\"", .message, 12, .message),
        key("\"Time\"", .time, 27), key("\"Message\"", .message, 13, .message), key("\"Msg\"", .message, 14, .message),
        key("\"level\"", .level, 1), key("\"messageType\"", .level, 2), key("\"severity\"", .level, 3),
        key("\"levelname\"", .level, 4, .levelname),
        key("\"log.level\"", .level, 5), key("\"lvl\"", .level, 6), key("\"severityText\"", .level, 7), key("\"PRIORITY\"", .level, 8),
        key("\"eventMessage\"", .message, 1, .eventMessage), key("\"msg\"", .message, 2, [.message, .msgWord]),
        key("\"message\"", .message, 3, [.message, .messageWord]), key("\"MESSAGE\"", .message, 4, .message),
        key("\"RenderedMessage\"", .message, 5, .message), key("\"@m\"", .message, 6, .message),
        key("\"MessageTemplate\"", .message, 7, .message), key("\"@mt\"", .message, 8, .message),
        key("\"content\"", .message, 9), key("\"textPayload\"", .message, 10, .message), key("\"Level\"", .level, 9),
        key("\"@l\"", .level, 10),
        key("\"category\"", .category, 1), key("\"logger_name\"", .category, 2, .loggerName), key("\"logger\"", .category, 3),
        key("\"loggerName\"", .category, 4), key("\"tag\"", .category, 5), key("\"channel\"", .category, 6),
        key("\"module\"", .category, 7),
        key("\"name\"", .category, 8), key("\"SYSLOG_IDENTIFIER\"", .category, 9), key("\"log.logger\"", .category, 2),
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
        key("\"server_name\"", .none, 1, .accessVariable), key("\"ecs.version\"", .none, 1, .ecs), key("\"ecs\"", .none, 1, .ecs),
        key("\"loggerFqcn\"", .none, 1, .log4j), key("\"endOfBatch\"", .none, 1, .log4j), key("\"v\"", .none, 1, .bunyan),
        key("\"function\"", .none, 1, .function),
    ]

    private static func key(_ quoted: StaticString, _ role: Role, _ rank: UInt8, _ mark: JSONMarks = []) -> JSONKey {
        JSONKey(quoted: quoted, role: role, rank: rank, mark: mark)
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
    static let timestampWord = JSONMarks(rawValue: 1 << 21)
    static let msgWord = JSONMarks(rawValue: 1 << 22)
    static let messageWord = JSONMarks(rawValue: 1 << 23)
    static let ecs = JSONMarks(rawValue: 1 << 24)
    static let log4j = JSONMarks(rawValue: 1 << 25)
    static let bunyan = JSONMarks(rawValue: 1 << 26)
    static let function = JSONMarks(rawValue: 1 << 27)
    static let levelname = JSONMarks(rawValue: 1 << 28)
    static let slsTime = JSONMarks(rawValue: 1 << 29)
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
    /// Levels are SwiftyBeaver's 0 verbose … 6 fault, not syslog's.
    var hasBeaverLevels = false

    @inline(__always)
    func fits(_ marks: JSONMarks) -> Bool {
        marks.isSuperset(of: all) && (any.isEmpty || !marks.isDisjoint(with: any)) && marks.isDisjoint(with: none)
    }
}

/// Finds a key's part by its bytes: open addressing on a cheap hash of its length and ends. Lives as long as the program.
final class JSONKeyTable: Sendable {
    /// One key, laid out for the walk.
    struct Entry {
        var text: UnsafePointer<UInt8>
        var count: Int
        var index: Int
        var role: JSONKey.Role
        var rank: UInt8
        var mark: JSONMarks
    }

    private nonisolated(unsafe) let slots: UnsafeMutablePointer<Entry>

    static let shared = JSONKeyTable()

    private init() {
        let empty = Entry(text: UnsafePointer(("" as StaticString).utf8Start), count: -1, index: -1, role: .none, rank: 0, mark: [])
        slots = .allocate(capacity: 512)
        slots.initialize(repeating: empty, count: 512)
        for (index, key) in JSONKey.all.enumerated() {
            let count = key.quoted.utf8CodeUnitCount - 2
            let text = key.quoted.utf8Start + 1
            var slot = JSONKeyTable.hash(UnsafeRawBufferPointer(start: text, count: count))
            while slots[slot].count >= 0 { slot = (slot + 1) & 511 }
            slots[slot] = Entry(text: text, count: count, index: index, role: key.role, rank: key.rank, mark: key.mark)
        }
    }

    deinit { slots.deallocate() }

    @inline(__always)
    private static func hash(_ key: Bytes) -> Int {
        guard key.count > 0 else { return 0 }
        let first = UInt32(key[0])
        let last = UInt32(key[key.count &- 1])
        let middle = UInt32(key[key.count &>> 1])
        let mixed =
            (first &* 0x9E37 &+ last &* 0x85EB &+ middle &* 0xC2B2 &+ UInt32(truncatingIfNeeded: key.count) &* 0x27D4) &* 0x9E37_79B1
        return Int(mixed &>> 23)
    }

    /// The key's entry; `index` is -1 for a key that plays no part.
    @inline(__always)
    func entry(of key: Bytes) -> UnsafeMutablePointer<Entry> {
        var slot = JSONKeyTable.hash(key)
        while true {
            let entry = slots + slot
            guard entry.pointee.count >= 0 else { return entry }
            if entry.pointee.count == key.count {
                var i = 0
                while i < key.count, key[i] == entry.pointee.text[i] { i &+= 1 }
                if i == key.count { return entry }
            }
            slot = (slot &+ 1) & 511
        }
    }
}
