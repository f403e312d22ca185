import Domain

extension FindingDefinition {
    /// The provider's deliberate false signatures.
    static let probesRefused = FindingDefinition(
        .probesRefused,
        title: Text(en: "Deliberate probes refused, as they should be", zh: "渠道的验签探测被正确拒绝"),
        meaning: Text(
            en: "The provider now and then sends a notify with a deliberately false signature to see that it is refused.",
            zh: "渠道会不时发送签名故意错误的通知，以确认我方会拒绝。"),
        confirm: Text(
            en: "The signature of these requests begins with `WECHATPAY/SIGNTEST/`.", zh: "这些请求的签名以 `WECHATPAY/SIGNTEST/` 开头。"),
        causes: Text(en: "WeChat Pay's own test of your verification.", zh: "微信支付对验签的主动探测。"),
        fix: Text(en: "Nothing to do.", zh: "无需处理。"),
        find: { _, run in
            run.probes == 0 ? [] : [Finding(code: .probesRefused, place: "WECHATPAY/SIGNTEST/", count: run.probes, isNote: true)]
        })
}
