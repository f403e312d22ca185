import Domain

extension LinkIndex {
    /// Binds loose rows, after every row of the run was observed.
    ///
    /// - Parameters:
    ///   - loose: every row whose placement was `.loose`, in any order.
    ///   - order: how sources follow each other.
    public consuming func resolve(loose: EvidenceBatch, order: SourceOrder) -> Links {
        Links(order: order)
    }
}
