import Domain
import Synchronization

/// A value that workers fill, one at a time.
final class Gathering<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    /// Changes the value.
    func add(_ body: (inout sending Value) -> Void) { value.withLock { body(&$0) } }

    /// The value now.
    var gathered: Value { value.withLock { $0 } }
}

extension Invocation {
    /// Judges logs as `analyze` does, keeps no store, and gives every order to `body` on the workers' threads.
    ///
    /// - Returns: the summary of the run.
    func judge(
        _ request: AnalyzeRequest, _ body: @escaping @Sendable (Verdict, Chain, [SourceInfo]) -> Void
    ) throws(CommandError) -> Summary {
        let bar = ProgressBar(language: language, isOn: !isQuiet && console.errorsAreTerminal)
        let output = Engine.OrderOutput(
            render: { verdict, chain, sources in
                body(verdict, chain, sources)
                return []
            }, emit: { _ in })
        let summary = try engine.analyze(request, bar, output)
        bar.finish()
        return summary
    }

    /// What `analyze` would be asked to do with the operands.
    func auditRequest(_ settings: AnalysisSettings) -> AnalyzeRequest {
        AnalyzeRequest(paths: arguments.operands, settings: settings, database: nil, memory: Limits.memory)
    }
}
