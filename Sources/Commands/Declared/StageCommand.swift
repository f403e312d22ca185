import Domain

extension CommandDefinition {
    /// `paychain stage extract|link|judge`: the seam for engines that carry the rows themselves.
    static let stage = CommandDefinition(
        name: "stage", operands: "extract|link|judge [ARGUMENT…]", operandCount: 1...Int.max,
        summary: Text(
            en: "one stage of the way on standard input and output, for other engines", zh: "单独运行数据通路的一个阶段（标准输入输出），供其他引擎使用"),
        details: Text(
            en:
                "Each stage reads rows from standard input and writes rows to standard output; the last row counts them. A row that cannot be read becomes an error row. An exit code other than 0 means: run it again.",
            zh: "每个阶段从标准输入读取行，写到标准输出；最后一行是计数。无法读取的行会变成错误行。退出码非 0 表示应当重试。"),
        options: [.config, .maskKeyFile, .timeZone, .asOf],
        examples: [
            (
                "paychain stage extract logs/ | LC_ALL=C sort | paychain stage link | paychain stage judge",
                Text(en: "the same verdicts as analyze, carried by sort", zh: "由 sort 承载，得到与 analyze 相同的判定")
            )
        ]
    ) { invocation throws(CommandError) in
        let name = invocation.arguments.operands[0]
        guard let stage = Engine.Stage(rawValue: name) else {
            throw CommandError.unknownOperand(name, of: "stage", known: Engine.Stage.allCases.map(\.rawValue))
        }
        let settings = try AnalysisSettings(invocation)
        return try invocation.engine.stage(stage, Array(invocation.arguments.operands.dropFirst()), settings, invocation.console)
    }
}
