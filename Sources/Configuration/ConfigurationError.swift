import Domain

/// Everything that is wrong with a configuration, not only the first mistake (exit code 2).
public struct ConfigurationError: Error, Hashable, Sendable {
    /// The file as named.
    public let path: String
    /// The mistakes in the order of the file.
    public let problems: [Problem]

    /// Makes an error.
    public init(path: String, problems: [Problem]) {
        (self.path, self.problems) = (path, problems)
    }

    /// One mistake and its place.
    public struct Problem: Hashable, Sendable {
        /// Where it stands; nil when the file as a whole is meant.
        public var mark: Mark?
        /// What it is.
        public var kind: Kind

        /// Makes a problem.
        public init(_ kind: Kind, at mark: Mark?) {
            (self.kind, self.mark) = (kind, mark)
        }
    }

    /// The kinds of mistakes.
    public enum Kind: Hashable, Sendable {
        /// The file cannot be read; the system's words.
        case unreadable(String)
        /// It is longer than ``Limits/configurationLength``.
        case tooLong
        /// It nests deeper than ``Limits/configurationDepth``, or its aliases grow beyond ``Limits/configurationNodes``.
        case tooDeep
        /// It is no YAML; the parser's words.
        case syntax(String)
        /// A key that means nothing here.
        case unknownKey(String, nearest: String?)
        /// A key for the second time; the place of the first.
        case repeatedKey(String, first: Mark)
        /// A key that has to be there.
        case missingKey(String)
        /// Another kind of value stands here.
        case wrongKind(expected: Expectation)
        /// A value that is none of the known ones.
        case unknownValue(String, of: Expectation, nearest: String?)
        /// A regular expression that does not compile; PCRE2's words and the character (from 1) at which it gave up.
        case badPattern(String, column: Int)
        /// Anything else that is said in its own words.
        case invalid(Text)
    }

    /// What a value should have been.
    public enum Expectation: String, Hashable, Sendable, CaseIterable {
        case mapping
        case list
        case text
        case span
        case zone
        case layer
        case event
        case flow
        case step
        case format
        case glob
        case test
        case measure
        case dimension
        case number
        case flag
        case label
        case receiver
        case language
        case witness
        case finding
        case `break`
        case outcome
        case experience
        case severity
        case owner
    }

    /// One line per mistake: `paychain.yaml:3:5: unknown key "tmezone"; did you mean "timezone"?`
    public func message(_ language: Language) -> String {
        problems.map { problem in
            let place = problem.mark.map { ":\($0.line):\($0.column)" } ?? ""
            return "\(path)\(place): \(problem.kind.text(language))"
        }.joined(separator: "\n")
    }
}

/// A place in a file, both counted from 1.
public struct Mark: Hashable, Sendable {
    /// The line.
    public var line: Int
    /// The column, in characters.
    public var column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        (self.line, self.column) = (line, column)
    }
}

extension ConfigurationError.Kind {
    func text(_ language: Language) -> String {
        language == .zh ? chinese : english
    }

    private var english: String {
        switch self {
        case .unreadable(let system): "cannot be read: \(system); check the path and its permissions"
        case .tooLong: "is too long; \(Limits.configurationLength >> 10) KiB are allowed"
        case .tooDeep: "nests too deep or repeats too much; write it flat"
        case .syntax(let words): "no valid YAML: \(words)"
        case .unknownKey(let key, let nearest): "unknown key \"\(key)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .repeatedKey(let key, let first): "key \"\(key)\" stands here again, first on line \(first.line); keep one of them"
        case .missingKey(let key): "the key \"\(key)\" is missing"
        case .wrongKind(let expected): "expected \(expected.text(.en))"
        case .unknownValue(let value, let expected, let nearest):
            "\"\(value)\" is no \(expected.noun(.en))" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; expected \(expected.text(.en))")
        case .badPattern(let words, let column): "the regular expression fails at its character \(column): \(words)"
        case .invalid(let text): text.en
        }
    }

    private var chinese: String {
        switch self {
        case .unreadable(let system): "无法读取：\(SystemWords.chinese(system))；请检查路径与权限"
        case .tooLong: "文件过长；上限为 \(Limits.configurationLength >> 10) KiB"
        case .tooDeep: "嵌套过深或引用展开过多；请写得扁平一些"
        case .syntax(let words): "不是有效的 YAML：\(words)"
        case .unknownKey(let key, let nearest): "未知的键 \"\(key)\"" + (nearest.map { "；是否想写 \"\($0)\"？" } ?? "")
        case .repeatedKey(let key, let first): "键 \"\(key)\" 重复，首次出现在第 \(first.line) 行；请只保留一个"
        case .missingKey(let key): "缺少键 \"\(key)\""
        case .wrongKind(let expected): "此处应为\(expected.text(.zh))"
        case .unknownValue(let value, let expected, let nearest):
            "\"\(value)\" 不是\(expected.noun(.zh))" + (nearest.map { "；是否想写 \"\($0)\"？" } ?? "；应为\(expected.text(.zh))")
        case .badPattern(let words, let column): "正则表达式在第 \(column) 个字符处出错：\(words)"
        case .invalid(let text): text.zh
        }
    }
}

