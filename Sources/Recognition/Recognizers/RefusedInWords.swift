import Decoding
import Domain

extension Recognizer {
    /// A notify that did not pass its check, in words.
    static let refusedInWords = Recognizer(
        name: "refused in words",
        purpose: Text(
            en: "A warning, error or exception that says in a library's or shop's own words that a notify failed its check.",
            zh: "以支付库或商户自己的话说明通知未通过校验的 WARN、ERROR 或异常记录。"),
        scope: .server, anchors: RefusalWords.anchors,
        examples: [
            Example(
                "2026-09-03 15:00:34.300 ERROR 1 --- [exec-2] c.e.pay.Wx : notify failed\n"
                    + "com.github.binarywang.wxpay.exception.WxPayException: 非法请求，头部信息验证失败\n\tat com.github.binarywang.wxpay.A.b(A.java:9)",
                gives: "server.notify.verified ok=false reason=signature"),
            Example(
                "[2026-09-03 15:00:34] production.ERROR: 签名异常: 验证支付宝签名失败 {\"out_trade_no\":\"LP0117\"}",
                gives: "server.notify.verified orderNumber=LP0117 ok=false reason=signature"),
            Example(
                "2026-09-03 15:00:34.300  WARN 1 --- [exec-2] c.e.pay.Ali : 支付宝异步通知验签失败, out_trade_no=LP0118",
                gives: "server.notify.verified orderNumber=LP0118 ok=false reason=signature"),
            Example(
                "2026-09-03 15:00:34.300 ERROR 1 --- [exec-2] c.e.pay.Ali : 支付回调金额不一致 orderNo=LP0119 expect=1.00 actual=0.01",
                gives: "server.notify.verified orderNumber=LP0119 ok=false reason=amount"),
            Example(
                "2026-09-03 15:00:34.300 ERROR 1 --- [exec-2] c.e.pay.Wx : Validate response failed,the WechatPay signature is incorrect."),
            Example(
                "2026-09-03 15:00:34.300  INFO 1 --- [exec-2] c.e.pay.Ali : 支付宝异步通知验签失败, out_trade_no=LP0118",
                gives: "server.notify.verified orderNumber=LP0118 ok=false reason=signature"),
            Example(
                "2026-09-03 15:00:34.300 ERROR 1 --- [exec-2] c.e.pay.Wx : 微信支付回调解密失败 orderNo=LP0120 javax.crypto.AEADBadTagException: Tag mismatch!",
                gives: "server.notify.verified orderNumber=LP0120 ok=false reason=exception"),
            Example("2026-09-03 15:00:34.300  INFO 1 --- [exec-2] c.e.pay.Wx : 回调验签失败的处理已更新"),
            Example("2026-09-03 15:00:34.300  INFO 1 --- [exec-2] c.e.pay.Wx : 回调验签失败的订单已处理 orderNo=LP0118"),
        ]
    ) { reading in
        guard reading.saysRefusal != nil, !reading.isToolLine, let reason = RefusalWords.reason(in: reading.text),
            reading.begin(.notifyVerified, .serverApp)
        else { return false }
        // A number among the words binds where something else knows it.
        let isNamed = reading.number != nil || reading.fields.has(.notifyID)
        reading.putNumbers()
        if !isNamed { Candidates.put(from: reading.text.cut(to: RefusalWords.reach), into: &reading.rows) }
        reading.putAliases()
        reading.putTruth(.ok, false)
        reading.rows.put(.reason, reason)
        reading.putError(reading.text)
        if reading.isProbe { reading.rows.put(.probe, "true") }
        return true
    }
}

extension Reading {
    /// Why the record says that a notify was refused: a warning, an error or an exception does, and any record that names the order or
    /// prints the notify: shops log their failed checks at every level.
    var saysRefusal: StaticString? {
        mutating get {
            let isLoud = record.level >= .warning || text.holds("Exception") || text.holds("\tat ")
            guard isLoud || (number != nil || fields.has(.notifyID)) && RefusalWords.isPlain(text) else { return nil }
            return RefusalWords.reason(in: text)
        }
    }
}
