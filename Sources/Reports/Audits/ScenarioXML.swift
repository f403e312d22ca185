import Audits
import Domain

/// The scenarios as JUnit XML: proven passes, failed fails, what was not tried or cannot be told is skipped.
public enum ScenarioXML {
    /// Makes the document.
    public static func make(_ results: [ScenarioResult], asOf: Instant, language: Language) -> String {
        let failed = results.filter { $0.state == .failed }.count
        let skipped = results.filter { $0.state == .unobserved || $0.state == .notTried }.count
        var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        out += "<testsuite name=\"paychain scenarios\" tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"0\""
        out += " skipped=\"\(skipped)\"" + (asOf.isUndated ? "" : " timestamp=\"\(asOf.rfc3339.prefix(19))\"") + ">\n"
        for result in results {
            let title = result.definition.title(language)
            out += "  <testcase classname=\"paychain.scenarios\" name=\"\(escaped(result.definition.code))\">\n"
            switch result.state {
            case .proven: break
            case .failed:
                let step = result.decisive?.failedStep
                let at = step?.title(language) ?? ""
                out += "    <failure message=\"\(escaped("\(title): \(at)"))\" type=\"failed\">"
                out += escaped(detail(result, language)) + "</failure>\n"
            case .unobserved:
                let step = result.decisive?.unobservedStep
                out += "    <skipped message=\"\(escaped("\(result.state.title(language)): \(step?.title(language) ?? "")"))\"/>\n"
            case .notTried: out += "    <skipped message=\"\(escaped(result.state.title(language)))\"/>\n"
            }
            if result.state == .proven || result.state == .unobserved {
                out += "    <system-out>\(escaped(detail(result, language)))</system-out>\n"
            }
            out += "  </testcase>\n"
        }
        return out + "</testsuite>\n"
    }

    /// The order and its steps, each with its line.
    private static func detail(_ result: ScenarioResult, _ language: Language) -> String {
        guard let one = result.decisive else { return "" }
        var lines = ["order \(one.order.description) (\(one.flow.rawValue))"]
        if one.state == .failed {
            for item in one.breaks { lines.append("break \(item.code.rawValue)" + (item.reason.map { " (\($0))" } ?? "")) }
        }
        for step in one.steps {
            lines.append("\(step.proof.sign.0) \(step.title(language)) \(step.reference ?? step.proof.word(language))")
        }
        return lines.joined(separator: "\n")
    }

    /// Text for XML 1.0: markup escaped, characters that it does not allow and those that turn text around replaced.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "\n": out += "&#10;"
            default:
                let isNone = scalar.value == 0xFFFE || scalar.value == 0xFFFF || VisibleText.isDangerous(scalar)
                out.unicodeScalars.append(isNone ? "\u{FFFD}" : scalar)
            }
        }
        return out
    }
}
