import Domain

extension EnvelopeFormat {
    /// The PHP pay SDK's logger: `stamp > LEVEL > text {json}`, `stamp > channel.LEVEL > text [json]` (facts.md §6.16).
    static let paySDK = EnvelopeFormat.text(
        "PHP pay SDK", .application,
        examples: [
            EnvelopeExample(
                text: #"2026-08-12 14:50:02 > INFO > order.created {"orderNo":"YP1"} "#, at: "2026-08-12T06:50:02.000Z",
                resolution: .second, level: .info, message: #"order.created {"orderNo":"YP1"}"#),
            EnvelopeExample(
                text: "2023-08-08T21:47:26.107044+08:00 > yansongda.pay.DEBUG > text [1]", at: "2023-08-08T13:47:26.107Z",
                resolution: .microsecond, level: .debug, category: "yansongda.pay", message: "text [1]"),
        ]
    ) { line, clock, record in
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line), into: &record), cursor.eat(" > ") else { return false }
        let name = cursor.word()
        var dot = name.count
        while dot > 0, name[dot &- 1] != UInt8(ascii: ".") { dot &-= 1 }
        guard let level = RecordLevel(word: name.from(dot)), cursor.eat(" >") else { return false }
        _ = cursor.eat(32)
        record.level = level
        record.category = name.slice(0, Swift.max(0, dot &- 1))
        record.message = cursor.rest()
        return true
    }
}
