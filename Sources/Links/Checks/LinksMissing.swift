import Domain

extension AssociationCheck {
    /// There is no `applinks`.
    static let linksMissing = AssociationCheck(
        "applinks_missing", .error,
        title: Text(en: "no applinks object", zh: "没有 applinks 对象"),
        meaning: Text(en: "The file says nothing about universal links.", zh: "该文件没有声明 Universal Links。"),
        fix: Text(en: "Put the rules under `applinks` at the top of the document.", zh: "把规则放到文档顶层的 `applinks` 下。"),
        fires: [AssociationSubject(name: "example", bytes: Array("{\"webcredentials\":{\"apps\":[]}}".utf8))]
    ) { subject in
        guard let document = subject.document, subject.links == nil else { return [] }
        return [("", document["applinks"].map { "applinks: \($0.kind)" })]
    }
}
