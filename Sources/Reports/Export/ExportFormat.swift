import Domain

/// A form in which chains and verdicts leave for other programs. One value, one file; the command, its help and the documents derive from it.
public struct ExportFormat: Sendable {
    /// The word of `--format`.
    public let name: String
    /// What it is, in one line.
    public let summary: Text
    /// Who reads it, and what stands where.
    public let details: Text
    /// How often the orders have to be gone through: two parts that cannot be interleaved take two passes.
    let passes: Int
    /// Begins an export.
    let make: @Sendable ([SourceInfo]) -> any OrderExporter

    /// Every format.
    public static let all: [ExportFormat] = [.ndjson, .csv, .xes, .ocel, .otlp]

    /// The format of a word.
    public static func named(_ name: String) -> ExportFormat? { all.first { $0.name == name } }
}

/// Writes orders one after the other and keeps nothing of them: a million take as much memory as one.
protocol OrderExporter {
    /// What stands before the first order of a pass.
    mutating func begin(pass: Int, into out: inout [UInt8])
    /// One order.
    mutating func add(_ verdict: Verdict, _ chain: Chain, pass: Int, into out: inout [UInt8])
    /// What stands behind the last order of a pass.
    mutating func end(pass: Int, into out: inout [UInt8])
}

/// One export: give it every order, pass by pass, and write what it gives.
public struct Export {
    private var exporter: any OrderExporter
    private var bytes: [UInt8] = []
    /// How often the orders have to be gone through.
    public let passes: Int

    /// Begins an export.
    ///
    /// - Parameter sources: the run's source table.
    public init(_ format: ExportFormat, sources: [SourceInfo]) {
        (exporter, passes) = (format.make(sources), format.passes)
    }

    /// Begins a pass.
    public mutating func begin(_ pass: Int) { exporter.begin(pass: pass, into: &bytes) }
    /// Adds an order.
    public mutating func add(_ verdict: Verdict, _ chain: Chain, pass: Int) { exporter.add(verdict, chain, pass: pass, into: &bytes) }
    /// Ends a pass.
    public mutating func end(_ pass: Int) { exporter.end(pass: pass, into: &bytes) }

    /// Takes out what has been written so far.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}

/// What several formats say of an event, in one way.
struct ExportedEvents {
    let chain: Chain
    let sources: [SourceInfo]
    /// The moments at which events stand, in causal order: programs that sort by time must not turn it around because a device's clock is
    /// off. The stamp as logged stands beside it.
    let moments: [Instant]

    init(_ chain: Chain, sources: [SourceInfo]) {
        (self.chain, self.sources) = (chain, sources)
        moments = OrderTimeline.moments(of: chain)
    }

    /// Names by raw value: making one takes longer than writing the event.
    private static let names: [String] = (0...255).map { AttributeKey(rawValue: UInt8($0))?.jsonName ?? "" }

    /// `file:line`.
    func reference(_ index: Int) -> String {
        guard chain.events.indices.contains(index) else { return "?" }
        let source = Int(chain.events[index].source)
        return "\(sources.indices.contains(source) ? sources[source].name : "?"):\(chain.events[index].line)"
    }

    /// The attributes of an event, each key once, instants as RFC 3339.
    func attributes(_ index: Int) -> [(name: String, value: String)] {
        guard chain.events.indices.contains(index) else { return [] }
        return chain.withAttributes(of: chain.events[index]) { attributes in
            var out: [(name: String, value: String)] = []
            var written: Set<AttributeKey> = []
            for (key, value) in attributes where written.insert(key).inserted {
                let instant = key.isInstant ? value.integer.map { Instant(microseconds: $0).rfc3339 } : nil
                out.append((ExportedEvents.names[Int(key.rawValue)], instant ?? value.text))
            }
            return out
        }
    }
}

extension Verdict {
    /// Steps that should be there and are not, with what they were due: never occurrences, only words about the order.
    var missingSteps: [StepVerdict] { steps.filter { $0.state == .missing } }
}
