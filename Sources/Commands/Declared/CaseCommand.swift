import Domain
import Store

extension CommandDefinition {
    /// `paychain case export N`: one order as a file for a ticket.
    static let `case` = CommandDefinition(
        name: "case", operands: "export ORDER_NO|ALIAS", operandCount: 2...2,
        summary: Text(en: "one order as a file for a ticket: ladder, masked lines, proof", zh: "把一笔订单导出为工单附件：泳道图、脱敏日志、证据"),
        details: Text(
            en:
                "The ending of -o says what is written: .html (a page that needs no network and no script, prints to A4) or .json. Without -o the page goes to standard output. Personal values are tokens; a payer keeps one token as long as the key file is the same.",
            zh: "-o 的扩展名决定格式：.html（独立网页，无需网络与脚本，可打印为 A4）或 .json。不带 -o 时网页写到标准输出。个人信息以标记代替；只要密钥文件不变，同一付款人的标记不变。"),
        options: [.store, .output, .maskKeyFile, .config, .timeZone],
        examples: [
            ("paychain case export 202611020001 -o 202611020001.html", Text(en: "a page to attach", zh: "生成可附在工单上的网页")),
            ("paychain case export 202611020001 -o case.json", Text(en: "for a program", zh: "供程序使用")),
        ]
    ) { invocation throws(CommandError) in
        let operands = invocation.arguments.operands
        guard operands[0] == "export" else { throw CommandError.unknownOperand(operands[0], of: "case", known: ["export"]) }
        let path = invocation.arguments["output"]
        let format = try format(of: path)
        let zone = try invocation.zone()
        guard let found = try storing({ () throws(StoreError) in try CaseFile.find(operands[1], zone: zone, invocation) }) else {
            return .notFound
        }
        return try found.write(format, to: path, invocation)
    }

    private static func format(of path: String?) throws(CommandError) -> CaseFile.Format {
        guard let path, path != "-", let dot = path.lastIndex(of: ".") else { return .html }
        let ending = path[path.index(after: dot)...].lowercased()
        if ending.contains("/") { return .html }
        guard let format = CaseFile.Format(rawValue: ending == "htm" ? "html" : ending) else {
            throw CommandError.badValue(
                "output", path, Text(en: "a case is written as .html or .json", zh: "可写为 .html 或 .json"))
        }
        return format
    }
}
