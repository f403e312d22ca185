import Domain

extension BreakDefinition {
    /// 22: the provider's answer could not be used.
    static let providerQueryFailed = BreakDefinition(
        .providerQueryFailed, stage: .query, owner: .server, flows: allButStoreKit,
        reasons: [
            Reason(
                "parse", en: "the answer is not what the parser expects: HTML, an empty body, other JSON", zh: "应答无法解析：HTML、空正文或其他 JSON"),
            Reason("http", en: "connection, timeout or a 5xx", zh: "连接失败、超时或 5xx"),
            Reason("provider_error", en: "the provider answered with an error code", zh: "渠道返回错误码"),
        ],
        among: [.providerAnswered],
        texts: Texts(
            title: Text(en: "Provider query failed", zh: "渠道查询失败"),
            statement: Text(
                en: "The server asked the provider and could not use the answer, and nothing else told it within 10 s.",
                zh: "服务端查询了渠道，但结果不可用，10 秒内也没有其他依据。"),
            severity: Text(en: "Major, minor once another proof closed it.", zh: "重要；之后由其他证明了结则为轻微。"),
            meaning: Text(en: "The order stays open: nobody knows whether it is paid.", zh: "订单一直未决：没人知道是否已支付。"),
            confirm: Text(
                en:
                    "`provider.answered` with an `error=`, an unusable code or no state. TRADE_NOT_EXIST, WAIT_BUYER_PAY and NOTPAY are usable answers, no failures.",
                zh: "`provider.answered` 带 `error=`、不可用的代码或没有状态。TRADE_NOT_EXIST、WAIT_BUYER_PAY、NOTPAY 是可用的答案，不算失败。"),
            causes: Text(
                en:
                    "A gateway's HTML error page; fields that are absent on unpaid orders; a wrong key or environment; a limit of the provider.",
                zh: "网关返回 HTML 错误页；未付订单缺少某些字段；密钥或环境错误；渠道限流。"),
            fix: Text(
                en: "Log status and the first bytes of the body, tell `no answer` from `not paid`, ask again with growing pauses.",
                zh: "记录状态码与正文开头，区分“没有答案”和“未支付”，间隔递增地重试。")),
        examples: [
            .fires(
                "HTML instead of JSON, every minute", .major, reason: "parse",
                """
                cover all
                10:02:11 order.created amount=99.00 flow=alipay_h5
                10:03:11 provider.queried
                10:03:11.4 provider.answered error="invalid character '<' looking for beginning of value"
                10:04:11 provider.queried
                10:04:11.4 provider.answered error="invalid character '<' looking for beginning of value"
                """),
            .fires(
                "a timeout, then the notify a minute later", .minor, reason: "http",
                """
                cover all
                10:02:11 order.created amount=99.00 flow=alipay_h5
                10:03:11.4 provider.answered error="connect timeout"
                10:04:11 notify.received status=paid paidAt=10:04:09 notifyID=n1
                10:04:11.1 notify.verified ok=true
                10:04:11.2 order.changed from=pending to=paid by=notify
                """),
            .silent(
                "TRADE_NOT_EXIST before the payer acted is a usable answer",
                """
                cover all
                10:02:11 order.created amount=99.00 flow=alipay_h5
                10:02:13.4 provider.answered status=not_exist code=40004 subCode=ACQ.TRADE_NOT_EXIST
                """),
            .silent(
                "asked again at once, with success",
                """
                cover all
                10:02:11 order.created amount=99.00 flow=alipay_h5
                10:02:13 provider.answered error="connect timeout"
                10:02:15 provider.answered status=pending
                """),
        ],
        check: { order in
            guard order.kinds.contains(.providerAnswered) else { return nil }
            let answers = order.indices(of: .providerAnswered)
            let failed = answers.filter { !order.isUsableAnswer($0) && !order.isAnsweredSoon(after: $0) }
            guard let first = failed.first else { return nil }
            let closed = order.closing(after: first)
            var fired = Fired(closed == nil ? .major : .minor, reason: order.queryFailure(at: first), evidence: failed)
            fired.closedAt = closed
            return fired
        })
}

extension Case {
    /// An answer that says what became of the trade. An explicit error makes it unusable whatever state it shows.
    func isUsableAnswer(_ index: Int) -> Bool {
        !facts[index].flags.contains(.error)
            && (facts[index].state != nil || !facts[index].flags.isDisjoint(with: [.refundedAmount, .refundDocument]))
    }

    /// Whether a usable answer or a verified notify follows within 10 s.
    func isAnsweredSoon(after index: Int) -> Bool {
        let limit = facts[index].range.latest + .seconds(10)
        let isSoon = { (other: Int) in facts[other].range.latest >= facts[index].range.earliest && facts[other].at <= limit }
        for other in facts.indices where other != index {
            if facts[other].event == .providerAnswered, isUsableAnswer(other), isSoon(other) { return true }
        }
        return notices.indices.contains { place in
            guard notices[place].isVerified == true, let event = chain.deliveries[place].verified ?? chain.deliveries[place].received.first
            else { return false }
            return isSoon(event)
        }
    }

    /// When another proof said what became of the order.
    func closing(after index: Int) -> Instant? {
        var closed: Instant?
        func note(_ at: Instant) { if at >= facts[index].at { closed = min(closed ?? at, at) } }
        for proof in proofs { note(facts[proof.event].range.earliest == .distantPast ? proof.paidAt : facts[proof.event].at) }
        if let end = statements.closed { note(facts[end.event].at) }
        if let failed = statements.failed { note(facts[failed].at) }
        return closed
    }

    /// Why an answer could not be used.
    func queryFailure(at index: Int) -> String {
        if let reason = text(.reason, at: index), ["parse", "http", "provider_error"].contains(reason) { return reason }
        let error = (text(.error, at: index) ?? "").lowercased()
        let parse = ["<", "invalid character", "parse", "unexpected token", "unexpected end", "unmarshal", "decod", "malformed", "syntax"]
        if parse.contains(where: { error.contains($0) }) { return "parse" }
        if text(.code, at: index) != nil || text(.subCode, at: index) != nil { return "provider_error" }
        let http = [
            "connect", "timeout", "timed out", "refused", "reset", "dns", "unreachable", "eof", "tls", "ssl", "http", "gateway", "50",
        ]
        if http.contains(where: { error.contains($0) }) || facts[index].flags.contains(.serverFailure) { return "http" }
        return error.isEmpty ? "parse" : "provider_error"
    }
}
