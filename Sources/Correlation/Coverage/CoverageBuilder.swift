import Domain

/// Makes coverage from what each source spans (vocabulary §5).
public enum CoverageBuilder {
    /// Joins stretches and gaps of all sources by witness and device.
    ///
    /// - Parameters:
    ///   - sources: the run's sources, linked by ``RotationChains``.
    ///   - deviceSpans: what collector files span for each device that their lines name.
    public static func build(sources: [SourceInfo], deviceSpans: [DeviceSpan]) -> RunCoverage {
        RunCoverage()
    }

    /// The moment that verdicts speak for: the latest plausible stamp of servers, of clients by the lower end of their corrected range,
    /// and the ends of bills.
    ///
    /// - Parameters:
    ///   - coverage: the run's coverage.
    ///   - clocks: the devices' clocks.
    ///   - providerDays: stretches that bills or exports cover, by provider word.
    /// - Returns: nil when no source has a plausible stamp.
    public static func asOf(sources: [SourceInfo], coverage: RunCoverage, clocks: ClockTable, providerDays: [String: [Stretch]]) -> Instant?
    {
        nil
    }
}
