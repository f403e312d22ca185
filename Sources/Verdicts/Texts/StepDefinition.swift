import Domain
import Flows

/// What a step is, for people (vocabulary §4).
public struct StepDefinition: Sendable {
    /// Which step.
    public let step: Step
    /// A few words.
    public let title: Text
    /// The breaks that its absence, or its failure, gives; empty where it is no fault by itself.
    public let breaks: [BreakCode]
    /// What it stands for.
    public let meaning: Text
    /// What its absence means.
    public let ifMissing: Text

    /// Every step.
    public static let all: [StepDefinition] = [
        StepDefinition(
            step: .orderCreated, title: Text(en: "order created", zh: "创建订单"), breaks: [],
            meaning: Text(en: "The merchant's server made the order.", zh: "商户服务端创建了订单。"),
            ifMissing: Text(
                en: "The application log does not reach back, or does not log it.", zh: "应用日志没有覆盖到，或没有记录。")),
        StepDefinition(
            step: .checkoutLoaded, title: Text(en: "cashier page loaded", zh: "收银台已加载"), breaks: [.checkoutLoadFailed],
            meaning: Text(en: "The cashier page was shown.", zh: "收银台页面已显示。"),
            ifMissing: Text(
                en: "A fault only where the failure itself is logged: checkout_load_failed.", zh: "只有记录了失败本身才算故障：checkout_load_failed。")),
        StepDefinition(
            step: .walletOpened, title: Text(en: "wallet opened", zh: "钱包已打开"), breaks: [.walletNeverOpened],
            meaning: Text(en: "The app handed over to the wallet.", zh: "应用已切换到钱包。"),
            ifMissing: Text(
                en: "wallet_never_opened; skipped when the order was paid without it (the H5 cashier was used).",
                zh: "wallet_never_opened；未唤起却已支付（使用 H5 收银台）则视为跳过。")),
        StepDefinition(
            step: .paid, title: Text(en: "paid", zh: "支付成功"), breaks: [],
            meaning: Text(
                en: "A provider record, verified notify, provider answer or verified receipt proves it.", zh: "由渠道记录、通过验签的通知、渠道查询或收据证明。"),
            ifMissing: Text(en: "No fault: an outcome.", zh: "不是故障，而是一种结果。")),
        StepDefinition(
            step: .returned, title: Text(en: "payer back in the app", zh: "返回应用"), breaks: [.returnNeverLanded, .returnUnrouted],
            meaning: Text(en: "The system called the app back after the payment.", zh: "支付后系统回调了应用。"),
            ifMissing: Text(en: "The break return_never_landed.", zh: "断点 return_never_landed。")),
        StepDefinition(
            step: .requeried, title: Text(en: "app asked for the result", zh: "查询支付结果"), breaks: [.pendingNotRequeried, .queryNotReceived],
            meaning: Text(en: "The app asked its server after the payer came back.", zh: "付款人回来后，应用向服务端查询。"),
            ifMissing: Text(en: "The break pending_not_requeried.", zh: "断点 pending_not_requeried。")),
        StepDefinition(
            step: .notified, title: Text(en: "notify received", zh: "收到异步通知"), breaks: [.notifyNotReceived, .notifyRejected],
            meaning: Text(en: "The provider's notify reached our edge or application.", zh: "渠道的异步通知到达了边缘或应用。"),
            ifMissing: Text(en: "The break notify_not_received.", zh: "断点 notify_not_received。")),
        StepDefinition(
            step: .markedPaid, title: Text(en: "order marked paid", zh: "订单置为已支付"), breaks: [.paidNotMarked],
            meaning: Text(en: "The merchant's order moved to paid.", zh: "商户订单变为已支付。"),
            ifMissing: Text(en: "The break paid_not_marked.", zh: "断点 paid_not_marked。")),
        StepDefinition(
            step: .resultShown, title: Text(en: "result shown", zh: "展示支付结果"), breaks: [.resultMisreported],
            meaning: Text(en: "The app showed the payer that it is paid.", zh: "应用向付款人展示支付成功。"),
            ifMissing: Text(en: "The experience is lost.", zh: "付款人体验记为“丢失”。")),
        StepDefinition(
            step: .purchasing, title: Text(en: "purchase begun", zh: "开始购买"), breaks: [.purchaseNeverCompleted],
            meaning: Text(en: "StoreKit took the purchase into its queue.", zh: "StoreKit 已将购买加入队列。"),
            ifMissing: Text(en: "Never a fault by itself.", zh: "本身不算故障。")),
        StepDefinition(
            step: .purchased, title: Text(en: "purchased", zh: "购买成功"), breaks: [.observerMissing],
            meaning: Text(en: "StoreKit handed over the transaction.", zh: "StoreKit 已交付交易。"),
            ifMissing: Text(en: "Never a fault by itself: a deferred purchase may take days.", zh: "本身不算故障：待批准的购买可能需要数天。")),
        StepDefinition(
            step: .receiptUploaded, title: Text(en: "receipt uploaded", zh: "上传收据"), breaks: [.receiptNotUploaded],
            meaning: Text(en: "The app sent the transaction to its server.", zh: "应用已将交易发给服务端。"),
            ifMissing: Text(en: "The server cannot know of the purchase.", zh: "服务端无从得知该购买。")),
        StepDefinition(
            step: .receiptVerified, title: Text(en: "receipt verified", zh: "校验收据"), breaks: [.receiptRejected],
            meaning: Text(en: "The server had the receipt confirmed.", zh: "服务端已验证收据。"),
            ifMissing: Text(en: "The purchase is not confirmed.", zh: "购买未被确认。")),
        StepDefinition(
            step: .delivered, title: Text(en: "delivered", zh: "已发货"), breaks: [.paidNotDelivered],
            meaning: Text(en: "The server handed the goods over.", zh: "服务端已交付商品。"),
            ifMissing: Text(en: "The payer waits for the goods.", zh: "付款人在等待商品。")),
        StepDefinition(
            step: .finished, title: Text(en: "transaction finished", zh: "结束交易"), breaks: [.neverFinished],
            meaning: Text(en: "The app finished the transaction.", zh: "应用已结束交易。"),
            ifMissing: Text(en: "StoreKit delivers the transaction again at every launch.", zh: "每次启动 StoreKit 都会再次投递该交易。")),
    ]

    /// The declaration of one step.
    public static func of(_ step: Step) -> StepDefinition? { all.first { $0.step == step } }
}
