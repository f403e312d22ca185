import Domain

extension BreakDefinition {
    /// 28: the app has the purchase, its server was not told.
    static let receiptNotUploaded = BreakDefinition(
        .receiptNotUploaded, stage: .purchase, owner: .client, flows: [.storekit],
        texts: Texts(
            title: Text(en: "Receipt not uploaded", zh: "收据没有上传"),
            statement: Text(
                en: "The app saw `purchased`, and within 60 s no receipt went to its server.", zh: "应用看到了 `purchased`，但 60 秒内没有把收据上传到服务端。"),
            severity: Text(
                en: "Critical with a record of the purchase from the App Store, else major; minor when it was uploaded later.",
                zh: "有 App Store 的购买记录时为严重，否则为较重；之后上传则为轻微。"),
            meaning: Text(en: "The payer has paid Apple and gets nothing.", zh: "用户向 Apple 付了钱，却什么也没得到。"),
            confirm: Text(
                en:
                    "`iap.transaction state=purchased` without `receipt.uploaded` behind it, though the app's log goes on; the server logs no receipt of that transaction.",
                zh: "`purchased` 之后没有 `receipt.uploaded`，而客户端日志仍在继续；服务端也没有该交易的收据记录。"),
            causes: Text(
                en:
                    "The request failed and is not repeated; the payer was signed out or had left the screen; the app waits for a callback of its own page; the receipt file was not there yet.",
                zh: "请求失败且不重试；用户已退出登录或离开页面；依赖页面自己的回调；收据文件尚未生成。"),
            fix: Text(
                en:
                    "Upload from the transaction observer, not from the screen; keep what is not confirmed on disk, repeat with growing pauses, and finish the transaction only after the server's answer.",
                zh: "在交易观察者里上传，而不是在页面里；未确认的写盘并递增间隔重试；服务端应答后再 finish。")),
        examples: [
            .fires(
                "purchased, and no upload", .major,
                """
                cover all
                shown client.receipt.uploaded
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                """),
            .fires(
                "and the App Store has the purchase", .critical,
                """
                cover all
                shown client.receipt.uploaded
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:03:00 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001
                """),
            .fires(
                "the upload failed and was not repeated", .major,
                """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:41 receipt.uploaded transactionID=2000001 error=timeout
                """),
            .fires(
                "uploaded at the next launch", .minor,
                """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:30:41 receipt.uploaded transactionID=2000001
                10:30:42 receipt.verified code=0 transactionID=2000001
                """),
            .silent(
                "the app's log ends within the minute",
                """
                cover phone 09:00 10:03
                shown client.receipt.uploaded
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                """),
            .silent(
                "the server looked at the receipt: only the app's line is not there",
                """
                cover all
                shown client.receipt.uploaded
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 iap.transaction transactionState=purchased transactionID=2000001
                10:02:42 receipt.verified code=0 transactionID=2000001
                """),
        ],
        check: { order in
            guard let step = order.step(.receiptUploaded), step.isMissed, let purchased = order.step(.purchased)?.evidence else {
                return nil
            }
            let failed = order.indices(of: .receiptUploaded).filter { order.facts[$0].flags.contains(.error) }
            if let uploaded = step.evidence {
                var fired = Fired(.minor, evidence: [purchased, uploaded] + failed)
                fired.closedAt = order.facts[uploaded].at
                return fired
            }
            // What is only bound by window never makes the difference for a critical break.
            let record = order.facts[purchased].binding == .window ? nil : order.storeRecordOfPurchase
            return Fired(record == nil ? .major : .critical, evidence: [purchased] + failed + (record.map { [$0] } ?? []))
        })
}
