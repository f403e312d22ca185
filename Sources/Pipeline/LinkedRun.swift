import Correlation
import Domain

/// A run whose rows all know their order: what judging, and the seam's `stage link`, start from.
///
/// Immutable once ``Linking`` is done; then any number of threads may read different partitions.
final class LinkedRun: @unchecked Sendable {
    /// The run's sources; rows name them by index.
    let table: SourceTable
    /// How sources follow each other.
    let order: SourceOrder
    /// What every order is judged by.
    var context: RunContext
    /// Loose rows that stayed without an order, by source and offset, each with a note why.
    var unbound = SortedRows()
    /// Edge lines that are a provider's probes.
    var probes = 0
    /// Loose rows that were read more than once.
    var looseDuplicates = 0

    /// Gives the memory of a partition back that was judged: each partition by one thread.
    func forget(_ partition: Int) {
        for store in stores { store.release(partition) }
        late.release(partition)
    }

    let stores: [PartitionStore]
    /// Rows that found their order while linking; their source numbers are final.
    let late: PartitionStore
    let links: Links
    /// What collector files span for each device.
    let spans: DeviceSpans
    /// What linking could not keep in memory.
    var spills: [SpillFile] = []
    let coverage: RunCoverage
    /// What is known of devices; nothing before every chain was looked at once.
    var devices = DeviceFacts()
    var witnesses: ServerWitnesses
    /// Evidence later than this is not known.
    let horizon: Instant

    init(
        table: SourceTable, order: SourceOrder, spans: DeviceSpans, stores: [PartitionStore], late: PartitionStore, links: Links,
        coverage: RunCoverage, context: RunContext, horizon: Instant
    ) {
        (self.table, self.order, self.stores, self.late, self.links) = (table, order, stores, late, links)
        (self.spans, self.coverage, self.context, self.horizon) = (spans, coverage, context, horizon)
        witnesses = ServerWitnesses(sources: table.sources)
    }
}
