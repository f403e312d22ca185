import Domain

extension EnvelopeFormat {
    /// Splunk's export of a search as JSON: one result a line, the event as it was written in `_raw`.
    static let splunk = EnvelopeFormat.transport(
        "Splunk", start: "{", mark: "\"_raw\"",
        examples: [
            EnvelopeExample(
                text: #"{"preview":false,"offset":0,"result":{"_raw":"2026-09-01 13:57:31.101  INFO 12 --- [main] c.e.Pay : a","#
                    + #""_time":"2026-09-01 13:57:31.101 CST","host":"web-1","source":"/var/log/pay.log","sourcetype":"spring"}}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, processID: "12", category: "c.e.Pay", message: "a", format: "Spring Boot 2"),
            EnvelopeExample(
                text: #"{"result":{"_raw":"order.created orderNo=A1","_time":"2026-09-01T13:57:31.101+0800","host":"web-1"}}"#,
                at: "2026-09-01T05:57:31.101Z", message: "order.created orderNo=A1", format: "plain"),
        ]
    ) { line, clock, wrapped, arena in
        guard line.at(0) == UInt8(ascii: "{"), let result = JSONMembers.member("result", of: line), result.kind == .nested else {
            return false
        }
        var members = JSONMembers(result.value)
        var member = JSONMember()
        var text: JSONMember?
        wrapped.stamp = nil
        while members.next(&member) {
            if member.key.equals("_raw"), member.kind == .string {
                text = member
            } else if member.key.equals("_time") {
                wrapped.stamp = clock.any(member.value)
            } else if member.key.equals("source") {
                wrapped.stream = member.value
            }
        }
        guard let text else { return false }
        wrapped.content = text.isEscaped ? FieldScanner.unescaped(text.value, &arena) ?? text.value : text.value
        return true
    }

    /// A line of Papertrail's archives: ten columns parted by TABs, the message last; its times are UTC.
    static let papertrail = EnvelopeFormat.transport(
        "Papertrail",
        examples: [
            EnvelopeExample(
                text: "1788242251\t2026-09-01T05:57:31Z\t2026-09-01T05:57:31Z\t31181\tweb-1\t203.0.113.9\tUser\tNotice\tpay\t"
                    + "order.created orderNo=A1",
                at: "2026-09-01T05:57:31.000Z", resolution: .second, service: "pay", message: "order.created orderNo=A1", format: "plain")
        ]
    ) { line, clock, wrapped, _ in
        guard line.at(0).isDigit, let first = line.slice(0, 24).first(9), let stamp = clock.calendar(line, at: first &+ 1, isUTC: true),
            line.at(first &+ 1 &+ stamp.length) == 9
        else { return false }
        var start = 0
        var column = 0
        while column < 9, let tab = line.first(9, from: start) {
            if column == 8 { wrapped.service = line.slice(start, tab) }
            start = tab &+ 1
            column &+= 1
        }
        guard column == 9 else { return false }
        (wrapped.stamp, wrapped.content) = (stamp, line.from(start))
        return true
    }
}
