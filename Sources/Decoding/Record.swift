import Domain

/// How severe a record calls itself.
public enum RecordLevel: UInt8, Sendable, Comparable {
    case none
    case trace
    case debug
    case info
    case notice
    case warning
    case error
    case fatal

    /// Orders by severity.
    @inlinable public static func < (a: RecordLevel, b: RecordLevel) -> Bool { a.rawValue < b.rawValue }
}

/// What kind of writer an envelope speaks for.
public enum RecordOrigin: UInt8, Sendable {
    /// The envelope does not tell.
    case unknown
    /// A device's log (NSLog, `log show`, CocoaLumberjack, logcat).
    case device
    /// An application log of a server.
    case application
    /// An access log.
    case access
    /// A log of faults alone: that something is not in it tells nothing.
    case faults
}

/// The request of an access-log line; slices point into the record's bytes.
public struct AccessRequest {
    /// GET, POST, …
    public var method: UnsafeRawBufferPointer
    /// Path and query as logged, `\xHH` already undone.
    public var target: UnsafeRawBufferPointer
    /// The query where the log has it in a column of its own; empty where the target holds it.
    public var query = UnsafeRawBufferPointer(start: nil, count: 0)
    /// HTTP status; 0 when unreadable.
    public var status: Int
    /// Body bytes sent; -1 when absent.
    public var bytes: Int64
    /// Request time in microseconds; -1 when absent. The record's stamp is the END of the request (facts.md §6.1).
    public var duration: Int64
    /// User agent; empty when absent.
    public var agent: UnsafeRawBufferPointer
    /// Client address; empty when absent.
    public var remote: UnsafeRawBufferPointer

    /// Makes a request from its parts.
    @inlinable public init(
        method: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer, status: Int, bytes: Int64 = -1, duration: Int64 = -1,
        agent: UnsafeRawBufferPointer = .init(start: nil, count: 0), remote: UnsafeRawBufferPointer = .init(start: nil, count: 0)
    ) {
        (self.method, self.target, self.status, self.bytes) = (method, target, status, bytes)
        (self.duration, self.agent, self.remote) = (duration, agent, remote)
    }

    /// Path and query of the target.
    public var parts: URLTarget { query.isEmpty ? URLTarget(target) : URLTarget(path: URLTarget(target).path, query: query) }
}

/// What a JSON, logfmt or form value is.
public enum FieldKind: UInt8, Sendable {
    /// Text; already unescaped.
    case string
    /// A number, as written.
    case number
    /// `true` or `false`, as written.
    case boolean
    /// `null`; empty value.
    case null
    /// A nested object or array, raw.
    case nested
}

/// One key and value of a record; slices stay valid until the next record is decoded.
public struct Field {
    /// The key, unescaped: the leaf name, without the path.
    public var key: UnsafeRawBufferPointer
    /// The value, unescaped.
    public var value: UnsafeRawBufferPointer
    /// What the value is.
    public var kind: FieldKind
    /// 0 for the record's own fields, 1… for fields of nested objects and encoded values.
    public var depth: UInt8

    /// Makes a field.
    @inlinable public init(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, kind: FieldKind, depth: UInt8 = 0) {
        (self.key, self.value, self.kind, self.depth) = (key, value, kind, depth)
    }
}

/// One logical record with all its envelopes peeled off: a header line and what belongs to it.
///
/// Slices point into the block or the decoder's scratch and stay valid until the next record is decoded.
public struct Record {
    /// The stamp in UTC by the envelope's zone; nil when the record carries none.
    public var at: Instant?
    /// How fine the stamp is.
    public var resolution: Resolution
    /// Byte offset of the record's first byte in the decompressed stream.
    public var offset: UInt64
    /// Line number of its first line, from 1.
    public var line: UInt32
    /// Stable hash of the innermost stamped record's bytes.
    public var identity: UInt64
    /// What kind of writer the envelope speaks for.
    public var origin: RecordOrigin
    /// Level.
    public var level: RecordLevel
    /// Client process name, or empty.
    public var process: UnsafeRawBufferPointer
    /// Client process id, or empty.
    public var processID: UnsafeRawBufferPointer
    /// Logger category, subsystem, tag, or empty (`PayCallback` may stand here).
    public var category: UnsafeRawBufferPointer
    /// Service of a mixed stream (compose, syslog), or empty.
    public var service: UnsafeRawBufferPointer
    /// What ``FieldScanner`` takes fields from: everything behind the innermost header, continuation lines included. For a JSON
    /// record whose fields are its own (zap, pino, logstash, nginx JSON, …) this is the whole object.
    public var message: UnsafeRawBufferPointer
    /// The words for people: the unescaped `msg`, `message`, `eventMessage` of a JSON record; else the same as `message`.
    public var text: UnsafeRawBufferPointer
    /// Name of the innermost envelope: `nginx combined`; `plain` where none was recognised.
    public var format: StaticString
    /// The request, for access logs.
    public var access: AccessRequest?
    /// Only literals that show presence stand in it: it is no evidence, and its header is still on it (``RecordDecoder/complete(_:)``).
    public var isPresence: Bool

    /// Makes an empty record.
    @inlinable public init(offset: UInt64, line: UInt32) {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        (at, resolution, self.offset, self.line, identity) = (nil, .second, offset, line, 0)
        (origin, level, access, isPresence) = (.unknown, .none, nil, false)
        (process, processID, category, service, message) = (none, none, none, none, none)
        (text, format) = (none, "plain")
    }

    /// Empties it in its place.
    @inline(__always)
    mutating func restart(offset: UInt64, line: UInt32) {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        at = nil
        resolution = .second
        self.offset = offset
        self.line = line
        identity = 0
        origin = .unknown
        level = .none
        access = nil
        isPresence = false
        process = none
        processID = none
        category = none
        service = none
        message = none
        text = none
        format = "plain"
    }
}
