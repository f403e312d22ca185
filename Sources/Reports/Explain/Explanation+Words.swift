import Domain
import Providers
import Verdicts

extension Explanation {
    private static func word(_ code: String, _ kind: Kind, title: Text, meaning: Text) -> Explanation {
        Explanation(code, kind, kindText: kind.one, title: title, parts: [Part(.meaning, meaning)])
    }

    static let outcomes = Outcome.allCases.map { word($0.rawValue, .outcome, title: $0.title, meaning: $0.meaning) }
    static let experiences = Experience.allCases.map { word($0.rawValue, .experience, title: $0.title, meaning: $0.meaning) }
    static let remarks = RemarkDefinition.all.map { word($0.remark.rawValue, .remark, title: $0.title, meaning: $0.meaning) }
    static let hints = Hint.all.map { word($0.word, .hint, title: $0.title, meaning: $0.meaning) }

    /// The closed lists of the machine output.
    static let words: [Explanation] =
        StepState.allCases.map { word($0.rawValue, .stepState, title: $0.title, meaning: $0.meaning) }
        + Severity.allCases.map { word($0.rawValue, .severity, title: $0.title, meaning: $0.meaning) }
        + Owner.allCases.map { word($0.rawValue, .owner, title: $0.title, meaning: $0.meaning) }
        + Confidence.allCases.map { word($0.rawValue, .confidence, title: $0.title, meaning: $0.meaning) }
        + CoverageState.allCases.map { word($0.rawValue, .coverage, title: $0.title, meaning: $0.meaning) }

    static let codes = CodeGroup.all.flatMap { group in
        group.codes.map { code in
            var entry = Explanation(
                code.code, .code, group: group.word, kindText: group.title, title: code.title,
                parts: [
                    Part(.meaning, code.meaning), Part(.confirm, Heading.confirm, group.confirm),
                    Part(.causes, Heading.causes, code.causes ?? group.causes), Part(.fix, Heading.fix, code.fix ?? group.fix),
                    flowsPart(group.flows), Part(.source, Heading.source, group.source),
                ])
            (entry.names, entry.range, entry.flows) = (code.names, code.range, group.flows)
            entry.see = links(code.breaks)
            return entry
        }
    }

    /// What each provider promises, from its declaration.
    static let providers = ProviderDefinition.all.map { provider in
        var parts = [
            Part(.meaning, provider.notifyText),
            Part(.rules, Text(en: "Takes a notify for accepted on", zh: "何种应答视为成功"), provider.answer.text),
        ]
        let schemes = provider.wallet.schemes.map { "\($0):" }
        if !schemes.isEmpty { parts.append(Part(.rules, Text(en: "Its wallet opens by", zh: "钱包链接"), list(schemes))) }
        // The shop's own words are no provider's.
        let states = provider.states.ignoresCase ? [] : provider.states.entries
        if !states.isEmpty {
            parts.append(
                Part(
                    .rules, Text(en: "Its words", zh: "状态词"),
                    Text(
                        en: states.map { "\($0.word) = \($0.state.title.en)" }.joined(separator: ", "),
                        zh: states.map { "\($0.word) = \($0.state.title.zh)" }.joined(separator: "，"))))
        }
        if !provider.results.isEmpty {
            parts.append(
                Part(
                    .rules, Text(en: "Results it hands to the app", zh: "交给应用的结果码"),
                    Text(
                        en: provider.results.map { "\($0.code) = \($0.text.en)" }.joined(separator: ", "),
                        zh: provider.results.map { "\($0.code) = \($0.text.zh)" }.joined(separator: "，"))))
        }
        return Explanation(provider.word, .provider, kindText: Kind.provider.one, title: provider.names, parts: parts)
    }
}
