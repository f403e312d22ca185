import Alerts
import Configuration
import Domain
import Reports

/// `paychain alerts check`: everything that is wrong with rule files, at once.
enum AlertChecking {
    static func check(_ paths: [String], _ invocation: Invocation) throws(CommandError) -> ExitCode {
        var read: [RuleFile] = []
        var failures: [ConfigurationError] = []
        let settings = try invocation.settings(nearRules: paths)
        for path in paths {
            do throws(ConfigurationError) { read.append(try RuleFile.load(path: path, beside: settings)) } catch { failures.append(error) }
        }
        if invocation.arguments.has("json") {
            var json = JSONWriter()
            write(read, failures, invocation.language, to: &json)
            invocation.console.write(json.bytes)
        } else {
            for file in read { invocation.console.write(summary(file, invocation.language)) }
            for failure in failures {
                for line in failure.message(invocation.language).split(separator: "\n") { invocation.console.complain(String(line)) }
            }
        }
        // A file that cannot be read at all is a usage error; one with mistakes is a check that found something.
        let isUnreadable = failures.contains { $0.problems.contains { if case .unreadable = $0.kind { true } else { false } } }
        return failures.isEmpty ? .done : isUnreadable ? .usage : .notFound
    }

    private static func summary(_ file: RuleFile, _ language: Language) -> String {
        let groups = Set(file.rules.rules.map(\.group)).count
        return language == .zh
            ? "\(file.path)：\(groups) 组 \(file.rules.rules.count) 条规则，\(file.receivers.count) 个接收方，无错误\n"
            : "\(file.path): \(file.rules.rules.count) rules in \(groups) groups, \(file.receivers.count) receivers: fine\n"
    }

    private static func write(_ read: [RuleFile], _ failures: [ConfigurationError], _ language: Language, to json: inout JSONWriter) {
        json.beginObject()
        json.key("files")
        json.beginArray()
        for file in read {
            json.beginObject()
            json.key("file")
            json.string(file.path)
            json.key("rules")
            json.integer(file.rules.rules.count)
            json.key("receivers")
            json.integer(file.receivers.count)
            json.endObject()
        }
        json.endArray()
        json.key("problems")
        json.beginArray()
        for failure in failures {
            for problem in failure.problems {
                json.beginObject()
                json.key("file")
                json.string(failure.path)
                json.key("line")
                json.integer(problem.mark?.line)
                json.key("column")
                json.integer(problem.mark?.column)
                json.key("what")
                json.string(ConfigurationError(path: "", problems: [ConfigurationError.Problem(problem.kind, at: nil)]).words(language))
                json.endObject()
            }
        }
        json.endArray()
        json.endObject()
        json.newline()
    }
}

extension ConfigurationError {
    /// The words of its only problem, without path and place.
    fileprivate func words(_ language: Language) -> String { String(message(language).dropFirst(2)) }
}

extension Invocation {
    /// The `paychain.yaml` that was typed, else the one near the rule files: its receivers count beside theirs.
    func settings(nearRules paths: [String]) throws(CommandError) -> Settings {
        guard let path = arguments["config"] ?? Settings.find(nearPaths: paths) else { return Settings() }
        do throws(ConfigurationError) { return try Settings.load(path: path) } catch {
            throw CommandError(error)
        }
    }

    /// Reads rule files as one; what is wrong with them ends the command.
    ///
    /// - Parameter settings: `paychain.yaml`; nil: as ``settings(nearRules:)`` finds it.
    func rules(_ paths: [String], beside settings: Settings? = nil) throws(CommandError) -> RuleFile {
        var whole: RuleFile?
        let settings = if let settings { settings } else { try self.settings(nearRules: paths) }
        for path in paths {
            let next: RuleFile
            do throws(ConfigurationError) { next = try RuleFile.load(path: path, beside: settings) } catch {
                throw CommandError(error)
            }
            guard var first = whole else {
                whole = next
                continue
            }
            first.rules.rules += next.rules.rules
            first.receivers += next.receivers.dropFirst(settings.receivers.count)
            if first.route == settings.route { first.route = next.route }
            whole = first
        }
        return whole ?? RuleFile(path: "")
    }
}
