import Domain
import Reports
import Serving
import Store

/// What a server of pages is told.
public struct WebSettings: Sendable {
    /// The store.
    public var database: String
    /// Who may ask.
    public var access: AccessPolicy
    /// The zone of the times shown.
    public var zone: ZoneTable
    /// The program's version.
    public var version: String
    /// Reads a moment as the command line does; relative ones count back from the second argument.
    public var readTime: @Sendable (String, Instant?) -> Instant?
    /// The original record of each event of an order, masked; nil: they are not shown, whoever asks.
    public var rawLines: (@Sendable (StoredOrder, [SourceInfo]) -> [Int: [UInt8]])?

    /// What stands before every path: `/paychain` where a proxy serves other things too; else nothing.
    public var basePath = ""
    /// Masks what is shown of places: a folder may be named after a telephone number.
    public var maskPlace: (@Sendable (String) -> String)?
    /// What alert rules said; nil: nobody can tell.
    public var alerts: (@Sendable (Store) throws(StoreError) -> StoredAlerts)?
    /// The metrics of a store; nil: those of its orders alone.
    public var metrics: (@Sendable (Store, _ version: String) throws(StoreError) -> MetricsInput)?

    /// Makes settings.
    public init(
        database: String, access: AccessPolicy = AccessPolicy(), zone: ZoneTable = .shanghai, version: String,
        readTime: @escaping @Sendable (String, Instant?) -> Instant?,
        rawLines: (@Sendable (StoredOrder, [SourceInfo]) -> [Int: [UInt8]])? = nil
    ) {
        (self.database, self.access, self.zone, self.version) = (database, access, zone, version)
        (self.readTime, self.rawLines) = (readTime, rawLines)
    }
}