extension ConfigurationError.Expectation {
    /// The bare noun.
    var noun: Text {
        switch self {
        case .mapping: Text(en: "mapping", zh: "映射")
        case .list: Text(en: "list", zh: "列表")
        case .text: Text(en: "text", zh: "文本")
        case .span: Text(en: "time span", zh: "时长")
        case .zone: Text(en: "time zone", zh: "时区")
        case .layer: Text(en: "layer", zh: "层")
        case .event: Text(en: "event", zh: "事件")
        case .flow: Text(en: "flow", zh: "流程")
        case .step: Text(en: "step", zh: "步骤")
        case .format: Text(en: "format", zh: "日志格式")
        case .glob: Text(en: "path pattern", zh: "路径模式")
        case .test: Text(en: "test", zh: "匹配条件")
        case .measure: Text(en: "measure", zh: "度量")
        case .dimension: Text(en: "dimension of this measure", zh: "该度量的维度")
        case .number: Text(en: "number in its bounds", zh: "有效范围内的数字")
        case .flag: Text(en: "flag", zh: "开关值")
        case .label: Text(en: "label of this alert", zh: "该告警的标签")
        case .receiver: Text(en: "receiver", zh: "接收方")
        case .language: Text(en: "language", zh: "语言")
        case .witness: Text(en: "kind of source", zh: "来源类别")
        case .finding: Text(en: "finding", zh: "系统级发现")
        case .break: Text(en: "break", zh: "断点")
        case .outcome: Text(en: "outcome", zh: "结果")
        case .experience: Text(en: "experience", zh: "体验")
        case .severity: Text(en: "severity", zh: "严重程度")
        case .owner: Text(en: "owner", zh: "负责方")
        }
    }

    /// The noun with what it looks like.
    var text: Text {
        switch self {
        case .mapping: Text(en: "a mapping (key: value)", zh: "映射（键: 值）")
        case .list: Text(en: "a list", zh: "列表")
        case .text: Text(en: "one text", zh: "一段文本")
        case .span: Text(en: "a time span such as 90s, 3m or 1h30m", zh: "时长，例如 90s、3m 或 1h30m")
        case .zone: Text(en: "a time zone such as Asia/Shanghai, UTC or +08:00", zh: "时区，例如 Asia/Shanghai、UTC 或 +08:00")
        case .layer: Text(en: "client, server, edge or provider", zh: "client、server、edge 或 provider")
        case .event: Text(en: "an event such as notify.verified", zh: "事件，例如 notify.verified")
        case .flow: Text(en: "a flow such as alipay_h5", zh: "流程，例如 alipay_h5")
        case .step: Text(en: "a step such as returned", zh: "步骤，例如 returned")
        case .format: Text(en: "the name of a log format", zh: "日志格式的名称")
        case .glob: Text(en: "a path with *, **, ? or […]", zh: "路径，可含 *、**、? 或 […]")
        case .test: Text(en: "a regular expression or one field: value", zh: "正则表达式，或一个 字段: 值")
        case .measure: Text(en: "a measure such as break_count", zh: "度量，例如 break_count")
        case .dimension: Text(en: "a dimension such as flow or app_version", zh: "维度，例如 flow 或 app_version")
        case .number: Text(en: "a number", zh: "数字")
        case .flag: Text(en: "true or false", zh: "true 或 false")
        case .label: Text(en: "alertname, a label of the rule, or a dimension of \"by\"", zh: "alertname、规则的标签，或 \"by\" 中的维度")
        case .receiver: Text(en: "a receiver that is declared under \"receivers\"", zh: "\"receivers\" 中声明的接收方")
        case .language: Text(en: "zh or en", zh: "zh 或 en")
        case .witness: Text(en: "app or edge", zh: "app 或 edge")
        case .finding: Text(en: "a finding such as notify_endpoint_failing", zh: "系统级发现，例如 notify_endpoint_failing")
        case .break: Text(en: "a break such as notify_rejected", zh: "断点，例如 notify_rejected")
        case .outcome: Text(en: "an outcome such as paid", zh: "结果，例如 paid")
        case .experience: Text(en: "an experience such as lost", zh: "体验，例如 lost")
        case .severity: Text(en: "critical, major or minor", zh: "critical、major 或 minor")
        case .owner: Text(en: "client, web, server, provider or user", zh: "client、web、server、provider 或 user")
        }
    }
}
