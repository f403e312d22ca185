import Conversion
import Domain

/// The funnel rows of the conversion report as CSV (RFC 4180).
public enum ConversionCSV {
    /// The bytes of the file: a heading and one row a step.
    public static func make(_ report: ConversionReport) -> [UInt8] {
        var out: [UInt8] = []
        row(
            [
                "period", "from", "until", "flow", "step", "orders", "reached", "not_reached", "open", "unseen", "share", "low", "high",
                "base",
                "of_base", "of_base_low", "of_base_high", "since", "median_seconds", "p90_seconds", "share_before", "low_before",
                "high_before",
                "change",
            ], &out)
        for funnel in report.funnels {
            for step in funnel.steps {
                let (now, then) = (step.reached.now, step.reached.then)
                row(
                    [
                        report.period.name, report.period.from.rfc3339, report.period.until.rfc3339, funnel.flow.rawValue,
                        step.step.rawValue,
                        "\(now.counts.total)", "\(now.counts.yes)", "\(now.counts.no)", "\(now.counts.open)", "\(now.counts.unseen)",
                        number(now.point), number(now.bounds.low), number(now.bounds.high), step.base?.rawValue ?? "",
                        step.base == nil ? "" : number(step.ofBase.now.point), step.base == nil ? "" : number(step.ofBase.now.bounds.low),
                        step.base == nil ? "" : number(step.ofBase.now.bounds.high), step.since.rawValue,
                        step.base == nil ? "" : number(step.time.quantile(0.5).seconds),
                        step.base == nil ? "" : number(step.time.quantile(0.9).seconds), number(then?.point), number(then?.bounds.low),
                        number(then?.bounds.high), step.change?.finding.rawValue ?? "",
                    ], &out)
            }
        }
        return out
    }

    private static func number(_ value: Double?) -> String {
        var json = JSONWriter(capacity: 16)
        json.exact(value)
        return value == nil ? "" : json.text
    }

    private static func row(_ cells: [String], _ out: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            out += neutral(cell).utf8
        }
        out += [13, 10]
    }

    /// A cell that no spreadsheet takes for a formula (contract.md), quoted where it must be.
    static func neutral(_ cell: String) -> String {
        var text = cell
        if let first = text.utf8.first, "=+-@\t\r".utf8.contains(first), Double(text) == nil { text = "'" + text }
        guard text.utf8.contains(where: { $0 == 34 || $0 == 44 || $0 == 10 || $0 == 13 }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension JSONWriter {
    /// Writes a share with up to six decimals; what is no number becomes null.
    mutating func exact(_ value: Double?) {
        guard let value, value.isFinite, value.magnitude < 1e9 else { return null() }
        let millionths = Int64((value * 1_000_000).rounded())
        var digits = String(millionths.magnitude % 1_000_000)
        digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
        while digits.utf8.count > 1, digits.hasSuffix("0") { digits.removeLast() }
        raw((millionths < 0 ? "-" : "") + "\(millionths.magnitude / 1_000_000).\(digits)")
    }
}
