import Domain
import Findings
import Flows
import Providers
import Verdicts

extension Explanation {
    static let breaks = BreakDefinition.all.map { definition in
        let texts = definition.texts
        var parts: [Part] = [
            Part(.meaning, texts.statement), Part(.meaning, Heading.impact, texts.meaning),
            Part(.severity, Heading.severity, texts.severity), Part(.owner, Heading.owner, owner(of: definition)),
            Part(.confidence, Heading.confidence, confidence),
        ]
        for reason in definition.reasons {
            parts.append(Part(.reasons, Text(en: "Reason \(reason.word)", zh: "原因 \(reason.word)"), reason.text))
        }
        parts += [
            Part(.confirm, Heading.confirm, texts.confirm), Part(.causes, Heading.causes, texts.causes),
            Part(.fix, Heading.fix, texts.fix),
        ]
        if definition.stage == .notify {
            for provider in ProviderDefinition.all where provider.retries != nil {
                parts.append(Part(.rules, Text(en: "\(provider.names.en) accepts", zh: "\(provider.names.zh) 接受"), provider.answer.text))
            }
        }
        if !definition.explainedBy.isEmpty {
            parts.append(Part(.explainedBy, Heading.explainedBy, list(definition.explainedBy.map(\.rawValue))))
        }
        parts.append(flowsPart(definition.flows))
        parts.append(
            Part(
                .source, Heading.source,
                Text(
                    en: "rule \(definition.code.rank) of paychain's catalogue of breaks", zh: "paychain 断点目录第 \(definition.code.rank) 条规则"))
        )
        var entry = Explanation(
            definition.code.rawValue, .break,
            kindText: Text(
                en: "break \(definition.code.rank), stage \(definition.stage.rawValue)",
                zh: "断点 \(definition.code.rank)，阶段 \(definition.stage.rawValue)"),
            title: texts.title, parts: parts)
        let shown = Set(definition.examples.compactMap(\.severity))
        entry.severities = Severity.allCases.filter(shown.contains)
        entry.owners =
            [definition.owner]
            + Owner.allCases.filter { owner in
                owner != definition.owner && definition.reasons.contains { $0.owner == owner }
            }
        (entry.flows, entry.stage) = (definition.flows, definition.stage)
        entry.see = links(definition.explainedBy)
        return entry
    }

    private static func owner(of definition: BreakDefinition) -> Text {
        let others = definition.reasons.compactMap { reason in reason.owner.map { (reason.word, $0) } }
        guard !others.isEmpty else { return definition.owner.title }
        let en = others.map { "\($0.1.title.en) for \($0.0)" }.joined(separator: ", ")
        let zh = others.map { "\($0.0) 时为\($0.1.title.zh)" }.joined(separator: "，")
        return Text(en: "\(definition.owner.title.en); \(en)", zh: "\(definition.owner.title.zh)；\(zh)")
    }

    /// What the confidence of any break rests on.
    private static let confidence = Text(
        en: Confidence.allCases.map { "\($0.title.en): \($0.meaning.en)" }.joined(separator: "; ") + ".",
        zh: Confidence.allCases.map { "\($0.title.zh)：\($0.meaning.zh)" }.joined(separator: "；") + "。")

    /// One entry a reason of a break; its ways to confirm and mend are those of the break.
    static let reasons = BreakDefinition.all.flatMap { definition in
        definition.reasons.map { reason in
            let texts = definition.texts
            var entry = Explanation(
                reason.word, .reason, group: definition.code.rawValue,
                kindText: Text(en: "reason of \(definition.code.rawValue)", zh: "\(definition.code.rawValue) 的原因"),
                title: Text(en: "\(texts.title.en): \(reason.text.en)", zh: "\(texts.title.zh)：\(reason.text.zh)"),
                parts: [
                    Part(.meaning, texts.statement), Part(.owner, Heading.owner, (reason.owner ?? definition.owner).title),
                    Part(.confirm, Heading.confirm, texts.confirm), Part(.causes, Heading.causes, texts.causes),
                    Part(.fix, Heading.fix, texts.fix),
                ])
            entry.owners = [reason.owner ?? definition.owner]
            (entry.flows, entry.stage, entry.see) = (definition.flows, definition.stage, [definition.code.rawValue])
            return entry
        }
    }

    static let steps = Step.allCases.map { step in
        let definition = StepDefinition.of(step)
        var parts: [Part] = []
        if let definition { parts.append(Part(.meaning, definition.meaning)) }
        let rules = FlowDefinition.all.compactMap { flow in flow.rule(for: step).map { (flow, $0) } }
        let witnesses = Text(
            en: step.witnesses.map(\.title.en).joined(separator: ", "), zh: step.witnesses.map(\.title.zh).joined(separator: "、"))
        if let seen = rules.first?.1.seenWhen {
            parts.append(
                Part(
                    .confirm, Heading.confirm,
                    Text(en: "Seen when \(seen.en). Shown by: \(witnesses.en).", zh: "\(seen.zh)，即为已见。由\(witnesses.zh)证明。")))
        }
        parts += due(rules)
        if let definition { parts.append(Part(.meaning, Text(en: "When it is missing", zh: "缺失时"), definition.ifMissing)) }
        parts.append(
            Part(
                .rules, Text(en: "Missing only when", zh: "何时才算缺失"),
                Text(
                    en: "a log able to show it covers the whole time up to the deadline without a gap; else it cannot be told.",
                    zh: "能证明它的日志完整覆盖到期限为止的整段时间且没有缺口；否则判为无法观察。")))
        let fault = definition?.breaks.compactMap { BreakDefinition.of($0) }.first
        parts.append(
            Part(
                .causes, Heading.causes,
                fault?.texts.causes
                    ?? Text(
                        en: "It did not happen, the log does not cover the time, or the application does not log it.",
                        zh: "没有发生、日志没有覆盖这段时间，或应用没有记录它。")))
        parts.append(
            Part(
                .fix, Heading.fix,
                fault?.texts.fix
                    ?? Text(
                        en: "Log it with the order number, so that its absence can be told from silence.",
                        zh: "连同订单号一起记录，才能区分“没有发生”与“没有记录”。")))
        parts.append(flowsPart(rules.map(\.0.flow)))
        parts.append(Part(.source, Heading.source, Text(en: "paychain's flows and their deadlines", zh: "paychain 的流程定义与期限")))
        var entry = Explanation(step.rawValue, .step, kindText: Kind.step.one, title: step.title, parts: parts)
        (entry.flows, entry.see) = (rules.map(\.0.flow), links(definition?.breaks ?? []))
        return entry
    }

