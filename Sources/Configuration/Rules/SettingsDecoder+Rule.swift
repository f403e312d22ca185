import Alerts
import Domain

// One rule of a group.
extension SettingsDecoder {
    private static let ruleKeys =
        ["alert", "measure", "where", "by", "window", "min_orders", "for", "keep_firing_for", "severity", "labels", "annotations"]
        + AlertCondition.words + MeasureDefinition.Parameter.allCases.map(\.rawValue)

    mutating func rule(_ node: YAMLNode) -> AlertRule? {
        let found = fields(of: node, known: SettingsDecoder.ruleKeys)
        guard case .mapping = node.content else { return nil }
        func child(_ key: String) -> YAMLNode? { found.first { $0.key == key }?.value }
        guard let nameNode = child("alert"), let name = text(nameNode) else {
            report(.missingKey("alert"), at: node.mark)
            return nil
        }
        if !SettingsDecoder.isName(name) {
            report(.invalid(Text(en: "an alert's name has letters, digits and _", zh: "告警名只能含字母、数字与 _")), at: nameNode.mark)
        }
        guard let measureNode = child("measure"), let word = text(measureNode) else {
            report(.missingKey("measure"), at: node.mark)
            return nil
        }
        guard let measure = MeasureDefinition.named(word) else {
            refuse(word, as: .measure, among: MeasureDefinition.all.map(\.name), at: measureNode.mark)
            return nil
        }
        var query = MeasureQuery(measure)
        for parameter in measure.required where child(parameter.rawValue) == nil { report(.missingKey(parameter.rawValue), at: node.mark) }
        for (key, mark, value) in pairs(node) {
            guard let parameter = MeasureDefinition.Parameter(rawValue: key) else { continue }
            guard (measure.required + measure.optional).contains(parameter) else {
                let takes = (measure.required + measure.optional).map(\.rawValue).joined(separator: ", ")
                report(
                    .invalid(
                        Text(
                            en: "\(measure.name) takes no \"\(key)\"" + (takes.isEmpty ? "" : "; it takes \(takes)"),
                            zh: "\(measure.name) 没有 \"\(key)\"" + (takes.isEmpty ? "" : "；可用：\(takes)"))), at: mark)
                continue
            }
            self.parameter(parameter, value, &query)
        }
        if let value = child("where") { query.filter = filter(value, measure) }
        if let value = child("by") {
            for item in list(oneOrMore: value) { if let dimension = dimension(item, measure) { query.by.append(dimension) } }
        }
        guard let condition = condition(node, found, query) else { return nil }
        var rule = AlertRule(name: name, query: query, condition: condition)
        rule.line = node.mark.line
        if let value = child("window"), let span = span(value) { rule.window = span }
        if let value = child("for"), let span = spanOrZero(value) { rule.hold = span }
        if let value = child("keep_firing_for"), let span = spanOrZero(value) { rule.keepFiringFor = span }
        if let value = child("min_orders") { rule.minimumOrders = Int(number(value, in: 0...1e9) ?? 0) }
        labels(of: &rule, severity: child("severity"), labels: child("labels"))
        if let value = child("annotations") { annotations(value, of: &rule) }
        return rule
    }

    private mutating func parameter(_ parameter: MeasureDefinition.Parameter, _ node: YAMLNode, _ query: inout MeasureQuery) {
        switch parameter {
        case .break:
            query.breaks = words(node, as: .break)
            if query.measure.name == "break_share", query.breaks.count > 1 {
                report(.invalid(Text(en: "a share is of one break", zh: "占比只能针对一种断点")), at: node.mark)
            }
        case .severityOfBreak: query.severities = words(node, as: .severity)
        case .owner: query.owners = words(node, as: .owner)
        case .reason: query.reasons = texts(node)
        case .outcome: query.outcomes = words(node, as: .outcome)
        case .experience: query.experiences = words(node, as: .experience)
        case .step, .from:
            let isLatency = query.measure.unit == .seconds
            let known = isLatency ? Step.withServerTime : Step.allCases
            guard let text = text(node) else { return }
            guard let step = Step(rawValue: text), known.contains(step) else {
                if isLatency, Step(rawValue: text) != nil {
                    let list = known.map(\.rawValue).joined(separator: ", ")
                    report(
                        .invalid(
                            Text(
                                en: "the stamps of \(text) are a device's own clock; steps with a server's: \(list)",
                                zh: "\(text) 的时间来自设备自身时钟；以服务端计时的步骤：\(list)")), at: node.mark)
                } else {
                    refuse(text, as: .step, among: known.map(\.rawValue), at: node.mark)
                }
                return
            }
            if parameter == .step { query.step = step } else { query.from = step }
        case .quantile: query.quantile = number(node, in: 0...1) ?? query.quantile
        case .currency:
            guard let text = text(node) else { return }
            guard text.utf8.count == 3, text.utf8.allSatisfy({ (65...90).contains($0) }) else {
                report(.invalid(Text(en: "a currency is three capital letters: CNY", zh: "货币写三个大写字母：CNY")), at: node.mark)
                return
            }
            query.currency = text
        case .finding: query.findings = words(node, as: .finding)
        case .witness:
            for item in list(oneOrMore: node) {
                guard let text = text(item) else { continue }
                guard let kind = [Witness.serverApp, .serverEdge].first(where: { $0.word == text }) else {
                    refuse(text, as: .witness, among: ["app", "edge"], at: item.mark)
                    continue
                }
                query.kinds.append(kind)
            }
        }
    }

