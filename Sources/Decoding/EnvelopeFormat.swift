import Domain

/// How one kind of writer frames its records: one declaration, one file under `Envelopes/`, with example lines and what they give.
///
/// Lists, detection and tests derive from ``all``. Immutable, and a class so that passing it copies one reference.
public final class EnvelopeFormat: Sendable {
    /// Reads the header at the beginning of a line. True when the line has this form; then stamp, level, process, category and the
    /// message behind the header are set.
    typealias Read = @Sendable (_ line: Bytes, _ clock: inout StampClock, _ record: inout Record) -> Bool
    /// Takes the inner line out of a wrapped one. True when the line has this form.
    typealias Unwrap = @Sendable (_ line: Bytes, _ clock: inout StampClock, _ wrapped: inout WrappedLine, _ arena: inout ByteArena) -> Bool

    /// What the form is read by.
    enum Kind: Sendable {
        /// A header in front of text.
        case text(Read)
        /// A JSON object a line, told apart by its keys.
        case json(JSONForm)
        /// A wrapper around the lines of another writer.
        case transport(Unwrap)
        /// A document that carries many lines of other writers.
        case carrier(CarrierForm)
    }

    /// Name for people: `nginx combined`.
    public let name: StaticString
    /// What kind of writer it speaks for.
    public let origin: RecordOrigin
    /// Example lines with what they must give.
    public let examples: [EnvelopeExample]
    /// Whether it may only be taken when nothing else fits: it would fit anything with a stamp in front.
    let isLastResort: Bool
    /// Whether it speaks for a service beside the application that knows of no payment: it is read so that its lines, and its zone, are
    /// not taken for the application's.
    public let isNeighbour: Bool
    let kind: Kind
    /// ASCII text with which every line of a wrapper begins; empty where there is none.
    let start: StaticString
    /// ASCII text that every line of a wrapper holds; empty where there is none.
    let mark: StaticString

    private init(
        name: StaticString, origin: RecordOrigin, examples: [EnvelopeExample], isLastResort: Bool, isNeighbour: Bool = false, kind: Kind,
        start: StaticString = "", mark: StaticString = ""
    ) {
        (self.name, self.origin, self.examples, self.isLastResort, self.kind) = (name, origin, examples, isLastResort, kind)
        (self.isNeighbour, self.start, self.mark) = (isNeighbour, start, mark)
    }

    /// A form with a header in front of text.
    static func text(
        _ name: StaticString, _ origin: RecordOrigin, isLastResort: Bool = false, isNeighbour: Bool = false, examples: [EnvelopeExample],
        read: @escaping Read
    ) -> EnvelopeFormat {
        EnvelopeFormat(
            name: name, origin: origin, examples: examples, isLastResort: isLastResort, isNeighbour: isNeighbour, kind: .text(read))
    }

    /// A form of JSON lines.
    static func json(
        _ name: StaticString, _ origin: RecordOrigin, isLastResort: Bool = false, form: JSONForm, examples: [EnvelopeExample]
    ) -> EnvelopeFormat {
        EnvelopeFormat(name: name, origin: origin, examples: examples, isLastResort: isLastResort, kind: .json(form))
    }

    /// A wrapper around other lines, every one of which begins with `start` and holds `mark`.
    static func transport(
        _ name: StaticString, start: StaticString = "", mark: StaticString = "", examples: [EnvelopeExample], unwrap: @escaping Unwrap
    ) -> EnvelopeFormat {
        EnvelopeFormat(
            name: name, origin: .unknown, examples: examples, isLastResort: false, kind: .transport(unwrap), start: start, mark: mark)
    }

    /// A document that carries many lines.
    static func carrier(_ name: StaticString, form: CarrierForm, examples: [EnvelopeExample]) -> EnvelopeFormat {
        EnvelopeFormat(name: name, origin: .unknown, examples: examples, isLastResort: false, kind: .carrier(form))
    }

    /// Every form, the more special one first: among forms that fit equally many lines the first wins.
    public static let all: [EnvelopeFormat] = carriers + transports + texts + jsons

    static let carriers: [EnvelopeFormat] = [
        .loki, .otlp, .otlpOld, .elastic, .datadog, .cloudWatch, .cloudWatchBatches, .sentry, .kibanaCSV, .cloudCSV, .stripeList,
        .paypalList, .paypalTransactions,
    ]
    static let transports: [EnvelopeFormat] = [
        .docker, .cri, .dockerCompose, .kubectl, .stern, .journald, .aliyunSLS, .tencentCLS, .tencentCLSFields, .lokiLines, .fluentBit,
        .loguru, .splunk, .papertrail, .shipper, .logan, .syslog5424, .syslog3164, .syslogStamped,
    ]
    static let texts: [EnvelopeFormat] = [
        .access, .gin, .pythonRequests, .envoy, .haproxy, .nginxError, .journalExport,
        .logShowCompact, .logShowDefault, .logShowSyslog, .nsLog, .nsLogOld,
        .consoleApp,
        .lumberjackTTY, .lumberjackFile,
        .deviceSyslog, .logcatThreadtime, .logcatTime, .logcatStudio, .logcatStudioOld, .logcatLong, .logcatBrief, .xlog, .xcgLogger,
        .swiftyBeaver, .talker, .prettyPrinter, .springBoot3, .springBoot2, .monolog, .log4j2, .log4js, .zapConsole,
        .bunyanConsole, .zerologConsole,
        .paySDK, .swiftLog, .redis, .logback, .logbackTime, .python, .logfmt, .w3cRequests, .leadingStamp, .stampInHeader,
        .winstonSimple, .pythonBasic,
    ]
    static let jsons: [EnvelopeFormat] = [
        .logShowJSON, .nginxJSON, .swiftyBeaverJSON, .ecs, .log4j2JSON, .logstash, .bunyan, .pino, .zapJSON, .pythonJSON, .zerolog,
        .slogJSON, .aliyunSLSFields, .winston, .jsonLines, .jsonRecords,
    ]
}

/// One line out of a wrapper.
struct WrappedLine {
    /// The inner line, without its line end.
    var content = Bytes.none
    /// Who wrote it; lines of different services are decoded apart.
    var service = Bytes.none
    /// Parts of lines are joined within one stream of a service: `stdout`, `stderr`.
    var stream = Bytes.none
    /// The wrapper's own stamp.
    var stamp: Stamp?
    /// The line goes on in the next one of its stream.
    var isPartial = false
}

/// An example record of an envelope and what it must give; the tests are made of these.
public struct EnvelopeExample: Sendable {
    /// The lines of the record.
    public var text: String
    /// Name of the file, for stamps without a date.
    public var fileName = "example.log"
    /// The stamp, as ``Instant/rfc3339``; nil when there is none.
    public var at: String?
    /// How fine the stamp is.
    public var resolution = Resolution.millisecond
    /// The level.
    public var level = RecordLevel.none
    /// The client process.
    public var process = ""
    /// Its id.
    public var processID = ""
    /// The category.
    public var category = ""
    /// The service.
    public var service = ""
    /// The message; nil when it is the text as a whole.
    public var message: String?
    /// The text; nil when it is the same as the message.
    public var words: String?
    /// The request as `METHOD target status bytes duration agent`, for access lines.
    public var access: String?
    /// The innermost form, when it is another one than the declaring one.
    public var format: String?
}
