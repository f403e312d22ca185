import Domain
public struct FindingsCollector: Sendable {
    public init() {}
    public mutating func add(_ v: Verdict, _ c: Chain) {}
    public mutating func merge(_ o: FindingsCollector) {}
    public mutating func addUnbound(_ r: Evidence, _ a: Attributes) {}
    public func finish(run: RunContext, sources: [SourceInfo], probes: Int) -> [Finding] { [] }
}
