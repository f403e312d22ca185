import Domain

extension EnvelopeFormat {
    /// The container runtime interface: `stamp stream P|F content`; parts are joined within their stream (facts.md §6.19).
    static let cri = EnvelopeFormat.transport(
        "CRI",
        examples: [
            EnvelopeExample(
                text: "2026-09-01T05:57:31.123456789Z stdout P {\"level\":\"info\",\"ts\":1795004107.2,\n"
                    + "2026-09-01T05:57:31.123456790Z stdout F \"msg\":\"order.created\"}",
                at: "2026-11-18T12:15:07.200Z", level: .info, message: #"{"level":"info","ts":1795004107.2,"msg":"order.created"}"#,
                words: "order.created", format: "zap JSON")
        ]
    ) { line, clock, wrapped, _ in
        guard let stamp = clock.calendar(line), stamp.isZoned, line.at(10) == UInt8(ascii: "T") else { return false }
        var cursor = HeaderCursor(line, at: stamp.length)
        guard cursor.eat(32) else { return false }
        let stream = cursor.word()
        guard stream.equals("stdout") || stream.equals("stderr"), cursor.eat(32) else { return false }
        let tag = cursor.word()
        guard tag.at(0) == UInt8(ascii: "P") || tag.at(0) == UInt8(ascii: "F"), tag.count == 1 || tag.at(1) == UInt8(ascii: ":"),
            cursor.eat(32) || cursor.i == line.count
        else { return false }
        wrapped.stamp = stamp
        wrapped.stream = stream
        wrapped.isPartial = tag[0] == UInt8(ascii: "P")
        wrapped.content = cursor.rest()
        return true
    }
}
