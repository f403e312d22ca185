import Domain

extension AssociationCheck {
    /// The file is larger than what systems take.
    static let tooLarge = AssociationCheck(
        "too_large", .error,
        title: Text(en: "larger than 128 KB", zh: "超过 128 KB"),
        meaning: Text(
            en: "A file of more than 128 KB, uncompressed, is not taken (Apple, Support Universal Links).",
            zh: "解压后超过 128 KB 的文件不会被采用（Apple，Support Universal Links）。"),
        fix: Text(
            en: "Join rules with * and substitution variables; drop paths of the past.", zh: "用 * 与替换变量合并规则，删除历史路径。"),
        fires: [AssociationSubject(name: "example", bytes: Array("{}".utf8), size: 200_000)]
    ) { subject in
        subject.size > Limits.associationFileAccepted || subject.fetch?.isCut == true
            ? [("", subject.fetch?.isCut == true ? "> \(subject.size) bytes" : "\(subject.size) bytes")] : []
    }
}
