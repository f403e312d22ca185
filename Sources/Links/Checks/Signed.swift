import Domain

extension AssociationCheck {
    /// The file is signed, as iOS 8 asked for.
    static let signed = AssociationCheck(
        "signed", .warning,
        title: Text(en: "a signed (CMS) file of old", zh: "旧式签名（CMS）文件"),
        meaning: Text(
            en:
                "Signing was for iOS 8; since iOS 9 plain JSON over https is what is asked for. What is inside a signed file is not judged here.",
            zh: "签名是 iOS 8 时代的要求；自 iOS 9 起只需通过 https 提供纯 JSON。这里不判断签名文件的内容。"),
        fix: Text(en: "Serve the JSON itself, unsigned.", zh: "直接提供未签名的 JSON。"),
        fires: [
            AssociationSubject(
                name: "example", bytes: [0x30, 0x82, 0x01, 0x00, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]),
            AssociationSubject(name: "example", bytes: Array("-----BEGIN PKCS7-----\nMIIB\n".utf8)),
        ]
    ) { $0.isSigned ? [("", nil)] : [] }
}
