/// How `--memory` is shared: three eighths for evidence that knows its number, as much for what binds other lines to orders, a quarter for
/// what cannot leave memory: the partition each worker judges, its orders on their way into the store.
struct MemoryPlan {
    /// Evidence of one worker.
    let evidence: Int
    /// What one worker knows of links.
    let links: Int
    /// Loose rows of one worker.
    let loose: Int
    /// Rows that found their order while linking.
    let late: Int
    /// The work of linking.
    let linking: Int
    /// What one worker's first look at orders says of devices.
    let devices: Int
    /// Aliases of orders on their way into the store.
    let aliases: Int
    /// Rows of orders that one worker looks at together: a larger partition is taken in slices.
    let slice: Int

    init(_ memory: Int, workers: Int) {
        let workers = max(1, workers)
        evidence = memory / 8 * 3 / workers
        (links, loose) = (memory / 8 / workers, memory / 16 / workers)
        (late, linking, devices) = (memory / 16, memory / 8, memory / 32 / workers)
        aliases = memory / 64
        slice = max(1 << 20, memory / 32)
    }
}
