import Alerts
import Domain

// When a rule is true.
extension SettingsDecoder {
    mutating func condition(
        _ rule: YAMLNode, _ found: [(key: String, value: YAMLNode)], _ query: MeasureQuery
    ) -> AlertCondition? {
        let given = found.filter { AlertCondition.words.contains($0.key) }
        guard let (word, node) = given.first.map({ ($0.key, $0.value) }) else {
            let list = AlertCondition.words.joined(separator: ", ")
            report(.invalid(Text(en: "no condition; one of \(list)", zh: "缺少条件；可用：\(list)")), at: rule.mark)
            return nil
        }
        if given.count > 1 {
            report(
                .invalid(Text(en: "one condition a rule; \"\(word)\" stands here too", zh: "每条规则只能有一个条件；此处已有 \"\(word)\"")),
                at: given[1].value.mark)
        }
        if word != "threshold", !query.measure.isAboutOrders {
            report(.invalid(Text(en: "\(query.measure.name) takes a threshold", zh: "\(query.measure.name) 只支持 threshold")), at: node.mark)
            return nil
        }
        switch word {
        case "threshold": return threshold(node, query)
        case "spike":
            var (times, least, baseline) = (3.0, Quantity(query.measure.unit == .orders ? 3 : 0), Baseline())
            compared(node, query, &times, &least, &baseline)
            if times <= 1 { report(.invalid(Text(en: "a spike is more than 1 times the usual", zh: "spike 的 times 应大于 1")), at: node.mark) }
            return .spike(times: times, atLeast: least, baseline: baseline)
        case "drop":
            var (times, least, baseline) = (0.5, Quantity(query.measure.unit == .orders ? 5 : 0), Baseline())
            compared(node, query, &times, &least, &baseline)
            if times >= 1 { report(.invalid(Text(en: "a drop is less than 1 times the usual", zh: "drop 的 times 应小于 1")), at: node.mark) }
            return .drop(times: times, atLeast: least, baseline: baseline)
        case "flatline":
            guard query.measure.unit == .orders else {
                report(.invalid(Text(en: "a flatline is of a count of orders", zh: "flatline 只用于订单计数")), at: node.mark)
                return nil
            }
            return .flatline(after: after(node))
        default:
            if query.by.isEmpty || query.measure.unit != .orders {
                report(
                    .invalid(
                        Text(en: "a new value needs a count of orders and \"by\": whose value?", zh: "new_value 需要订单计数与 \"by\"：哪个维度的新值？")),
                    at: node.mark)
            }
            return .newValue(after: after(node))
        }
    }

    /// `> 5`, `>= 10%`, `< 5000 CNY`, `> 90s`.
    private mutating func threshold(_ node: YAMLNode, _ query: MeasureQuery) -> AlertCondition? {
        guard let text = text(node) else { return nil }
        let trimmed = Substring(text).trimmed
        guard let comparison = [Comparison.atLeast, .atMost, .above, .below].first(where: { trimmed.hasPrefix($0.rawValue) }) else {
            report(
                .invalid(
                    Text(
                        en: "a threshold begins with >, >=, < or <=, in quotes: \"> 5\"", zh: "threshold 以 >、>=、< 或 <= 开头，并加引号：\"> 5\"")),
                at: node.mark)
            return nil
        }
        let rest = trimmed.dropFirst(comparison.rawValue.count)
        return quantity(String(rest.trimmed), query, at: node.mark).map { .threshold(comparison, $0) }
    }

    private mutating func compared(
        _ node: YAMLNode, _ query: MeasureQuery, _ times: inout Double, _ least: inout Quantity, _ baseline: inout Baseline
    ) {
        for (key, value) in fields(of: node, known: ["times", "at_least", "weeks", "needed_weeks"]) {
            switch key {
            case "times": times = number(value, in: 0.001...1e6) ?? times
            case "at_least": if let text = text(value), let found = quantity(text, query, at: value.mark) { least = found }
            case "weeks": baseline.weeks = Int(number(value, in: 1...12) ?? Double(baseline.weeks))
            default: baseline.needed = Int(number(value, in: 1...12) ?? Double(baseline.needed))
            }
        }
        if baseline.needed > baseline.weeks {
            report(
                .invalid(
                    Text(
                        en: "needed_weeks (\(baseline.needed)) is more than weeks (\(baseline.weeks))",
                        zh: "needed_weeks（\(baseline.needed)）大于 weeks（\(baseline.weeks)）")), at: node.mark)
        }
    }

    private mutating func after(_ node: YAMLNode) -> TimeSpan {
        var span = TimeSpan.days(1)
        if case .mapping = node.content {
            for (_, value) in fields(of: node, known: ["after"]) { span = self.span(value) ?? span }
        } else if let text = text(node), text != "true" {
            span = self.span(node) ?? span
        }
        return span
    }

    /// A number in the unit of the measure.
    private mutating func quantity(_ text: String, _ query: MeasureQuery, at mark: Mark) -> Quantity? {
        switch query.measure.unit {
        case .money:
            var digits = Substring(text).trimmed
            if digits.hasSuffix(query.currency) { digits = digits.dropLast(query.currency.count).trimmed }
            if let money = Money(decimal: digits.utf8, currency: query.currency) { return Quantity(money) }
            let wanted = "5000.00 \(query.currency)"
            report(.invalid(Text(en: "\"\(text)\" is no exact amount such as \(wanted)", zh: "\"\(text)\" 不是精确金额，例如 \(wanted)")), at: mark)
            return nil
        case .seconds:
            if let span = TimeSpan(configured: text) { return Quantity(Double(span.microseconds) / 1_000_000) }
            if let number = Double(text), number.isFinite, number >= 0 { return Quantity(number) }
            report(.unknownValue(text, of: .span, nearest: nil), at: mark)
            return nil
        case .share:
            if text.hasSuffix("%"), let number = Double(text.dropLast().trimmed), (0...100).contains(number) {
                return Quantity(number / 100)
            }
            if let number = Double(text), (0...1).contains(number) { return Quantity(number) }
            report(.invalid(Text(en: "\"\(text)\" is no share such as 5% or 0.05", zh: "\"\(text)\" 不是占比，例如 5% 或 0.05")), at: mark)
            return nil
        case .orders, .count:
            if let number = Double(text), number.isFinite, number >= 0 { return Quantity(number) }
            report(.unknownValue(text, of: .number, nearest: nil), at: mark)
            return nil
        }
    }

    mutating func number(_ node: YAMLNode, in bounds: ClosedRange<Double>) -> Double? {
        guard let text = text(node) else { return nil }
        if let number = Double(text), bounds.contains(number) { return number }
        report(.unknownValue(text, of: .number, nearest: nil), at: node.mark)
        return nil
    }

    /// A list, or one value that stands for a list of one.
    mutating func list(oneOrMore node: YAMLNode) -> [YAMLNode] {
        if case .sequence(let items) = node.content { return items }
        return node.isNull ? [] : [node]
    }

    /// `0s` and `0` are no time at all; elsewhere a span of no length is a mistake.
    mutating func spanOrZero(_ node: YAMLNode) -> TimeSpan? {
        if case .scalar(let text, _) = node.content, ["0", "0s", "0m"].contains(text) { return .zero }
        return span(node)
    }
}

extension Substring {
    var trimmed: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
