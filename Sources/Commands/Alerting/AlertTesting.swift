import Alerts
import Configuration
import Domain
import Fetching
import Pipeline
import Reports
import Store

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `paychain alerts test`: unit tests of rules.
enum AlertTesting {
    static func test(_ paths: [String], _ invocation: Invocation) throws(CommandError) -> ExitCode {
        if invocation.arguments["junit"] == "-" { try invocation.refuse("json", with: "junit") }
        var files: [RuleTestReport.File] = []
        for path in paths {
            let file: RuleTestFile
            do throws(ConfigurationError) { file = try RuleTestFile.load(path: path) } catch {
                throw CommandError(error)
            }
            let rules = try invocation.rules(file.ruleFiles).rules
            var results: [RuleTestResult] = []
            for test in file.tests { results.append(try play(test, rules, interval: file.interval, invocation)) }
            files.append(RuleTestReport.File(path: path, results: results, rules: rules.rules.map { ($0.key, $0.name) }))
        }
        if let path = invocation.arguments["junit"] {
            let xml = RuleTestReport.junit(files)
            if path == "-" {
                invocation.console.write(xml)
            } else {
                do throws(LocalFile.Failure) { try LocalFile.write(Array(xml.utf8), to: path) } catch {
                    throw CommandError(.store, Text(en: "\(path): \(error.reason)", zh: "\(path)：\(error.reason)"))
                }
            }
        }
        if invocation.arguments.has("json") {
            var json = JSONWriter()
            RuleTestReport.append(files, to: &json)
            json.newline()
            invocation.console.write(json.bytes)
        } else if invocation.arguments["junit"] != "-" {
            invocation.console.write(RuleTestReport.text(files, style: invocation.style(zone: try invocation.zone())))
        }
        return files.allSatisfy(\.passes) ? .done : .notFound
    }

    private static func play(
        _ test: RuleTest, _ rules: RuleSet, interval: TimeSpan, _ invocation: Invocation
    ) throws(CommandError) -> RuleTestResult {
        switch test.input {
        case .facts(let facts, let sources):
            return RuleTestResult.play(
                test, rules: rules, facts: facts, sources: { RuleTest.Input.watched(sources, at: $0) }, findings: [],
                start: test.start ?? .distantPast, interval: interval)
        case .store(let path): return try play(test, rules, interval, store: path, invocation)
        case .logs(let path):
            // A store of its own, gone when the test is done.
            let folder = (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/paychain-rules-XXXXXX"
            var template = Array(folder.utf8CString)
            guard mkdtemp(&template) != nil else {
                throw CommandError(.store, Text(en: "no temporary folder can be made", zh: "无法创建临时目录"))
            }
            let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            defer {
                for suffix in ["", "-wal", "-shm", "-lock"] { unlink(made + "/rules.db" + suffix) }
                rmdir(made)
            }
            let settings = try AnalysisSettings(invocation, paths: [path])
            let request = AnalyzeRequest(paths: [path], settings: settings, database: made + "/rules.db", memory: Limits.memory)
            _ = try invocation.engine.analyze(request, ProgressBar(language: invocation.language, isOn: false), nil)
            return try play(test, rules, interval, store: made + "/rules.db", invocation)
        }
    }

    private static func play(
        _ test: RuleTest, _ rules: RuleSet, _ interval: TimeSpan, store path: String, _ invocation: Invocation
    ) throws(CommandError) -> RuleTestResult {
        try storing { () throws(StoreError) in
            let store = try Store.open(path: path, mode: .readOnly)
            let first = try store.firstOrderTime() ?? .distantPast
            let hour = TimeSpan.hours(1).microseconds
            let start = test.start ?? Instant(microseconds: first.microseconds / hour * hour)
            let end = start + (test.checks.map(\.at).max() ?? .zero)
            let periods = AlertEvaluation.periods(of: rules, state: AlertState(), asOf: end, from: start)
            let facts = try FactReader.read(periods, from: store)
            let sources = WatchedSource.all(of: try store.sources())
            let findings = try store.run()?.summary.findings ?? []
            return RuleTestResult.play(
                test, rules: rules, facts: facts, sources: { _ in sources }, findings: findings, start: start, interval: interval,
                isSteady: true)
        }
    }
}
