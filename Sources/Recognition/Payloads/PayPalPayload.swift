import Decoding
import Domain

/// What one resource of PayPal's says (facts.md §4); slices point into the record.
struct PayPalResource {
    var id = Bytes.none
    var status = Bytes.none
    var amount: Bytes?
    var currency = Bytes.none
    var refunded: Bytes?
    var invoice: Bytes?
    var custom: Bytes?
    var order: Bytes?
    var capture: Bytes?
    var time: Bytes?
    var isSandbox = false

    init(_ resource: Bytes) {
        isSandbox = resource.holds("sandbox.paypal.com")
        take(resource, isUnit: false)
        // A refund names its capture only in a link.
        if let mark = resource.find("/payments/captures/") {
            let start = mark + 19
            var end = start
            while end < resource.count, resource[end].isIdentifier { end += 1 }
            if end > start { capture = resource.slice(start, end) }
        }
    }

    private mutating func take(_ object: Bytes, isUnit: Bool) {
        var walk = JSONMembers(object)
        var member = JSONMember()
        while walk.next(&member) {
            let key = member.key
            if key.equals("id"), !isUnit {
                id = EventDocument.text(member) ?? .none
            } else if key.equals("status"), !isUnit {
                status = EventDocument.text(member) ?? .none
            } else if key.equals("amount"), member.kind == .nested, amount == nil {
                amount = EventDocument.member("value", of: member.value)?.value ?? EventDocument.member("total", of: member.value)?.value
                currency =
                    EventDocument.member("currency_code", of: member.value)?.value
                    ?? EventDocument.member("currency", of: member.value)?.value ?? .none
            } else if key.equals("invoice_id") || key.equals("invoice_number") {
                invoice = EventDocument.text(member) ?? invoice
            } else if key.equals("custom_id") || key.equals("custom") {
                custom = EventDocument.text(member) ?? custom
            } else if key.equals("create_time"), !isUnit {
                time = EventDocument.text(member)
            } else if key.equals("supplementary_data"), let ids = EventDocument.member("related_ids", of: member.value) {
                order = EventDocument.member("order_id", of: ids.value)?.value
                capture = EventDocument.member("capture_id", of: ids.value)?.value
            } else if key.equals("seller_payable_breakdown"), let total = EventDocument.member("total_refunded_amount", of: member.value) {
                refunded = EventDocument.member("value", of: total.value)?.value
            } else if key.equals("purchase_units"), !isUnit, let open = member.value.first(123) {
                // One unit is the rule; its number is the order's.
                take(member.value.from(open), isUnit: true)
            }
        }
    }
}

extension Reading {
    /// PayPal's event in the record, or nil.
    var paypalEvent: (event: Bytes, resource: PayPalResource)? {
        guard let event = document("event_type", "resource"), let resource = EventDocument.member("resource", of: event),
            resource.kind == .nested
        else { return nil }
        return (event, PayPalResource(resource.value))
    }

    /// Writes what a PayPal event says; false when there is none.
    ///
    /// - Parameter isRecord: a record of one refund names its own amount, a notify what was refunded so far.
    mutating func putPayPal(isRecord: Bool) -> Bool {
        guard let (event, resource) = paypalEvent, let type = EventDocument.member("event_type", of: event)?.value else { return false }
        if let id = EventDocument.member("id", of: event), let usable = Reading.usable(id.value) { rows.put(.notifyID, usable) }
        rows.put(.notificationType, type.cut(to: 60))
        let created = EventDocument.member("create_time", of: event)?.value
        putTime(.notifiedAt, created)
        putPayPalNumbers(resource)
        let isOrder = type.has("CHECKOUT.ORDER.")
        let isRefund = type.ends(".REFUNDED") || type.ends(".REVERSED")
        if isOrder {
            if let id = Reading.usable(resource.id) { rows.put(.prepayID, id) }
        } else if let trade = Reading.usable(isRefund ? resource.capture : resource.id) {
            rows.put(.tradeNumber, trade)
        }
        if let order = Reading.usable(resource.order) { rows.put(.prepayID, order) }
        let state = isRefund ? .refunded : words.states.providerState(of: type) ?? words.states.providerState(of: resource.status)
        if let state {
            rows.put(.status, state.bytes)
            if state == .paid { putTime(.paidAt, resource.time ?? created) }
            if state == .refunded || state == .closed { putTime(.closedAt, resource.time ?? created) }
        }
        if isRefund {
            putAmount(isRecord ? resource.amount : resource.refunded ?? resource.amount, .refundedAmount)
            if let id = Reading.usable(resource.id) { rows.put(.refundNumber, id) }
        } else {
            putAmount(resource.amount)
        }
        if resource.currency.count == 3 { rows.putUppered(.currency, resource.currency) }
        if resource.isSandbox { rows.put(.environment, "Sandbox") }
        return true
    }

    /// The merchant's number stands in `invoice_id` or `custom_id`; where they differ, only a known order tells which (facts.md §10).
    mutating func putPayPalNumbers(_ resource: PayPalResource) {
        if let named = Reading.usable(fields[.orderNumber]) {
            rows.put(.orderNumber, named)
            return
        }
        let invoice = Reading.usable(resource.invoice)
        let custom = Reading.usable(resource.custom)
        if let invoice, let custom, !invoice.same(as: custom) {
            rows.put(.candidateNumber, invoice)
            rows.put(.candidateNumber, custom)
        } else if let number = invoice ?? custom {
            rows.put(.orderNumber, number)
        }
    }
}
