import Domain

/// What one piece of evidence says, in a few words for the timeline.
public struct EventText {
    private let chain: Chain
    private let language: Language

    /// Makes a teller for the events of one chain.
    public init(chain: Chain, language: Language) { (self.chain, self.language) = (chain, language) }

    /// The event with what matters of its attributes; log content in it is not yet made visible.
    public func make(_ event: Evidence) -> String {
        var parts = [headline(event)]
        parts += details(event)
        return parts.filter { !$0.isEmpty }.joined(separator: language == .zh ? "，" : ", ")
    }

    private func say(_ en: String, _ zh: String) -> String { language == .zh ? zh : en }
    private func text(_ key: AttributeKey, _ event: Evidence) -> String? { chain.text(key, of: event) }

    private func state(_ key: AttributeKey, _ event: Evidence) -> String? {
        guard let word = text(key, event) else { return nil }
        return StateWord(rawValue: word)?.title(language) ?? word
    }

    // MARK: - what happened

    private func headline(_ event: Evidence) -> String {
        switch event.event.layer {
        case .client: client(event)
        case .server: server(event)
        case .provider: provider(event)
        }
    }

    private func client(_ event: Evidence) -> String {
        switch event.event {
        case .payTapped: return say("pay tapped", "点击支付")
        case .orderSaved: return say("pending order saved", "保存待支付订单")
        case .checkoutLoaded: return say("cashier page loaded", "收银台页面已加载")
        case .checkoutFailed: return say("cashier page failed", "收银台页面加载失败")
        case .walletIntercepted:
            let scheme = text(.urlScheme, event).map { " \($0)://" } ?? ""
            let failed = chain.has(.detail, "failed", in: event)
            return failed
                ? say("wallet link\(scheme) failed to load", "钱包链接\(scheme) 加载失败") : say("wallet link\(scheme)", "拦截钱包链接\(scheme)")
        case .walletOpened:
            return chain.has(.ok, "false", in: event) ? say("wallet did NOT open", "钱包未能打开") : say("wallet opened", "钱包已打开")
        case .walletUnavailable:
            return chain.has(.detail, "not_whitelisted", in: event)
                ? say("wallet scheme not whitelisted", "钱包 scheme 未加入白名单") : say("wallet reported unavailable", "检测到钱包不可用")
        case .returnReceived: return say("came back", "返回应用") + via(event)
        case .returnUnrouted: return say("return had no route", "返回链接没有路由处理")
        case .appForegrounded:
            switch text(.pending, event) {
            case "none": return say("app in foreground, no pending order", "应用回到前台，无待支付订单")
            case nil: return say("app in foreground", "应用回到前台")
            default: return say("app in foreground, order pending", "应用回到前台，有待支付订单")
            }
        case .querySent: return say("asked the server", "向服务端查询")
        case .clientQueryAnswered: return say("got the answer", "收到查询结果") + status(event)
        case .queryFailed: return say("query failed", "查询失败")
        case .resultShown: return say("showed result", "展示结果") + status(event)
        case .productsLoaded:
            return chain.has(.code, "0", in: event) ? say("the store gave NO products", "未拉取到任何商品") : say("products loaded", "商品已加载")
        case .storeTransaction: return say("transaction", "交易") + (text(.transactionState, event).map { " \($0)" } ?? "")
        case .storeTransactionFinished: return say("transaction finished", "交易已 finish")
        case .receiptUploaded:
            return chain.has(.error, in: event) ? say("receipt upload FAILED", "收据上传失败") : say("receipt uploaded", "收据已上传")
        default: return event.event.word
        }
    }

    private func server(_ event: Evidence) -> String {
        switch event.event {
        case .orderCreated: return say("order created", "创建订单")
        case .checkoutCreated: return say("checkout created", "创建支付会话")
        case .notifyReceived:
            return request(event) ?? (say("notify received", "收到异步通知") + (refund(event).map { say(": ", "：") + $0 } ?? status(event)))
        case .notifyVerified:
            return chain.has(.ok, "false", in: event)
                ? say("notify REFUSED", "异步通知被拒绝") + parenthesis(text(.reason, event)) : say("notify verified", "异步通知验签通过")
        case .notifyAnswered: return say("answered the notify", "应答异步通知")
        case .handlerFailed: return say("handler FAILED", "处理失败")
        case .queryReceived: return request(event) ?? say("app asked", "收到客户端查询")
        case .serverQueryAnswered: return say("answered the app", "答复客户端") + status(event)
        case .providerQueried: return say("asked the provider", "向渠道查询")
        case .providerAnswered:
            return say("provider answered", "渠道答复") + (refund(event).map { say(": ", "：") + $0 } ?? status(event)) + begun(event)
        case .orderChanged:
            let from = state(.from, event) ?? ""
            let to = state(.to, event) ?? ""
            let by = text(.by, event).map { say(" by \($0)", "（\($0)）") } ?? ""
            return say("order \(from.isEmpty ? "" : from + " ")→ \(to)", "订单 \(from.isEmpty ? "" : from + " ")→ \(to)") + by
        case .returnServed: return request(event) ?? say("return page served", "返回页被访问")
        case .orderDelivered: return say("delivered", "已发货／交付") + (text(.item, event).map { " \($0)" } ?? "")
        case .receiptVerified:
            let refused = chain.has(.ok, "false", in: event) || text(.code, event).map { $0 != "0" } ?? false
            return refused ? say("receipt REFUSED", "收据校验未通过") : say("receipt verified", "收据校验通过") + status(event)
        case .entitlementChanged:
            switch text(.ok, event) {
            case "true": return say("access granted", "授予权益")
            case "false": return say("access taken away", "收回权益")
            default: return say("entitlement changed", "权益变更")
            }
        default: return event.event.word
        }
    }

