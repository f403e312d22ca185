import Domain

extension BreakDefinition {
    /// 27: the store sold, and the app never heard of it.
    static let observerMissing = BreakDefinition(
        .observerMissing, stage: .purchase, owner: .client, flows: [.storekit],
        texts: Texts(
            title: Text(en: "Purchase never reached the app", zh: "应用没有收到购买结果"),
            statement: Text(
                en: "The App Store has a purchase, and the app never saw `purchased` though its log covers the time.",
                zh: "App Store 有这笔购买，而客户端日志覆盖了这段时间，却从未出现 `purchased`。"),
            severity: Text(en: "Always critical.", zh: "始终为严重。"),
            meaning: Text(en: "The payer has paid Apple, and the app does not know.", zh: "用户已向 Apple 付款，而应用不知道。"),
            confirm: Text(
                en:
                    "A notification or a record of the App Store dates the purchase; the device's log goes on for 10 minutes behind it without `iap.transaction state=purchased` or `restored`.",
                zh: "App Store 的通知或记录给出了购买时间；其后 10 分钟内客户端日志仍在继续，却没有 `purchased` 或 `restored`。"),
            causes: Text(
                en:
                    "The queue's observer is added only on the purchase screen, or removed with it; nobody listens to Transaction.updates; the app was killed behind the payment sheet and does not look at unfinished transactions at launch; a promoted or offer-code purchase.",
                zh: "只在购买页添加观察者，或随页面移除；没有监听 Transaction.updates；付款时应用被杀，启动后没有检查未结束交易；来自商店推广或优惠码的购买。"),
            fix: Text(
                en:
                    "Add the observer in didFinishLaunching (StoreKit 2: iterate Transaction.updates and Transaction.unfinished at launch) and keep it for the life of the app; take purchases from App Store notifications as well.",
                zh: "在 didFinishLaunching 添加观察者（StoreKit 2：启动时遍历 Transaction.updates 与 Transaction.unfinished）并始终保留；服务端同时处理 App Store 通知。")),
        examples: [
            .fires(
                "the store's record has it, the app does not", .critical,
                """
                cover all
                shown client.iap.transaction
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:12 iap.transaction transactionState=purchasing productID=com.example.month
                10:02:40 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001 originalTransactionID=2000001
                """),
            .fires(
                "a notification tells of it", .critical,
                """
                cover all
                shown client.iap.transaction
                10:02:11 order.created amount=18.00 flow=storekit
                10:03:00 notify.received status=paid paidAt=10:02:38 notificationType=ONE_TIME_CHARGE transactionID=2000001
                10:03:00.1 notify.verified ok=true
                """),
            .silent(
                "the app's log ends behind the purchase",
                """
                cover app 09:00 12:00
                cover phone 09:00 10:08
                shown client.iap.transaction
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001
                """),
            .silent(
                "handed over at the next launch",
                """
                cover all
                shown client.iap.transaction
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001
                10:40:00 iap.transaction transactionState=purchased transactionID=2000001
                """),
            .silent(
                "a renewal while nobody used the app",
                """
                cover all
                shown client.iap.transaction
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 notify.received status=paid paidAt=10:02:38 notificationType=DID_RENEW transactionID=2000009 originalTransactionID=2000001 transactionReason=renewal
                10:02:40.1 notify.verified ok=true
                """),
            .silent(
                "an app that logs no StoreKit states",
                """
                cover all
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:40 provider.iap.transaction status=paid paidAt=10:02:38 transactionID=2000001
                """),
        ],
        check: { order in
            guard let record = order.storeRecordOfPurchase, let step = order.step(.purchased), step.isMissed, order.outcome.everPaid else {
                return nil
            }
            let begun = order.step(.purchasing)?.evidence
            var fired = Fired(.critical, evidence: [record] + (begun.map { [$0] } ?? []))
            fired.restsOnClock = true
            return fired
        })
}
