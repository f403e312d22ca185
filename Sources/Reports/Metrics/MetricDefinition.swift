import Domain

/// One metric of `/metrics`: its name, what it is, and where its values come from.
public struct MetricDefinition: Sendable {
    /// What a value does over time.
    public enum Kind: String, Sendable, CaseIterable {
        /// It only grows; its name ends in `_total`.
        case counter
        /// It goes up and down.
        case gauge
        /// It is 1 and carries labels.
        case info
    }

    /// One value.
    public struct Sample: Sendable, Hashable {
        /// The labels in the order of ``MetricDefinition/labels``.
        public var labels: [String]
        /// The value as it is written.
        public var value: String

        /// Makes a sample of a whole number.
        public init(_ labels: [String] = [], _ value: some BinaryInteger) { (self.labels, self.value) = (labels, String(value)) }
        /// Makes a sample of money: an exact decimal.
        public init(_ labels: [String], _ money: Money) { (self.labels, self.value) = (labels, money.decimal) }
        /// Makes a sample of a time span, in seconds.
        public init(_ labels: [String], seconds: TimeSpan) {
            let micros = seconds.microseconds
            let sign = micros < 0 ? "-" : ""
            let fraction = String(micros.magnitude % 1_000_000 / 1_000 + 1_000).dropFirst()
            (self.labels, value) = (labels, "\(sign)\(micros.magnitude / 1_000_000).\(fraction)")
        }
    }

    /// Its whole name in the text format: `paychain_input_lines_total`.
    public let name: String
    /// What a value does over time.
    public let kind: Kind
    /// `seconds`, `bytes`, or empty for counts and money, which has no one unit; the name ends in it.
    public let unit: String
    /// One sentence, in English as everywhere in that world, and in Chinese for the documentation.
    public let help: Text
    /// The names of its labels.
    public let labels: [String]
    /// Its values; never more than ``Limits/samplesPerMetric``, none carries anything of a single order.
    public let samples: @Sendable (MetricsInput) -> [Sample]

    init(
        _ name: String, _ kind: Kind, unit: String = "", _ help: Text, labels: [String] = [],
        samples: @escaping @Sendable (MetricsInput) -> [Sample]
    ) {
        (self.name, self.kind, self.unit, self.help, self.labels, self.samples) = (name, kind, unit, help, labels, samples)
    }

    /// Its name as OpenMetrics calls the family: a counter's without `_total`, an info's without `_info`.
    public var family: String {
        switch kind {
        case .counter: String(name.dropLast(6))
        case .info: String(name.dropLast(5))
        case .gauge: name
        }
    }

    /// Every metric, in the order of the page.
    public static let all: [MetricDefinition] = orderMetrics + sourceMetrics + alertMetrics
}
