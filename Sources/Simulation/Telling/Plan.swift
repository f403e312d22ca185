import Domain

/// What is fixed before the first payer comes: when the world runs, which sources write, which visit holds which orders.
///
/// Immutable and shared by all threads; a visit and an order are pure functions of it and their index.
final class Plan: Sendable {
    let options: SimulationOptions
    /// First and last moment of the logs, microseconds since 1970.
    let start: Int64
    let end: Int64
    /// Where the logs are cut off; the stories go on.
    let cutoff: Int64
    let sources: [Source]
    let collectors: [Int]
    let deviceFiles: [Int]
    let applications: [Int]
    let edges: [Int]
    let alipayBill: Int
    let wechatBill: Int
    let records: Int
    /// What the App Store, Stripe and PayPal hand out.
    let appStore: Int
    let gateways: [Order.Gateway: Int]
    let alipayFunds: Int
    let wechatFunds: Int
    let trades: Int
    let dump: Int
    /// The front ends' error log, where there is one.
    let errors: Int?
    /// What is exported besides, by its format.
    let exports: [LogFormat: Int]
    let truth: Int
    let visits: Int
    /// Microseconds between two visits.
    let spacing: Int64
    /// Visits of one slice, and how many slices there are.
    let visitsPerSlice: Int
    let slices: Int
    /// Every `deviceModulus`-th visit comes from a device with a file of its own.
    let deviceModulus: Int
    let catalog: ScenarioCatalog
    /// Fixed visits of one order each instead of chance, or nil.
    let script: [ScriptedVisit]?
    /// One server of each kind serves an order from beginning to end. So it is in a world that is cut: where any server may serve any
    /// request, a server's log that vanished whole leaves no trace by which its silence could be doubted.
    let isSticky: Bool

    /// Orders of ten visits in a row: fifteen.
    private static let ordersOfVisit = [1, 1, 2, 1, 3, 1, 2, 1, 2, 1]
    private static let ordersBeforeVisit = [0, 1, 2, 4, 5, 8, 9, 11, 12, 14]

    init(_ options: SimulationOptions, catalog: ScenarioCatalog? = nil, script: [ScriptedVisit]? = nil) {
        self.options = options
        self.script = script
        isSticky = options.staysWithOneServer
        self.catalog = catalog ?? ScenarioCatalog(options.profile)
        start = options.start.microseconds
        end = start + Int64(options.days) * 86_400_000_000
        cutoff = min(end, options.until?.microseconds ?? end)
        var visits = script?.count ?? (options.orders / 15 * 10)
        while script == nil, Plan.firstOrder(ofVisit: visits) < options.orders { visits += 1 }
        self.visits = visits
        let span = options.minutes.map { Int64($0) * 60_000_000 } ?? (end - start - 300_000_000)
        spacing = max(1_000, span / Int64(visits))
        visitsPerSlice = 2_048
        slices = (visits + visitsPerSlice - 1) / visitsPerSlice
        var list = SourceList(options)
        let deviceCount = list.count(of: .device) == 0 ? 0 : min(options.devices, max(1, visits / 8))
        list.addDevices(deviceCount)
        (sources, collectors, deviceFiles) = (list.sources, list.collectors, list.devices)
        (applications, edges) = (list.applications, list.edges)
        (alipayBill, wechatBill, records, truth) = (list.alipayBill, list.wechatBill, list.records, list.truth)
        (appStore, gateways) = (list.appStore, list.gateways)
        (alipayFunds, wechatFunds, trades, dump) = (list.alipayFunds, list.wechatFunds, list.trades, list.dump)
        (errors, exports) = (list.errors, list.exports)
        // six visits a day at most, so that two visits of one device never overlap
        deviceModulus = deviceCount == 0 ? Int.max : max(3, visits / (deviceCount * 6 * options.days) + 1)
    }

    static func firstOrder(ofVisit visit: Int) -> Int { visit / 10 * 15 + ordersBeforeVisit[visit % 10] }

    /// The orders of a visit, as a range of order indices.
    func orders(ofVisit visit: Int) -> Range<Int> {
        if script != nil { return visit..<(visit + 1) }
        let first = Plan.firstOrder(ofVisit: visit)
        return min(first, options.orders)..<min(first + Plan.ordersOfVisit[visit % 10], options.orders)
    }

    /// The slot that a visit begins in.
    @inline(__always) func slot(_ visit: Int) -> Int64 { start + 20_000_000 + Int64(visit) * spacing }

