import Alerts
import Domain

/// What `paychain alerts test` says: for people and as JUnit XML.
public enum RuleTestReport {
    /// One test file and its results.
    public struct File: Sendable {
        /// The file.
        public var path: String
        /// Its results.
        public var results: [RuleTestResult]
        /// Rules by key and name, in the order of the rule files.
        public var rules: [(key: String, name: String)]

        /// Makes one.
        public init(path: String, results: [RuleTestResult], rules: [(key: String, name: String)]) {
            (self.path, self.results, self.rules) = (path, results, rules)
        }

        /// Names of rules that fired in no test.
        public var neverFired: [String] {
            let fired = results.reduce(into: Set<String>()) { $0.formUnion($1.fired) }
            return rules.filter { !fired.contains($0.key) }.map(\.name)
        }

        /// Whether every check holds.
        public var passes: Bool { results.allSatisfy(\.failures.isEmpty) }
    }

    /// The results as text.
    public static func text(_ files: [File], style: ReportStyle) -> String {
        var page = Page(style)
        let zh = style.language == .zh
        for file in files {
            page.line(StyledText(file.path, .bold))
            for result in file.results {
                let passes = result.failures.isEmpty
                var line = StyledText(passes ? "  ✓ " : "  ✗ ", passes ? .good : .critical)
                line.append(result.name)
                line.append(zh ? "（\(result.checks) 项检查）" : " (\(result.checks) checks)", .dim)
                page.line(line)
                for failure in result.failures {
                    for part in failure.split(separator: "\n") { page.line("      " + part) }
                }
            }
            let never = file.neverFired
            let fired = file.rules.count - never.count
            page.line(
                StyledText(zh ? "  规则覆盖：\(fired)/\(file.rules.count) 触发过" : "  rule coverage: \(fired) of \(file.rules.count) fired", .dim))
            if !never.isEmpty {
                page.paragraph(
                    StyledText((zh ? "从未触发：" : "never fired: ") + never.joined(separator: ", "), .major), first: StyledText("  "))
            }
        }
        return page.text
    }

    /// The results as JUnit XML: a suite a file, a case a test.
    public static func junit(_ files: [File]) -> String {
        var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        for file in files {
            let failed = file.results.filter { !$0.failures.isEmpty }.count
            out +=
                "  <testsuite name=\"\(ScenarioXML.escaped(file.path))\" tests=\"\(file.results.count)\" failures=\"\(failed)\" errors=\"0\">\n"
            for result in file.results {
                out += "    <testcase classname=\"paychain.alerts\" name=\"\(ScenarioXML.escaped(result.name))\""
                guard !result.failures.isEmpty else {
                    out += "/>\n"
                    continue
                }
                let whole = result.failures.joined(separator: "\n")
                out += ">\n      <failure message=\"\(result.failures.count) of \(result.checks) checks\" type=\"failed\">"
                out += ScenarioXML.escaped(whole) + "</failure>\n    </testcase>\n"
            }
            out += "  </testsuite>\n"
        }
        return out + "</testsuites>\n"
    }

    /// The results as one object.
    public static func append(_ files: [File], to json: inout JSONWriter) {
        json.beginObject()
        json.key("passed")
        json.bool(files.allSatisfy(\.passes))
        json.key("files")
        json.beginArray()
        for file in files {
            json.beginObject()
            json.key("file")
            json.string(file.path)
            json.key("tests")
            json.beginArray()
            for result in file.results {
                json.beginObject()
                json.key("name")
                json.string(result.name)
                json.key("checks")
                json.integer(result.checks)
                json.key("failures")
                json.beginArray()
                for failure in result.failures { json.string(failure) }
                json.endArray()
                json.endObject()
            }
            json.endArray()
            json.key("rules")
            json.integer(file.rules.count)
            json.key("never_fired")
            json.beginArray()
            for name in file.neverFired { json.string(name) }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}
