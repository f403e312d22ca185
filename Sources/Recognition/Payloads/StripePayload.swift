import Decoding
import Domain

/// What one object of Stripe's API says (facts.md §4); slices point into the record.
struct StripeObject {
    var type = Bytes.none
    var id = Bytes.none
    var status = Bytes.none
    var paymentStatus = Bytes.none
    var amount: Bytes?
    var refunded: Bytes?
    var currency = Bytes.none
    var intent: Bytes?
    var charge: Bytes?
    var reference: Bytes?
    var number: Bytes?
    var created: Bytes?
    var error: Bytes?
    var errorCode: Bytes?
    var isFullyRefunded = false

    init(_ object: Bytes, _ keys: borrowing KeyTable) {
        var walk = JSONMembers(object)
        var member = JSONMember()
        while walk.next(&member) { take(member, keys) }
    }

    private mutating func take(_ member: JSONMember, _ keys: borrowing KeyTable) {
        let key = member.key
        if key.equals("object") {
            type = member.value
        } else if key.equals("id") {
            id = EventDocument.text(member) ?? .none
        } else if key.equals("status") {
            status = EventDocument.text(member) ?? .none
        } else if key.equals("payment_status") {
            paymentStatus = EventDocument.text(member) ?? .none
        } else if key.equals("amount") || key.equals("amount_total") {
            amount = EventDocument.text(member)
        } else if key.equals("amount_refunded") {
            refunded = EventDocument.text(member)
        } else if key.equals("refunded") {
            isFullyRefunded = member.value.equals("true")
        } else if key.equals("currency") {
            currency = EventDocument.text(member) ?? .none
        } else if key.equals("payment_intent") {
            intent = EventDocument.text(member)
        } else if key.equals("charge") || key.equals("latest_charge") {
            charge = EventDocument.text(member)
        } else if key.equals("client_reference_id") {
            reference = EventDocument.text(member)
        } else if key.equals("created") {
            created = EventDocument.text(member)
        } else if key.equals("metadata"), member.kind == .nested {
            takeMetadata(member.value, keys)
        } else if key.equals("last_payment_error"), member.kind == .nested {
            error = EventDocument.member("message", of: member.value)?.value
            errorCode =
                EventDocument.member("decline_code", of: member.value)?.value ?? EventDocument.member("code", of: member.value)?.value
        } else if key.equals("failure_message") {
            error = EventDocument.text(member)
        } else if key.equals("failure_code") {
            errorCode = EventDocument.text(member)
        }
    }

    /// The merchant's number among the metadata, under any of its spellings.
    private mutating func takeMetadata(_ metadata: Bytes, _ keys: borrowing KeyTable) {
        var walk = JSONMembers(metadata)
        var member = JSONMember()
        while walk.next(&member) {
            switch keys.meaning(of: member.key) {
            case .orderNumber, .orderID: number = EventDocument.text(member) ?? number
            case .attemptNumber, .merchantNumber: number = number ?? EventDocument.text(member)
            default: break
            }
        }
    }

    /// The payment that the object speaks of.
    var trade: Bytes? {
        if type.equals("payment_intent") { return id }
        return intent ?? (type.equals("charge") ? id : charge)
    }

    /// The state it is in by itself, whatever event brought it.
    var ownState: StateWord? {
        if type.equals("payment_intent") {
            if status.equals("succeeded") { return .paid }
            return status.equals("canceled") ? .closed : .pending
        }
        if type.equals("charge") {
            if isFullyRefunded { return .refunded }
            return status.equals("succeeded") ? .paid : status.equals("failed") ? .failed : .pending
        }
        if type.equals("checkout.session") {
            if paymentStatus.equals("paid") || paymentStatus.equals("no_payment_required") { return .paid }
            return status.equals("expired") ? .expired : .pending
        }
        return nil
    }

    /// The state that an event says, or nil where it says none (disputes).
    func state(after event: Bytes) -> StateWord? {
        if event.equals("checkout.session.completed") { return ownState }
        if event.has("checkout.session.async_payment_") { return event.ends("succeeded") ? .paid : .failed }
        if event.equals("checkout.session.expired") { return .expired }
        if event.has("payment_intent.") {
            if event.ends("succeeded") { return .paid }
            if event.ends("payment_failed") { return .failed }
            return event.ends("canceled") ? .closed : .pending
        }
        if event.has("charge.dispute") || event.has("radar.") { return nil }
        if event.equals("charge.refunded") { return isFullyRefunded || refunded == nil ? .refunded : .paid }
        if event.has("charge.") { return type.equals("charge") ? ownState : nil }
        return nil
    }
}

extension Reading {
    /// The Stripe event in the record, or nil.
    var stripeEvent: (event: Bytes, object: StripeObject)? {
        guard let event = document("type", "data"), let id = EventDocument.member("id", of: event), id.value.has("evt_"),
            let data = EventDocument.member("data", of: event), let object = EventDocument.member("object", of: data.value),
            object.kind == .nested
        else { return nil }
        return (event, StripeObject(object.value, words.keys))
    }

    /// A Stripe object without an event around it, or nil.
    var stripeObject: StripeObject? {
        guard let object = document("object", "currency") else { return nil }
        let found = StripeObject(object, words.keys)
        return found.ownState != nil || found.type.equals("refund") ? found : nil
    }

    /// Writes what a Stripe event says; false when there is none.
    mutating func putStripe() -> Bool {
        guard let (event, object) = stripeEvent else { return false }
        if let id = EventDocument.member("id", of: event) { rows.put(.notifyID, id.value) }
        let type = EventDocument.member("type", of: event)?.value ?? .none
        rows.put(.notificationType, type.cut(to: 60))
        let created = EventDocument.member("created", of: event)?.value
        putTime(.notifiedAt, created)
        if let live = EventDocument.member("livemode", of: event) {
            rows.put(.environment, live.value.equals("true") ? "Production" : "Sandbox")
        }
        putStripe(object, state: object.state(after: type), at: created)
        return true
    }

    /// Writes what a Stripe object says.
    mutating func putStripe(_ object: StripeObject, state: StateWord?, at time: Bytes?) {
        if !rows.has(.orderNumber), !rows.has(.maskedNumber), let number = Reading.usable(object.reference) ?? Reading.usable(object.number)
        {
            rows.put(.orderNumber, number)
        }
        if let trade = Reading.usable(object.trade) { rows.put(.tradeNumber, trade) }
        if object.type.equals("checkout.session"), let id = Reading.usable(object.id) { rows.put(.prepayID, id) }
        if let state {
            rows.put(.status, state.bytes)
            if state == .paid { putTime(.paidAt, time) }
            if state == .refunded || state == .closed || state == .expired { putTime(.closedAt, time) }
        }
        if object.type.equals("refund") {
            let progress = RefundProgress(word: object.status) ?? .begun
            putRefund(progress, in: object.status)
            if let id = Reading.usable(object.id) { rows.put(.refundNumber, id) }
            if progress == .done { putMinor(object.amount, currency: object.currency, .refundedAmount) }
        } else if !object.type.equals("dispute") {
            putMinor(object.amount, currency: object.currency)
            if let refunded = object.refunded, refunded.integer ?? 0 > 0 {
                putMinor(refunded, currency: object.currency, .refundedAmount)
            }
        }
        if object.currency.count == 3 { rows.putUppered(.currency, object.currency) }
        if let code = object.errorCode, code.count > 0, code.count <= 40 { rows.put(.code, code) }
        if state == .failed { putError(object.error) }
    }
}
