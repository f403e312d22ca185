import Domain

extension AssociationCheck {
    /// The file was asked for without TLS.
    static let notSecure = AssociationCheck(
        "not_https", .error,
        title: Text(en: "not served over https", zh: "未使用 https"),
        meaning: Text(en: "The file is only ever fetched over https.", zh: "系统只会通过 https 获取该文件。"),
        fix: Text(en: "Check the https URL; serve the file there.", zh: "请检查 https 地址，并在那里提供该文件。"),
        fires: [.fetched(.init(hops: [.init(url: "http://a.example.com" + AssociationSubject.wellKnown, status: 200)]))]
    ) { subject in
        guard let url = subject.fetch?.first?.url, LinkURL(url)?.scheme == "http" else { return [] }
        return [("", url)]
    }
}
