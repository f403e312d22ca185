import Domain

extension EnvelopeFormat {
    private static let kibanaColumns = CSVColumns(
        time: ["@timestamp"], message: ["message", "log", "msg", "event.original", "_source"],
        service: ["service.name", "container.name", "kubernetes.container.name", "service", "app"])

    /// Kibana's CSV export: quoted cells over several lines, dates as the browser shows them (facts.md §6.26).
    static let kibanaCSV = EnvelopeFormat.carrier(
        "Kibana CSV",
        form: CarrierForm(
            place: .rows(kibanaColumns),
            recognises: { head in
                let text = head.withoutMark
                let header = text.slice(0, text.first(10) ?? text.count).slice(0, 4_096)
                // An object's keys are no columns.
                guard text.at(0) != UInt8(ascii: "{"), text.at(0) != UInt8(ascii: "[") else { return false }
                return header.first(UInt8(ascii: ",")) != nil && CSVWalk.index(of: kibanaColumns.time, in: header.trimmed) != nil
                    && CSVWalk.index(of: kibanaColumns.message, in: header.trimmed) != nil
            }, unwrap: unwrapRow),
        examples: [
            EnvelopeExample(
                text: "\"@timestamp\",\"_id\",level,message,orderNo\n"
                    + "\"Sep 1, 2026 @ 13:57:31.101\",x1,ERROR,\"say \"\"no\"\"\nto it\",A1",
                at: "2026-09-01T05:57:31.101Z", level: .error,
                message: #"{"level":"ERROR","message":"say \"no\"\nto it","orderNo":"A1"}"#, words: "say \"no\"\nto it",
                format: "winston"),
            EnvelopeExample(
                text: "@timestamp,service.name,message\n"
                    + "2026-09-01T05:57:32.000Z,pay,\"2026-09-01 13:57:31,101 [main] ERROR c.e.Pay - boom\njava.lang.X: a\"",
                at: "2026-09-01T05:57:31.101Z", level: .error, category: "c.e.Pay", service: "pay", message: "boom\njava.lang.X: a",
                format: "Logback"),
        ])

    private static func unwrapRow(
        _ row: Bytes, _ header: Bytes, _ clock: inout StampClock, _ wrapped: inout WrappedLine, _ arena: inout ByteArena
    ) -> Bool {
        let header = header.trimmed
        let time = CSVWalk.index(of: kibanaColumns.time, in: header) ?? -1
        let message = CSVWalk.index(of: kibanaColumns.message, in: header) ?? -1
        let service = CSVWalk.index(of: kibanaColumns.service, in: header) ?? -1
        var i = 0
        var index = 0
        while let cell = CSVWalk.cell(row, &i) {
            if index == time {
                wrapped.stamp = clock.spoken(cell.bytes.trimmed) ?? clock.any(cell.bytes)
            } else if index == service {
                wrapped.service = cell.bytes.trimmed.equals("-") ? .none : cell.bytes.trimmed
            } else if index == message {
                wrapped.content = CSVWalk.plain(cell, &arena)
            }
            index += 1
        }
        guard index > message, message >= 0 else { return false }
        if EntryLine.isWholeLine(wrapped.content) { return true }
        // The line is bare words; what else the row says stands in its other cells.
        guard var line = EntryLine(&arena, capacity: row.count * 2 &+ header.count &* 2 &+ 64) else { return false }
        var name = 0
        (i, index) = (0, 0)
        while let key = CSVWalk.cell(header, &name), let cell = CSVWalk.cell(row, &i) {
            let word = key.bytes.trimmed
            if index != time, index != service, !word.isEmpty, !word.equals("_id"), !word.equals("_index"), !word.equals("_score"),
                word.first(UInt8(ascii: "\\")) == nil, word.first(UInt8(ascii: "\"")) == nil, !cell.bytes.trimmed.equals("-"),
                !cell.bytes.isEmpty
            {
                line.string(word, plain: CSVWalk.plain(cell, &arena))
            }
            index += 1
        }
        wrapped.content = line.finish(&arena)
        return true
    }
}

extension StampClock {
    /// `Sep 1, 2026 @ 13:57:31.101` (Kibana): month, day, year as spoken, in the browser's zone.
    mutating func spoken(_ text: Bytes) -> Stamp? {
        guard let month = StampClock.month(text, 0), text.at(3) == 32 else { return nil }
        let digits = text.at(5).isDigit ? 2 : 1
        guard let day = StampClock.number(text, 4, digits), text.has(", ", at: 4 &+ digits),
            let year = StampClock.number(text, 6 &+ digits, 4), text.has(" @ ", at: 10 &+ digits),
            let midnight = StampClock.midnight(year, month, day), let time = StampClock.timeOfDay(text, 13 &+ digits)
        else { return nil }
        var end = 21 &+ digits
        let (micros, resolution) = StampClock.fraction(text, &end)
        return Stamp(utc(midnight &+ time &+ micros), resolution, length: end, isZoned: false)
    }
}
