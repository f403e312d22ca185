import Domain

extension AssociationCheck {
    /// The answer is no 200.
    static let httpStatus = AssociationCheck(
        "http_status", .error,
        title: Text(en: "the server does not give the file", zh: "服务器没有返回该文件"),
        meaning: Text(
            en: "Any status but 200 means that there is no association: 404 a wrong place or an unsynchronised CDN, 403 a firewall.",
            zh: "状态码不是 200 即没有关联：404 多为位置不对或 CDN 未同步，403 多为防火墙拦截。"),
        fix: Text(
            en: "Serve it at /.well-known/apple-app-site-association, without a suffix, to everybody, from every region.",
            zh: "放在 /.well-known/apple-app-site-association，无后缀，对所有来源和地区开放。"),
        fires: [.fetched(.init(hops: [.init(url: "https://a.example.com" + AssociationSubject.wellKnown, status: 404)]), bytes: "no")]
    ) { subject in
        guard let last = subject.fetch?.last, last.status != 200, last.status != 0 else { return [] }
        return [("HTTP \(last.status)", last.url)]
    }
}
