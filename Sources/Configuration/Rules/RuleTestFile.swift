import Alerts
import Domain

/// Unit tests of rule files, in the shape of promtool's.
public struct RuleTestFile: Sendable {
    /// The file.
    public var path: String
    /// The rule files that are tested, as paths that can be opened.
    public var ruleFiles: [String] = []
    /// How far the steps of every test lie apart.
    public var interval = TimeSpan.minutes(1)
    /// The tests.
    public var tests: [RuleTest] = []

    /// Reads a test file.
    ///
    /// - Throws: all its mistakes, each with line and column.
    public static func load(path: String) throws(ConfigurationError) -> RuleTestFile { try parse(try Settings.bytes(of: path), path: path) }

    /// Reads a test file that is already in memory.
    public static func parse(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> RuleTestFile {
        try SettingsDecoder.decode(bytes, path: path) { decoder, root in
            var file = RuleTestFile(path: path)
            if let root { decoder.read(root, into: &file) }
            return file
        }
    }
}

extension SettingsDecoder {
    mutating func read(_ root: YAMLNode, into file: inout RuleTestFile) {
        for (key, node) in fields(of: root, known: ["rule_files", "evaluation_interval", "tests"]) {
            switch key {
            case "rule_files": file.ruleFiles = texts(node).map(path)
            case "evaluation_interval": if let span = span(node) { file.interval = max(.seconds(1), span) }
            default:
                for (index, item) in list(node).enumerated() { if let test = test(item, number: index + 1) { file.tests.append(test) } }
            }
        }
        if file.ruleFiles.isEmpty { report(.missingKey("rule_files"), at: root.mark) }
    }

    private func path(_ text: String) -> String { text.hasPrefix("/") ? text : folder + "/" + text }

    private mutating func test(_ node: YAMLNode, number: Int) -> RuleTest? {
        var name = "test \(number)"
        var start: Instant?
        var input: RuleTest.Input?
        var orders: [YAMLNode] = []
        var sources: [YAMLNode] = []
        var checks: [RuleTest.Check] = []
        for (key, value) in fields(of: node, known: ["name", "start", "orders", "sources", "logs", "store", "alert_rule_test"]) {
            switch key {
            case "name": name = text(value) ?? name
            case "start": start = instant(value)
            case "orders": orders = list(value)
            case "sources": sources = list(value)
            case "logs": input = text(value).map { .logs(path($0)) }
            case "store": input = text(value).map { .store(path($0)) }
            default: checks = list(value).compactMap { check($0) }
            }
        }
        // Wednesday 4 November 2026, 10:00 in Shanghai: any moment will do, and this one has a past.
        let zero = start ?? Instant(microseconds: 1_793_757_600_000_000)
        if input == nil {
            let facts = orders.enumerated().flatMap { self.orders($0.element, number: $0.offset + 1, from: zero) }
            input = .facts(facts, sources: sources.compactMap { source($0, from: zero) })
            start = zero
        }
        guard let input else { return nil }
        return RuleTest(name: name, start: start, input: input, checks: checks)
    }

    private mutating func check(_ node: YAMLNode) -> RuleTest.Check? {
        var at: TimeSpan?
        var alert: String?
        var expected: [RuleTest.Expected] = []
        for (key, value) in fields(of: node, known: ["eval_time", "alertname", "exp_alerts"]) {
            switch key {
            case "eval_time": at = spanOrZero(value)
            case "alertname": alert = text(value)
            default: expected = list(value).map { self.expected($0) }
            }
        }
        guard let at else {
            report(.missingKey("eval_time"), at: node.mark)
            return nil
        }
        guard let alert else {
            report(.missingKey("alertname"), at: node.mark)
            return nil
        }
        return RuleTest.Check(at: at, alert: alert, expected: expected, line: node.mark.line)
    }

    private mutating func expected(_ node: YAMLNode) -> RuleTest.Expected {
        var expected = RuleTest.Expected(labels: [], annotations: [], isLate: nil)
        for (key, value) in fields(of: node, known: ["exp_labels", "exp_annotations", "exp_late"]) {
            switch key {
            case "exp_labels": expected.labels = named(value)
            case "exp_annotations": expected.annotations = named(value)
            default: expected.isLate = flag(value)
            }
        }
        return expected
    }

    private mutating func named(_ node: YAMLNode) -> [AlertEvent.Pair] {
        pairs(node).compactMap { name, _, value in text(value).map { AlertEvent.Pair(name, $0) } }
    }

    private mutating func source(_ node: YAMLNode, from zero: Instant) -> RuleTest.Source? {
        var name = ""
        var kind = Witness.serverApp
        var silence: Stretch?
        for (key, value) in fields(of: node, known: ["name", "kind", "silent"]) {
            switch key {
            case "name": name = text(value) ?? ""
            case "kind":
                guard let word = text(value) else { continue }
                if let found = [Witness.serverApp, .serverEdge].first(where: { $0.word == word }) {
                    kind = found
                } else {
                    refuse(word, as: .witness, among: ["app", "edge"], at: value.mark)
                }
            default:
                var (from, to) = (TimeSpan.zero, TimeSpan.days(365))
                for (key, value) in fields(of: value, known: ["from", "to"]) {
                    guard let span = spanOrZero(value) else { continue }
                    if key == "from" { from = span } else { to = span }
                }
                silence = Stretch(from: zero + from, to: zero + to)
            }
        }
        if name.isEmpty { report(.missingKey("name"), at: node.mark) }
        return RuleTest.Source(name: name, witness: kind, silence: silence)
    }

    /// RFC 3339, or `YYYY-MM-DD HH:MM` in Shanghai's time.
    private mutating func instant(_ node: YAMLNode) -> Instant? {
        guard let text = text(node) else { return nil }
        if let instant = Instant(written: text) { return instant }
        report(.invalid(Text(en: "a moment such as 2026-11-02T10:00:00+08:00", zh: "时刻，例如 2026-11-02T10:00:00+08:00")), at: node.mark)
        return nil
    }
}

extension Instant {
    /// Reads `2026-11-02T10:00:00+08:00`, with `Z` or any offset; nil for anything else.
    init?(written text: String) {
        let bytes = Array(text.utf8)
        func number(_ from: Int, _ length: Int) -> Int? {
            guard from + length <= bytes.count, bytes[from..<(from + length)].allSatisfy({ (48...57).contains($0) }) else { return nil }
            return bytes[from..<(from + length)].reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2),
            let second = number(17, 2), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61,
            bytes.count > 19
        else { return nil }
        let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        if bytes.count == 20, bytes[19] == UInt8(ascii: "Z") {
            self = civil.instant(offset: .zero)
            return
        }
        guard bytes.count == 25, let hours = number(20, 2), let minutes = number(23, 2), hours < 24, minutes < 60 else { return nil }
        let span = TimeSpan.minutes(Int64(hours * 60 + minutes))
        switch bytes[19] {
        case UInt8(ascii: "+"): self = civil.instant(offset: span)
        case UInt8(ascii: "-"): self = civil.instant(offset: -span)
        default: return nil
        }
    }
}
