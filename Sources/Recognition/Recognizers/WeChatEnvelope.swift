import Decoding
import Domain

extension Recognizer {
    /// WeChat v3 notify without an event word.
    static let wechatEnvelope = Recognizer(
        name: "WeChat v3 notify",
        purpose: Text(
            en:
                "A v3 notification, encrypted or with its decrypted resource (facts.md §2.2); a failed verification that prints it is both.",
            zh: "微信 v3 通知，密文或已解密；打印了报文的验签失败同时是一次投递。"),
        scope: .server, anchors: ["resource_type", "resourceType", "encrypt-resource"],
        examples: [
            Example(
                #"2026-10-20T09:01:21.900+08:00  INFO 1 --- [exec-5] c.e.pay.Notify : got {"id":"06a3baf2-682b","create_time":"#
                    + #""2026-10-20T09:01:21+08:00","resource_type":"encrypt-resource","event_type":"TRANSACTION.SUCCESS","resource":{"mchid":"#
                    + #""1699990001","out_trade_no":"WP1007","transaction_id":"4200078087202610202088859216","trade_type":"MWEB","trade_state":"#
                    + #""SUCCESS","success_time":"2026-10-20T09:01:21+08:00","amount":{"total":500,"payer_total":450,"currency":"CNY"}}}"#,
                gives:
                    "server.notify.received orderNumber=WP1007 notifyID=06a3baf2-682b tradeNumber=4200078087202610202088859216 status=paid "
                    + "amount=5.00 currency=CNY merchantID=1699990001 provider=wechat paidAt=1792458081000000 notifiedAt=1792458081000000"),
            Example(
                #"2026-10-20T10:01:21.900+08:00  INFO 1 --- [exec-5] c.e.pay.Notify : got {"id":"06a3baf2-682c","create_time":"#
                    + #""2026-10-20T10:01:21+08:00","resource_type":"encrypt-resource","event_type":"REFUND.SUCCESS","summary":"退款成功","#
                    + #""resource":{"original_type":"refund","algorithm":"AEAD_AES_256_GCM","ciphertext":"me/I1","nonce":"q7"}}"#,
                gives: "server.notify.received notifyID=06a3baf2-682c notificationType=REFUND.SUCCESS refundProgress=done provider=wechat"),
            Example(
                "2026-09-22T15:41:29.000+08:00 ERROR 1 --- [exec-6] c.e.mall.pay.WxNotify : notify failed\n"
                    + "com.example.SignatureMismatchException: serial=4D1C, signature=aW52==, message=1790062889\n181af3775c46\n"
                    + #"{"summary":"x","event_type":"TRANSACTION.SUCCESS","create_time":"2026-09-22T14:07:20+08:00","resource":{"algorithm":"#
                    + #""AEAD_AES_256_GCM","ciphertext":"me/I1","nonce":"q7"},"resource_type":"encrypt-resource","id":"245e238b"}"#
                    + "\n\tat com.example.WxVerifier.check(WxVerifier.java:61)",
                gives: "server.notify.received notifyID=245e238b sentAt=1790062889000000 notifiedAt=1790057240000000 hints=body_rewritten",
                "server.notify.verified ok=false reason=signature notifyID=245e238b"),
        ]
    ) { reading in
        guard case .wechatEnvelope = reading.payload, reading.putNotify(.wechatEnvelope) else { return false }
        let text = reading.text
        guard reading.record.level >= .error || text.holds("\tat ") || text.holds("Exception"),
            text.holdsAnyCase("signature") || text.holdsAnyCase("verif") || text.holds("验签") || text.holds("签名"),
            reading.begin(.notifyVerified, .serverApp)
        else { return true }
        reading.putNumbers()
        reading.putAliases()
        reading.putTruth(.ok, false)
        reading.rows.put(.reason, "signature")
        reading.putPayload(.wechatEnvelope)
        if reading.isProbe { reading.rows.put(.probe, "true") }
        return true
    }
}
