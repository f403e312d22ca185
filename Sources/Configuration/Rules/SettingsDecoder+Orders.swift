import Alerts
import Domain

// Orders that a rule test tells: one line for as many alike as are wanted.
extension SettingsDecoder {
    private static let orderKeys = [
        "at", "count", "every", "flow", "outcome", "paid_after", "marked_after", "amount", "experience", "breaks", "steps", "app_version",
        "os", "platform",
        "channel", "return_via", "provider",
    ]

    mutating func orders(_ node: YAMLNode, number: Int, from zero: Instant) -> [OrderFact] {
        let found = fields(of: node, known: SettingsDecoder.orderKeys)
        func value(_ key: String) -> YAMLNode? { found.first { $0.key == key }?.value }
        var verdict = Verdict(order: OrderNumber(""), asOf: zero)
        verdict.flow = value("flow").flatMap { word($0, as: .flow) } ?? .alipayH5
        verdict.outcome = value("outcome").flatMap { word($0, as: .outcome) } ?? .paid
        if verdict.outcome.everPaid { verdict.experience = value("experience").flatMap { word($0, as: .experience) } ?? .landed }
        if let amount = value("amount"), let text = text(amount) {
            let parts = text.split(separator: " ")
            let currency = parts.count > 1 ? String(parts[1]) : "CNY"
            verdict.amount = parts.first.flatMap { Money(decimal: $0.utf8, currency: currency) }
            if verdict.amount == nil {
                report(
                    .invalid(Text(en: "\"\(text)\" is no exact amount such as 128.00 CNY", zh: "\"\(text)\" 不是精确金额，例如 128.00 CNY")),
                    at: amount.mark)
            }
        }
        verdict.segments.appVersion = value("app_version").flatMap { text($0) }
        verdict.segments.osVersion = value("os").flatMap { text($0) }
        verdict.segments.platform = value("platform").flatMap { text($0) }
        verdict.segments.channel = value("channel").flatMap { text($0) }
        verdict.segments.returnVia = value("return_via").flatMap { text($0) }
        verdict.segments.provider = value("provider").flatMap { text($0) } ?? SettingsDecoder.provider(of: verdict.flow)
        let breaks = value("breaks").map { list(oneOrMore: $0) } ?? []
        verdict.breaks = breaks.compactMap { fired($0) }
        var states: [Step: StepState] = [:]
        let told = value("steps").map { pairs($0) }
        for (name, mark, value) in told ?? [] {
            guard let step = Step(rawValue: name) else {
                refuse(name, as: .step, among: Step.allCases.map(\.rawValue), at: mark)
                continue
            }
            states[step] = word(value, as: .test)
        }
        let at = value("at").flatMap { offset($0) } ?? .zero
        let count = Int(value("count").flatMap { self.number($0, in: 1...100_000) } ?? 1)
        let every = value("every").flatMap { spanOrZero($0) } ?? .seconds(1)
        let paidAfter = value("paid_after").flatMap { spanOrZero($0) } ?? .seconds(30)
        let markedAfter = value("marked_after").flatMap { spanOrZero($0) }
        return (0..<count).map { index in
            var one = verdict
            one.order = OrderNumber("test-\(number)-\(index + 1)")
            let created = zero + at + TimeSpan(microseconds: every.microseconds * Int64(index))
            one.createdAt = created
            if one.outcome.everPaid { one.paidAt = created + paidAfter }
            one.lastEvidenceAt = one.paidAt ?? created
            one.steps = SettingsDecoder.steps(of: one, states)
            if let markedAfter, let paid = one.paidAt, let place = one.steps.firstIndex(where: { $0.step == .markedPaid }) {
                one.steps[place].at = paid + markedAfter
            }
            return OrderFact(one, chain: nil)
        }
    }

    /// Steps that follow from the rest: what a break says is missing is missing, everything else of a paid order was seen.
    private static func steps(of verdict: Verdict, _ states: [Step: StepState]) -> [StepVerdict] {
        let missing: [BreakCode: Step] = [
            .notifyNotReceived: .notified, .paidNotMarked: .markedPaid, .paidNotDelivered: .delivered, .walletNeverOpened: .walletOpened,
            .returnNeverLanded: .returned, .pendingNotRequeried: .requeried, .receiptNotUploaded: .receiptUploaded,
            .neverFinished: .finished,
        ]
        let absent = verdict.breaks.compactMap { missing[$0.code] }
        return Step.allCases.map { step in
            var state: StepState = verdict.outcome.everPaid || step == .orderCreated ? .seen : .notDue
            if absent.contains(step) { state = .missing }
            state = states[step] ?? state
            let at = step == .orderCreated ? verdict.createdAt : verdict.paidAt ?? verdict.createdAt
            return StepVerdict(step: step, state: state, at: state == .seen ? at : nil)
        }
    }

    /// `notify_rejected`, or with its severity and reason: `notify_rejected/critical/http_status`.
    private mutating func fired(_ node: YAMLNode) -> Break? {
        guard let text = text(node) else { return nil }
        let parts = text.split(separator: "/").map(String.init)
        guard let name = parts.first, let code = BreakCode(rawValue: name) else {
            refuse(parts.first ?? text, as: .break, among: BreakCode.allCases.map(\.rawValue), at: node.mark)
            return nil
        }
        var severity = Severity.major
        if parts.count > 1 {
            if let known = Severity(rawValue: parts[1]) {
                severity = known
            } else {
                refuse(parts[1], as: .severity, among: Severity.allCases.map(\.rawValue), at: node.mark)
            }
        }
        return Break(code: code, stage: .order, severity: severity, owner: .server, reason: parts.count > 2 ? parts[2] : nil)
    }

    private mutating func word<Word: RawRepresentable & CaseIterable>(
        _ node: YAMLNode, as expected: ConfigurationError.Expectation
    ) -> Word? where Word.RawValue == String {
        guard let text = text(node) else { return nil }
        if let word = Word(rawValue: text) { return word }
        refuse(text, as: expected, among: Word.allCases.map(\.rawValue), at: node.mark)
        return nil
    }

    /// A span that may lie before the start: `-7d`.
    private mutating func offset(_ node: YAMLNode) -> TimeSpan? {
        guard case .scalar(let text, _) = node.content, text.hasPrefix("-") else { return spanOrZero(node) }
        guard let span = TimeSpan(configured: String(text.dropFirst())) else {
            report(.unknownValue(text, of: .span, nearest: nil), at: node.mark)
            return nil
        }
        return -span
    }

    private static func provider(of flow: Flow) -> String? {
        switch flow {
        case .alipayH5, .alipaySDK: "alipay"
        case .wechatH5, .wechatSDK: "wechat"
        case .storekit: "apple"
        case .webCheckout, .unknown: nil
        }
    }
}
