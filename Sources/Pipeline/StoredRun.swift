import Domain

/// What an earlier run left in the store beside its evidence.
struct StoredRun: Sendable {
    /// Its sources.
    var sources: [SourceInfo]
    /// What collector files spanned.
    var deviceSpans: [DeviceSpan]
    /// What its orders were judged by.
    var context: RunContext
}
