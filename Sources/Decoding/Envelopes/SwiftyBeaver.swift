import Domain

extension EnvelopeFormat {
    /// SwiftyBeaver's default: a time without a date, a level, `File.function:line - text`; a mark or colour may stand before the level
    /// (facts.md §5.5).
    static let swiftyBeaver = EnvelopeFormat.text(
        "SwiftyBeaver", .device,
        examples: [
            EnvelopeExample(
                text: "13:57:31.101 DEBUG PayViewController.pay():88 - [PayCallback] order.saved orderNo=A1",
                fileName: "swiftybeaver-2026-09-01.log", at: "2026-09-01T05:57:31.101Z", level: .debug,
                category: "PayViewController.pay():88", message: "[PayCallback] order.saved orderNo=A1"),
            EnvelopeExample(
                text: "13:57:31.101 💛 WARNING PayViewController.pay():88 - text", fileName: "a-2026-09-01.log",
                at: "2026-09-01T05:57:31.101Z", level: .warning, category: "PayViewController.pay():88", message: "text"),
        ]
    ) { line, clock, record in
        guard line.at(2) == UInt8(ascii: ":"), line.at(8) == UInt8(ascii: "."), line.at(12) == 32 else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.time(line), into: &record), cursor.i == 12, cursor.eat(32) else { return false }
        // A heart of the level's colour: four to seven bytes that are no ASCII.
        while line.at(cursor.i) >= 0x80 { cursor.i &+= 1 }
        cursor.blanks()
        guard cursor.level(&record), cursor.eat(32) else { return false }
        let place = cursor.i
        guard let dash = line.slice(0, place &+ 200).find(" - ", from: place) else { return false }
        let caller = line.slice(place, dash)
        guard isCallSite(caller) else { return false }
        record.category = caller
        record.message = line.from(dash &+ 3)
        return true
    }

    /// SwiftyBeaver's JSON: seconds with a fraction, a level of 0…6 (facts.md §5.5).
    static let swiftyBeaverJSON = EnvelopeFormat.json(
        "SwiftyBeaver JSON", .device,
        form: JSONForm(all: [.timestampWord, .numericLevel, .messageWord, .function], hasBeaverLevels: true),
        examples: [
            EnvelopeExample(
                text: #"{"timestamp":1788242251.101,"level":3,"message":"[PayCallback] order.saved orderNo=A1","thread":"main","#
                    + #""file":"Pay.swift","function":"pay()","line":12}"#,
                at: "2026-09-01T05:57:31.101Z", level: .warning, words: "[PayCallback] order.saved orderNo=A1")
        ])

    /// `File.function:line`: a point, and a number behind the last colon.
    private static func isCallSite(_ text: Bytes) -> Bool {
        var colon = text.count
        while colon > 0, text[colon &- 1] != UInt8(ascii: ":") { colon &-= 1 }
        guard colon > 2, colon < text.count, text.slice(0, colon).first(UInt8(ascii: ".")) != nil else { return false }
        for i in colon..<text.count where !text[i].isDigit { return false }
        return true
    }
}
