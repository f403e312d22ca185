import Domain

extension AssociationCheck {
    /// The URL is not where systems look.
    static let wrongPlace = AssociationCheck(
        "wrong_place", .warning,
        title: Text(en: "not at /.well-known", zh: "不在 /.well-known 下"),
        meaning: Text(
            en: "Systems ask for /.well-known/apple-app-site-association; only old ones also look at the domain's root.",
            zh: "系统请求的是 /.well-known/apple-app-site-association；只有旧系统会再看域名根目录。"),
        fix: Text(en: "Serve the file at /.well-known/apple-app-site-association.", zh: "请把文件放到 /.well-known/apple-app-site-association。"),
        fires: [.fetched(.init(hops: [.init(url: "https://a.example.com/apple-app-site-association", status: 200)]))]
    ) { subject in
        guard let first = subject.fetch?.first, let url = LinkURL(first.url), url.path != AssociationSubject.wellKnown,
            url.host != "app-site-association.cdn-apple.com"
        else { return [] }
        return [("", first.url)]
    }
}
