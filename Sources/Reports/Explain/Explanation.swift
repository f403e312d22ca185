import Domain

/// What one code means: everything `paychain explain` knows of it, taken from the declarations.
public struct Explanation: Sendable {
    /// What kind of thing it is, in the order of the index.
    public enum Kind: String, Sendable, CaseIterable {
        case `break`
        case step
        case symptom
        case finding
        case trap
        case code
        case associationCheck = "association_check"
        case lintRule = "lint_rule"
        case scenario
        case provider
        case flow
        case outcome
        case experience
        case stepState = "step_state"
        case severity
        case owner
        case confidence
        case coverage
        case remark
        case hint
        case reason
        case change
        case recovery
        case reportWord = "report_word"
    }

    /// What a paragraph says.
    public enum Role: String, Sendable, CaseIterable {
        case meaning
        case severity
        case owner
        case confidence
        case reasons
        case confirm
        case causes
        case fix
        case rules
        case due
        case flows
        case explainedBy = "explained_by"
        case source
    }

    /// One paragraph.
    public struct Part: Sendable {
        /// What it says.
        public let role: Role
        /// Its heading; nil for the first one.
        public let heading: Text?
        /// The paragraph.
        public let text: Text

        init(_ role: Role, _ heading: Text, _ text: Text) { (self.role, self.heading, self.text) = (role, heading, text) }

        init(_ role: Role, _ text: Text) { (self.role, heading, self.text) = (role, nil, text) }
    }

    /// The code.
    public var code: String
    /// Other spellings of it.
    public var names: [String] = []
    /// What kind of thing it is.
    public var kind: Kind
    /// The word that tells it from another meaning of the same code: `sk_error/2`.
    public var group: String
    /// The kind in words.
    public var kindText: Text
    /// Its name in words.
    public var title: Text
    /// What is said about it.
    public var parts: [Part]
    /// Words by which people ask for it.
    public var phrases: [String] = []
    /// Codes worth reading next.
    public var see: [String] = []
    /// Severities it can have; empty where it has none.
    public var severities: [Severity] = []
    /// Who has to act: the usual one first.
    public var owners: [Owner] = []
    /// Flows to which it applies; empty where that is no question.
    public var flows: [Flow] = []
    /// The stage of the funnel.
    public var stage: Stage?
    /// The range of numbers it stands for.
    public var range: ClosedRange<Int>?

    init(_ code: String, _ kind: Kind, group: String? = nil, kindText: Text, title: Text, parts: [Part]) {
        (self.code, self.kind, self.group) = (code, kind, group ?? kind.rawValue)
        (self.kindText, self.title, self.parts) = (kindText, title, parts)
    }

    /// The first paragraph of a role.
    public func text(_ role: Role) -> Text? { parts.first { $0.role == role }?.text }

    /// A name that no other meaning has: `sk_error/2`.
    public var qualified: String { "\(group)/\(code)" }

    /// Everything that can be explained, in the order of the index.
    public static let all: [Explanation] = {
        let faults = [breaks, steps, symptoms, findings, traps]
        let vendors = [codes, associations, lintRules, scenarios, providers, flows]
        let verdict = [outcomes, experiences, words, remarks, hints, reasons, changes, recoveries, reportWords]
        return (faults + vendors + verdict).flatMap(\.self)
    }()
}

