import Domain

extension EnvelopeFormat {
    /// `docker compose logs`: `service-1  | text`, coloured, padded, services interleaved; `-t` adds a stamp (facts.md §6.20).
    static let dockerCompose = EnvelopeFormat.transport(
        "docker compose",
        examples: [
            EnvelopeExample(
                text: "\u{1B}[36mapp-1    | \u{1B}[0m2026-07-08T14:04:11.812+0800\tWARN\tpaywatch\tjob/a.go:88\ttext",
                at: "2026-07-08T06:04:11.812Z",
                level: .warning, category: "paywatch", service: "app-1", message: "text", format: "zap console"),
            EnvelopeExample(
                text: "cache-1  | 1:M 08 Jul 2026 06:05:28.687 * saved", at: "2026-07-08T06:05:28.687Z", level: .notice, processID: "1",
                service: "cache-1", message: "saved", format: "redis"),
            EnvelopeExample(
                text: "web-1  | 2026-09-01T05:57:31.123456789Z hello", at: "2026-09-01T05:57:31.123Z", resolution: .microsecond,
                service: "web-1", message: "hello", format: "leading stamp"),
        ]
    ) { line, clock, wrapped, _ in
        var cursor = HeaderCursor(line)
        guard let bar = line.slice(0, 96).first(UInt8(ascii: "|")), bar > 1, line.at(bar &- 1) == 32 else { return false }
        let name = line.slice(0, bar).trimmed
        guard !name.isEmpty else { return false }
        for i in 0..<name.count where !name[i].isIdentifier && name[i] != UInt8(ascii: ".") { return false }
        guard name[0].isLetter || name[0].isDigit, line.at(bar &+ 1) == 32 || bar &+ 1 == line.count else { return false }
        cursor.i = Swift.min(bar &+ 2, line.count)
        wrapped.service = name
        wrapped.stamp = nil
        wrapped.content = cursor.rest()
        // `-t`: the engine's own stamp in front of the line, always nine digits and Z.
        if wrapped.content.at(29) == UInt8(ascii: "Z"), wrapped.content.at(30) == 32, wrapped.content.count > 31,
            let stamp = clock.calendar(wrapped.content), stamp.length == 30, !wrapped.content.from(31).trimmed.isEmpty,
            startsStamped(wrapped.content.from(31))
        {
            wrapped.stamp = stamp
            wrapped.content = wrapped.content.from(31)
        }
        return true
    }

    /// Whether an inner line brings its own header, or goes on with the one before it; else the engine's stamp is left in front and serves
    /// as one.
    private static func startsStamped(_ text: Bytes) -> Bool {
        let first = text.at(0)
        return first.isDigit || first.isBlank || first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    }
}
