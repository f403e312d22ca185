import Decoding
import Domain

extension Recognizer {
    /// A PayPal webhook without an event word of ours.
    static let paypalEvent = Recognizer(
        name: "PayPal event",
        purpose: Text(
            en: "A PayPal webhook event, delivered to a server or exported (facts.md §4); approved is not captured.",
            zh: "PayPal webhook 事件：服务器收到的或导出的（facts.md §4）；approved 不等于已扣款。"),
        scope: .server, anchors: ["CHECKOUT.ORDER.", "PAYMENT.CAPTURE.", "PAYMENT.SALE."],
        examples: [
            Example(
                #"{"level":"info","time":"2026-09-03T15:00:34+08:00","msg":"paypal webhook","body":"{\"id\":\"WH-1\",\"event_type\":"#
                    + #"\"PAYMENT.CAPTURE.COMPLETED\",\"create_time\":\"2026-09-03T07:00:33Z\",\"resource\":{\"id\":\"8AB\",\"status\":"#
                    + #"\"COMPLETED\",\"amount\":{\"currency_code\":\"USD\",\"value\":\"128.00\"},\"custom_id\":\"WC-1\","#
                    + #"\"create_time\":\"2026-09-03T07:00:31Z\",\"supplementary_data\":{\"related_ids\":{\"order_id\":\"5O1\"}}}}"}"#,
                gives: "server.notify.received orderNumber=WC-1 notifyID=WH-1 tradeNumber=8AB prepayID=5O1 status=paid amount=128.00 "
                    + "currency=USD paidAt=1788418831000000 notificationType=PAYMENT.CAPTURE.COMPLETED provider=paypal"),
            Example(
                #"{"id":"WH-2","event_type":"CHECKOUT.ORDER.APPROVED","create_time":"2026-09-03T07:00:30Z","resource":{"id":"5O1","status":"#
                    + #""APPROVED","purchase_units":[{"reference_id":"default","amount":{"currency_code":"USD","value":"128.00"},"invoice_id":"WC-1"}]}}"#,
                gives: "provider.trade.recorded orderNumber=WC-1 prepayID=5O1 status=pending amount=128.00 currency=USD provider=paypal"),
            Example(
                #"{"id":"WH-3","event_type":"PAYMENT.CAPTURE.REFUNDED","create_time":"2026-09-03T08:00:30Z","resource":{"id":"R1","status":"#
                    + #""COMPLETED","amount":{"currency_code":"USD","value":"28.00"},"invoice_id":"WC-1","seller_payable_breakdown":{"#
                    + #""total_refunded_amount":{"currency_code":"USD","value":"128.00"}},"links":[{"rel":"up","href":"#
                    + #""https://api.sandbox.paypal.com/v2/payments/captures/8AB"}]}}"#,
                gives: "provider.refund.recorded orderNumber=WC-1 tradeNumber=8AB status=refunded refundedAmount=28.00 refundNumber=R1 "
                    + "environment=Sandbox"),
        ]
    ) { reading in
        guard let (event, _) = reading.paypalEvent, let type = EventDocument.member("event_type", of: event)?.value,
            type.has("CHECKOUT.") || type.has("PAYMENT.")
        else { return false }
        if reading.isServerContext { return reading.putNotify(.paypal) }
        let kind: EventKind =
            type.ends(".REFUNDED") || type.ends(".REVERSED") ? .refundRecorded : type.ends(".VOIDED") ? .tradeClosed : .tradeRecorded
        guard reading.begin(kind, .provider) else { return false }
        reading.rows.put(.provider, "paypal")
        guard reading.putPayPal(isRecord: true) else { return false }
        reading.placeRecord(EventDocument.member("create_time", of: event)?.value)
        return true
    }

