import Domain
import Reports
import Simulation

extension CommandDefinition {
    /// `paychain simulate`.
    static let simulate = CommandDefinition(
        name: "simulate", operands: "FOLDER", operandCount: 1...1,
        summary: Text(en: "write a realistic, seeded log set with its truth", zh: "生成一套逼真的、可重现的日志及其真相"),
        details: Text(
            en: "The folder gets logs/, paychain.yaml and truth.ndjson. The same options give the same bytes.",
            zh: "目录中会生成 logs/、paychain.yaml 和 truth.ndjson。相同的选项得到完全相同的字节。"),
        options: [
            OptionDefinition("seed", value: "N", help: Text(en: "where chance begins (1)", zh: "随机种子（1）")),
            OptionDefinition("orders", value: "N", help: Text(en: "how many orders (2000)", zh: "订单数（2000）")),
            OptionDefinition(
                "start", value: "TIME", help: Text(en: "when the first payer comes (2026-11-02 10:00)", zh: "首位付款人到来的时间（2026-11-02 10:00）")),
            OptionDefinition("days", value: "N", help: Text(en: "how many days payers keep coming (1)", zh: "持续多少天（1）")),
            OptionDefinition(
                "profile", value: "healthy|realistic|even", choices: SimulationProfile.allCases.map(\.rawValue),
                help: Text(en: "how often things go wrong (realistic)", zh: "故障出现的频度（realistic）")),
            OptionDefinition("gzip", help: Text(en: "pack every log file, not only rotated ones", zh: "压缩所有日志文件，而不仅是轮转后的")),
            OptionDefinition(
                "compression", value: "none|rotated|all", choices: LogCompression.allCases.map(\.rawValue),
                help: Text(en: "which files are packed (rotated)", zh: "压缩哪些文件（rotated）")),
            OptionDefinition("level", value: "1…9", help: Text(en: "gzip level (6)", zh: "gzip 级别（6）")),
            OptionDefinition(
                "clock-skew", value: "HOURS", help: Text(en: "how far device clocks may be off, 0…24 (24)", zh: "设备时钟最大偏差小时数，0…24（24）")),
            OptionDefinition(
                "noise", value: "SHARE", help: Text(en: "share of lines that say nothing, 0…0.9 (0.4)", zh: "无关日志行的比例，0…0.9（0.4）")),
            OptionDefinition(
                "formats", value: "NAME,…", choices: LogFormat.allCases.map(\.rawValue), repeats: true,
                help: Text(en: "log formats to write; all of them when none is named", zh: "要写出的日志格式；不指定则全部")),
            OptionDefinition("rotations", value: "N", help: Text(en: "files that a long source is rotated into (3)", zh: "长日志轮转成几个文件（3）")),
            OptionDefinition("devices", value: "N", help: Text(en: "devices with files of their own (120)", zh: "单独成文件的设备数（120）")),
            OptionDefinition(
                "cut", value: "SHARE", help: Text(en: "also write cut/logs with this share taken away", zh: "另写一份删去该比例日志的 cut/logs")),
            OptionDefinition(
                "minutes", value: "N", help: Text(en: "all payers come within so many minutes", zh: "所有付款人在这么多分钟内到来")),
            OptionDefinition(
                "until", value: "TIME",
                help: Text(en: "nothing is logged from then on; the truth goes on", zh: "此后不再写日志；真相仍记录到底")),
            OptionDefinition(
                "practice", value: "NAME", choices: SimulationPractice.allCases.map(\.rawValue),
                help: Text(
                    en: "the same world, in which this is done as well: what it would have recovered", zh: "同一个世界，只多做这一件事：看它能挽回多少")),
            OptionDefinition(
                "without", value: "BREAK",
                help: Text(en: "the same world, in which orders with this break go well", zh: "同一个世界，发生该断点的订单改为正常")),
            OptionDefinition("threads", value: "N", help: Text(en: "threads; 0 is one a core (0)", zh: "线程数；0 表示每核一个（0）")),
            .timeZone,
        ],
        examples: [
            ("paychain simulate world", Text(en: "2,000 orders of one day", zh: "一天 2000 笔订单")),
            (
                "paychain simulate world --seed 7 --orders 100000 --gzip",
                Text(en: "a bigger world, packed", zh: "更大的一套，全部压缩")
            ),
            (
                "paychain simulate world --cut 0.4 --profile even",
                Text(en: "every fault equally often, and a copy with 40 % of the logs lost", zh: "各类故障等概率，另附一份丢失 40% 日志的副本")
            ),
        ]
    ) { invocation throws(CommandError) in
        let options = try simulationOptions(invocation)
        let folder = invocation.arguments.operands[0]
        let report: SimulationReport
        do throws(SimulationError) { report = try World(options).write(to: folder) } catch {
            let what = Text(en: error.description, zh: "\(error.place)：\(Phrase.make(error.message, .zh))")
            throw CommandError(error.kind == .option ? .usage : .store, what)
        }
        invocation.tell(
            Text(
                en:
                    "wrote \(MoneyText.count(report.orders, "order")), \(MoneyText.count(report.lines, "line")) in \(MoneyText.count(report.files, "file")) to \(folder)",
                zh:
                    "已写入 \(folder)：\(MoneyText.count(report.orders)) 笔订单，\(MoneyText.count(report.files)) 个文件共 \(MoneyText.count(report.lines)) 行"
            ))
        return .done
    }

