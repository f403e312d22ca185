/// Which part of a world's logs gets lost: `write` then makes a second folder `cut/logs` from the same world.
///
/// Only what a reader can see to be missing is taken: whole sources, ends, rotated files, and stretches that are marked as lost or
/// visibly damaged. A line in the middle of a healthy file is never removed.
public struct CutPlan: Sendable, Hashable {
    /// The share of the log bytes to take away, above 0 and at most 0.9.
    public var share: Double
    /// Drop whole sources with all their rotated files.
    public var dropsSources = true
    /// Drop the beginning or the end of files.
    public var dropsEnds = true
    /// Drop rotated files.
    public var dropsRotations = true
    /// Take stretches out and mark them as lost, cut gzip files short, and flip bytes inside gzip files.
    public var damages = true

    /// Makes a plan that uses every way to lose a part.
    public init(share: Double) { self.share = share }
}
