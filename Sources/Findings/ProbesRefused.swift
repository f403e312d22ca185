import Domain

extension FindingDefinition {
    /// The provider's deliberate false signatures.
    static let probesRefused = FindingDefinition(
        .probesRefused,
        title: Text(en: "Probes refused", zh: "已拒绝探测请求"),
        meaning: Text(
            en: "The provider now and then sends a notify with a deliberately false signature to see that it is refused.",
            zh: "渠道会不时发送签名故意错误的通知，以确认我方会拒绝。"),
        fix: Text(en: "Nothing to do.", zh: "无需处理。"),
        find: { _, run in
            run.probes == 0 ? [] : [Finding(code: .probesRefused, place: "WECHATPAY/SIGNTEST/", count: run.probes, isNote: true)]
        })
}
