import Domain

extension AssociationCheck {
    /// The file hides behind a redirect.
    static let redirected = AssociationCheck(
        "redirected", .error,
        title: Text(en: "behind a redirect", zh: "存在跳转"),
        meaning: Text(
            en: "The file has to be there itself: redirects are not followed (Apple, Supporting associated domains).",
            zh: "文件必须直接可取：系统不跟随跳转（Apple，Supporting associated domains）。"),
        fix: Text(
            en: "Take this path out of the rule that redirects (to www, to a login, to another domain); every domain serves its own file.",
            zh: "让该路径不走跳转规则（跳 www、跳登录、跳其他域名）；每个域名各自提供文件。"),
        fires: [
            .fetched(
                .init(hops: [
                    .init(url: "https://a.example.com" + AssociationSubject.wellKnown, status: 301),
                    .init(url: "https://www.a.example.com" + AssociationSubject.wellKnown, status: 200),
                ]))
        ]
    ) { subject in
        let hops = subject.fetch?.hops ?? []
        return zip(hops, hops.dropFirst()).filter { 300...399 ~= $0.0.status }.map { ("HTTP \($0.0.status)", "\($0.0.url) → \($0.1.url)") }
    }
}