    private static func simulationOptions(_ invocation: Invocation) throws(CommandError) -> SimulationOptions {
        var options = SimulationOptions()
        let arguments = invocation.arguments
        if let seed = arguments["seed"] {
            guard let value = UInt64(seed) else { throw CommandError.badValue("seed", seed, Text(en: "a whole number", zh: "需要整数")) }
            options.seed = value
        }
        if let value = try invocation.number("orders", in: 1...100_000_000) { options.orders = value }
        if let value = try invocation.time("start", zone: invocation.zone(), relativeTo: nil, wanted: TimeArgument.wantedAbsolute) {
            options.start = value
        }
        if let value = try invocation.number("days", in: 1...366) { options.days = value }
        if let value = try invocation.word("profile", as: SimulationProfile.self).first { options.profile = value }
        if let value = try invocation.word("compression", as: LogCompression.self).first { options.compression = value }
        if arguments.has("gzip") { options.compression = .all }
        if let value = try invocation.number("level", in: 1...9) { options.level = value }
        if let value = try invocation.number("clock-skew", in: 0...24) { options.clockSkewHours = value }
        if let value = try share("noise", 0...0.9, arguments) { options.noiseShare = value }
        options.formats = try invocation.word("formats", as: LogFormat.self)
        if let value = try invocation.number("rotations", in: 1...9) { options.rotations = value }
        if let value = try invocation.number("devices", in: 0...400) { options.devices = value }
        if let value = try share("cut", 0.01...0.9, arguments) { options.cut = CutPlan(share: value) }
        if let value = try invocation.number("minutes", in: 1...1_440) { options.minutes = value }
        if let value = try invocation.time("until", zone: invocation.zone(), relativeTo: nil, wanted: TimeArgument.wantedAbsolute) {
            options.until = value
        }
        if let value = try invocation.word("practice", as: SimulationPractice.self).first { options.practice = value }
        if let word = arguments["without"] {
            guard let code = BreakCode(rawValue: word) else {
                throw CommandError.badValue(
                    "without", word,
                    Text(en: "a break, as `paychain explain` lists them", zh: "需要断点代码，见 `paychain explain`"))
            }
            options.without = code
        }
        if let value = try invocation.number("threads", in: 0...1_024) { options.threads = value }
        return options
    }

    private static func share(
        _ option: String, _ bounds: ClosedRange<Double>, _ arguments: ParsedArguments
    ) throws(CommandError) -> Double? {
        guard let text = arguments[option] else { return nil }
        guard let value = Double(text), bounds.contains(value) else {
            throw CommandError.badValue(
                option, text,
                Text(
                    en: "a share from \(bounds.lowerBound) to \(bounds.upperBound)",
                    zh: "需要 \(bounds.lowerBound) 到 \(bounds.upperBound) 之间的比例"))
        }
        return value
    }
}
