import Domain

extension BreakDefinition {
    /// 32: access that does not follow from what was bought.
    static let entitlementWrong = BreakDefinition(
        .entitlementWrong, stage: .delivery, owner: .server, flows: [.storekit],
        reasons: [
            Reason("expired", en: "granted though the subscription was over", zh: "订阅已到期却仍授予权益"),
            Reason("refunded", en: "granted though the money had gone back", zh: "已退款却仍授予权益"),
            Reason("revoked", en: "granted though access had been revoked", zh: "已被撤销却仍授予权益"),
            Reason("refused_while_active", en: "refused though the subscription was running", zh: "订阅有效却被拒绝"),
        ],
        texts: Texts(
            title: Text(en: "Wrong entitlement", zh: "权益判断错误"),
            statement: Text(
                en: "Access was granted after expiry, refund or revocation, or refused while the purchase was active.",
                zh: "到期、退款或撤销之后仍授予权益，或购买有效时被拒绝。"),
            severity: Text(en: "Always critical.", zh: "始终为严重。"),
            meaning: Text(
                en: "The shop gives away what is not paid for, or the payer does not get what is.", zh: "要么白送，要么付了钱却用不了。"),
            confirm: Text(
                en:
                    "Compare `entitlement.changed` with the latest expiresDate of the subscription's transactions and with REFUND and REVOKE notifications before it.",
                zh: "把 `entitlement.changed` 与该订阅各交易中最晚的 expiresDate，以及其前的 REFUND、REVOKE 通知对照。"),
            causes: Text(
                en:
                    "The last element of latest_receipt_info is taken for the newest (no order is promised); a switched-off renewal is taken for the end; grace period and billing retry are not told apart; REFUND and REVOKE notifications are not handled; local time is compared with UTC.",
                zh: "把 latest_receipt_info 的最后一项当作最新（顺序并无保证）；把关闭自动续订当作到期；没有区分宽限期与扣款重试；没有处理 REFUND、REVOKE 通知；用本地时间与 UTC 比较。"),
            fix: Text(
                en:
                    "Judge by the largest expiresDate of transactions that were not revoked, plus the grace period; auto_renew_status tells of an intent only, expiration_intent of subscriptions that are over.",
                zh: "以未撤销交易中最大的 expiresDate（加宽限期）判断；auto_renew_status 只表示意愿，expiration_intent 只属于已到期的订阅。")),
        examples: [
            .fires(
                "granted after the refund", .critical, reason: "refunded",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:20:00 notify.received status=refunded notificationType=REFUND closedAt=10:19:58 transactionID=2000001
                10:20:00.1 notify.verified ok=true
                10:30:00 entitlement.changed ok=true transactionID=2000001
                """),
            .fires(
                "granted after the family's member was taken out", .critical, reason: "revoked",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:20:00 notify.received notificationType=REVOKE subscriptionState=revoked closedAt=10:19:58 transactionID=2000001
                10:20:00.1 notify.verified ok=true
                10:30:00 entitlement.changed ok=true transactionID=2000001
                """),
            .fires(
                "granted after the store said that it is over", .critical, reason: "expired",
                """
                09:02:11 order.created amount=18.00 flow=storekit
                09:02:42 receipt.verified code=0 transactionID=2000001 expiresAt=10:02:42
                10:03:00 notify.received notificationType=EXPIRED subscriptionState=expired expiresAt=10:02:42 transactionID=2000001
                10:03:00.1 notify.verified ok=true
                10:30:00 entitlement.changed ok=true transactionID=2000001
                """),
            .fires(
                "granted until a moment that is over", .critical, reason: "expired",
                """
                09:02:11 order.created amount=18.00 flow=storekit
                09:02:42 receipt.verified code=0 transactionID=2000001
                10:30:00 entitlement.changed ok=true expiresAt=10:02:42 transactionID=2000001
                """),
            .fires(
                "refused because the renewal was switched off", .critical, reason: "refused_while_active",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001 expiresAt=11:02:42
                10:20:00 notify.received notificationType=DID_CHANGE_RENEWAL_STATUS autoRenew=false transactionID=2000001
                10:20:00.1 notify.verified ok=true
                10:20:01 entitlement.changed ok=false transactionID=2000001
                """),
            .fires(
                "refused though the line itself says until when", .critical, reason: "refused_while_active",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:20:01 entitlement.changed ok=false expiresAt=11:02:42 transactionID=2000001
                """),
            .silent(
                "refused because the money went back",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:20:01 entitlement.changed ok=false reason=refund expiresAt=11:02:42 transactionID=2000001
                """),
            .silent(
                "granted, renewed, ended with the subscription",
                """
                09:02:11 order.created amount=18.00 flow=storekit
                09:02:42 receipt.verified code=0 transactionID=2000001 expiresAt=10:02:42
                09:02:43 entitlement.changed ok=true transactionID=2000001
                10:02:44 notify.received status=paid notificationType=DID_RENEW paidAt=10:02:42 expiresAt=11:02:42 transactionID=2000002 originalTransactionID=2000001
                10:02:44.1 notify.verified ok=true
                10:02:45 entitlement.changed ok=true originalTransactionID=2000001
                11:02:50 notify.received notificationType=EXPIRED subscriptionState=expired expiresAt=11:02:42 transactionID=2000002 originalTransactionID=2000001
                11:02:50.1 notify.verified ok=true
                11:02:51 entitlement.changed ok=false originalTransactionID=2000001
                """),
            .silent(
                "kept in the grace period",
                """
                09:02:11 order.created amount=18.00 flow=storekit
                09:02:42 receipt.verified code=0 transactionID=2000001 expiresAt=10:02:42
                10:02:44 notify.received notificationType=DID_FAIL_TO_RENEW notificationSubtype=GRACE_PERIOD graceUntil=11:30:00 expiresAt=10:02:42 transactionID=2000001
                10:02:44.1 notify.verified ok=true
                10:05:00 entitlement.changed ok=true transactionID=2000001
                """),
            .silent(
                "nothing says that it was not renewed",
                """
                09:02:11 order.created amount=18.00 flow=storekit
                09:02:42 receipt.verified code=0 transactionID=2000001 expiresAt=10:02:42
                10:30:00 entitlement.changed ok=true transactionID=2000001
                """),
            .silent(
                "the refund was reversed",
                """
                10:02:11 order.created amount=18.00 flow=storekit
                10:02:42 receipt.verified code=0 transactionID=2000001
                10:20:00 notify.received status=refunded notificationType=REFUND closedAt=10:19:58 transactionID=2000001
                10:20:00.1 notify.verified ok=true
                10:25:00 notify.received status=paid notificationType=REFUND_REVERSED transactionID=2000001
                10:25:00.1 notify.verified ok=true
                10:30:00 entitlement.changed ok=true transactionID=2000001
                """),
        ],
        check: { order in
            guard order.kinds.contains(.entitlementChanged), !order.purchases.isEmpty else { return nil }
            let changes = order.indices(of: .entitlementChanged)
            for (place, index) in changes.enumerated() {
                guard let granted = order.facts[index].ok else { continue }
                guard let found = granted ? order.wrongGrant(at: index) : order.wrongRefusal(at: index) else { continue }
                var fired = Fired(.critical, reason: found.reason, evidence: [index, found.evidence])
                fired.closedAt = changes[(place + 1)...].first { order.facts[$0].ok == !granted }.map { order.facts[$0].at }
                return fired
            }
            return nil
        })
}

extension Case {
    /// How far two stamps of one moment may lie apart: the store's date and the server's own line.
    private var slackOfEntitlements: TimeSpan { .seconds(60) }

    /// The transactions that an entitlement line can speak of: those of its product, where both name one.
    private func purchases(of index: Int) -> [StorePurchase] {
        guard let product = text(.productID, at: index) else { return purchases }
        return purchases.filter { $0.product == nil || $0.product == product }
    }

    /// Why access that was granted should not have been; nil when some purchase may have covered it.
    func wrongGrant(at index: Int) -> (reason: String, evidence: Int)? {
        let at = facts[index].at
        let known = purchases(of: index)
        // The line's own word: access until a moment that is over, unless a purchase surely covers this one.
        if let told = chain.instant(.expiresAt, of: chain.events[index]), told + slackOfEntitlements < at,
            let last = known.last(where: { $0.start <= at }), !known.contains(where: { $0.end != nil && $0.isActive(at: at) })
        {
            return ("expired", last.event)
        }
        guard !known.isEmpty, !known.contains(where: { $0.isActive(at: at - slackOfEntitlements) || $0.isActive(at: at) }) else {
            return nil
        }
        let last = known.filter { $0.start <= at }.max { ($0.end ?? $0.start, $0.start) < ($1.end ?? $1.start, $1.start) }
        guard let last else { return nil }
        if last.isTakenBack(at: at), let by = last.takenBackBy {
            guard last.takenBackAt.map({ $0 + slackOfEntitlements < at }) ?? false else { return nil }
            return (last.isRefund ? "refunded" : "revoked", by)
        }
        guard let end = last.end, let over = saysOver(since: end, before: at) else { return nil }
        return ("expired", over)
    }

    /// A line before a moment that says, after the end of the period, that it was not renewed: an expired subscription never renews by
    /// itself, but a line that merely names an old period may be followed by a renewal that no log tells.
    private func saysOver(since end: Instant, before at: Instant) -> Int? {
        facts.indices.last { index in
            let fact = facts[index]
            guard fact.witness != .client, fact.at >= end, fact.at < at else { return false }
            if chain.has(.subscriptionState, "expired", in: chain.events[index]) { return true }
            if chain.has(.notificationType, "EXPIRED", in: chain.events[index]) { return true }
            if chain.has(.notificationType, "GRACE_PERIOD_EXPIRED", in: chain.events[index]) { return true }
            guard fact.event == .receiptVerified, let told = chain.instant(.expiresAt, of: chain.events[index]) else { return false }
            return told <= end
        }
    }

    /// Why access that was refused should have been given; nil when no purchase surely covered the moment.
    func wrongRefusal(at index: Int) -> (reason: String, evidence: Int)? {
        let (at, slack) = (facts[index].at, slackOfEntitlements)
        // Another product took its place (an upgrade): the old one's access ends rightly.
        let isReplaced = facts.indices.contains { other in
            facts[other].at <= at
                && chain.text(.notificationSubtype, of: chain.events[other]).map { $0 == "UPGRADE" || $0 == "DOWNGRADE" } ?? false
        }
        guard !isReplaced else { return nil }
        let covering = purchases(of: index).first { purchase in
            purchase.isProven && purchase.end != nil && purchase.start + slack <= at && purchase.isActive(at: at)
                && purchase.isActive(at: at + slack)
                && facts[purchase.event].at <= at
        }
        return (covering ?? periodThatStillRuns(at: index)).map { ("refused_while_active", $0.event) }
    }

    /// The proven purchase whose period, by the refusing line's own word, ends later; nil where the line names a reason to take it back.
    private func periodThatStillRuns(at index: Int) -> StorePurchase? {
        let (at, slack) = (facts[index].at, slackOfEntitlements)
        guard let told = chain.instant(.expiresAt, of: chain.events[index]), told > at + slack else { return nil }
        if let reason = text(.reason, at: index) {
            for word in ["refund", "revo", "upgrade", "downgrade", "chargeback", "fraud", "ban", "user"] where reason.contains(word) {
                return nil
            }
        }
        return purchases(of: index).first { purchase in
            purchase.isProven && purchase.end == nil && purchase.start + slack <= at && purchase.isActive(at: at + slack)
        }
    }
}