extension Explanation.Kind {
    /// The kind's heading in the index.
    public var title: Text {
        switch self {
        case .break: Text(en: "Breaks: faults of one order", zh: "断点：单笔订单的故障")
        case .step: Text(en: "Steps of the flows", zh: "流程步骤")
        case .symptom: Text(en: "Symptoms: what people say", zh: "现象：人们怎么描述")
        case .finding: Text(en: "Findings: faults of the system", zh: "发现：系统级故障")
        case .trap: Text(en: "Traps: they look like breaks and are none", zh: "陷阱：看似断点，其实不是")
        case .code: Text(en: "Codes", zh: "状态码与错误码")
        case .associationCheck: Text(en: "Faults of an association file (`paychain aasa`)", zh: "关联文件的问题（`paychain aasa`）")
        case .lintRule: Text(en: "Lacks of client logs (`paychain lint`)", zh: "客户端日志的缺失（`paychain lint`）")
        case .scenario: Text(en: "Acceptance scenarios (`paychain scenarios`)", zh: "验收场景（`paychain scenarios`）")
        case .provider: Text(en: "Providers", zh: "支付渠道")
        case .flow: Text(en: "Flows", zh: "流程")
        case .outcome: Text(en: "Outcome: the money", zh: "结果：资金")
        case .experience: Text(en: "Experience: the payer", zh: "体验：付款人")
        case .stepState: Text(en: "States of a step", zh: "步骤状态")
        case .severity: Text(en: "Severity", zh: "严重程度")
        case .owner: Text(en: "Owner", zh: "负责方")
        case .confidence: Text(en: "Confidence", zh: "可信度")
        case .coverage: Text(en: "Coverage", zh: "日志覆盖")
        case .remark: Text(en: "Remarks, no breaks", zh: "备注，不是断点")
        case .hint: Text(en: "Hints of a break", zh: "断点的线索")
        case .reason: Text(en: "Reasons of breaks", zh: "断点的原因")
        case .change: Text(en: "What a report says of a change", zh: "报告对变化的判断")
        case .recovery: Text(en: "What would have recovered it (`paychain report`)", zh: "怎样本可挽回（`paychain report`）")
        case .reportWord: Text(en: "Words of the conversion report", zh: "转化报告用词")
        }
    }

    /// The kind of one entry in words.
    var one: Text {
        switch self {
        case .break: Text(en: "break", zh: "断点")
        case .step: Text(en: "step", zh: "步骤")
        case .symptom: Text(en: "symptom", zh: "现象")
        case .finding: Text(en: "finding about the system", zh: "系统级发现")
        case .trap: Text(en: "trap: looks like a break and is none", zh: "陷阱：看似断点，其实不是")
        case .code: Text(en: "code", zh: "代码")
        case .associationCheck: Text(en: "fault of an association file", zh: "关联文件的问题")
        case .lintRule: Text(en: "lack of client logs", zh: "客户端日志的缺失")
        case .scenario: Text(en: "acceptance scenario", zh: "验收场景")
        case .provider: Text(en: "provider", zh: "支付渠道")
        case .flow: Text(en: "flow", zh: "流程")
        case .outcome: Text(en: "outcome: the money", zh: "结果：资金")
        case .experience: Text(en: "experience: the payer", zh: "体验：付款人")
        case .stepState: Text(en: "state of a step", zh: "步骤状态")
        case .severity: Text(en: "severity", zh: "严重程度")
        case .owner: Text(en: "owner", zh: "负责方")
        case .confidence: Text(en: "confidence", zh: "可信度")
        case .coverage: Text(en: "coverage of the logs", zh: "日志覆盖")
        case .remark: Text(en: "remark, no break", zh: "备注，不是断点")
        case .hint: Text(en: "hint of a break", zh: "断点的线索")
        case .reason: Text(en: "reason of a break", zh: "断点的原因")
        case .change: Text(en: "what a report says of a change", zh: "报告对变化的判断")
        case .recovery: Text(en: "action that would have recovered orders", zh: "可挽回订单的措施")
        case .reportWord: Text(en: "word of the conversion report", zh: "转化报告用词")
        }
    }
}

/// Headings of the paragraphs.
enum Heading {
    static let severity = Text(en: "Severity", zh: "严重程度")
    static let owner = Text(en: "Owner", zh: "负责方")
    static let confidence = Text(en: "Confidence", zh: "可信度")
    static let confirm = Text(en: "How to confirm it in these logs", zh: "如何在日志中确认")
    static let causes = Text(en: "Usual causes", zh: "常见原因")
    static let fix = Text(en: "How to mend it", zh: "如何修复")
    static let flows = Text(en: "Flows", zh: "适用流程")
    static let explainedBy = Text(en: "Explained by", zh: "可由此引起")
    static let impact = Text(en: "What it means", zh: "影响")
    static let source = Text(en: "Source", zh: "来源")
}
