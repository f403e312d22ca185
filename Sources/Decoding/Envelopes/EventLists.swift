import Domain

extension EnvelopeFormat {
    /// A list of Stripe's API: events, payment intents, charges, sessions (facts.md §4).
    static let stripeList = EnvelopeFormat.carrier(
        "Stripe list",
        form: CarrierForm(
            place: .elements(of: "data"),
            recognises: { head in
                CarrierForm.isJSON(head, holding: "\"data\"", "\"object\"", "\"list\"")
                    && (head.find("\"evt_") != nil || head.find("\"pi_") != nil || head.find("\"ch_") != nil || head.find("\"cs_") != nil)
            }, unwrap: unwrapObject),
        examples: [
            EnvelopeExample(
                text: #"{"object":"list","data":[{"id":"evt_1","object":"event","type":"charge.succeeded"}],"has_more":false}"#,
                message: #"{"id":"evt_1","object":"event","type":"charge.succeeded"}"#, format: "JSON records")
        ])

    /// PayPal's list of webhook events (facts.md §4).
    static let paypalList = EnvelopeFormat.carrier(
        "PayPal event list",
        form: CarrierForm(
            place: .elements(of: "events"),
            recognises: { CarrierForm.isJSON($0, holding: "\"events\"", "\"WH-", "\"event_type\"") }, unwrap: unwrapObject),
        examples: [
            EnvelopeExample(
                text: #"{"events":[{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}],"count":1}"#,
                message: #"{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}"#, format: "JSON records")
        ])

    /// PayPal's transaction search (facts.md §4).
    static let paypalTransactions = EnvelopeFormat.carrier(
        "PayPal transactions",
        form: CarrierForm(
            place: .elements(of: "transaction_details"),
            recognises: { CarrierForm.isJSON($0, holding: "\"transaction_details\"", "\"transaction_info\"") }, unwrap: unwrapObject),
        examples: [
            EnvelopeExample(
                text: #"{"transaction_details":[{"transaction_info":{"transaction_id":"8AB","transaction_status":"S"}}],"page":1}"#,
                message: #"{"transaction_info":{"transaction_id":"8AB","transaction_status":"S"}}"#, format: "JSON records")
        ])

    /// The element itself is the record.
    private static func unwrapObject(
        _ entry: Bytes, _ context: Bytes, _ clock: inout StampClock, _ wrapped: inout WrappedLine, _ arena: inout ByteArena
    ) -> Bool {
        wrapped.content = entry
        return entry.at(0) == UInt8(ascii: "{")
    }
}
