import Domain

extension AssociationCheck {
    /// A strict parser refuses the file.
    static let notJSON = AssociationCheck(
        "not_json", .error,
        title: Text(en: "not JSON", zh: "不是合法的 JSON"),
        meaning: Text(
            en:
                "One wrong character and the whole file counts for nothing; a web page in its place is the usual catch-all of a single-page site.",
            zh: "一个字符错误就会使整个文件失效；若是网页，多为单页应用的兜底路由。"),
        fix: Text(en: "Mend the place named; let CI run this check.", zh: "修正所示位置；并让 CI 运行本检查。"),
        fires: [
            AssociationSubject(name: "example", bytes: Array("{\"applinks\":{\"details\":[],}}".utf8)),
            AssociationSubject(name: "example", bytes: Array("<!doctype html><html></html>".utf8)),
            AssociationSubject(name: "example", bytes: []),
            AssociationSubject(name: "example", bytes: [0x22, 0xFF, 0x22]),
            AssociationSubject(name: "example", bytes: [UInt8](repeating: UInt8(ascii: "["), count: 100_000)),
        ]
    ) { subject in
        guard let error = subject.error, subject.fetch.map({ $0.last?.status == 200 }) ?? true else { return [] }
        let place = "line \(error.line), column \(error.column)"
        return [(place, subject.isPage ? "a web page, not a file: \(error.reason.rawValue)" : error.reason.rawValue)]
    }
}
