import Domain

@testable import Commands

/// One call of the program, without a process: what it wrote and how it ended.
struct Called {
    var code: ExitCode
    var output: String
    var errors: String

    init(_ line: String, environment: [String: String] = [:], engine: Engine = .fake()) {
        self.init(line.split(separator: " ").map(String.init), environment: environment, engine: engine)
    }

    init(_ words: [String], environment: [String: String] = [:], engine: Engine = .fake()) {
        let console = Console(output: .memory, errors: .memory)
        code = Door.run(words, environment: { environment[$0] }, console: console, engine: engine)
        (output, errors) = (console.outputText, console.errorText)
    }
}

extension Engine {
    /// An engine that reads nothing and gives what it is told.
    static func fake(
        summary: Summary = Summary(asOf: Instant(microseconds: 1_793_620_800_000_000)), orders: [(Verdict, Chain)] = [],
        failing: CommandError? = nil, seen: @escaping @Sendable (AnalyzeRequest) -> Void = { _ in }
    ) -> Engine {
        Engine(
            analyze: { (request, _, output) throws(CommandError) in
                seen(request)
                if let failing { throw failing }
                if let output {
                    for (verdict, chain) in orders { output.emit(output.render(verdict, chain, [])) }
                }
                return summary
            },
            stage: { (_, _, _, _) throws(CommandError) in
                if let failing { throw failing }
                return .done
            })
    }
}
