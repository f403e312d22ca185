import Configuration
import Domain
import Masking
import Store

/// What one run of `analyze` is asked to do.
public struct RunOptions: Sendable {
    /// Files, folders, globs, or `-`.
    public var paths: [String]
    /// Settings of `paychain.yaml` and the command line.
    public var settings: Settings
    /// Where the result is kept; nil keeps none.
    public var database: String?
    /// Bytes of memory for evidence before partitions spill.
    public var memory: Int
    /// How many files are read, and partitions judged, side by side.
    public var workers: Int
    /// Judge with the knowledge of this moment instead of the evidence's own end.
    public var asOf: Instant?
    /// The key of the tokens that personal values are replaced by; without one, tokens of this process agree with nothing else.
    public var maskKey = MaskKey.ofThisProcess
    /// Called now and then from any worker; nil shows nothing.
    public var progress: (@Sendable (RunProgress) -> Void)?

    /// Makes options with defaults for everything but the paths and settings.
    public init(paths: [String], settings: Settings, database: String? = nil) {
        (self.paths, self.settings, self.database) = (paths, settings, database)
        (memory, workers, asOf, progress) = (Limits.memory, Workers.available, nil, nil)
    }
}

/// How far a run is.
public struct RunProgress: Sendable {
    /// What is being done.
    public enum Phase: String, Sendable {
        /// Another run is at work on the same store.
        case waiting
        case reading
        case linking
        case judging
    }
    /// The phase.
    public var phase: Phase
    /// Units done: compressed bytes while reading, partitions while judging.
    public var done: UInt64
    /// Units in all; 0 when unknown (standard input).
    public var total: UInt64
    /// Lines read so far.
    public var lines: UInt64
}

/// Why a run could not be done at all.
public enum RunError: Error, Sendable {
    /// No path could be read (exit code 3): the problems, one for each path.
    case nothingReadable([Damage])
    /// The store could not be opened or written (exit code 4).
    case store(StoreError)
}
