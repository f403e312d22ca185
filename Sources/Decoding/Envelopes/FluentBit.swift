import Domain

extension EnvelopeFormat {
    /// What Fluent Bit prints on its own standard output: `[0] tag: [1788242251.101, {"log"=>"line"}]`, since 2.1 with metadata beside the
    /// time: `[0] tag: [[1788242251.101, {}], {"log"=>"line"}]` (its `stdout` plug-in).
    static let fluentBit = EnvelopeFormat.transport(
        "Fluent Bit", start: "[", mark: "]",
        examples: [
            EnvelopeExample(
                text:
                    #"[0] kube.pay: [1788242252.000000000, {"stream"=>"stdout", "log"=>"2026-09-01 13:57:31,101 [main] INFO c.e.Pay - a"}]"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, category: "c.e.Pay", service: "kube.pay", message: "a", format: "Logback"),
            EnvelopeExample(
                text: #"[12] pay: [[1788242251.101000000, {}], {"event"=>"order.created", "orderNo"=>"A1", "n"=>1}]"#,
                at: "2026-09-01T05:57:31.101Z", resolution: .microsecond, service: "pay",
                message: #"{"event":"order.created", "orderNo":"A1", "n":1}"#, format: "JSON records"),
        ]
    ) { line, _, wrapped, arena in
        var cursor = HeaderCursor(line)
        guard cursor.eat(UInt8(ascii: "[")), cursor.digits() != nil, cursor.eat("] "), let tag = cursor.until(UInt8(ascii: ":")),
            !tag.isEmpty, cursor.eat(" [")
        else { return false }
        let hasMetadata = cursor.eat(UInt8(ascii: "["))
        guard let stamp = StampClock.epoch(line, at: cursor.i), let brace = line.find(hasMetadata ? "], {" : ", {", from: cursor.i),
            line.at(line.count &- 1) == UInt8(ascii: "]")
        else { return false }
        let start = brace &+ (hasMetadata ? 3 : 2)
        guard let object = objectOfArrows(line.slice(start, line.count &- 1), &arena) else { return false }
        (wrapped.stamp, wrapped.service, wrapped.content) = (stamp, tag, object)
        var members = JSONMembers(object)
        var member = JSONMember()
        while members.next(&member) {
            if member.key.equals("stream") {
                wrapped.stream = member.value
            } else if member.key.equals("log") || member.key.equals("message"), member.kind == .string {
                let text = member.isEscaped ? FieldScanner.unescaped(member.value, &arena) ?? member.value : member.value
                if member.key.equals("log") || EntryLine.isWholeLine(text) { wrapped.content = text }
            }
        }
        return true
    }

    /// `{"k"=>"v"}` as JSON: the arrows outside of texts become colons.
    private static func objectOfArrows(_ text: Bytes, _ arena: inout ByteArena) -> Bytes? {
        guard text.at(0) == UInt8(ascii: "{"), let room = arena.take(text.count) else { return nil }
        var count = 0
        var i = 0
        var isText = false
        while i < text.count {
            let byte = text[i]
            if isText, byte == UInt8(ascii: "\\") {
                room[count] = byte
                room[count &+ 1] = text.at(i &+ 1)
                count &+= min(2, text.count &- i)
                i &+= 2
                continue
            }
            if byte == UInt8(ascii: "\"") { isText.toggle() }
            if !isText, byte == UInt8(ascii: "="), text.at(i &+ 1) == UInt8(ascii: ">") {
                room[count] = UInt8(ascii: ":")
                i &+= 2
            } else {
                room[count] = byte
                i &+= 1
            }
            count &+= 1
        }
        return arena.trim(room, to: count)
    }
}
