/// A form in which some component of the simulated world writes its log (facts.md §5, §6).
public enum LogFormat: String, Sendable, CaseIterable {
    // Devices.
    /// `2026-11-02 10:02:40.599795+0800 App[364:16455] text`
    case nslog
    /// `2026-11-02 10:02:40.599 App[364:16455] text`, no zone
    case nslogOld = "nslog-old"
    /// `log show --style ndjson`
    case logShowNDJSON = "log-show-ndjson"
    /// `log show --style json`: one array
    case logShowJSON = "log-show-json"
    /// `log show --style compact`, no zone
    case logShowCompact = "log-show-compact"
    /// `log show --style syslog`
    case logShowSyslog = "log-show-syslog"
    /// `log show` as it is
    case logShowDefault = "log-show"
    /// `2026/11/02 02:02:40:599  text`, UTC
    case cocoaLumberjack = "cocoalumberjack"
    /// `11-02 10:02:40.599  1234  5678 D Tag: text`, no year, no zone
    case logcat
    /// `11-02 10:02:40.599 D/Tag( 1234): text`
    case logcatTime = "logcat-time"
    /// `2026-11-02 10:02:40.599  1234  5678 D Tag: text`
    case logcatYear = "logcat-year"
    /// `2026-11-02 10:02:40.599 +0800  1234  5678 D Tag: text`
    case logcatZone = "logcat-zone"
    /// `{"time":…,"device":…,"tag":"PayCallback","event":…}`, one object a line
    case deviceJSON = "device-json"

    // Applications.
    /// Spring Boot 3: offset in the stamp
    case springBoot3 = "spring-boot-3"
    /// Spring Boot 2: no zone
    case springBoot2 = "spring-boot-2"
    /// Logback's pattern without a date: the file name has it
    case logback
    /// zap's JSON encoder, float seconds
    case zapJSON = "zap-json"
    /// zap's console encoder, TABs
    case zapConsole = "zap-console"
    /// logstash-logback-encoder
    case logstash
    /// pino, milliseconds
    case pino
    /// log4js
    case log4js
    /// Monolog 2 and 3
    case monolog
    /// Monolog 1 as Laravel uses it: seconds, no zone
    case laravel
    /// logfmt
    case logfmt
    /// `{"time":…,"level":…,"event":…}`
    case jsonLines = "json-lines"
    /// Docker's json-file around Spring Boot 2
    case dockerJSON = "docker-json"
    /// CRI around JSON lines, long lines split into P and F parts
    case cri
    /// `docker compose logs` of several services around zap's console form
    case compose

    // Access logs.
    /// nginx combined
    case nginx
    /// Apache combined with the duration behind
    case apache
    /// nginx with a JSON `log_format`
    case nginxJSON = "nginx-json"

    /// Who writes it.
    enum Part { case device, application, edge }

    var part: Part {
        switch self {
        case .nginx, .apache, .nginxJSON: .edge
        case .springBoot3, .springBoot2, .logback, .zapJSON, .zapConsole, .logstash, .pino, .log4js, .monolog, .laravel, .logfmt,
            .jsonLines,
            .dockerJSON, .cri, .compose:
            .application
        default: .device
        }
    }

    /// Whether its fields are JSON members (else `key=value`).
    var writesJSONFields: Bool {
        switch self {
        case .zapJSON, .zapConsole, .logstash, .pino, .monolog, .laravel, .jsonLines, .cri, .compose, .deviceJSON, .nginxJSON: true
        default: false
        }
    }

    /// Whether the log comes from an Android device; nil when either is possible.
    var isAndroid: Bool? {
        switch self {
        case .logcat, .logcatTime, .logcatYear, .logcatZone: true
        case .deviceJSON: nil
        default: false
        }
    }

    /// Whether stamps have whole seconds only.
    var hasWholeSeconds: Bool { self == .laravel || self == .logfmt || part == .edge }
}