    /// The slice that a moment falls into.
    @inline(__always) func slice(of time: Int64) -> Int {
        let width = spacing * Int64(visitsPerSlice)
        return max(0, min(slices - 1, Int((time - start - 20_000_000) / width)))
    }

    /// Where a slice ends; the last one holds everything up to the end.
    func sliceEnd(_ slice: Int) -> Int64 { slice == slices - 1 ? Int64.max : slot((slice + 1) * visitsPerSlice) }

    /// Whether the bill of the Shanghai day that holds a moment is out before the logs end.
    func hasBill(_ time: Int64) -> Bool {
        let day = Calendar.dayNumber(time + Calendar.shanghai)
        return (day + 1) * 86_400_000_000 - Calendar.shanghai + 10 * 3_600_000_000 <= cutoff
    }
}

/// One source of the world.
struct Source: Sendable {
    enum Naming: Sendable {
        /// `x.log`, `x.log.1`, `x.log.2.gz`
        case numbered
        /// `x.2026-11-02.log`
        case dated
        /// One file for the whole time.
        case single
        /// One file a Shanghai day, named by the bill's own rule.
        case bill
    }

    enum Kind: Sendable {
        case device, collector, application, edge, alipayBill, wechatBill, alipayFunds, wechatFunds, record, trades, dump, faults, export,
            truth

        /// Whether it is a bill: one file a day, sums at its foot.
        var isBill: Bool { self == .alipayBill || self == .wechatBill || self == .alipayFunds || self == .wechatFunds }
    }

    var path: String
    var kind: Kind
    var format: LogFormat
    var naming: Naming
    /// Which one of its kind.
    var ordinal: Int
}

/// Builds the table of sources.
struct SourceList {
    private(set) var sources: [Source] = []
    private(set) var collectors: [Int] = []
    private(set) var devices: [Int] = []
    private(set) var applications: [Int] = []
    private(set) var edges: [Int] = []
    private(set) var alipayBill = 0
    private(set) var wechatBill = 0
    private(set) var records = 0
    private(set) var appStore = 0
    private(set) var gateways: [Order.Gateway: Int] = [:]
    private(set) var alipayFunds = 0
    private(set) var wechatFunds = 0
    private(set) var trades = 0
    private(set) var dump = 0
    private(set) var errors: Int?
    private(set) var exports: [LogFormat: Int] = [:]
    private(set) var truth = 0
    private let deviceFormats: [LogFormat]
    private let seed: UInt64