    /// A row of PayPal's transaction search.
    static let paypalTransaction = Recognizer(
        name: "PayPal transaction",
        purpose: Text(
            en: "transaction_info of PayPal's transaction search: S success, P pending, D denied, V refunded or reversed.",
            zh: "PayPal 交易查询的 transaction_info：S 成功、P 处理中、D 拒绝、V 已退款或撤销。"),
        scope: .server, anchors: ["\"transaction_info\""],
        examples: [
            Example(
                #"{"transaction_info":{"transaction_id":"8AB","transaction_event_code":"T0006","transaction_initiation_date":"#
                    + #""2026-09-03T07:00:31+0000","transaction_amount":{"currency_code":"USD","value":"128.00"},"transaction_status":"S","#
                    + #""invoice_id":"WC-1"}}"#,
                gives: "provider.trade.recorded orderNumber=WC-1 tradeNumber=8AB status=paid amount=128.00 currency=USD provider=paypal"),
            Example(
                #"{"transaction_info":{"transaction_id":"R1","paypal_reference_id":"8AB","transaction_event_code":"T1107","#
                    + #""transaction_initiation_date":"2026-09-03T08:00:31+0000","transaction_amount":{"currency_code":"USD","value":"-28.00"},"#
                    + #""transaction_status":"S","invoice_id":"WC-1"}}"#,
                gives: "provider.refund.recorded orderNumber=WC-1 tradeNumber=8AB refundedAmount=28.00 refundNumber=R1"),
            Example(
                #"{"transaction_info":{"transaction_id":"R2","paypal_reference_id":"8AB","transaction_event_code":"T1107","#
                    + #""transaction_initiation_date":"2026-09-03T08:00:31+0000","transaction_amount":{"currency_code":"USD","value":"-28.00"},"#
                    + #""transaction_status":"P","invoice_id":"WC-1"}}"#,
                gives: "provider.refund.recorded orderNumber=WC-1 tradeNumber=8AB refundNumber=R2 refundProgress=begun rawStatus=P"),
        ]
    ) { reading in
        guard !reading.isServerContext, let info = EventDocument.find(in: reading.record.message, "transaction_id", "transaction_status")
        else { return false }
        return reading.putPayPalTransaction(info)
    }
}

extension Reading {
    /// Writes a row of PayPal's transaction search (facts.md §4).
    mutating func putPayPalTransaction(_ info: Bytes) -> Bool {
        func text(_ key: StaticString) -> Bytes? { EventDocument.member(key, of: info).flatMap(EventDocument.text) }
        let code = text("transaction_event_code") ?? .none
        // T00xx are payments, T11xx refunds and reversals; fees, transfers and holds are neither.
        let isRefund = code.has("T11")
        guard isRefund || code.has("T00"), let amount = EventDocument.member("transaction_amount", of: info),
            begin(isRefund ? .refundRecorded : .tradeRecorded, .provider)
        else { return false }
        rows.put(.provider, "paypal")
        var resource = PayPalResource(.none)
        (resource.invoice, resource.custom) = (text("invoice_id"), text("custom_field"))
        putPayPalNumbers(resource)
        let id = Reading.usable(text("transaction_id"))
        if let trade = isRefund ? Reading.usable(text("paypal_reference_id")) : id { rows.put(.tradeNumber, trade) }
        let time = text("transaction_initiation_date")
        let value = EventDocument.member("value", of: amount.value)?.value
        let status = text("transaction_status") ?? .none
        if isRefund, status.equals("P") || status.equals("D") {
            if let id { rows.put(.refundNumber, id) }
            putRefund(status.equals("D") ? .failed : .begun, in: status)
        } else if isRefund {
            if let id { rows.put(.refundNumber, id) }
            if let value, Money(decimal: value) != nil { rows.put(.refundedAmount, BillLayout.magnitude(value)) }
            rows.put(.status, StateWord.refunded.bytes)
            putTime(.closedAt, time)
        } else {
            putAmount(value)
            if status.equals("S") || status.equals("V") {
                rows.put(.status, StateWord.paid.bytes)
                putTime(.paidAt, time)
            } else {
                rows.put(.status, (status.equals("D") ? StateWord.failed : .pending).bytes)
            }
        }
        if let currency = EventDocument.member("currency_code", of: amount.value)?.value, currency.count == 3 {
            rows.putUppered(.currency, currency)
        }
        placeRecord(time)
        return true
    }
}
