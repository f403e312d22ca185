import Domain

extension AssociationCheck {
    /// A byte order mark stands before the JSON.
    static let byteOrderMark = AssociationCheck(
        "byte_order_mark", .error,
        title: Text(en: "begins with a byte order mark", zh: "文件开头有 BOM"),
        meaning: Text(en: "JSON has none, and parsers refuse it.", zh: "JSON 不允许 BOM，解析会失败。"),
        fix: Text(en: "Save it as UTF-8 without BOM.", zh: "另存为“UTF-8 无 BOM”。"),
        fires: [AssociationSubject(name: "example", bytes: [0xEF, 0xBB, 0xBF] + Array("{}".utf8))]
    ) { $0.hasByteOrderMark ? [("line 1, column 1", nil)] : [] }
}
