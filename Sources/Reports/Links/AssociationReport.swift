import Domain
import Links

/// What `paychain aasa` prints.
public struct AssociationReport {
    private let audit: AssociationAudit
    private var page: Page

    /// Makes a report.
    public init(audit: AssociationAudit, style: ReportStyle) {
        self.audit = audit
        page = Page(style)
    }

    /// The report as text.
    public consuming func render() -> String {
        for (index, subject) in audit.subjects.enumerated() {
            if index > 0 { page.line() }
            head(subject)
            rules(subject)
            problems(subject)
        }
        urls()
        expectations()
        end()
        return page.text
    }

    private func say(_ en: String, _ zh: String) -> String { page.style.language == .zh ? zh : en }

    private mutating func head(_ subject: AssociationSubject) {
        page.line(StyledText(subject.name, .bold))
        var facts: [String] = []
        if let fetch = subject.fetch {
            facts.append(fetch.hops.map { $0.status == 0 ? say("no answer", "无应答") : "HTTP \($0.status)" }.joined(separator: " → "))
            facts.append(fetch.contentType ?? say("no content type", "无 Content-Type"))
            if let encoding = fetch.contentEncoding { facts.append(encoding) }
        } else {
            facts.append(say("a file: nothing is known of how it is served", "本地文件：不了解其线上返回方式"))
        }
        facts.append(say("\(MoneyText.count(subject.size)) bytes", "\(MoneyText.count(subject.size)) 字节"))
        page.paragraph(StyledText(facts.joined(separator: " · "), .dim), first: StyledText("  "))
    }

    private mutating func rules(_ subject: AssociationSubject) {
        for entry in subject.file.entries {
            let apps = entry.apps.map(\.text).joined(separator: ", ")
            page.paragraph(
                StyledText(apps.isEmpty ? say("(no app)", "（没有应用）") : apps), first: StyledText("  \(entry.place)  ", .dim), indent: 4)
            let shown = entry.rules.prefix(AssociationReport.rulesShown)
            for rule in shown {
                var line = StyledText("    ")
                line.append(rule.isExclusion ? "− " : "+ ", rule.isExclusion ? .missing : .good)
                line.append(rule.text)
                page.line(line.cut(to: page.width))
            }
            let more = entry.rules.count - shown.count
            if more > 0 { page.line(StyledText("    " + say("… \(more) more rules", "…… 另有 \(more) 条规则"), .dim)) }
        }
    }

    /// Rules of one entry that are shown; JSON has all of them.
    private static let rulesShown = 24

    private mutating func problems(_ subject: AssociationSubject) {
        let problems = subject.problems
        guard !problems.isEmpty else {
            page.line(StyledText(say("  ✓ nothing wrong", "  ✓ 未发现问题"), .good))
            return
        }
        var told: Set<String> = []
        for problem in problems {
            let check = problem.check
            var line = StyledText("  " + AssociationReport.sign(check.severity) + " ", AssociationReport.style(check.severity))
            line.append(page.say(check.severity.title) + " ", AssociationReport.style(check.severity))
            var text = StyledText(page.say(check.title), .bold)
            text.append("  " + check.code, .dim)
            if !problem.place.isEmpty { text.append("  " + Phrase.make(problem.place, page.style.language)) }
            if let detail = problem.detail { text.append("  " + Phrase.make(detail, page.style.language), .dim) }
            page.paragraph(text, first: line, indent: 6)
            // The same fault at ten places is explained once.
            guard told.insert(check.code).inserted else { continue }
            page.paragraph(StyledText(page.say(check.meaning)), first: StyledText("      "))
            page.paragraph(StyledText(page.say(check.fix)), first: StyledText("    → "), indent: 6)
        }
    }

    private mutating func urls() {
        guard !audit.urls.isEmpty else { return }
        page.heading(Text(en: "Which URL opens which app", zh: "各 URL 打开哪个应用"))
        for url in audit.urls {
            page.line(StyledText("  " + url.text).cut(to: page.width))
            for (index, subject) in audit.subjects.enumerated() {
                var first = StyledText("    ")
                if audit.subjects.count > 1 { first.append(TextCut.left(name(index), to: 32) + "  ", .dim) }
                page.paragraph(decision(audit.decide(url, by: subject)), first: first, indent: 6)
            }
        }
        differences()
    }