    private func provider(_ event: Evidence) -> String {
        switch event.event {
        case .tradeRecorded: return say("trade recorded", "渠道交易记录") + status(event) + begun(event)
        case .tradeClosed: return say("trade closed", "渠道已关单")
        case .notifySent: return say("sent a notify", "发出异步通知")
        case .refundRecorded:
            guard let refund = refund(event), !chain.has(.refundProgress, "done", in: event) else { return say("refund recorded", "退款记录") }
            return refund
        case .storeNotified: return say("App Store notification", "App Store 通知") + (text(.notificationType, event).map { " \($0)" } ?? "")
        case .storeTransactionRecorded: return say("App Store transaction", "App Store 交易记录")
        case .exportFinished: return say("record complete up to here", "记录完整到此")
        default: return event.event.word
        }
    }

    // MARK: - what it carries

    private func details(_ event: Evidence) -> [String] {
        var out: [String] = []
        switch event.event {
        case .orderCreated, .tradeRecorded, .payTapped, .storeTransactionRecorded:
            if let money = chain.money(of: event) { out.append(MoneyText.make(money)) }
        case .notifyReceived:
            if let money = chain.money(of: event) { out.append(MoneyText.make(money)) }
            if chain.has(.probe, "true", in: event) { out.append(say("a deliberate probe", "渠道的探测请求")) }
            if let money = chain.money(of: event, key: .refundedAmount) { out.append(say("refund ", "退款 ") + MoneyText.make(money)) }
        case .providerAnswered:
            if let money = chain.money(of: event, key: .refundedAmount) { out.append(say("refund ", "退款 ") + MoneyText.make(money)) }
        case .refundRecorded:
            if let money = chain.money(of: event, key: .refundedAmount) ?? chain.money(of: event) { out.append(MoneyText.make(money)) }
        case .productsLoaded: if let invalid = text(.item, event) { out.append(say("invalid: \(invalid)", "无效：\(invalid)")) }
        default: break
        }
        out += store(event)
        if let status = text(.httpStatus, event), event.event != .queryReceived { out.append("HTTP \(status)") }
        if let body = text(.body, event) { out.append("“\(body)”") }
        if let bytes = text(.bytes, event), event.event != .queryReceived { out.append(say("\(bytes) bytes", "\(bytes) 字节")) }
        if let code = text(.resultCode, event) { out.append(say("code \(code)", "结果码 \(code)")) }
        if let code = text(.subCode, event) ?? text(.code, event) { out.append(code) }
        if let result = text(.deliveryResult, event) { out.append(result) }
        if let error = text(.error, event) { out.append(error) }
        if event.event.layer == .provider, let number = text(.tradeNumber, event) {
            out.append(say("trade \(ending(number))", "交易号 \(ending(number))"))
        }
        if event.event == .returnReceived, chain.has(.urlHasOrder, "false", in: event) {
            out.append(say("no order number in it", "链接里没有订单号"))
        }
        return out
    }

    /// What an App Store document or StoreKit line carries.
    private func store(_ event: Evidence) -> [String] {
        var out: [String] = []
        if event.event == .notifyReceived, let type = text(.notificationType, event), !chain.has(.refundProgress, in: event) {
            out.append(text(.notificationSubtype, event).map { "\(type) \($0)" } ?? type)
        }
        if event.event.layer == .client, let product = text(.productID, event) { out.append(product) }
        if let environment = text(.environment, event), environment != "Production" { out.append(environment) }
        if let number = text(.transactionID, event) { out.append(say("transaction \(ending(number))", "交易 \(ending(number))")) }
        if chain.has(.signature, "invalid", in: event) { out.append(say("signature INVALID", "签名无效")) }
        return out
    }

    /// The end of a long number: enough to tell two apart.
    private func ending(_ number: String) -> String {
        number.utf8.count > 12 ? "…" + String(decoding: Array(number.utf8.suffix(6)), as: UTF8.self) : number
    }

    private func request(_ event: Evidence) -> String? {
        guard event.witness == .serverEdge, let path = text(.path, event) else { return nil }
        return "\(text(.method, event) ?? "") \(path)"
    }

    private func status(_ event: Evidence) -> String {
        guard let word = state(.status, event) else { return "" }
        return say(": ", "：") + word
    }

    /// How the refund stands that a provider's document speaks of, and the provider's own word for it; nil where it speaks of none.
    private func refund(_ event: Evidence) -> String? {
        guard let word = text(.refundProgress, event), let progress = RefundProgress(rawValue: word) else { return nil }
        return progress.title(language) + (progress == .done ? "" : parenthesis(text(.rawStatus, event)))
    }

    /// What a state says of the payment besides its word: that some refund began (WeChat `REFUND`), or that it was paid before it was closed.
    private func begun(_ event: Evidence) -> String {
        if chain.has(.status, "closed", in: event), chain.has(.paidAt, in: event) {
            return say(" after it was paid: the money went back", "（付款后关闭，即已全额退款）")
        }
        guard chain.has(.status, "paid", in: event), chain.has(.rawStatus, "REFUND", in: event) else { return "" }
        return say(", and a refund has begun (REFUND)", "，且已发起退款（REFUND）")
    }

    private func parenthesis(_ word: String?) -> String {
        guard let word else { return "" }
        return say(" (\(word))", "（\(word)）")
    }

    private func via(_ event: Evidence) -> String {
        switch text(.via, event) {
        case "universal_link": say(" by Universal Link", "（Universal Link）")
        case "url_scheme": say(" by URL scheme", "（URL Scheme）")
        case "sdk": say(" by SDK callback", "（SDK 回调）")
        case "webview": say(" in the web view", "（WebView）")
        case let other?: say(" by \(other)", "（\(other)）")
        case nil: ""
        }
    }
}
