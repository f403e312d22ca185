import Domain
import Flows
import Verdicts

/// What one code means: everything `paychain explain` knows, taken from the declarations.
struct Explanation {
    /// The code.
    var code: String
    /// What kind of thing it is.
    var kind: Text
    /// Its name in words.
    var title: Text
    /// Headed paragraphs; the first may have no heading.
    var parts: [(heading: Text?, text: Text)]

    /// Everything that can be explained, in the order of the index.
    static let all: [Explanation] = breaks + steps + outcomes + experiences + remarks + hints + findings + flows + traps

    private static let breaks = BreakDefinition.all.map { definition in
        let texts = definition.texts
        var parts: [(heading: Text?, text: Text)] = [
            (nil, texts.statement), (Text(en: "What it means", zh: "影响"), texts.meaning),
            (Text(en: "Severity", zh: "严重程度"), texts.severity),
            (Text(en: "Owner", zh: "负责方"), definition.owner.title),
        ]
        for reason in definition.reasons {
            parts.append((Text(en: "Reason \(reason.word)", zh: "原因 \(reason.word)"), reason.text))
        }
        parts += [
            (Text(en: "How to confirm it in these logs", zh: "如何在日志中确认"), texts.confirm), (Label.causes, texts.causes),
            (Text(en: "How to mend it", zh: "如何修复"), texts.fix),
        ]
        if !definition.explainedBy.isEmpty {
            let codes = definition.explainedBy.map(\.rawValue).joined(separator: ", ")
            parts.append((Text(en: "Explained by", zh: "可由此引起"), Text(en: codes, zh: codes)))
        }
        let flows = definition.flows.map(\.rawValue).joined(separator: ", ")
        let isForAll = definition.flows.count == Flow.allCases.count
        parts.append((Text(en: "Flows", zh: "适用流程"), isForAll ? Text(en: "all", zh: "全部") : Text(en: flows, zh: flows)))
        return Explanation(
            code: definition.code.rawValue,
            kind: Text(
                en: "break \(definition.code.rank), stage \(definition.stage.rawValue)",
                zh: "断点 \(definition.code.rank)，阶段 \(definition.stage.rawValue)"),
            title: texts.title, parts: parts)
    }

    private static let steps = Step.allCases.map { step in
        var parts: [(heading: Text?, text: Text)] = []
        for definition in FlowDefinition.all {
            guard let rule = definition.rule(for: step) else { continue }
            if parts.isEmpty { parts.append((Text(en: "Seen when", zh: "何时算已见"), rule.seenWhen)) }
            guard let within = rule.within, !rule.after.isEmpty else { continue }
            let (en, zh) = (TimeText(zone: .utc, language: .en).span(within), TimeText(zone: .utc, language: .zh).span(within))
            let after = rule.after.map(\.rawValue).joined(separator: ", ")
            parts.append(
                (
                    Text(en: "Due in \(definition.names.en)", zh: "\(definition.names.zh) 的期限"),
                    Text(en: "\(en) after \(after)", zh: "\(after) 之后 \(zh)")
                ))
        }
        let witnesses = Text(
            en: step.witnesses.map(\.title.en).joined(separator: ", "), zh: step.witnesses.map(\.title.zh).joined(separator: "、"))
        parts.append((Text(en: "Shown by", zh: "由谁证明"), witnesses))
        parts.append(
            (
                Text(en: "Missing only when", zh: "何时才算缺失"),
                Text(
                    en: "a log able to show it covers the whole time up to the deadline without a gap; else it cannot be told.",
                    zh: "能证明它的日志完整覆盖到期限为止的整段时间且没有缺口；否则判为无法观察。")
            ))
        return Explanation(code: step.rawValue, kind: Text(en: "step", zh: "步骤"), title: step.title, parts: parts)
    }

    private static let outcomes = Outcome.allCases.map {
        Explanation(code: $0.rawValue, kind: Text(en: "outcome: the money", zh: "结果：资金"), title: $0.title, parts: [(nil, $0.meaning)])
    }

    private static let experiences = Experience.allCases.map {
        Explanation(
            code: $0.rawValue, kind: Text(en: "experience: the payer", zh: "体验：付款人"), title: $0.title, parts: [(nil, $0.meaning)])
    }

    private static let remarks = RemarkDefinition.all.map {
        Explanation(
            code: $0.remark.rawValue, kind: Text(en: "remark, no break", zh: "备注，不是断点"), title: $0.title, parts: [(nil, $0.meaning)])
    }

    private static let hints = Hint.all.map {
        Explanation(code: $0.word, kind: Text(en: "hint of a break", zh: "线索，附在断点上"), title: $0.title, parts: [(nil, $0.meaning)])
    }

    private static let findings = Finding.Code.allCases.filter { code in !BreakDefinition.all.contains { $0.code.rawValue == code.rawValue }
    }
    .map {
        Explanation(
            code: $0.rawValue, kind: Text(en: "finding about the system", zh: "发现，系统级"), title: $0.title, parts: [(nil, $0.meaning)])
    }

    private static let traps = TrapDefinition.all.map {
        Explanation(
            code: $0.word, kind: Text(en: "trap: looks like a break and is none", zh: "陷阱：看似断点，其实不是"), title: $0.seen,
            parts: [(nil, $0.because)])
    }

    private static let flows = FlowDefinition.all.map { definition in
        let steps = definition.steps
        return Explanation(
            code: definition.flow.rawValue, kind: Text(en: "flow", zh: "流程"), title: definition.names,
            parts: [
                (
                    Text(en: "Steps", zh: "步骤"),
                    Text(
                        en: steps.map(\.step.title.en).joined(separator: " → "), zh: steps.map(\.step.title.zh).joined(separator: " → "))
                ),
                (
                    Text(en: "Payment window", zh: "支付时限"),
                    Text(
                        en: TimeText(zone: .utc, language: .en).span(definition.paymentWindow) + ", unless the order says otherwise",
                        zh: TimeText(zone: .utc, language: .zh).span(definition.paymentWindow) + "，订单自身另有说明时以订单为准")
                ),
            ])
    }
}
