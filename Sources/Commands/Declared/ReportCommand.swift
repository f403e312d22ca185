import Configuration
import Conversion
import Domain
import Reports
import Store

extension CommandDefinition {
    /// `paychain report`: the conversion report of a period.
    static let report = CommandDefinition(
        name: "report",
        summary: Text(en: "the conversion report of a week, a day or a range, with honest bounds", zh: "按周、按日或任意区间生成转化报告，比率均带如实的上下限"),
        details: Text(
            en:
                "Reads the store. Without -o the summary is printed; with it only a line for cron. The exit code is 1 when the period has no orders, and with --fail-if-drop when conversion really fell.",
            zh: "读取存储文件。不带 -o 时打印摘要；带 -o 时只打印一行供 cron 使用。时段内没有订单时退出码为 1；带 --fail-if-drop 且转化率确实下降时也为 1。"),
        options: [
            .store,
            OptionDefinition("week", value: "YYYY-Www", help: Text(en: "a week of ISO 8601: 2026-W47", zh: "ISO 8601 周：2026-W47")),
            OptionDefinition("day", value: "DATE", help: Text(en: "a day: 2026-11-16", zh: "某一天：2026-11-16")),
            OptionDefinition("from", value: "TIME", help: Text(en: "created at or after", zh: "创建时间不早于")),
            OptionDefinition("to", value: "TIME", help: Text(en: "created before", zh: "创建时间早于")),
            OptionDefinition(
                "compare", value: "previous|PERIOD|none",
                help: Text(
                    en: "with what it is compared: previous (default), a week, a day, a range A..B, none",
                    zh: "对比期：previous（默认）、某周、某日、区间 A..B、none")),
            OptionDefinition(
                "output", letter: "o", value: "FILE", repeats: true,
                help: Text(
                    en: "write a file, by its ending .html, .md, .json or .csv; may be given again",
                    zh: "按扩展名 .html、.md、.json 或 .csv 写文件；可重复")),
            OptionDefinition(
                "fail-if-drop",
                help: Text(en: "exit code 1 when the fall of conversion is real", zh: "转化率确实下降时退出码为 1")),
            .config, .timeZone, .json,
        ],
        examples: [
            ("paychain report", Text(en: "the last whole week, on the terminal", zh: "最近一个整周，显示在终端")),
            (
                "paychain report --week 2026-W47 -o week.html -o week.csv",
                Text(en: "a page to mail and the funnel for a spreadsheet", zh: "可邮寄的页面和供表格使用的漏斗数据")
            ),
            (
                "paychain report --day 2026-11-16 --compare 2026-11-09 --json",
                Text(en: "a day against the same day a week before", zh: "与上周同一天对比")
            ),
        ]
    ) { invocation throws(CommandError) in
        let settings = try AnalysisSettings(invocation)
        let zone = settings.zone
        let files = try outputs(invocation)
        let store = try storing { () throws(StoreError) in try Store.open(path: invocation.storePath, mode: .readOnly) }
        let facts = try storing { () throws(StoreError) in
            (run: try store.run()?.context, span: try store.timeSpan(), isEmpty: try store.count(OrderFilter(), upTo: 1) == 0)
        }
        guard let run = facts.run else {
            throw CommandError(
                .notFound, Text(en: "the store holds no analysis", zh: "存储中没有分析结果"),
                remedy: Text(en: "`paychain analyze PATH…` makes one", zh: "请先运行 `paychain analyze PATH…`"))
        }
        if facts.isEmpty, !["week", "day", "from", "to"].contains(where: invocation.arguments.has) {
            // There is no period to speak of.
            throw CommandError(.notFound, EmptyStore.fact, remedy: EmptyStore.remedy)
        }
        var periods = try ReportPeriods(invocation, zone: zone, span: facts.span, asOf: run.asOf)
        let walk = ReportWalk(store: store, path: invocation.storePath, run: run, zone: zone)
        var report = try storing { () throws(StoreError) in
            var now = try walk.collect(periods.period)
            // A few records of a bill make no week.
            if now.orders == 0, let week = periods.weekSoFar {
                periods.move(to: week, asOf: run.asOf, zone: zone)
                now = try walk.collect(week)
            }
            let then = try periods.compared.map { period throws(StoreError) in try walk.collect(period) }
            return ConversionReport(now, comparedWith: then.flatMap { $0.orders > 0 ? $0 : nil })
        }
        (report.held, report.isStoreEmpty) = (facts.span, facts.isEmpty)
        if report.orders > 0, let note = periods.note { invocation.tell(note) }
        let page = ConversionPage(report, language: invocation.language, zone: zone)
        if report.orders > 0, let compared = periods.compared, report.compared == nil {
            let name = page.name(compared)
            invocation.tell(Text(en: "\(name) has no orders: nothing is compared", zh: "\(name) 没有订单：不作比较"))
        }
        for file in files { try WrittenFile.write(file.kind.bytes(report, page), to: file.path) }
        if invocation.arguments.has("json") {
            invocation.console.write(ConversionJSON.make(report))
            if !invocation.isQuiet { invocation.console.complain(page.exitLine()) }
        } else if files.isEmpty {
            invocation.console.write(page.text(invocation.style(zone: zone)))
        } else if !invocation.isQuiet {
            invocation.console.write(page.exitLine() + "\n")
        }
        let hasDropped = report.conversion.change.map { $0.finding.isReal && $0.difference ?? 0 < 0 } ?? false
        return report.orders == 0 || invocation.arguments.has("fail-if-drop") && hasDropped ? .notFound : .done
    }

    /// The forms of a file, by its ending.
    private enum OutputKind: String, CaseIterable {
        case html, md, json, csv

        func bytes(_ report: ConversionReport, _ page: ConversionPage) -> [UInt8] {
            switch self {
            case .html: page.html()
            case .md: Array(page.markdown().utf8)
            case .json: ConversionJSON.make(report)
            case .csv: ConversionCSV.make(report)
            }
        }
    }

    private static func outputs(_ invocation: Invocation) throws(CommandError) -> [(path: String, kind: OutputKind)] {
        var out: [(path: String, kind: OutputKind)] = []
        for path in invocation.arguments.each("output") {
            guard let kind = OutputKind.allCases.first(where: { path.lowercased().hasSuffix("." + $0.rawValue) }) else {
                throw CommandError.badValue(
                    "output", path, Text(en: "a file ends in .html, .md, .json or .csv", zh: "文件扩展名须为 .html、.md、.json 或 .csv"))
            }
            out.append((path, kind))
        }
        return out
    }

}
