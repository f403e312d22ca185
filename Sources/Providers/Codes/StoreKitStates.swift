import Domain

extension CodeGroup {
    /// `SKPaymentTransactionState` and StoreKit 2 purchase results (facts.md §3.1, §3.2).
    static let storeKitStates = CodeGroup(
        "sk_transaction_state", title: Text(en: "StoreKit transaction state", zh: "StoreKit 交易状态"),
        flows: [.storekit],
        words: ["SKPaymentTransactionState", "transactionState", "storekit", "state", "交易状态", "内购"],
        confirm: Text(
            en: "Look for `iap.transaction` lines of the device with this state, before and after it for the same product.",
            zh: "在设备的 `iap.transaction` 行查看该状态，以及同一商品前后的记录。"),
        source: Text(
            en: "Apple developer documentation: SKPaymentTransactionState, Product.PurchaseResult.",
            zh: "Apple 开发者文档：SKPaymentTransactionState、Product.PurchaseResult。"),
        causes: Text(en: "What the payment queue told the app.", zh: "支付队列告知应用的状态。"),
        fix: Text(en: "Handle every state in one observer that lives as long as the app.", zh: "在与应用同生命周期的全局观察者中处理所有状态。"),
        codes: [
            .init(
                "purchasing", title: Text(en: "the purchase is in the queue", zh: "购买处理中"),
                meaning: Text(
                    en:
                        "The purchase is in the queue. It can stay so for ever, and come dozens of times within a millisecond: no new purchases.",
                    zh: "购买已入队。可能一直停留，也可能在一毫秒内重复数十次：不是新的购买。"),
                causes: Text(en: "The payment sheet is open, or the app was left.", zh: "支付弹窗打开中，或付款人离开了应用。"),
                fix: Text(en: "Do nothing for it; wait for the next state.", zh: "不做处理，等待下一状态。"), names: ["0"],
                breaks: [.purchaseNeverCompleted]),
            .init(
                "purchased", title: Text(en: "the store says it is bought", zh: "商店称购买成功"),
                meaning: Text(
                    en:
                        "The store says that the payer paid. The transaction has to be sent to the server, verified, delivered, and only then finished.",
                    zh: "商店称付款人已付款。应先上报服务端、校验、发货，最后才结束交易。"),
                causes: Text(en: "Normal; again and again at every launch while it is not finished.", zh: "正常；未结束之前每次启动都会再次投递。"),
                fix: Text(en: "Upload, wait for the server's confirmation, then finish.", zh: "上报，等服务端确认后再结束交易。"), names: ["1"],
                breaks: [.receiptNotUploaded, .finishedEarly, .neverFinished]),
            .init(
                "failed", title: Text(en: "the purchase failed", zh: "购买失败"),
                meaning: Text(
                    en:
                        "The purchase failed; the SKError says why. A failure can be provisional: `purchased` for the same product may follow minutes later or at the next launch.",
                    zh: "购买失败，原因见 SKError。失败可能只是暂时的：同一商品可能在数分钟后或下次启动时 `purchased`。"),
                causes: Text(en: "The payer's cancel, a restriction, an account that had to be updated first.", zh: "用户取消、受限，或需先更新账户信息。"),
                fix: Text(en: "Finish the failed transaction, and keep listening.", zh: "结束失败的交易，并继续监听。"), names: ["2"],
                breaks: [.paymentFailed]),
            .init(
                "restored", title: Text(en: "an earlier purchase came back", zh: "恢复以前的购买"),
                meaning: Text(
                    en: "An earlier purchase was given back. It stands for the return in the flow and must not be delivered as a new sale.",
                    zh: "恢复了以前的购买。它不是新的销售，不能再次发货。"),
                causes: Text(en: "The payer asked to restore, or uses a new device.", zh: "付款人点击恢复购买，或更换设备。"),
                fix: Text(en: "Verify it, grant the entitlement once, finish it.", zh: "校验后授予一次权益，再结束交易。"), names: ["3"],
                breaks: [.deliveredTwice]),
            .init(
                "deferred", title: Text(en: "waiting for somebody's approval", zh: "等待批准"),
                meaning: Text(
                    en: "Somebody else has to approve (a parent) or the bank has to confirm. It may take days and is no fault.",
                    zh: "需他人（家长）批准或银行确认。可能要数天，不是故障。"), causes: Text(en: "Ask to Buy, strong customer authentication.", zh: "购买前询问、强身份验证。"),
                fix: Text(en: "Show “waiting for approval”, and listen to the queue at every launch.", zh: "展示“等待批准”，每次启动都监听队列。"),
                names: ["4", "pending"], breaks: [.observerMissing]),
            .init(
                "userCancelled", title: result("userCancelled", of: .apple),
                meaning: Text(en: "StoreKit 2: the payer closed the sheet.", zh: "StoreKit 2：付款人关闭了支付弹窗。"),
                causes: Text(en: "The payer's own choice.", zh: "付款人自己的选择。"), fix: Text(en: "Nothing to repair.", zh: "无需修复。")),
            .init(
                "unverified", title: Text(en: "signature not verified on the device", zh: "设备端验签未通过"),
                meaning: Text(
                    en: "StoreKit 2 gave a transaction whose signature the device could not verify.", zh: "StoreKit 2 返回的交易在设备上未通过验签。"),
                causes: Text(en: "A wrong device clock, a jailbroken device, a forged transaction.", zh: "设备时间错误、越狱设备、伪造交易。"),
                fix: Text(en: "Do not deliver; send it to the server and let it verify.", zh: "不发货；上报服务端由其校验。"), breaks: [.receiptRejected]),
        ])
}
