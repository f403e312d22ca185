import Alerts
import Domain

/// A rule file: what is watched, and who is told.
public struct RuleFile: Sendable {
    /// The file.
    public var path: String
    /// What is evaluated.
    public var rules = RuleSet()
    /// Who can be told.
    public var receivers: [ReceiverSettings] = []
    /// Who is told what.
    public var route = AlertRoute()

    /// Makes an empty file.
    public init(path: String) { self.path = path }

    /// Reads a rule file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - settings: `paychain.yaml`, whose receivers and route count as well.
    /// - Throws: all mistakes of the file, each with line and column.
    public static func load(path: String, beside settings: Settings = Settings()) throws(ConfigurationError) -> RuleFile {
        try parse(try Settings.bytes(of: path), path: path, beside: settings)
    }

    /// Reads a rule file that is already in memory.
    public static func parse(
        _ bytes: [UInt8], path: String, beside settings: Settings = Settings()
    ) throws(ConfigurationError) -> RuleFile {
        try SettingsDecoder.decode(bytes, path: path) { decoder, root in
            var file = RuleFile(path: path)
            (file.receivers, file.route) = (settings.receivers, settings.route)
            if let root { decoder.read(root, into: &file) }
            return file
        }
    }
}

extension SettingsDecoder {
    /// Reads a document through a decoder and throws all its mistakes at once, in the order of the file.
    static func decode<Value>(
        _ bytes: [UInt8], path: String, _ body: (inout SettingsDecoder, YAMLNode?) -> Value
    ) throws(ConfigurationError) -> Value {
        var parser = YAMLParser()
        let tree = parser.parse(bytes)
        var decoder = SettingsDecoder(folder: Paths.folder(of: path), vocabulary: Settings.Vocabulary())
        let value = body(&decoder, tree)
        let problems = parser.problems + decoder.problems
        guard problems.isEmpty else {
            let sorted = problems.enumerated().sorted { a, b in
                let (x, y) = (a.element.mark, b.element.mark)
                return (x?.line ?? 0, x?.column ?? 0, a.offset) < (y?.line ?? 0, y?.column ?? 0, b.offset)
            }
            throw ConfigurationError(path: path, problems: sorted.map(\.element))
        }
        return value
    }

    mutating func read(_ root: YAMLNode, into file: inout RuleFile) {
        var names: [String: Mark] = [:]
        for (key, node) in fields(of: root, known: ["evaluation_delay", "sources", "groups", "receivers", "route"]) {
            switch key {
            case "evaluation_delay": if let span = span(node) { file.rules.delay = span }
            case "sources": file.rules.sources = policy(node)
            case "groups": for group in list(node) { file.rules.rules += self.group(group, &names) }
            case "receivers": file.receivers += receivers(node, beside: file.receivers)
            default: file.route = route(node)
            }
        }
        var known: Set<String> = []
        for rule in file.rules.rules where !known.insert(rule.key).inserted {
            report(
                .invalid(Text(en: "a rule with the same group, name and labels stands before", zh: "已有同组、同名、同标签的规则")),
                at: Mark(line: rule.line, column: 1))
        }
        checkRoute(root, file.receivers)
    }

    private mutating func policy(_ node: YAMLNode) -> SourcePolicy {
        var policy = SourcePolicy()
        for (key, node) in fields(of: node, known: ["down_after", "retired_after"]) {
            guard let span = span(node) else { continue }
            if key == "down_after" { policy.downAfter = span } else { policy.retiredAfter = span }
        }
        return policy
    }

    private mutating func group(_ node: YAMLNode, _ names: inout [String: Mark]) -> [AlertRule] {
        var name = ""
        var interval = TimeSpan.minutes(1)
        var rules: [YAMLNode] = []
        for (key, value) in fields(of: node, known: ["name", "interval", "rules"]) {
            switch key {
            case "name":
                name = text(value) ?? ""
                if let first = names[name] { report(.repeatedKey(name, first: first), at: value.mark) }
                names[name] = value.mark
            case "interval":
                if let span = span(value) { interval = span }
                if interval < .seconds(1) { report(.invalid(Text(en: "steps of at least 1s", zh: "步长至少为 1s")), at: value.mark) }
            default: rules = list(value)
            }
        }
        if name.isEmpty, case .mapping = node.content { report(.missingKey("name"), at: node.mark) }
        return rules.compactMap { rule($0) }.map { rule in
            var rule = rule
            (rule.group, rule.interval) = (name, max(.seconds(1), interval))
            return rule
        }
    }
}
