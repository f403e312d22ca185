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
            }, unwrap: { unwrapRow($0, $1, kibanaColumns, &$2, &$3, &$4) }),
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

    private static let cloudColumns = CSVColumns(
        time: ["_time", "timestamp [UTC]", "TimeGenerated [UTC]", "Date", "timestamp"],
        message: ["_raw", "Message", "message", "@message", "LogMessage", "textPayload", "Content"],
        service: ["Service", "cloud_RoleName", "ContainerName_s", "ContainerName", "service"])

    /// CSV exports of Datadog, Splunk, Azure's Application Insights and Log Analytics, CloudWatch: quoted cells under a header with a time and a
    /// message. A table of orders may have such columns, too, and is none of these.
    static let cloudCSV = EnvelopeFormat.carrier(
        "log service CSV",
        form: CarrierForm(
            place: .rows(cloudColumns), mayBeReversed: true,
            recognises: { head in
                let text = head.withoutMark
                let header = text.slice(0, text.first(10) ?? text.count).slice(0, 4_096)
                guard text.at(0) != UInt8(ascii: "{"), text.at(0) != UInt8(ascii: "["), header.first(UInt8(ascii: "=")) == nil else {
                    return false
                }
                guard header.first(UInt8(ascii: ",")) != nil, CSVWalk.index(of: cloudColumns.time, in: header.trimmed) != nil else {
                    return false
                }
                return CSVWalk.index(of: cloudColumns.message, in: header.trimmed) != nil && header.findAnyCase("order_") == nil
                    && header.findAnyCase("trade_no") == nil
            }, unwrap: { unwrapRow($0, $1, cloudColumns, &$2, &$3, &$4) }),
        examples: [
            EnvelopeExample(
                text: "Date,Host,Service,Message\n\"2026-09-01T05:57:31.101Z\",\"i-0a\",\"pay\",\"order.created orderNo=A1\"",
                at: "2026-09-01T05:57:31.101Z", service: "pay", message: #"{"Host":"i-0a","Message":"order.created orderNo=A1"}"#,
                words: "order.created orderNo=A1", format: "JSON records"),
            EnvelopeExample(
                text: "timestamp [UTC],message,severityLevel,cloud_RoleName\n"
                    + "\"9/1/2026, 5:57:31.101 AM\",\"[2026-09-01T13:57:31+08:00] pay.INFO: a [] []\",1,pay",
                at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .info, category: "pay", service: "pay", message: "a [] []",
                format: "Monolog"),
        ])

    private static func unwrapRow(
        _ row: Bytes, _ header: Bytes, _ columns: CSVColumns, _ clock: inout StampClock, _ wrapped: inout WrappedLine,
        _ arena: inout ByteArena
    ) -> Bool {
        let header = header.trimmed
        let time = CSVWalk.index(of: columns.time, in: header) ?? -1
        let message = CSVWalk.index(of: columns.message, in: header) ?? -1
        let service = CSVWalk.index(of: columns.service, in: header) ?? -1
        let isUTC = header.find("[UTC]") != nil
        var i = 0
        var index = 0
        while let cell = CSVWalk.cell(row, &i) {
            if index == time {
                let text = cell.bytes.trimmed
                wrapped.stamp = clock.spoken(text) ?? clock.any(text) ?? clock.american(text, isUTC: isUTC)
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

    /// `9/1/2026, 1:57:31.101 PM` (Azure's portal): month first, the hour of half a day.
    mutating func american(_ text: Bytes, isUTC: Bool) -> Stamp? {
        var i = 0
        func few(_ most: Int) -> Int? {
            let start = i
            while i < text.count, i &- start < most, text[i].isDigit { i &+= 1 }
            return StampClock.number(text, start, i &- start)
        }
        func eat(_ byte: UInt8) -> Bool {
            guard text.at(i) == byte else { return false }
            i &+= 1
            return true
        }
        guard let month = few(2), eat(UInt8(ascii: "/")), let day = few(2), eat(UInt8(ascii: "/")), let year = few(4),
            eat(UInt8(ascii: ",")), eat(32), let hour = few(2), eat(UInt8(ascii: ":")), let minute = few(2), eat(UInt8(ascii: ":")),
            let second = few(2), hour <= 12, minute < 60, second <= 60, let midnight = StampClock.midnight(year, month, day)
        else { return nil }
        let (micros, resolution) = StampClock.fraction(text, &i)
        guard eat(32), text.at(i &+ 1) == UInt8(ascii: "M") else { return nil }
        let hours = hour % 12 &+ (text.at(i) == UInt8(ascii: "P") ? 12 : 0)
        let local = midnight &+ Int64(hours &* 3_600 &+ minute &* 60 &+ second) &* StampClock.second &+ micros
        return Stamp(isUTC ? local : utc(local), resolution, length: i &+ 2, isZoned: isUTC)
    }
}