    init(_ options: SimulationOptions) {
        seed = options.seed
        let wanted = options.formats.isEmpty ? LogFormat.allCases : options.formats
        deviceFormats = wanted.filter { $0.part == .device }
        // devices that report to a collector name themselves in every line; not every form has room for it
        let collecting = wanted.filter { [.deviceJSON, .nslog, .logcatYear].contains($0) }
        for (ordinal, format) in collecting.enumerated() {
            collectors.append(sources.count)
            let suffix = format == .deviceJSON ? "ndjson" : "log"
            sources.append(
                Source(
                    path: "client/collector-\(format.rawValue).\(suffix)", kind: .collector, format: format, naming: .numbered,
                    ordinal: ordinal))
        }
        // a document that lost its head leaves no trace by which its silence could be doubted
        let servers = wanted.filter { $0.part == .application && !($0.isDocument && options.staysWithOneServer) }
        for (ordinal, format) in (servers.isEmpty ? [LogFormat.jsonLines] : servers).enumerated() {
            applications.append(sources.count)
            let name: String =
                switch format {
                case .jsonLines, .pino, .zapJSON, .logstash, .log4j2JSON, .ecs, .zerolog, .logrusJSON, .slogJSON, .bunyan, .winston,
                    .journald, .aliyunSLS, .aliyunSLSFields, .pythonJSON, .lokiLines, .otlp, .elastic:
                    "server/pay-\(format.rawValue).jsonl"
                case .loki: "server/pay-loki.json"
                case .kibanaCSV: "server/pay-kibana.csv"
                case .dockerJSON: "server/7c9f2a6b1d40-json.log"
                case .winstonSimple: "server/41d0e7b2c95a-json.log"
                default: "server/pay-\(format.rawValue).log"
                }
            let naming: Source.Naming = format == .logback || format == .laravel ? .dated : .numbered
            sources.append(Source(path: name, kind: .application, format: format, naming: naming, ordinal: ordinal))
        }
        let fronts = wanted.filter { $0.part == .edge }
        for (ordinal, format) in (fronts.isEmpty ? [LogFormat.nginx] : fronts).enumerated() {
            edges.append(sources.count)
            sources.append(
                Source(
                    path: "edge/\(format.rawValue)-access.log", kind: .edge, format: format,
                    naming: format == .apache ? .dated : .numbered, ordinal: ordinal))
        }
        alipayBill = sources.count
        sources.append(Source(path: "provider/alipay", kind: .alipayBill, format: .nginx, naming: .bill, ordinal: 0))
        wechatBill = sources.count
        sources.append(Source(path: "provider/wechat", kind: .wechatBill, format: .nginx, naming: .bill, ordinal: 0))
        records = sources.count
        sources.append(Source(path: "provider/queries.ndjson", kind: .record, format: .jsonLines, naming: .single, ordinal: 0))
        appStore = sources.count
        sources.append(Source(path: "provider/appstore.ndjson", kind: .record, format: .jsonLines, naming: .single, ordinal: 1))
        for (ordinal, gateway) in [Order.Gateway.stripe, .paypal].enumerated() {
            gateways[gateway] = sources.count
            let name = gateway == .stripe ? "provider/stripe-events.ndjson" : "provider/paypal-webhooks.ndjson"
            sources.append(Source(path: name, kind: .record, format: .jsonLines, naming: .single, ordinal: 2 + ordinal))
        }
        alipayFunds = sources.count
        sources.append(Source(path: "provider/alipay-funds", kind: .alipayFunds, format: .nginx, naming: .bill, ordinal: 0))
        wechatFunds = sources.count
        sources.append(Source(path: "provider/wechat", kind: .wechatFunds, format: .nginx, naming: .bill, ordinal: 0))
        trades = sources.count
        sources.append(Source(path: "provider/trades.csv", kind: .trades, format: .nginx, naming: .single, ordinal: 0))
        dump = sources.count
        sources.append(Source(path: "database/orders.tsv", kind: .dump, format: .nginx, naming: .single, ordinal: 0))
        addExports(wanted)
        truth = sources.count
        sources.append(Source(path: "../truth.ndjson", kind: .truth, format: .jsonLines, naming: .single, ordinal: 0))
    }

    /// What tells the same again in forms of its own.
    private mutating func addExports(_ wanted: [LogFormat]) {
        if wanted.contains(.nginxError) {
            errors = sources.count
            sources.append(Source(path: "edge/nginx-error.log", kind: .faults, format: .nginxError, naming: .single, ordinal: 0))
        }
        for (ordinal, format) in wanted.filter({ $0.part == .export }).enumerated() {
            exports[format] = sources.count
            sources.append(
                Source(
                    path: format.exportPath, kind: .export, format: format, naming: format == .appStoreSales ? .dated : .single,
                    ordinal: ordinal))
        }
    }

    /// How many formats of a part were asked for.
    func count(of part: LogFormat.Part) -> Int { part == .device ? deviceFormats.count : sources.count { $0.format.part == part } }

    /// Adds devices with a file of their own.
    mutating func addDevices(_ count: Int) {
        for ordinal in 0..<count {
            let format = deviceFormats[ordinal % deviceFormats.count]
            // every device has a folder of its own, named by its id, as support tools store what users send
            let folder = "client/device-" + String(Random.mix(seed &+ UInt64(ordinal) &* 77) >> 24, radix: 16)
            let name: String =
                switch format {
                case .cocoaLumberjack: "\(folder)/com.example.shop 2026-11-02--02-00-00-000.log"
                case .logShowNDJSON: "\(folder)/console.ndjson"
                case .logShowJSON: "\(folder)/console.json"
                case .logShowCompact, .logShowSyslog, .logShowDefault: "\(folder)/console.txt"
                case .logcat, .logcatTime, .logcatYear, .logcatZone, .logcatStudio, .logcatStudioOld, .logcatLong: "\(folder)/logcat.txt"
                case .logcatBrief: "\(folder)/emulator-json.log"
                case .deviceSyslog: "\(folder)/syslog.log"
                case .swiftyBeaver: "\(folder)/swiftybeaver.log"
                default: "\(folder)/app.log"
                }
            devices.append(sources.count)
            sources.append(Source(path: name, kind: .device, format: format, naming: .single, ordinal: ordinal))
        }
    }
}

/// One visit of a world that follows a script.
struct ScriptedVisit: Sendable {
    var scenario: Scenario
    /// When it begins, microseconds after the start of the world.
    var after: Int64
    var hasClient: Bool
}
