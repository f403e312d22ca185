import Audits
import Domain
import Fetching
import Reports

extension CommandDefinition {
    /// `paychain scenarios PATH…`: the on-device acceptance scenarios.
    static let scenarios = CommandDefinition(
        name: "scenarios", operands: "PATH…", operandCount: 1...Int.max,
        summary: Text(
            en: "which of the six on-device acceptance scenarios a test run's logs prove", zh: "从测试日志看六个真机验收场景：哪些已证明、哪些失败、哪些未测"),
        details: Text(
            en:
                "Reads and judges like analyze and keeps no store. Each scenario is proven, failed (with the step), unobserved (tried, and the logs cannot show all of it) or not tried; every claim names its line. Of several tries the last one that decides counts. The exit code is 1 when one failed.",
            zh:
                "读取与判定同 analyze，不保存结果。每个场景为：已证明、失败（指出步骤）、无法观察（测过但日志不全）或未测；每个结论都指向具体日志行。多次尝试以最后一次有结论的为准。有失败时退出码为 1。"),
        options: [
            OptionDefinition(
                "order", value: "SCENARIO=ORDER", repeats: true,
                help: Text(
                    en: "this order was the try at that scenario; a folder named after a scenario says the same of its logs",
                    zh: "指明该订单是哪个场景的测试；以场景命名的目录对其中的日志有同样作用")),
            OptionDefinition(
                "require", value: "all|NAME,…", choices: ["all"] + ScenarioDefinition.all.map(\.code), repeats: true,
                help: Text(en: "exit with 1 unless these are proven", zh: "这些场景未全部证明时以 1 退出")),
            OptionDefinition(
                "junit", value: "FILE", help: Text(en: "write JUnit XML for CI (- is standard output)", zh: "为 CI 写 JUnit XML（- 为标准输出）")),
            .config, .maskKeyFile, .asOf, .timeZone, .json,
        ],
        examples: [
            ("paychain scenarios test-run/", Text(en: "the logs of one test run", zh: "一次测试的日志")),
            (
                "paychain scenarios test-run/ --order first_install=202611020105",
                Text(en: "no log shows an installation: say which order it was", zh: "日志看不到安装过程：指明对应的订单")
            ),
            (
                "paychain scenarios test-run/ --require all --junit scenarios.xml --quiet",
                Text(en: "for CI: exit code 1 unless all six are proven", zh: "用于 CI：六个场景未全部证明时退出码为 1")
            ),
        ]
    ) { invocation throws(CommandError) in
        try invocation.refuseTwoOnOutput()
        let arguments = invocation.arguments
        let declared = try declaredTries(arguments.each("order"))
        let settings = try AnalysisSettings(invocation, paths: arguments.operands)
        let gathering = Gathering(ScenarioCollector(declared: declared))
        let summary = try invocation.judge(invocation.auditRequest(settings)) { verdict, chain, sources in
            gathering.add { $0.note(OrderView(verdict: verdict, chain: chain, sources: sources)) }
        }
        let results = gathering.gathered.results
        if let path = arguments["junit"] {
            let xml = ScenarioXML.make(results, asOf: summary.asOf, language: invocation.language)
            if path == "-" {
                invocation.console.write(xml)
            } else {
                do throws(LocalFile.Failure) { try LocalFile.write(Array(xml.utf8), to: path) } catch {
                    throw CommandError(.store, Text(en: "\(path): \(error.reason)", zh: "\(path)：\(error.reason)"))
                }
            }
        }
        if arguments.has("json") {
            var json = JSONWriter(capacity: 1 << 14)
            ScenarioJSON.append(results, summary: summary, to: &json)
            json.newline()
            invocation.console.write(json.bytes)
        } else if arguments["junit"] != "-" {
            invocation.console.write(
                ScenarioReport(results: results, summary: summary, style: invocation.style(zone: settings.zone)).render())
        }
        let required = arguments.all("require")
        let isShort = results.contains { result in
            result.state != .proven && (required.contains("all") || required.contains(result.definition.code))
        }
        return isShort || results.contains { $0.state == .failed } ? .notFound : .done
    }

    /// `first_install=202611020105` → orders by scenario.
    private static func declaredTries(_ texts: [String]) throws(CommandError) -> [String: Set<String>] {
        var declared: [String: Set<String>] = [:]
        for text in texts {
            guard let equals = text.firstIndex(of: "="), text.index(after: equals) < text.endIndex else {
                throw CommandError.badValue("order", text, Text(en: "SCENARIO=ORDER", zh: "写法：场景=订单号"))
            }
            let code = String(text[..<equals])
            guard ScenarioDefinition.of(code) != nil else {
                let known = ScenarioDefinition.all.map(\.code)
                let list = known.joined(separator: ", ")
                throw CommandError.badValue(
                    "order", text, CommandError.suggestion(code, known) ?? Text(en: "scenarios: \(list)", zh: "场景：\(list)"))
            }
            declared[code, default: []].insert(String(text[text.index(after: equals)...]))
        }
        return declared
    }
}

extension Invocation {
    /// JSON and JUnit on standard output would be one unreadable document.
    fileprivate func refuseTwoOnOutput() throws(CommandError) {
        if arguments["junit"] == "-" { try refuse("json", with: "junit") }
    }
}