    /// Says where files that stand side by side do not agree.
    private mutating func differences() {
        guard audit.subjects.count > 1 else { return }
        let differing = audit.urls.filter { url in
            Set(audit.subjects.map { audit.decide(url, by: $0).opens?.bundle ?? "" }).count > 1
        }
        guard !differing.isEmpty else { return }
        page.paragraph(
            StyledText(
                say(
                    "\(differing.count) of \(audit.urls.count) URLs open different apps side by side",
                    "\(audit.urls.count) 个 URL 中有 \(differing.count) 个在各文件间打开的应用不同"), .missing), first: StyledText("  ! ", .missing))
    }

    private mutating func expectations() {
        let outcomes = audit.outcomes
        guard !outcomes.isEmpty else { return }
        page.heading(Text(en: "Expected", zh: "预期"))
        for outcome in outcomes {
            var first = StyledText(outcome.holds ? "  ✓ " : "  ✗ ", outcome.holds ? .good : .critical)
            if audit.subjects.count > 1 { first.append(TextCut.left(name(outcome.subject), to: 32) + "  ", .dim) }
            var text = StyledText(outcome.expectation.url.text)
            let app = audit.app?.text ?? say("an app", "应用")
            text.append(
                outcome.expectation.opens ? say(" must open \(app): ", " 应打开 \(app)：") : say(" must not open \(app): ", " 不应打开 \(app)："),
                .dim)
            text.append(decision(outcome.decision))
            page.paragraph(text, first: first, indent: 4)
        }
    }

    private func decision(_ decision: LinkDecision) -> StyledText {
        var text = StyledText()
        if let app = decision.opens {
            text.append(say("opens ", "打开 ") + app.text, .good)
            if let rule = decision.rule { text.append(say(" by ", "，依据 ") + "\(rule.text) (\(rule.place))", .dim) }
            for other in decision.alsoClaimedBy.prefix(3) {
                text.append(say("; also claimed by ", "；同时被声明：") + "\(other.app.text) (\(other.rule.place))", .missing)
            }
            return text
        }
        text.append(page.say((decision.reason ?? .unmatched).title), .missing)
        if let rule = decision.rule { text.append(say(" ", "：") + "\(rule.text) (\(rule.place))", .dim) }
        return text
    }

    private mutating func end() {
        page.line()
        let passes = audit.passes
        page.line(
            StyledText(
                passes ? say("✓ passed", "✓ 通过") : say("✗ failed", "✗ 未通过"), passes ? .good : .critical))
        page.paragraph(
            StyledText(
                say(
                    "Not told by a file: the app's entitlement applinks:<domain>, the copy that Apple's CDN and the device keep (a day and more), "
                        + "and links that never open an app: typed into the address bar, on the same domain as the page, or long-pressed and opened in Safari once.",
                    "文件本身说明不了：应用 entitlements 中的 applinks:<域名>、Apple CDN 与设备的缓存（一天以上），以及本就不会唤起应用的情形：地址栏输入、与当前页面同域、曾长按选择在 Safari 中打开。"
                ), .dim))
    }

    private func name(_ index: Int) -> String { audit.subjects[index].domain ?? audit.subjects[index].name }

    private static func sign(_ severity: AssociationCheck.Severity) -> String {
        switch severity {
        case .error: "✗"
        case .warning: "!"
        case .note: "·"
        }
    }

    private static func style(_ severity: AssociationCheck.Severity) -> Style {
        switch severity {
        case .error: .critical
        case .warning: .major
        case .note: .minor
        }
    }
}

extension AssociationCheck.Severity {
    /// The severity in a word.
    var title: Text {
        switch self {
        case .error: Text(en: "error", zh: "错误")
        case .warning: Text(en: "warning", zh: "警告")
        case .note: Text(en: "note", zh: "提示")
        }
    }
}

extension LinkDecision.Reason {
    /// Why a URL stays in the browser.
    var title: Text {
        switch self {
        case .notAWebLink: Text(en: "no universal link: its scheme is not https", zh: "不是 Universal Link：scheme 不是 https")
        case .otherDomain: Text(en: "another domain: this file does not speak for it", zh: "域名不同：该文件不管这个域名")
        case .excluded: Text(en: "stays in the browser, excluded by", zh: "留在浏览器，被规则排除")
        case .unmatched: Text(en: "stays in the browser: no rule matches", zh: "留在浏览器：没有规则匹配")
        case .unreadable: Text(en: "cannot be told: the file cannot be read", zh: "无法判断：文件无法解析")
        }
    }
}
