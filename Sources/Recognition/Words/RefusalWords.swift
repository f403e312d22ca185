import Decoding
import Domain

/// How libraries and shops say in words that a notify did not pass: their exceptions' own texts, and what Chinese and English code prints.
///
/// Known from the libraries' sources and public reports: wechatpay-java and wechatpay-apache-httpclient (`ValidationException`), WxJava
/// (`WxPayException`), wechatpay-go, gopay, yansongda/pay (`InvalidSignException`), EasyWeChat, Stripe's, IJPay's and Alipay's examples.
enum RefusalWords {
    /// A text that says by itself that a notify failed its check.
    private static let exact: [StaticString] = [
        "WechatPay notification,signature verification failed", "验签失败：serial=[", "非法请求，头部信息验证失败", "校验结果签名失败",
        "签名异常: 验证支付宝签名失败", "签名异常: 验证微信签名失败", "Wechat Sign Verify FAILED", "Alipay Sign Verify FAILED", "validate verify fail serial=[",
        "Clock Offset Exceeded",
    ]

    /// What says so of a notify where the text speaks of one.
    private static let signature: [StaticString] = [
        "验签失败", "验签不通过", "验签未通过", "验签异常", "签名验证失败", "签名校验失败", "验证签名失败", "校验签名失败", "签名不正确", "签名不匹配",
        "签名错误", "signature verification failed", "signature verify failed", "verify signature failed", "verify sign failed",
        "sign verify failed", "invalid signature", "signature mismatch", "signature is invalid", "signature check failed",
        "验签错误", "验签不成功", "签名有误", "签名校验不通过", "签名校验未通过", "签名验证不通过", "签名验证未通过", "签名不一致", "签名无效",
        "sign check fail", "check sign fail", "checksign fail", "sign verify fail", "verify sign error", "invalid sign", "bad signature",
        "signature error", "signature not match", "signature does not match", "signature verification error", "signature verify error",
        "crypto/rsa: verification error", "failed to verify signature", "signature validation failed", "invalidsignexception",
        "invalidsignatureexception", "signatureverificationexception", "验签结果: false", "验签结果：false", "验签结果:false", "signverified=false",
        "rsacheckv1=false", "rsacheckv1: false",
    ]

    private static let amount: [StaticString] = [
        "金额不一致", "金额不匹配", "金额不符", "金额校验失败", "amount mismatch", "amount does not match", "amount not match",
        "金额不相等", "金额异常", "金额有误", "金额错误", "amount not equal", "amount is not equal", "amounts do not match", "wrong amount",
        "amount error", "total_fee mismatch", "total_amount mismatch",
    ]

    private static let merchant: [StaticString] = [
        "商户号不一致", "商户号不匹配", "商户不匹配", "appid不一致", "appid不匹配", "app_id不一致", "app_id不匹配", "卖家不一致", "app_id mismatch",
        "appid mismatch", "mch_id mismatch", "mchid mismatch", "seller_id mismatch", "merchant mismatch",
    ]

    private static let order: [StaticString] = [
        "订单不存在", "未找到订单", "查不到订单", "order not found", "order does not exist", "no such order", "找不到订单", "订单未找到", "无此订单",
        "订单号不存在", "order not exist", "order doesn't exist", "unknown order",
    ]

    /// A notify whose secret part could not be opened: its key is another one.
    private static let secret: [StaticString] = [
        "aeadbadtagexception", "cipher: message authentication failed", "解密失败", "解密异常", "解密错误", "decrypt fail", "decryption fail",
        "decrypt error", "failed to decrypt",
    ]

    private static let subjects: [StaticString] = ["通知", "回调", "notify", "notification", "callback", "webhook"]

    /// An answer that could not be verified is none of ours that was refused.
    private static let answers: [StaticString] = ["应答", "response", "返回值", "同步返回"]

    /// Literals one of which every such line holds.
    static let anchors: [StaticString] = [
        "验签", "签名", "头部信息验证失败", "Sign Verify FAILED", "verify fail", "ignature", "sign failed", "sign verify failed", "金额不", "金额校验失败",
        "订单不存在", "未找到订单", "查不到订单", "mount mismatch", "amount not match", "amount does not match", "rder not found", "rder does not exist",
        "no such order", "ign check", "sign fail", "verify fail", "nvalid sign", "nvalidSign", "sign error", "verification error",
        "erify error", "signVerified", "rsaCheckV1", "金额异常", "金额有误", "金额错误", "mount not equal", "mount is not equal", "mounts do not match",
        "rong amount", "mount error", "mismatch", "商户号不", "商户不匹配", "id不一致", "id不匹配", "卖家不一致", "找不到订单", "订单未找到", "无此订单",
        "订单号不存在", "rder not exist", "rder doesn't exist", "nknown order", "AEADBadTag", "message authentication failed", "解密失败", "解密异常",
        "解密错误", "ecrypt",
    ]

    /// How much of a text is searched for the number of its order: the sentence, not the signed message behind it.
    static let reach = 160

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

    /// Whether a text that calls itself no warning may still be about a failure: not where it speaks of one that is over, or did not happen.
    static func isPlain(_ text: Bytes) -> Bool {
        !hopeful.contains { text.holdsAnyCase($0) }
    }

    private static let hopeful: [StaticString] = ["成功", "已修复", "已更新", "已处理", "passed", "resolved", "fixed", "no longer", "recovered"]

    /// All that says that a notify was refused, in lower case: most texts hold none of it, and one look tells.
    private static let phrases = AnchorScanner(
        literals: (exact + signature + amount + merchant + order + secret).map { $0.bytes.map(\.lowered) })

    /// Whether a text holds any of the phrases, in whatever case.
    private static func mayRefuse(_ text: Bytes) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: text.count, alignment: 1) { room in
            for index in text.indices { room[index] = text[index].lowered }
            return phrases.contains(in: Bytes(room))
        }
    }

    /// Why a text says that a notify was refused; nil for any other text.
    static func reason(in text: Bytes) -> StaticString? {
        guard mayRefuse(text) else { return nil }
        for phrase in exact where text.holds(phrase) { return "signature" }
        guard speaksOfNotify(text), !answers.contains(where: { text.holdsAnyCase($0) }) else { return nil }
        if signature.contains(where: { text.holdsAnyCase($0) }) { return "signature" }
        if amount.contains(where: { text.holdsAnyCase($0) }) { return "amount" }
        if merchant.contains(where: { text.holdsAnyCase($0) }) { return "merchant" }
        if order.contains(where: { text.holdsAnyCase($0) }) { return "order_unknown" }
        return secret.contains(where: { text.holdsAnyCase($0) }) ? "exception" : nil
    }
}
