import Domain

extension LogFormat {
    /// Where an export lies.
    var exportPath: String {
        switch self {
        case .alipayPayer: "provider/alipay_record_20261103_091207.csv"
        case .alipayPayerWeb: "provider/alipay_web_record.csv"
        case .wechatPayer: "provider/wechat_payer_record.csv"
        case .stripeList: "provider/stripe-events.json"
        case .stripePayments: "provider/unified_payments.csv"
        case .stripeBalance: "provider/balance_history.csv"
        case .paypalList: "provider/paypal-webhooks.json"
        case .paypalTransactions: "provider/paypal-transactions.json"
        case .paypalActivity: "provider/paypal-activity.csv"
        case .appStoreHistory: "provider/notification-history.json"
        case .appStoreSales: "provider/app-store-sales.txt"
        case .appStoreFinance: "provider/app-store-finance.txt"
        default: "database/orders.csv"
        }
    }

    /// Whether its text is GBK.
    var isGBK: Bool { self == .alipayPayer || self == .alipayPayerWeb }

    /// Whether its lines are the elements of one JSON document.
    var isList: Bool { [.stripeList, .paypalList, .paypalTransactions, .appStoreHistory].contains(self) }
}

/// The forms of exports: what stands before, between and behind their lines (facts.md §1.9, §2.5, §3.4, §3.7, §4).
extension LineForm {
    mutating func appendExport(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        switch format {
        case .appStoreSales, .appStoreFinance: sales.add(happening)
        case .alipayPayer, .alipayPayerWeb: GBK.append(text, to: &out)
        case .wechatPayer: out.raw(text)
        case .stripeList, .paypalList, .paypalTransactions, .appStoreHistory:
            out.text(jsonStarted ? ",\n" : "\n")
            jsonStarted = true
            out.raw(text)
        default:
            out.raw(text)
            endLine()
        }
    }

    mutating func headOfExport() {
        jsonStarted = false
        switch format {
        case .alipayPayer, .alipayPayerWeb:
            (format == .alipayPayer ? PayerExports.alipay : PayerExports.alipayWeb).withUnsafeBytes { out.raw($0) }
        case .wechatPayer: out.string(PayerExports.wechat)
        case .stripeList: out.text("{\"object\":\"list\",\"url\":\"/v1/events\",\"has_more\":false,\"data\":[")
        case .paypalList: out.text("{\"events\":[")
        case .paypalTransactions: out.text("{\"page\":1,\"total_pages\":1,\"transaction_details\":[")
        case .appStoreHistory: out.text("{\"hasMore\":false,\"notificationHistory\":[")
        case .stripePayments:
            out.text("id,Description,Seller Message,Created date (UTC),Amount,Amount Refunded,Currency,Status,Refunded date (UTC),")
            out.text("PaymentIntent ID,order_no (metadata)\n")
        case .stripeBalance:
            out.text("id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description,payment_intent_id,")
            out.text("order_no (metadata)\n")
        case .paypalActivity:
            out.text("\u{FEFF}\"Date\",\"Time\",\"TimeZone\",\"Name\",\"Type\",\"Status\",\"Currency\",\"Gross\",\"Fee\",\"Net\",")
            out.text("\"Transaction ID\",\"Invoice Number\",\"Custom Number\",\"Reference Txn ID\"\n")
        case .appStoreSales, .appStoreFinance: sales = StoreSales()
        default: out.text("id,order_no,status,amount,created_at,paid_at,updated_at\n")
        }
    }

    mutating func tailOfExport(_ count: Int) {
        switch format {
        case .appStoreSales: out.string(sales.salesReport)
        case .appStoreFinance: out.string(sales.financialReport)
        case .paypalList:
            out.text("\n],\"count\":")
            out.number(Int64(count))
            out.text("}\n")
        case .stripeList, .paypalTransactions, .appStoreHistory: out.text("\n]}\n")
        default: break
        }
    }
}

/// What stands in front of the rows of payers' exports (facts.md §1.9).
enum PayerExports {
    static let alipay = GBK.bytes(
        of: """
            ------------------------------------------------------------------------------------\r
            导出信息：\r
            姓名：示例\r
            支付宝账户：139******21\r
            ------------------------支付宝 电子客户回单------------------------\r
            交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,\r

            """)

    static let alipayWeb = GBK.bytes(
        of: """
            支付宝交易记录明细查询\r
            账号:[139******21]\r
            ---------------------------------交易记录明细列表------------------------------------\r
            交易号                  ,商家订单号               ,交易创建时间              ,付款时间                ,最近修改时间              ,\
            交易来源地     ,类型              ,交易对方            ,商品名称                ,金额（元）   ,收/支     ,交易状态    ,服务费（元）   ,\
            成功退款（元）  ,备注                  ,资金状态     ,\r

            """)

    static let wechat =
        "\u{FEFF}微信支付账单明细,,,,,,,,\r\n微信昵称：[示例],,,,,,,,\r\n----------------------微信支付账单明细列表--------------------,,,,,,,,\r\n"
        + "交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注\r\n"
}

/// The sums of Apple's reports: each article's units and money. They name no transaction (facts.md §3.7).
struct StoreSales {
    private var units = [Int64](repeating: 0, count: Teller.articles.count)
    private var money = [Int64](repeating: 0, count: Teller.articles.count)
    private var day = "01/01/1970"

    mutating func add(_ happening: Happening) {
        let article = Int(happening.component) % units.count
        units[article] += 1
        money[article] += happening.value
        let parts = SourceWriter.date(Calendar.dayNumber(happening.time + Calendar.shanghai), separator: "-").split(separator: "-")
        day = "\(parts[1])/\(parts[2])/\(parts[0])"
    }

    private var sold: [(article: StaticString, units: Int64, price: String, sum: String)] {
        units.indices.filter { units[$0] > 0 }.map {
            (Teller.articles[$0], units[$0], WechatBill.yuan(money[$0] / units[$0]), WechatBill.yuan(money[$0]))
        }
    }

    /// One day.
    var salesReport: String {
        "Provider\tProvider Country\tSKU\tDeveloper\tTitle\tVersion\tProduct Type Identifier\tUnits\tDeveloper Proceeds\tBegin Date\t"
            + "End Date\tCustomer Currency\tCountry Code\tCurrency of Proceeds\tApple Identifier\tCustomer Price\n"
            + sold.map { entry in
                "APPLE\tUS\t\(entry.article)\tExample\tInvented, one\t \tIA1\t\(entry.units)\t\(entry.price)\t\(day)\t\(day)\tCNY\tCN\tCNY\t"
                    + "1690000001\t\(entry.price)\n"
            }.joined()
    }

    /// One fiscal month and region.
    var financialReport: String {
        let sold = sold
        return
            "Start Date\tEnd Date\tUPC\tISRC/ISBN\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\tPartner Share Currency\n"
            + sold.map { "\(day)\t\(day)\t\t\t\($0.article)\t\($0.units)\t\($0.price)\t\($0.sum)\tCNY\n" }.joined()
            + "Total_Rows\t\(sold.count)\nTotal_Units\t\(sold.map(\.units).reduce(0, +))\n"
    }
}
