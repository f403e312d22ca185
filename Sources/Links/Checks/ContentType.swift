import Domain

extension AssociationCheck {
    /// The answer's type is not JSON's (facts.md §12 corrects the source documents).
    static let contentType = AssociationCheck(
        "content_type", .warning,
        title: Text(en: "content type is not application/json", zh: "Content-Type 不是 application/json"),
        meaning: Text(
            en:
                "Current systems read the file whatever its type; older ones do not, and text/html is mostly a page in its place.",
            zh: "新系统不看类型，旧系统会拒绝；text/html 往往意味着返回的是网页。"),
        fix: Text(
            en: "Set the type for this one path: nginx `default_type application/json;`.",
            zh: "为该路径指定类型：nginx `default_type application/json;`。"),
        fires: [
            .fetched(
                .init(hops: [.init(url: "https://a.example.com" + AssociationSubject.wellKnown, status: 200)], contentType: "text/html")),
            .fetched(.init(hops: [.init(url: "https://a.example.com" + AssociationSubject.wellKnown, status: 200)])),
        ]
    ) { subject in
        guard let fetch = subject.fetch, fetch.last?.status == 200 else { return [] }
        let type = fetch.contentType?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        if type == "application/json" || subject.isSigned && type == "application/pkcs7-mime" { return [] }
        return [("Content-Type", fetch.contentType)]
    }
}
