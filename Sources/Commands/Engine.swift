import Audits
import Configuration
import Domain

/// What commands need of the pipeline, as values: so that the commands can be tried without logs.
public struct Engine: Sendable {
    /// A stage of the seam (architecture.md).
    public enum Stage: String, Sendable, CaseIterable {
        /// Log files to rows.
        case extract
        /// Rows to rows of orders.
        case link
        /// Rows of orders to verdicts.
        case judge
    }

    /// How judged orders go to standard output.
    public struct OrderOutput: Sendable {
        /// Makes the bytes of one order, on any worker's thread; the sources are the run's.
        public var render: @Sendable (Verdict, Chain, [SourceInfo]) -> [UInt8]
        /// Writes bytes; never two calls at once.
        public var emit: @Sendable ([UInt8]) -> Void

        /// Makes an output from its parts.
        public init(
            render: @escaping @Sendable (Verdict, Chain, [SourceInfo]) -> [UInt8], emit: @escaping @Sendable ([UInt8]) -> Void
        ) {
            (self.render, self.emit) = (render, emit)
        }
    }

    /// Reads, correlates, judges and stores; returns the run.
    public var analyze: @Sendable (AnalyzeRequest, ProgressBar, OrderOutput?) throws(CommandError) -> Summary
    /// Runs one stage on standard input and output.
    public var stage: @Sendable (Stage, [String], AnalysisSettings, Console) throws(CommandError) -> ExitCode

    /// Reads client logs as they were written: every line about payments, then its source.
    public var clientLines: ClientLinesReader

    /// See ``clientLines``.
    public typealias ClientLinesReader =
        @Sendable (
            AnalyzeRequest, (_ record: LintRecord, _ source: String, _ line: UInt32) -> Void, (LintSource) -> Void
        ) -> Void

    /// Makes an engine from its parts.
    public init(
        analyze: @escaping @Sendable (AnalyzeRequest, ProgressBar, OrderOutput?) throws(CommandError) -> Summary,
        stage: @escaping @Sendable (Stage, [String], AnalysisSettings, Console) throws(CommandError) -> ExitCode,
        clientLines: @escaping ClientLinesReader = { _, _, _ in }
    ) {
        (self.analyze, self.stage, self.clientLines) = (analyze, stage, clientLines)
    }
}

/// What one `analyze` is asked to do.
public struct AnalyzeRequest: Sendable {
    /// Files, folders, globs, or `-`.
    public var paths: [String]
    /// Settings, with what the command line says on top.
    public var settings: AnalysisSettings
    /// Where the result is kept; nil keeps none.
    public var database: String?
    /// Bytes of memory for evidence before partitions spill.
    public var memory: Int
    /// How many files are read side by side; nil: one a core.
    public var workers: Int?
}
