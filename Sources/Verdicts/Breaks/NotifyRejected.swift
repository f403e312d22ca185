import Domain
import Providers

extension BreakDefinition {
    /// 8: we refused the provider's notify, or answered it so that it came again.
    static let notifyRejected = BreakDefinition(
        .notifyRejected, stage: .notify, owner: .server,
        reasons: [
            Reason("http_status", en: "answered with a status other than 2xx before the handler", zh: "在进入处理器之前被以非 2xx 状态拒绝"),
            Reason("signature", en: "its signature did not verify", zh: "验签失败"),
            Reason("amount", en: "its amount was refused", zh: "金额校验不通过"),
            Reason("merchant", en: "its merchant ids were refused", zh: "商户信息校验不通过"),
            Reason("currency", en: "its currency was refused", zh: "币种校验不通过"),
            Reason("order_unknown", en: "the handler did not find the order", zh: "处理器找不到订单"),
            Reason("exception", en: "the handler threw an exception", zh: "处理器抛出异常"),
            Reason("slow", en: "the answer came too late", zh: "应答超时"),
            Reason("response_body", en: "the body of the answer is not what the provider demands", zh: "应答正文不符合渠道要求"),
            Reason("not_accepted", en: "the provider sent it again on its schedule, whatever our log says", zh: "无论日志怎么写，渠道仍按重试时间表再次发送"),
        ],
        explainedBy: [.amountMismatch, .merchantMismatch],
        texts: Texts(
            title: Text(en: "Notify rejected", zh: "异步通知被拒"),
            statement: Text(
                en: "The provider's notify reached us and was refused, or not answered as it demands.", zh: "渠道的异步通知到达了，但被拒绝，或没有按要求应答。"),
            severity: Text(en: "Critical while the order is not marked paid, else minor.", zh: "订单未置为已支付时为严重，否则为轻微。"),
            meaning: Text(
                en: "A paid order may stay open, and the provider keeps sending until it gives up.", zh: "已支付的订单可能一直不更新，渠道会反复发送直到放弃。"),
            confirm: Text(
                en:
                    "Look at the POSTs to the notify endpoint: status, body bytes (Alipay: exactly 7), duration (WeChat: under 5 s, Apple: under 30 s), "
                    + "`notify.verified ok=false`, `handler.failed`; repeats of one notify id at the provider's slots.",
                zh: "查看通知地址的 POST：状态码、正文字节数（支付宝正好 7）、耗时（微信 5 秒内、苹果 30 秒内）、`notify.verified ok=false`、`handler.failed`，以及同一通知编号在重试时间点的重复。"),
            causes: Text(
                en:
                    "CSRF, login, WAF or https redirect in front of the route; parameters altered before verification (entities, extra fields, "
                    + "re-serialised JSON); the wrong key; a BOM, quotes or HTML around `success`; slow work before the answer.",
                zh: "路由前的 CSRF、登录、WAF 或 https 跳转；验签前参数被改动（实体转义、多余字段、重新序列化 JSON）；密钥错误；`success` 前后有 BOM、引号或 HTML；应答前做耗时操作。"),
            fix: Text(
                en:
                    "Exempt the endpoint from filters, verify the raw body, answer first and work later, print exactly what the provider wants.",
                zh: "让通知地址绕过各种过滤；用原始报文验签；先应答再处理；严格输出渠道要求的内容。")),
        examples: [
            .fires(
                "419 from the CSRF filter, the handler silent", .critical, reason: "http_status",
                """
                cover all
                10:02:11 order.created amount=45.00 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=45.00
                10:02:41 edge notify.received httpStatus=419 bytes=28650 method=POST
                """),
            .fires(
                "verification failed and was answered 200 `fail`", .critical, reason: "signature",
                """
                cover all
                10:02:11 order.created amount=45.00 flow=alipay_h5
                10:02:40 trade.recorded status=paid paidAt=10:02:40 amount=45.00
                10:02:41 notify.received status=paid notifyID=n1 amount=45.00
                10:02:41.1 notify.verified ok=false reason=signature
                10:02:41.2 notify.answered httpStatus=200 body=fail
                """),
            .fires(
                "the order moved, but the answer is not 7 bytes", .minor, reason: "response_body",
                """
                cover all
                10:02:11 order.created amount=45.00 flow=alipay_h5
                10:02:41 notify.received status=paid paidAt=10:02:40 notifyID=n1 amount=45.00
                10:02:41.1 notify.verified ok=true
                10:02:41.2 order.changed from=pending to=paid by=notify
                10:02:41.3 notify.answered httpStatus=200 body=<html>
                """),
            .fires(
                "answered as demanded, yet the same notify comes again at 4 min", .minor, reason: "not_accepted",
                """
                cover all
                10:02:11 order.created amount=45.00 flow=alipay_h5
                10:02:41 notify.received status=paid paidAt=10:02:40 notifyID=n1 amount=45.00
                10:02:41.1 notify.verified ok=true
                10:02:41.2 order.changed from=pending to=paid by=notify
                10:02:41.3 notify.answered httpStatus=200 body=success
                10:06:41 notify.received status=paid paidAt=10:02:40 notifyID=n1 amount=45.00
                10:06:41.1 notify.verified ok=true
                10:06:41.3 notify.answered httpStatus=200 body=success
                """),
            .silent(
                "a repeat 221 ms later proves nothing, and 204 without a body is a full answer to WeChat",
                """
                cover all
                10:02:11 order.created amount=45.00 flow=wechat_h5
                10:02:41 notify.received status=paid paidAt=10:02:40 notifyID=n1 amount=45.00
                10:02:41.1 notify.verified ok=true
                10:02:41.12 order.changed from=pending to=paid by=notify
                10:02:41.15 notify.answered httpStatus=204
                10:02:41.221 notify.received status=paid paidAt=10:02:40 notifyID=n1 amount=45.00
                10:02:41.23 notify.verified ok=true
                10:02:41.25 notify.answered httpStatus=204
                """),
            .silent(
                "a probe with a false signature is refused, as it should be",
                """
                cover all
                10:02:11 order.created amount=45.00 flow=wechat_h5
                10:02:41 notify.received probe=true notifyID=n9
                10:02:41.1 notify.verified ok=false reason=signature
                10:02:41.2 notify.answered httpStatus=500
                """),
        ],
        check: { order in
            guard !order.notices.isEmpty else { return nil }
            let refused = order.refusedDeliveries
            guard let first = refused.first else { return nil }
            let evidence =
                refused.flatMap { order.evidence(of: $0.delivery) } + refused.compactMap(\.repeatedBy).flatMap(order.evidence(of:))
            var fired = Fired(order.severityByMark, reason: first.reason, evidence: evidence)
            let delivery = order.chain.deliveries[first.delivery]
            fired.attempt = delivery.number
            if let number = delivery.number {
                let earlier = order.chain.deliveries[..<first.delivery].count { $0.notifyID == delivery.notifyID }
                fired.attemptsUnseen = max(0, number - 1 - earlier)
            }
            fired.closedAt = order.healing(of: first.delivery, repeatedAt: order.lastRepeat(of: refused))
            fired.hint = order.hint(of: refused.map(\.delivery))
            return fired
        })
}

