import Decoding
import Domain

/// How libraries and shops say in words that a notify did not pass: their exceptions' own texts, and what Chinese and English code prints.
///
/// Known from the libraries' sources and public reports: wechatpay-java and wechatpay-apache-httpclient (`ValidationException`), WxJava
/// (`WxPayException`), wechatpay-go, yansongda/pay (`InvalidSignException`).
enum RefusalWords {
    /// A text that says by itself that a notify failed its check.
    private static let exact: [StaticString] = [
        "WechatPay notification,signature verification failed", "验签失败：serial=[", "非法请求，头部信息验证失败", "校验结果签名失败",
        "签名异常: 验证支付宝签名失败", "签名异常: 验证微信签名失败", "Wechat Sign Verify FAILED", "Alipay Sign Verify FAILED", "validate verify fail serial=[",
    ]

    /// What says so of a notify where the text speaks of one.
    private static let signature: [StaticString] = [
        "验签失败", "验签不通过", "验签未通过", "验签异常", "签名验证失败", "签名校验失败", "验证签名失败", "校验签名失败", "签名不正确", "签名不匹配",
        "签名错误", "signature verification failed", "signature verify failed", "verify signature failed", "verify sign failed",
        "sign verify failed", "invalid signature", "signature mismatch", "signature is invalid", "signature check failed",
    ]

    private static let amount: [StaticString] = [
        "金额不一致", "金额不匹配", "金额不符", "金额校验失败", "amount mismatch", "amount does not match", "amount not match",
    ]

    private static let order: [StaticString] = ["订单不存在", "未找到订单", "查不到订单", "order not found", "order does not exist", "no such order"]

    private static let subjects: [StaticString] = ["通知", "回调", "notify", "notification", "callback", "webhook"]

    /// An answer that could not be verified is none of ours that was refused.
    private static let answers: [StaticString] = ["应答", "response", "返回值", "同步返回"]

    /// Literals one of which every such line holds.
    static let anchors: [StaticString] = [
        "验签", "签名", "头部信息验证失败", "Sign Verify FAILED", "verify fail", "ignature", "sign failed", "sign verify failed", "金额不", "金额校验失败",
        "订单不存在", "未找到订单", "查不到订单", "mount mismatch", "amount not match", "amount does not match", "rder not found", "rder does not exist",
        "no such order",
    ]

    /// Whether a text speaks of a notify, and not only of the address that a request of ours names for it.
    private static func speaksOfNotify(_ text: Bytes) -> Bool {
        for subject in subjects {
            var from = 0
            while let at = text.findAnyCase(subject, from: from) {
                from = at &+ subject.utf8CodeUnitCount
                if !text.hasAnyCase("_url", at: from), !text.hasAnyCase("url", at: from) { return true }
            }
        }
        return false
    }

    /// Why a text says that a notify was refused; nil for any other text.
    static func reason(in text: Bytes) -> StaticString? {
        for phrase in exact where text.holds(phrase) { return "signature" }
        guard speaksOfNotify(text), !answers.contains(where: { text.holdsAnyCase($0) }) else { return nil }
        if signature.contains(where: { text.holdsAnyCase($0) }) { return "signature" }
        if amount.contains(where: { text.holdsAnyCase($0) }) { return "amount" }
        return order.contains(where: { text.holdsAnyCase($0) }) ? "order_unknown" : nil
    }
}