    /// The deadlines of a step, flows with the same one together.
    private static func due(_ rules: [(flow: FlowDefinition, rule: StepRule)]) -> [Part] {
        var groups: [(deadline: Text, flows: [Flow])] = []
        for (flow, rule) in rules {
            guard let within = rule.within, !rule.after.isEmpty else { continue }
            let (en, zh) = (TimeText(zone: .utc, language: .en).span(within), TimeText(zone: .utc, language: .zh).span(within))
            let after = rule.after.map(\.rawValue).joined(separator: ", ")
            let deadline = Text(en: "\(en) after \(after)", zh: "\(after) 之后 \(zh)")
            if let index = groups.firstIndex(where: { $0.deadline == deadline }) {
                groups[index].flows.append(flow.flow)
            } else {
                groups.append((deadline, [flow.flow]))
            }
        }
        return groups.map { deadline, flows in
            let names = list(flows.map(\.rawValue))
            return Part(.due, Text(en: "Due in \(names.en)", zh: "\(names.zh) 的期限"), deadline)
        }
    }

    static let symptoms = SymptomDefinition.all.map { symptom in
        var entry = Explanation(
            symptom.word, .symptom, kindText: Kind.symptom.one, title: symptom.symptom,
            parts: [
                Part(.meaning, symptom.meaning), Part(.confirm, Heading.confirm, symptom.confirm),
                Part(.causes, Heading.causes, symptom.causes), Part(.fix, Heading.fix, symptom.fix),
                Part(.source, Heading.source, symptom.source),
            ])
        entry.phrases = [symptom.phrases.en, symptom.phrases.zh]
        entry.see = links(symptom.breaks) + symptom.see
        return entry
    }

    static let findings = Finding.Code.allCases.compactMap { code -> Explanation? in
        guard let definition = FindingDefinition.of(code) else { return nil }
        let same = code.sameBreak?.texts
        var parts = [Part(.meaning, definition.meaning)]
        if let confirm = definition.confirm ?? same?.confirm { parts.append(Part(.confirm, Heading.confirm, confirm)) }
        if let causes = definition.causes ?? same?.causes { parts.append(Part(.causes, Heading.causes, causes)) }
        parts.append(Part(.fix, Heading.fix, definition.fix))
        parts.append(
            Part(.source, Heading.source, Text(en: "paychain's findings about a whole run", zh: "paychain 对整次运行的系统级发现")))
        return Explanation(code.rawValue, .finding, kindText: Kind.finding.one, title: definition.title, parts: parts)
    }

    static let traps = TrapDefinition.all.map { trap in
        let names = trap.resembles.map(\.rawValue)
        var entry = Explanation(
            trap.word, .trap, kindText: Kind.trap.one, title: trap.seen,
            parts: [
                Part(
                    .meaning,
                    Text(
                        en: "It looks like \(names.joined(separator: ", ")) and is none: no break is reported for it.",
                        zh: "看似 \(names.joined(separator: "、"))，其实不是：不会因此报告断点。")),
                Part(.causes, Text(en: "Because", zh: "原因"), trap.because), Part(.confirm, Heading.confirm, trap.confirm),
                Part(.fix, Heading.fix, Text(en: "Nothing to mend; leave it out of alerts.", zh: "无需修复；不要为它告警。")),
                Part(.source, Heading.source, trap.source),
            ])
        entry.see = links(trap.resembles)
        return entry
    }

    static let flows = FlowDefinition.all.map { definition in
        let steps = definition.steps
        var entry = Explanation(
            definition.flow.rawValue, .flow, kindText: Kind.flow.one, title: definition.names,
            parts: [
                Part(
                    .meaning, Text(en: "Steps", zh: "步骤"),
                    Text(
                        en: steps.map(\.step.title.en).joined(separator: " → "), zh: steps.map(\.step.title.zh).joined(separator: " → "))),
                Part(
                    .due, Text(en: "Payment window", zh: "支付时限"),
                    Text(
                        en: TimeText(zone: .utc, language: .en).span(definition.paymentWindow) + ", unless the order says otherwise",
                        zh: TimeText(zone: .utc, language: .zh).span(definition.paymentWindow) + "，订单自身另有说明时以订单为准")),
            ])
        entry.see = steps.map(\.step.rawValue)
        return entry
    }

    static func flowsPart(_ flows: [Flow]) -> Part {
        Part(.flows, Heading.flows, flows.count == Flow.allCases.count ? Text(en: "all", zh: "全部") : list(flows.map(\.rawValue)))
    }

    /// The codes of breaks that are judged: only those can be explained.
    static func links(_ codes: [BreakCode]) -> [String] { codes.filter { BreakDefinition.of($0) != nil }.map(\.rawValue) }

    static func list(_ words: [String]) -> Text { Text(en: words.joined(separator: ", "), zh: words.joined(separator: "、")) }
}
