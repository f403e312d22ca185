import Domain

/// What is said where a store has no order at all: then it is no filter and no period that keeps them out.
public enum EmptyStore {
    /// What it is.
    public static let fact = Text(
        en: "the store holds no orders: none was recognised in the logs that were read", zh: "存储中没有订单：已读取的日志里没有识别出任何订单")
    /// What to do; the command stands in backquotes.
    public static let remedy = Text(en: "`paychain analyze PATH…` reads others", zh: "可用 `paychain analyze 路径…` 读取其他日志")

    /// Both as a paragraph.
    public static func paragraph(_ language: Language) -> String {
        language == .zh
            ? "\(fact.zh)。\(remedy.zh)。" : "\(fact.en.prefix(1).uppercased())\(fact.en.dropFirst()). \(remedy.en)."
    }
}
