import Domain

extension EnvelopeFormat {
    /// Breadcrumbs of a Sentry event: what the app printed before something went wrong (facts.md §5.9).
    static let sentry = EnvelopeFormat.carrier(
        "Sentry breadcrumbs",
        form: CarrierForm(
            place: .elements(of: "values"),
            recognises: { CarrierForm.isJSON($0, holding: "\"breadcrumbs\"", "\"values\"", "\"timestamp\"", "\"category\"") },
            unwrap: { entry, _, clock, wrapped, arena in
                var members = JSONMembers(entry)
                var member = JSONMember()
                var text: JSONMember?
                while members.next(&member) {
                    if member.key.equals("timestamp") {
                        wrapped.stamp = clock.any(member.value)
                    } else if member.key.equals("message"), member.kind == .string {
                        text = member
                    }
                }
                guard let text, wrapped.stamp != nil else { return false }
                wrapped.content = text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value
                return true
            }),
        examples: [
            EnvelopeExample(
                text: #"{"event_id":"a","platform":"javascript","breadcrumbs":{"values":[{"timestamp":"2026-09-01T05:57:31.101Z","#
                    + #""category":"console","level":"log","message":"[PayCallback] order.saved orderNo=A1"}]}}"#,
                at: "2026-09-01T05:57:31.101Z", message: "[PayCallback] order.saved orderNo=A1", format: "plain"),
            EnvelopeExample(
                text: #"{"breadcrumbs":{"values":[{"category":"console","message":"a","timestamp":1788242251.101}]}}"#,
                at: "2026-09-01T05:57:31.101Z", message: "a", format: "plain"),
        ])
}
