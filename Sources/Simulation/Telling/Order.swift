import Domain

/// What is fixed about one order before anything happens to it; everything is made from its hash.
struct Order {
    enum Provider { case alipay, wechat }
    /// Who takes the money of a web checkout.
    enum Gateway { case stripe, paypal }
    enum Endpoint {
        /// One path for all: `/pay/notify/alipay`
        case plain
        /// The number is in the path.
        case numbered
        /// A path of one tenant alone, without a number.
        case tenant
    }

    var index: Int
    var hash: UInt64
    var flow: Flow
    var provider: Provider
    /// Hundredths of a yuan.
    var amount: Int64
    /// When the server made it; the date inside its number.
    var createdAt: Int64
    var style: Int
    var endpoint: Endpoint
    /// The provider knows it by an attempt number of its own.
    var hasAttempt: Bool
    /// The notify is WeChat's old XML form.
    var isXML: Bool
    var product: Int
    /// Only for a web checkout.
    var gateway: Gateway
    /// Only for an in-app purchase: which article of the App Store.
    var article: Int

    init(_ index: Int, flow: Flow, createdAt: Int64, random: inout Random) {
        self.index = index
        self.flow = flow
        self.createdAt = createdAt
        hash = random.next()
        amount = random.between(100, 99_900)
        if random.chance(30) { amount = (amount / 100) * 100 }
        style = random.below(3)
        let way = random.below(10)
        endpoint = way < 6 ? .plain : way < 8 ? .numbered : .tenant
        hasAttempt = random.chance(8)
        isXML = random.chance(35)
        product = random.below(Shop.products.count)
        gateway = hash & 512 == 0 ? .stripe : .paypal
        article = Int(hash >> 10 & 3)
        provider =
            switch flow {
            case .wechatH5, .wechatSDK: .wechat
            case .unknown: random.chance(50) ? .wechat : .alipay
            default: .alipay
            }
        guard flow == .webCheckout || flow == .storekit else { return }
        hasAttempt = false
        if endpoint == .tenant { endpoint = .plain }
    }

    var isH5: Bool { flow == .alipayH5 || flow == .wechatH5 }

    /// The merchant's order number, in one of three spellings that shops use.
    func number(_ out: inout Bytes, _ calendar: inout Calendar) {
        let local = createdAt + Calendar.shanghai
        switch style {
        case 0:
            calendar.compact(local, &out)
            out.digits(Int64(index), 7)
        case 1:
            out.text("SO")
            calendar.date(local, &out, separator: 0)
            out.byte(45)
            out.digits(Int64(index), 7)
        default:
            out.text("mall_")
            out.digits(Int64(index), 7)
            out.hex(hash &>> 40, 6)
        }
    }

    /// The number the provider knows: the order's, or that of one of its attempts.
    func outTradeNumber(_ out: inout Bytes, _ calendar: inout Calendar, attempt: Int = 1) {
        number(&out, &calendar)
        guard hasAttempt else { return }
        out.byte(45)
        out.number(Int64(attempt))
    }

    /// The provider's trade number (facts.md §1.1, §2.1); `which` tells several payments of one order apart.
    func tradeNumber(_ out: inout Bytes, _ calendar: inout Calendar, provider: Provider, which: Int = 0) {
        let local = createdAt + Calendar.shanghai
        let noise = Int64(Random.mix(hash &+ UInt64(which)) >> 1)
        switch provider {
        case .alipay:
            calendar.date(local, &out, separator: 0)
            out.text("2200")
            out.digits(noise, 9)
            out.digits(Int64(index), 7)
        case .wechat:
            out.text("42000")
            out.digits(noise / 1_000_000, 5)
            calendar.date(local, &out, separator: 0)
            out.digits(noise, 3)
            out.digits(Int64(index), 7)
        }
    }

    /// The id of one notification; it stays the same on every retry.
    func notifyID(_ out: inout Bytes, _ calendar: inout Calendar, provider: Provider, which: Int = 0) {
        let noise = Random.mix(hash &+ 0x51 &+ UInt64(which) &* 0x1_0001)
        switch provider {
        case .alipay:
            calendar.date(createdAt + Calendar.shanghai, &out, separator: 0)
            out.text("00222")
            out.digits(Int64(noise >> 1), 14)
            out.digits(Int64(index), 7)
        case .wechat: uuid(noise, &out)
        }
    }

    /// A version-4 UUID made of a number.
    func uuid(_ noise: UInt64, _ out: inout Bytes) {
        let more = Random.mix(noise &+ 9)
        out.hex(noise &>> 32, 8)
        out.byte(45)
        out.hex(noise, 4)
        out.text("-4")
        out.hex(more, 3)
        out.text("-9")
        out.hex(more &>> 12, 3)
        out.byte(45)
        out.hex(more &>> 16, 12)
    }

    func session(_ out: inout Bytes) {
        out.text("ck_")
        out.hex(Random.mix(hash &+ 3), 12)
    }

    func prepayID(_ out: inout Bytes, _ calendar: inout Calendar) {
        out.text("wx")
        calendar.compact(createdAt + Calendar.shanghai, &out)
        out.hex(Random.mix(hash &+ 4), 16)
    }

    /// The path that notifies of this order come to.
    func notifyPath(_ out: inout Bytes, _ calendar: inout Calendar, provider: Provider) {
        if flow == .webCheckout {
            out.text(gateway == .stripe ? "/pay/notify/stripe" : "/pay/notify/paypal")
            guard endpoint == .numbered else { return }
            out.byte(47)
            number(&out, &calendar)
            return
        }
        switch endpoint {
        case .plain: out.text(provider == .alipay ? "/pay/notify/alipay" : "/pay/notify/wechat")
        case .numbered:
            out.text(provider == .alipay ? "/pay/notify/alipay/" : "/pay/notify/wechat/")
            number(&out, &calendar)
        case .tenant:
            out.text("/hooks/t")
            out.hex(Random.mix(hash &+ 5), 8)
            out.text("/notify")
        }
    }
}
