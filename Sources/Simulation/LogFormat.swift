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

    /// `2026-11-02 10:02:40.599 [Debug] [main] [Pay.swift:12] pay(order:) > text`, no zone
    case xcgLogger = "xcglogger"
    /// `10:02:40.599 DEBUG Pay.pay():12 - text`: no date, the file's name has it
    case swiftyBeaver = "swiftybeaver"
    /// SwiftyBeaver's JSON, seconds with a fraction
    case swiftyBeaverJSON = "swiftybeaver-json"
    /// swift-log's StreamLogHandler: whole seconds, metadata in front of the text
    case swiftLog = "swift-log"
    /// Tencent mars xlog, decoded
    case xlog
    /// Android Studio since Dolphin
    case logcatStudio = "logcat-studio"
    /// Android Studio before: no year
    case logcatStudioOld = "logcat-studio-old"
    /// logcat `-v long`: the header on a line of its own
    case logcatLong = "logcat-long"
    /// `D/Tag( 1234): text`, no time at all: of an emulator in a container, whose runtime dates the lines
    case logcatBrief = "logcat-brief"
    /// CocoaLumberjack's console: `2026-11-02 10:02:40:599 App[364:16455] text`, no zone
    case lumberjackConsole = "cocoalumberjack-console"
    /// `Nov  2 10:02:40 iPhone App(Lib)[364] <Notice>: text`: a device's syslog, no year
    case deviceSyslog = "device-syslog"

    // Applications.
    /// Spring Boot 3: offset in the stamp
    case springBoot3 = "spring-boot-3"
    /// Spring Boot 2: no zone
    case springBoot2 = "spring-boot-2"
    /// Logback's pattern without a date: the file name has it
    case logback
    /// Logback's own pattern, with a date
    case logbackDated = "logback-dated"
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

    /// Log4j2, the logger before the thread
    case log4j2
    /// Log4j2's JsonLayout
    case log4j2JSON = "log4j2-json"
    /// Elastic Common Schema
    case ecs
    /// zerolog
    case zerolog
    /// logrus' JSON formatter
    case logrusJSON = "logrus-json"
    /// slog's JSON handler
    case slogJSON = "slog-json"
    /// bunyan
    case bunyan
    /// winston's JSON with a timestamp
    case winston
    /// Python logging: a comma before the milliseconds
    case python
    /// Python logging as JSON
    case pythonJSON = "python-json"
    /// Python logging without a format, so without a time, in CRI
    case pythonBasic = "python-basic"
    /// winston's simple format, without a time, in Docker's json-file
    case winstonSimple = "winston-simple"
    /// Go's own logger: a bare stamp; requests are printed as they are, headers and no body
    case goLog = "go-log"
    /// The PHP pay SDK's logger
    case paySDK = "php-pay-sdk"
    /// `journalctl -o json` around Log4j2
    case journald
    /// BSD syslog around Spring Boot 2
    case syslog
    /// RFC 5424 around JSON lines
    case syslog5424 = "syslog-5424"
    /// Syslog with ISO stamps around Log4j2
    case syslogISO = "syslog-iso"
    /// Aliyun SLS export around Spring Boot 2
    case aliyunSLS = "aliyun-sls"
    /// Aliyun SLS export, the fields taken apart
    case aliyunSLSFields = "aliyun-sls-fields"
    /// Loki's push body around logfmt: one document a file
    case loki
    /// `logcli -o jsonl` around zap's JSON
    case lokiLines = "loki-lines"
    /// OpenTelemetry logs in JSON, one request a line
    case otlp
    /// Elasticsearch documents, one a line
    case elastic
    /// Kibana's CSV export
    case kibanaCSV = "kibana-csv"

    // Access logs.
    /// nginx combined
    case nginx
    /// Apache combined with the duration behind
    case apache
    /// nginx with a JSON `log_format`
    case nginxJSON = "nginx-json"
    /// ingress-nginx: combined with the upstream's columns behind
    case ingress = "ingress-nginx"
    /// nginx's error log, beside the access logs: only what went wrong there
    case nginxError = "nginx-error"

    // Exports. Each repeats what other records of the world tell: the truth does not depend on them.
    /// What payers exported from Alipay's app (GBK)
    case alipayPayer = "alipay-payer"
    /// What payers exported from Alipay's web pages (GBK)
    case alipayPayerWeb = "alipay-payer-web"
    /// What payers exported from WeChat
    case wechatPayer = "wechat-payer"
    /// Stripe's API: a list of events
    case stripeList = "stripe-list"
    /// Stripe's payments export (CSV)
    case stripePayments = "stripe-payments"
    /// Stripe's balance history (CSV)
    case stripeBalance = "stripe-balance"
    /// PayPal's API: a list of webhook events
    case paypalList = "paypal-list"
    /// PayPal's transaction search
    case paypalTransactions = "paypal-transactions"
    /// PayPal's activity download (CSV)
    case paypalActivity = "paypal-activity"
    /// The App Store's notification history
    case appStoreHistory = "app-store-history"
    /// The App Store's sales report of each day (TSV): totals only
    case appStoreSales = "app-store-sales"
    /// The App Store's financial report (TSV): totals only
    case appStoreFinance = "app-store-finance"
    /// The shop's order table (CSV)
    case orderTable = "order-table"

    /// Who writes it.
    enum Part { case device, application, edge, faults, export }

    var part: Part {
        switch self {
        case .nginx, .apache, .nginxJSON, .ingress: .edge
        case .nginxError: .faults
        case .alipayPayer, .alipayPayerWeb, .wechatPayer, .stripeList, .stripePayments, .stripeBalance, .paypalList, .paypalTransactions,
            .paypalActivity, .appStoreHistory, .appStoreSales, .appStoreFinance, .orderTable:
            .export
        case .springBoot3, .springBoot2, .logback, .zapJSON, .zapConsole, .logstash, .pino, .log4js, .monolog, .laravel, .logfmt,
            .jsonLines, .dockerJSON, .cri, .compose, .log4j2, .log4j2JSON, .ecs, .zerolog, .logrusJSON, .slogJSON, .bunyan, .winston,
            .python, .pythonJSON, .pythonBasic, .winstonSimple, .goLog, .logbackDated, .aliyunSLSFields, .paySDK, .journald, .syslog,
            .syslog5424, .syslogISO, .aliyunSLS, .loki, .lokiLines, .otlp, .elastic, .kibanaCSV:
            .application
        default: .device
        }
    }

    /// Whether its fields are JSON members (else `key=value`).
    var writesJSONFields: Bool {
        switch self {
        case .zapJSON, .zapConsole, .logstash, .pino, .monolog, .laravel, .jsonLines, .cri, .compose, .deviceJSON, .nginxJSON, .log4j2JSON,
            .ecs,
            .zerolog, .logrusJSON, .slogJSON, .bunyan, .winston, .paySDK, .syslog5424, .lokiLines, .otlp, .elastic, .kibanaCSV,
            .pythonJSON, .winstonSimple, .aliyunSLSFields:
            true
        default: false
        }
    }

    /// Whether the log comes from an Android device; nil when either is possible.
    var isAndroid: Bool? {
        switch self {
        case .logcat, .logcatTime, .logcatYear, .logcatZone, .logcatStudio, .logcatStudioOld, .logcatLong, .logcatBrief: true
        case .deviceJSON, .xlog: nil
        default: false
        }
    }

    /// Whether a file is one document with a head: a part of it alone is none.
    var isDocument: Bool { self == .loki || self == .kibanaCSV || part == .export }
}
