import Decoding
import Domain

extension Recognizer {
    /// An App Store notification without an event word.
    static let appStoreNotification = Recognizer(
        name: "App Store notification",
        purpose: Text(
            en: "JSON with signedPayload (facts.md §3.4): in a server's log a delivery, alone a record; its payload names the transaction.",
            zh: "含 signedPayload 的 JSON：服务端日志中为一次通知，单独成文件时为渠道侧记录；其载荷给出交易号。"),
        scope: .server, anchors: ["signedPayload"],
        examples: [
            Example(
                #"{"level":"info","ts":1795004130.25,"msg":"apple says","signedPayload":"eyJhIjoxfQ."#
                    + "eyJub3RpZmljYXRpb25UeXBlIjoiT05FX1RJTUVfQ0hBUkdFIiwibm90aWZpY2F0aW9uVVVJRCI6IjBjMWYifQ.c2ln\"}",
                gives: "server.notify.received notifyID=0c1f notificationType=ONE_TIME_CHARGE provider=apple status=paid"),
            Example(
                "2026-11-18 20:15:30.250  INFO 1 --- [exec-1] c.e.iap.NotifyController : body={\"signedPayload\":\""
                    + StoreExamples.failed + "\"}",
                gives: "server.notify.received notifyID=0c1f5b7e-2222 notificationType=DID_FAIL_TO_RENEW notificationSubtype=GRACE_PERIOD "
                    + "transactionID=2000000881209999 originalTransactionID=2000000881204417 webOrderLineItemID=2000000091000001 "
                    + "subscriptionState=grace autoRenew=false expirationIntent=billing graceUntil=1797682526000000 "
                    + "expiresAt=1797596126000000 paidAt=1795004126000000 productType=auto_renewable transactionReason=renewal "
                    + "ownership=purchased amount=18.005 currency=CNY environment=Production bundleID=com.example.reader "
                    + "notifiedAt=1795004127000000"),
            Example(
                "{\"time\":\"2026-11-18T12:15:30Z\",\"msg\":\"notify.received\",\"signedPayload\":\"" + StoreExamples.refund + "\"}",
                gives: "server.notify.received notificationType=REFUND status=refunded refundedAmount=6.00 closedAt=1795090526000000"),
            Example(
                "{\"time\":\"2026-11-18T12:15:30Z\",\"msg\":\"notify.received\",\"signedPayload\":\"" + StoreExamples.revoke + "\"}",
                gives: "server.notify.received notificationType=REVOKE subscriptionState=revoked ownership=family_shared"),
            Example(
                "{\"signedPayload\":\"" + StoreExamples.charge + "\"}",
                gives: "provider.iap.notified notificationType=ONE_TIME_CHARGE status=paid transactionID=2000000990117201 "
                    + "appAccountToken=d2c06b20-f75f-4ac5-a960-64d3ff95a7d1 productType=consumable amount=6.00"),
            Example("{\"time\":\"2026-11-18T12:15:30Z\",\"msg\":\"posted\",\"signedPayload\":\"" + StoreExamples.test + "\"}"),
        ]
    ) { reading in
        guard case .apple = reading.payload else { return false }
        // Apple's own test of an endpoint is about no payment.
        if reading.store[.notificationType]?.equals("TEST") == true { return true }
        if reading.isServerContext { return reading.putNotify(.apple) }
        guard reading.begin(.storeNotified, .provider) else { return false }
        reading.putNumbers()
        reading.putAliases()
        reading.putPayload(.apple)
        reading.rows.setTime(reading.store.instant(.signedDate) ?? reading.store.instant(.purchaseDate))
        reading.putStoreRefund(reading.store)
        return true
    }

    /// The first generation: unsigned, with the receipt it is about.
    static let appStoreNotificationV1 = Recognizer(
        name: "App Store notification, version 1",
        purpose: Text(
            en: "JSON with notification_type and unified_receipt or latest_receipt_info (facts.md §3.4).",
            zh: "含 notification_type 与 unified_receipt 或 latest_receipt_info 的 JSON。"),
        scope: .server, anchors: ["notification_type"],
        examples: [
            Example(
                #"{"time":"2026-11-18T12:15:30Z","level":"info","msg":"apple","notification_type":"DID_RENEW","environment":"PROD","#
                    + #""unified_receipt":{"status":0,"environment":"Production","latest_receipt_info":[{"transaction_id":"2000000881209999","#
                    + #""original_transaction_id":"2000000881204417","purchase_date_ms":"1795004126000","expires_date_ms":"1797596126000"}]}}"#,
                gives: "server.notify.received notificationType=DID_RENEW status=paid transactionID=2000000881209999 "
                    + "originalTransactionID=2000000881204417 paidAt=1795004126000000 expiresAt=1797596126000000 provider=apple "
                    + "transactionReason=renewal environment=PROD")
        ]
    ) { reading in
        guard let type = reading.value(.notificationType), reading.holdsReceipt || reading.text.holds("unified_receipt"),
            let receipt = reading.receiptDocument()
        else { return false }
        let isDelivery = reading.isServerContext
        guard reading.begin(isDelivery ? .notifyReceived : .storeNotified, isDelivery ? .serverApp : .provider) else { return false }
        reading.putNumbers()
        reading.putAliases(hasReceipt: true)
        var document = receipt.transaction
        document.take(.notificationType, type.trimmed.unquoted)
        reading.putStore(document)
        reading.putEnvironment()
        if isDelivery { reading.putTool() } else { reading.rows.setTime(document.instant(.purchaseDate)) }
        return true
    }
}
