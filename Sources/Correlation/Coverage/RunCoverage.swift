import Domain

/// What the sources of a run span, by kind of witness.
public struct RunCoverage: Sendable {
    /// One device session's sources.
    public struct Device: Hashable, Sendable {
        /// What they span, in raw device time.
        public var coverage: WitnessCoverage
        /// The device id, else the source's name.
        public var name: String
        /// ios or android, or empty.
        public var platform: String
    }

    /// The merchant's application logs.
    public var serverApp = WitnessCoverage()
    /// The merchant's access logs.
    public var serverEdge = WitnessCoverage()
}
