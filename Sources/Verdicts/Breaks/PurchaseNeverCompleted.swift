import Domain

extension BreakDefinition {
    /// 26: StoreKit took the purchase up and never came back.
    static let purchaseNeverCompleted = BreakDefinition(
        .purchaseNeverCompleted, stage: .purchase, owner: .client, flows: [.storekit],
        texts: Texts(
            title: Text(en: "Stuck in purchasing", zh: "卡在 purchasing"),
            statement: Text(
                en: "The transaction entered `purchasing`, and for 10 minutes it was neither purchased nor failed nor deferred.",
                zh: "交易进入 `purchasing` 后，10 分钟内既没有购买成功，也没有失败或待批准。"),
            severity: Text(en: "Always major.", zh: "始终为较重。"),
            meaning: Text(en: "The payer waits before a spinner that never ends.", zh: "用户一直在看转圈。"),
            confirm: Text(
                en:
                    "After `iap.transaction state=purchasing` no other state of the same product, though the app's log goes on. Many identical lines are one purchase shown again, not many.",
                zh: "`iap.transaction state=purchasing` 之后没有同一商品的其他状态，而客户端日志仍在继续。大量相同的行只是同一笔交易被再次展示。"),
            causes: Text(
                en:
                    "The payment sheet was hidden or torn down; a test account that must sign in again; a fault of the system after an update; a transaction of an earlier launch that nobody finished blocks the queue.",
                zh: "支付面板被遮挡或销毁；测试账号需要重新登录；系统升级后的故障；上次启动遗留、未 finish 的交易堵住了队列。"),
            fix: Text(
                en:
                    "Add the queue's observer (or listen to Transaction.updates) at launch, finish what is left over, give the waiting screen a time limit and a way to look again.",
                zh: "在启动时添加队列观察者（或监听 Transaction.updates），结束遗留交易；等待界面要有超时和“再次查询”。")),
        examples: [
            .fires(
                "purchasing, and nothing for ten minutes", .major,
                """
                cover phone 09:00 12:00
                10:02:10 pay.tapped productID=com.example.year
                10:02:11 iap.transaction transactionState=purchasing productID=com.example.year
                """),
            .fires(
                "shown again at the next launch: still one purchase", .major,
                """
                cover phone 09:00 12:00
                10:02:10 pay.tapped productID=com.example.year
                10:02:11 iap.transaction transactionState=purchasing productID=com.example.year
                10:08:55.1 ~window iap.transaction transactionState=purchasing productID=com.example.year
                10:08:55.2 ~window iap.transaction transactionState=purchasing productID=com.example.year
                10:08:55.3 ~window iap.transaction transactionState=purchasing productID=com.example.year
                """),
            .fires(
                "failed once, stuck at the second try", .major,
                """
                cover phone 09:00 12:00
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:12 iap.transaction transactionState=purchasing
                10:02:20 iap.transaction transactionState=failed code=0
                10:03:00 iap.transaction transactionState=purchasing
                """),
            .silent(
                "the app's log ends within the ten minutes",
                """
                cover phone 09:00 10:10
                10:02:11 iap.transaction transactionState=purchasing productID=com.example.year
                """),
            .silent(
                "deferred: somebody has to approve it, which may take days",
                """
                cover phone 09:00 12:00
                10:02:11 iap.transaction transactionState=purchasing productID=com.example.year
                10:02:20 iap.transaction transactionState=deferred productID=com.example.year
                """),
            .silent(
                "purchased at the next launch",
                """
                cover phone 09:00 12:00
                10:02:11 iap.transaction transactionState=purchasing productID=com.example.year
                10:30:00 iap.transaction transactionState=purchased productID=com.example.year transactionID=2000001
                """),
            .silent(
                "uploaded and verified: only the line of the purchase is not there",
                """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:12 iap.transaction transactionState=purchasing
                10:02:30 receipt.uploaded transactionID=2000001
                10:02:31 receipt.verified code=0 environment=Production transactionID=2000001
                """),
        ],
        check: { order in
            guard let open = order.openPurchase else { return nil }
            let due = order.facts[open].at + order.span(of: .purchased, default: .minutes(10))
            guard order.range(ofRaw: due, device: order.facts[open].device).earliest <= order.run.asOf,
                order.deviceCoversRaw(order.facts[open].device, order.facts[open].at, due)
            else { return nil }
            return Fired(.major, evidence: [open])
        })
}
