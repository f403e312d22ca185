import Domain

extension AssociationCheck {
    /// The server's certificate is not trusted.
    static let certificateUntrusted = AssociationCheck(
        "certificate_untrusted", .error,
        title: Text(en: "certificate not trusted", zh: "证书不受信任"),
        meaning: Text(
            en: "Neither Apple's CDN nor a device takes the file from a server whose certificate is self-signed, expired or incomplete.",
            zh: "自签名、过期或证书链不完整时，Apple CDN 与设备都不会接受该文件。"),
        fix: Text(en: "Install a valid certificate with its whole chain.", zh: "安装有效证书，并带上完整的证书链。"),
        fires: [
            .fetched(
                .init(hops: [.init(url: "https://a.example.com" + AssociationSubject.wellKnown, status: 0)], certificateFault: "expired"))
        ]
    ) { subject in
        subject.fetch?.certificateFault.map { [("", $0)] } ?? []
    }
}
