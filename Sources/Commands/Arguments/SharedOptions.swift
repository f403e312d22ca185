import Domain

extension OptionDefinition {
    static let store = OptionDefinition(
        "db", value: "FILE", help: Text(en: "the store (paychain.db in the current folder)", zh: "存储文件（默认为当前目录的 paychain.db）"))
    static let config = OptionDefinition(
        "config", value: "FILE",
        help: Text(en: "settings; default paychain.yaml in the current folder, if there", zh: "配置文件；默认使用当前目录的 paychain.yaml（若存在）"))
    static let maskKeyFile = OptionDefinition(
        "mask-key-file", value: "FILE",
        help: Text(
            en: "the key of masked personal values; made when there is none (usually in the user's configuration folder)",
            zh: "脱敏所用密钥文件，不存在时自动创建（默认在用户配置目录）"))
    static let output = OptionDefinition(
        "output", letter: "o", value: "FILE", help: Text(en: "where to write; standard output without it", zh: "写到哪个文件；不指定则写到标准输出"))
    static let timeZone = OptionDefinition(
        "tz", value: "ZONE",
        help: Text(
            en: "zone of stamps without one, and of the times shown: Asia/Shanghai (default), UTC, +08:00",
            zh: "无时区时间的时区，也是显示所用的时区：Asia/Shanghai（默认）、UTC、+08:00"))
    static let asOf = OptionDefinition(
        "as-of", value: "TIME", help: Text(en: "judge with the knowledge of this moment", zh: "以该时刻所知的信息作判定"))
    static let json = OptionDefinition("json", help: Text(en: "one JSON object on standard output", zh: "在标准输出写一个 JSON 对象"))
    static let ndjson = OptionDefinition(
        "ndjson", help: Text(en: "one JSON object a line, one line an order", zh: "每笔订单一行 JSON"))
}

extension CommandError {
    static func unknownOperand(_ word: String, of command: String, known: [String]) -> CommandError {
        let list = known.joined(separator: ", ")
        return CommandError(
            .usage, Text(en: "`paychain \(command)` knows no “\(word)”", zh: "`paychain \(command)` 不认识“\(word)”"),
            remedy: suggestion(word, known) ?? Text(en: "one of: \(list)", zh: "可选：\(list)"))
    }

    static func notTogether(_ a: String, _ b: String) -> CommandError {
        CommandError(.usage, Text(en: "--\(a) and --\(b) cannot stand together", zh: "--\(a) 与 --\(b) 不能同时使用"))
    }
}

extension Invocation {
    /// Refuses two options that exclude each other.
    func refuse(_ a: String, with b: String) throws(CommandError) {
        if arguments.has(a), arguments.has(b) { throw CommandError.notTogether(a, b) }
    }
}
