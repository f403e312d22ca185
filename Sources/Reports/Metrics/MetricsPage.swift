import Domain

/// The page that `/metrics` answers with: pure, from one ``MetricsInput``.
public enum MetricsPage {
    /// The two forms that Prometheus and its kin read.
    public enum Format: Sendable, CaseIterable {
        /// Prometheus' text format 0.0.4.
        case text
        /// OpenMetrics 1.0.
        case openMetrics

        /// The `Content-Type` of the answer.
        public var contentType: String {
            switch self {
            case .text: "text/plain; version=0.0.4; charset=utf-8"
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }

        /// The form that an `Accept` header asks for: OpenMetrics only where it is named and not refused, and plain text is not preferred.
        public init(accept: String?) {
            var open = 0.0
            var text = 0.0
            for range in (accept ?? "").split(separator: ",") {
                let parts = range.split(separator: ";").map { part in
                    String(part.filter { $0 != " " && $0 != "\t" }).lowercased()
                }
                let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
                switch parts.first {
                case "application/openmetrics-text": open = max(open, quality)
                case "text/plain", "text/*", "*/*": text = max(text, quality)
                default: continue
                }
            }
            self = open > 0 && open >= text ? .openMetrics : .text
        }
    }

    /// Makes the page. Samples of a metric come in the order of their labels, none twice, so that the same input gives the same bytes.
    public static func make(_ input: MetricsInput, format: Format) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(1 << 14)
        for metric in MetricDefinition.all {
            let samples = bounded(metric.samples(input))
            guard !samples.isEmpty else { continue }
            let family = format == .openMetrics ? metric.family : metric.name
            let kind = format == .text && metric.kind == .info ? "gauge" : metric.kind.rawValue
            out += "# HELP \(family) \(metric.help(.en).replacingBackslashes)\n# TYPE \(family) \(kind)\n".utf8
            // Counters are named after their unit only in OpenMetrics, and only where the family's name ends in it.
            if format == .openMetrics, !metric.unit.isEmpty { out += "# UNIT \(family) \(metric.unit)\n".utf8 }
            for sample in samples {
                out += metric.name.utf8
                append(metric.labels, sample.labels, to: &out)
                out.append(UInt8(ascii: " "))
                out += sample.value.utf8
                out.append(10)
            }
        }
        if format == .openMetrics { out += "# EOF\n".utf8 }
        return out
    }

    private static func bounded(_ samples: [MetricDefinition.Sample]) -> [MetricDefinition.Sample] {
        var seen: Set<[String]> = []
        let kept = samples.prefix(Limits.samplesPerMetric).filter { seen.insert($0.labels).inserted }
        return kept.sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
    }

    private static func append(_ names: [String], _ values: [String], to out: inout [UInt8]) {
        guard !names.isEmpty else { return }
        out.append(UInt8(ascii: "{"))
        for (index, name) in names.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            out += "\(name)=\"".utf8
            out += escaped(index < values.count ? values[index] : "").utf8
            out.append(UInt8(ascii: "\""))
        }
        out.append(UInt8(ascii: "}"))
    }

    /// A label's value: backslash, quote and line feed escaped; control and bidi characters made visible, for whoever prints the page.
    static func escaped(_ text: String) -> String {
        var out = ""
        for character in text.unicodeScalars.prefix(Limits.labelLength) {
            switch character {
            case "\\": out += "\\\\"
            case "\"": out += "\\\""
            case "\n": out += "\\n"
            default:
                if VisibleText.isDangerous(character) {
                    out += VisibleText.make(String(character)).replacingBackslashes
                } else {
                    out.unicodeScalars.append(character)
                }
            }
        }
        return out
    }
}

extension String {
    fileprivate var replacingBackslashes: String { split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\") }
}