    private mutating func filter(_ node: YAMLNode, _ measure: MeasureDefinition) -> [(dimension: AlertDimension, values: [String])] {
        var filter: [(dimension: AlertDimension, values: [String])] = []
        for (key, mark, value) in pairs(node) {
            guard let dimension = dimension(key, at: mark, measure) else { continue }
            filter.append((dimension, texts(value)))
        }
        return filter
    }

    private mutating func dimension(_ node: YAMLNode, _ measure: MeasureDefinition) -> AlertDimension? {
        guard let text = text(node) else { return nil }
        return dimension(text, at: node.mark, measure)
    }

    private mutating func dimension(_ text: String, at mark: Mark, _ measure: MeasureDefinition) -> AlertDimension? {
        let known = measure.dimensions
        if let dimension = AlertDimension(rawValue: text), known.contains(dimension) { return dimension }
        refuse(text, as: .dimension, among: known.map(\.rawValue), at: mark)
        return nil
    }

    /// The words of a closed list.
    private mutating func words<Word: RawRepresentable & CaseIterable>(
        _ node: YAMLNode, as expected: ConfigurationError.Expectation
    ) -> [Word] where Word.RawValue == String {
        var words: [Word] = []
        for item in list(oneOrMore: node) {
            guard let text = text(item) else { continue }
            if let word = Word(rawValue: text) {
                words.append(word)
            } else {
                refuse(text, as: expected, among: Word.allCases.map(\.rawValue), at: item.mark)
            }
        }
        return words
    }

    // Labels and annotations.

    private mutating func labels(of rule: inout AlertRule, severity: YAMLNode?, labels: YAMLNode?) {
        if let severity, let text = text(severity) { rule.labels.append(("severity", text)) }
        guard let labels else { return }
        for (name, mark, value) in pairs(labels) {
            let taken = rule.labels.map(\.name) + rule.query.by.map(\.label) + ["alertname"]
            guard SettingsDecoder.isName(name), !taken.contains(name) else {
                report(
                    .invalid(
                        taken.contains(name)
                            ? Text(en: "the label \"\(name)\" is set already", zh: "标签 \"\(name)\" 已有取值")
                            : Text(en: "a label's name has letters, digits and _", zh: "标签名只能含字母、数字与 _")), at: mark)
                continue
            }
            guard let text = text(value) else { continue }
            if text.contains("{{") {
                report(
                    .invalid(
                        Text(
                            en: "labels are fixed, since they are an alert's identity; wording goes into annotations",
                            zh: "标签是告警的身份，必须固定；可变文字请写在 annotations")), at: value.mark)
            }
            rule.labels.append((name, text))
        }
    }

    private mutating func annotations(_ node: YAMLNode, of rule: inout AlertRule) {
        let known = rule.labels(of: rule.query.by.map { _ in "x" }).map(\.name)
        for (name, mark, value) in pairs(node) {
            guard SettingsDecoder.isName(name) else {
                report(.invalid(Text(en: "an annotation's name has letters, digits and _", zh: "注解名只能含字母、数字与 _")), at: mark)
                continue
            }
            guard let text = text(value) else { continue }
            do throws(AlertTemplate.Fault) {
                let template = try AlertTemplate(text)
                for label in template.labelNames where !known.contains(label) {
                    report(.unknownValue(label, of: .label, nearest: NearestWord.find(label, in: known, limit: 1).first), at: value.mark)
                }
                rule.annotations.append((name, template))
            } catch { report(.invalid(error.what), at: value.mark) }
        }
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
        return text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95 }
    }
}
