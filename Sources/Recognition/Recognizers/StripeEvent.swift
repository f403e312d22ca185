import Decoding
import Domain

extension Recognizer {
    /// A Stripe event without an event word of ours.
    static let stripeEvent = Recognizer(
        name: "Stripe event",
        purpose: Text(
            en: "A Stripe event, delivered to a server or exported (facts.md §4); amounts in the currency's minor unit.",
            zh: "Stripe 事件：服务器收到的或导出的（facts.md §4）；金额为最小货币单位。"),
        scope: .server, anchors: ["\"evt_", "evt_"],
        examples: [
            Example(
                #"{"level":"info","ts":1788418834.25,"msg":"stripe webhook","payload":{"id":"evt_1","object":"event","created":1788418833,"#
                    + #""livemode":true,"pending_webhooks":1,"request":{"id":"req_9"},"type":"checkout.session.completed","data":{"object":{"#
                    + #""id":"cs_live_1","object":"checkout.session","amount_total":1280,"currency":"jpy","client_reference_id":"WC-1","#
                    + #""payment_intent":"pi_1","payment_status":"paid","status":"complete"}}}}"#,
                gives: "server.notify.received orderNumber=WC-1 notifyID=evt_1 tradeNumber=pi_1 prepayID=cs_live_1 status=paid amount=1280 "
                    + "currency=JPY paidAt=1788418833000000 environment=Production notificationType=checkout.session.completed provider=stripe"
            ),
            Example(
                #"2026-09-03 15:00:34.300 INFO 1 --- [exec-2] c.e.pay.Hook : got {"id":"evt_2","object":"event","type":"charge.refunded","#
                    + #""created":1788418933,"data":{"object":{"id":"ch_1","object":"charge","amount":12800,"amount_refunded":2800,"#
                    + #""refunded":false,"currency":"usd","payment_intent":"pi_1","status":"succeeded","metadata":{"order_no":"WC-1"}}}}"#,
                gives:
                    "server.notify.received orderNumber=WC-1 tradeNumber=pi_1 status=paid amount=128.00 refundedAmount=28.00 currency=USD"),
            Example(
                #"{"id":"evt_3","object":"event","created":1788418833,"type":"payment_intent.payment_failed","data":{"object":{"id":"pi_1","#
                    + #""object":"payment_intent","amount":12800,"currency":"usd","status":"requires_payment_method","metadata":{"orderNo":"WC-1"},"#
                    + #""last_payment_error":{"code":"card_declined","decline_code":"insufficient_funds","message":"Your card has none."}}}}"#,
                gives: "provider.trade.recorded orderNumber=WC-1 tradeNumber=pi_1 status=failed code=insufficient_funds amount=128.00"),
            Example(
                #"{"id":"evt_4","object":"event","created":1788418833,"type":"payment_intent.requires_action","data":{"object":{"id":"pi_1","#
                    + #""object":"payment_intent","amount":12800,"currency":"usd","status":"requires_action","metadata":{"orderNo":"WC-1"}}}}"#,
                gives: "provider.trade.recorded orderNumber=WC-1 status=pending notificationType=payment_intent.requires_action"),
        ]
    ) { reading in
        guard let (event, object) = reading.stripeEvent else { return false }
        if reading.isServerContext { return reading.putNotify(.stripe) }
        let type = EventDocument.member("type", of: event)?.value ?? .none
        let state = object.state(after: type)
        guard reading.begin(reading.recordEvent(object, state: state), .provider) else { return false }
        reading.rows.put(.provider, "stripe")
        guard reading.putStripe() else { return false }
        reading.placeRecord(EventDocument.member("created", of: event)?.value)
        return true
    }

    /// A Stripe object of a list or a query.
    static let stripeObject = Recognizer(
        name: "Stripe object",
        purpose: Text(
            en: "A payment intent, charge, session or refund of Stripe's API: a query's answer in a server's log, else a record.",
            zh: "Stripe API 的 payment intent、charge、session 或 refund：服务器日志中为查单应答，否则为渠道侧记录。"),
        scope: .server, anchors: ["\"payment_intent\"", "\"checkout.session\"", "\"charge\"", "\"refund\""],
        examples: [
            Example(
                #"{"id":"pi_1","object":"payment_intent","amount":12800,"currency":"usd","created":1788418800,"status":"succeeded","#
                    + #""metadata":{"order_id":"WC-1"}}"#,
                gives: "provider.trade.recorded orderNumber=WC-1 tradeNumber=pi_1 status=paid amount=128.00 currency=USD provider=stripe"),
            Example(
                #"{"id":"re_1","object":"refund","amount":500,"currency":"usd","created":1788418900,"status":"succeeded","#
                    + #""payment_intent":"pi_1"}"#,
                gives: "provider.refund.recorded tradeNumber=pi_1 refundedAmount=5.00 refundNumber=re_1"),
            // The payer's bank did not take it back.
            Example(
                #"{"id":"re_2","object":"refund","amount":500,"currency":"usd","created":1788418900,"status":"failed","payment_intent":"pi_1"}"#,
                gives: "provider.refund.recorded tradeNumber=pi_1 refundNumber=re_2 refundProgress=failed rawStatus=failed"),
            Example(
                #"2026-09-03 15:00:34.300 INFO 1 --- [exec-2] c.e.pay.Q : session {"id":"cs_1","object":"checkout.session","amount_total":500,"#
                    + #""currency":"kwd","client_reference_id":"WC-1","payment_status":"unpaid","status":"open"}"#,
                gives: "server.provider.answered orderNumber=WC-1 prepayID=cs_1 status=pending amount=0.500 currency=KWD"),
        ]
    ) { reading in
        guard let object = reading.stripeObject else { return false }
        if reading.isServerContext {
            guard !object.type.equals("refund"), reading.begin(.providerAnswered, .serverApp) else { return false }
            reading.putNumbers()
            reading.rows.put(.provider, "stripe")
            reading.putStripe(object, state: object.ownState, at: nil)
            return true
        }
        guard reading.begin(reading.recordEvent(object, state: object.ownState), .provider) else { return false }
        reading.rows.put(.provider, "stripe")
        // A charge is made when it is paid; an intent long before.
        reading.putStripe(object, state: object.ownState, at: object.type.equals("charge") ? object.created : nil)
        reading.placeRecord(object.created)
        return true
    }
}

extension Reading {
    /// Which record of the provider an object is.
    func recordEvent(_ object: StripeObject, state: StateWord?) -> EventKind {
        if object.type.equals("refund") { return .refundRecorded }
        return state == .closed || state == .expired ? .tradeClosed : .tradeRecorded
    }

    /// Puts a provider's row at its own moment where the record has no stamp.
    mutating func placeRecord(_ time: Bytes?) {
        guard record.at == nil, let time, let at = ProviderTime.read(time), let row = rows.last else { return }
        (row.pointee.at, row.pointee.resolution) = (at, .second)
    }
}