extension Case {
    /// A delivery that was refused, and why.
    struct Refused {
        var delivery: Int
        var reason: String
        /// The repeat that proves it.
        var repeatedBy: Int?
    }

    /// Refused deliveries in the order in which they came.
    var refusedDeliveries: [Refused] {
        var refused: [Refused] = []
        let mayRepeat = notices.count > 1
        for index in notices.indices where notices[index].isReal {
            if let reason = notices[index].refusal {
                refused.append(Refused(delivery: index, reason: reason))
            } else if mayRepeat, let repeated = repetition(of: index) {
                refused.append(Refused(delivery: index, reason: "not_accepted", repeatedBy: repeated))
            }
        }
        return refused
    }

    /// The same notification again at or after the provider's first retry slot: the first delivery was not accepted.
    ///
    /// Without a notification id two deliveries are the same only when they agree in everything known and stand on the schedule.
    private func repetition(of first: Int) -> Int? {
        guard first < chain.deliveries.count - 1, let schedule = provider(of: first).retries else { return nil }
        let a = chain.deliveries[first]
        // Only the first delivery of a notification starts its schedule.
        let isFirst = !chain.deliveries[..<first].indices.contains { notices[$0].isReal && isSameNotification($0, first) }
        guard isFirst else { return nil }
        return chain.deliveries.indices.first { index in
            guard index > first, notices[index].isReal, isSameNotification(index, first) else { return false }
            let delay = chain.deliveries[index].at - a.at
            guard delay >= schedule.firstRetry else { return false }
            return a.notifyID != nil || (schedule.slot(delay: delay) ?? 0) > 0
        }
    }

    private func isSameNotification(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (chain.deliveries[a], chain.deliveries[b])
        guard x.provider == y.provider else { return false }
        if x.notifyID != nil || y.notifyID != nil { return x.notifyID == y.notifyID }
        guard x.attempt == y.attempt, x.status == y.status else { return false }
        return rawStatus(of: a) == rawStatus(of: b)
    }

    private func rawStatus(of delivery: Int) -> String? {
        firstReceived(of: delivery) { text(.rawStatus, at: $0) ?? text(.notificationType, at: $0) }
    }

    /// When the provider last showed that it did not take our answers; nil where the refusals are no matter of the answer.
    func lastRepeat(of refused: [Refused]) -> Instant? {
        guard let last = refused.last, ["response_body", "not_accepted", "slow"].contains(last.reason) else { return nil }
        let deliveries = refused.filter { $0.delivery != refused[0].delivery }.map(\.delivery) + refused.compactMap(\.repeatedBy)
        return deliveries.map { chain.deliveries[$0].at }.max()
    }

    /// When a refusal healed: the order moved, or a later delivery was accepted. An order that moved although the provider goes on repeating
    /// heals the money, not the answer.
    func healing(of delivery: Int, repeatedAt: Instant? = nil) -> Instant? {
        let first = chain.deliveries[delivery].at
        let accepted = chain.deliveries.indices.first { index in
            index > delivery && notices[index].isReal && notices[index].refusal == nil && notices[index].isVerified == true
                && repetition(of: index) == nil
        }
        let moved = mark.map { facts[$0].at }.flatMap { at in repeatedAt.map { at > $0 } ?? true ? at : nil }
        let times = [accepted.map { chain.deliveries[$0].at }, moved].compactMap { $0 }.filter { $0 >= first }
        return times.min()
    }

    /// The hint that the refused deliveries' lines carry; a 419 is what a CSRF filter answers.
    func hint(of deliveries: [Int]) -> String? {
        for delivery in deliveries {
            for event in evidence(of: delivery) where event < facts.count && facts[event].flags.contains(.hints) {
                if let words = text(.hints, at: event), let first = words.split(separator: " ").first { return String(first) }
            }
        }
        return deliveries.contains { chain.deliveries[$0].httpStatus == 419 } ? "csrf" : nil
    }
}
