import Audits
import Domain
import Links
import Verdicts

extension Explanation {
    /// What can be wrong with an association file, from the checks of `paychain aasa`.
    static let associations = AssociationCheck.all.map { check in
        var entry = Explanation(
            check.code, .associationCheck, kindText: Kind.associationCheck.one, title: check.title,
            parts: [
                Part(.meaning, check.meaning),
                Part(
                    .confirm, Heading.confirm,
                    Text(
                        en:
                            "`paychain aasa URL` shows it; in the logs a browser's GET of the return page (`return.served`) stands where the app was expected.",
                        zh: "`paychain aasa URL` 会指出它；日志中在本应进入应用处出现浏览器对返回页的 GET（`return.served`）。")),
                Part(
                    .causes, Heading.causes,
                    Text(
                        en: "File, domain, CDN and build are kept by different people and changed at different times.",
                        zh: "文件、域名、CDN 与构建由不同的人维护，变更不同步。")),
                Part(.fix, Heading.fix, check.fix),
                Part(
                    .source, Heading.source,
                    Text(en: "Apple developer documentation: supporting associated domains.", zh: "Apple 开发者文档：支持关联域名。")),
            ])
        entry.see = links([.returnNeverLanded])
        return entry
    }

    /// What client logs lack, from the rules of `paychain lint`.
    static let lintRules = LintRule.all.map { rule in
        Explanation(
            rule.code, .lintRule, kindText: Kind.lintRule.one, title: rule.title,
            parts: [
                Part(.meaning, rule.meaning),
                Part(
                    .confirm, Heading.confirm,
                    Text(
                        en: "`paychain lint LOGS` names the lines, and the line to add for it.",
                        zh: "`paychain lint 日志` 会指出相关行以及需要添加的代码。")),
            ])
    }

    /// What a tester tries on a device, from the scenarios of `paychain scenarios`.
    static let scenarios = ScenarioDefinition.all.map { scenario in
        Explanation(
            scenario.code, .scenario, kindText: Kind.scenario.one, title: scenario.title, parts: [Part(.meaning, scenario.story)])
    }
}
