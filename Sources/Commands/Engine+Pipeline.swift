import Audits
import Configuration
import Domain
import Pipeline
import Recognition
import Reports
import Store

extension Engine {
    /// The engine of this program.
    static let pipeline = Engine(
        analyze: { (request, bar, output) throws(CommandError) in
            let options = RunOptions(request, bar)
            do throws(RunError) {
                return try Run.analyze(options, render: output?.render, emit: output?.emit)
            } catch { throw CommandError(error) }
        },
        stage: { (stage, operands, settings, console) throws(CommandError) in
            let options = RunOptions(AnalyzeRequest(paths: operands, settings: settings, database: nil, memory: Limits.memory), nil)
            var input = LineInput(descriptor: 0)
            do {
                switch stage {
                case .extract:
                    try Stages.extract(options) { console.write($0) }
                    return .done
                case .link:
                    return try Stages.link({ input.next() }, options: options) { console.write($0) } == 0 ? .done : .notFound
                case .judge:
                    return try judge(&input, bucket: try bucket(operands.first), console)
                }
            } catch let error as CommandError {
                throw error
            } catch let error as RunError {
                throw CommandError(error)
            } catch {
                throw CommandError(.notFound, Text(en: "\(error)", zh: "\(error)"))
            }
        },
        clientLines: { request, record, source in
            ClientLines.read(
                RunOptions(request, nil),
                record: { name, one in
                    record(
                        LintRecord(text: one.text, isTagged: one.isTagged, isDevice: one.isDevice, format: "\(one.format)"), name, one.line)
                },
                source: { one in
                    source(LintSource(name: one.name, tagged: one.tagged, firstTagged: one.firstTagged, lacksZone: one.lacksZone))
                })
        })

    /// `2/8`: the orders whose bucket leaves 2 when divided by 8.
    private static func bucket(_ text: String?) throws(CommandError) -> (remainder: Int, of: Int)? {
        guard let text else { return nil }
        let parts = text.split(separator: "/")
        guard parts.count == 2, let remainder = Int(parts[0]), let count = Int(parts[1]), count > 0, (0..<count).contains(remainder) else {
            throw CommandError(
                .usage, Text(en: "“\(text)” is no part of the buckets", zh: "“\(text)” 不是有效的分桶"),
                remedy: Text(en: "`stage judge 0/3`, `1/3` and `2/3` are the three thirds", zh: "例如 `stage judge 0/3`、`1/3`、`2/3`"))
        }
        return (remainder, count)
    }

    private static func judge(
        _ input: inout LineInput, bucket: (remainder: Int, of: Int)?, _ console: Console
    ) throws(SeamError) -> ExitCode {
        var json = JSONWriter(capacity: 4_096)
        var writer: VerdictJSON?
        let result = try Stages.judge({ input.next() }, bucket: bucket) { verdict, chain, sources in
            let lines = writer ?? VerdictJSON(sources: sources)
            writer = lines
            lines.append(verdict, events: chain.events, to: &json)
            json.newline()
            console.write(json.bytes)
            json.removeAll()
        }
        console.write("{\"trailer\":{\"orders\":\(result.orders),\"errors\":\(result.errors)}}\n")
        return result.errors == 0 ? .done : .notFound
    }
}

extension RunOptions {
    init(_ request: AnalyzeRequest, _ bar: ProgressBar?) {
        var settings = request.settings.file
        settings.zone = request.settings.zone
        self.init(paths: request.paths, settings: settings, database: request.database)
        memory = request.memory
        if let workers = request.workers { self.workers = workers }
        asOf = request.settings.asOf
        maskKey = request.settings.maskKey
        if let bar {
            progress = { progress in
                bar.show(progress.phase.text, done: progress.done, total: progress.total, lines: progress.lines)
            }
        }
    }
}

extension RunProgress.Phase {
    /// The phase in words.
    var text: Text {
        switch self {
        case .waiting: Text(en: "waiting for another analysis that writes the same store", zh: "等待写入同一存储的另一次分析")
        case .reading: Text(en: "reading", zh: "读取")
        case .linking: Text(en: "linking", zh: "关联")
        case .judging: Text(en: "judging", zh: "判定")
        }
    }
}

extension CommandError {
    init(_ error: RunError) {
        switch error {
        case .nothingReadable(let problems):
            func list(_ language: Language) -> String {
                problems.map { problem in
                    let at = problem.at.isEmpty ? "" : " (\(problem.at))"
                    return "\(problem.source)\(at): \(Phrase.make(problem.reason, language))"
                }.joined(separator: "; ")
            }
            self.init(
                .unreadable, Text(en: "nothing could be read: \(list(.en))", zh: "没有可读取的输入：\(list(.zh))"),
                remedy: CommandDefinition.all.first { command in problems.contains { $0.source == command.name } }
                    .map {
                        Text(en: "“\($0.name)” is a command of its own: name one command at a time", zh: "“\($0.name)” 本身是一个命令：一次只能用一个命令")
                    }
                    ?? Text(en: "check the paths and their permissions", zh: "请检查路径与权限"))
        case .store(let error):
            self.init(.store, Text(en: error.message(.en), zh: error.message(.zh)))
        }
    }
}
