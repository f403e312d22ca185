import Domain

extension Step {
    /// The step in a few words.
    public var title: Text {
        switch self {
        case .orderCreated: Text(en: "order created", zh: "创建订单")
        case .checkoutLoaded: Text(en: "cashier page loaded", zh: "收银台已加载")
        case .walletOpened: Text(en: "wallet opened", zh: "钱包已打开")
        case .paid: Text(en: "paid", zh: "支付成功")
        case .returned: Text(en: "payer back in the app", zh: "返回应用")
        case .requeried: Text(en: "app asked for the result", zh: "查询支付结果")
        case .notified: Text(en: "notify received", zh: "收到异步通知")
        case .markedPaid: Text(en: "order marked paid", zh: "订单置为已支付")
        case .resultShown: Text(en: "result shown", zh: "展示支付结果")
        case .purchasing: Text(en: "purchase begun", zh: "开始购买")
        case .purchased: Text(en: "purchased", zh: "购买成功")
        case .receiptUploaded: Text(en: "receipt uploaded", zh: "上传收据")
        case .receiptVerified: Text(en: "receipt verified", zh: "校验收据")
        case .delivered: Text(en: "delivered", zh: "已发货")
        case .finished: Text(en: "transaction finished", zh: "结束交易")
        }
    }

    /// The lane in which it is drawn.
    public var layer: Layer {
        switch self {
        case .orderCreated, .notified, .markedPaid, .receiptVerified, .delivered: .server
        case .paid: .provider
        default: .client
        }
    }

    /// Witnesses able to show it (vocabulary §5).
    public var witnesses: [Witness] {
        switch self {
        case .orderCreated, .markedPaid, .receiptVerified, .delivered: [.serverApp]
        case .notified: [.serverEdge, .serverApp]
        case .paid: [.provider]
        case .requeried: [.client, .serverEdge, .serverApp]
        default: [.client]
        }
    }
}
