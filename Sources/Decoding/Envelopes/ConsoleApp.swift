import Domain

extension EnvelopeFormat {
    /// Lines copied out of macOS's Console: type, time without a day, process and message, parted by TABs.
    static let consoleApp = EnvelopeFormat.text(
        "Console", .device,
        examples: [
            EnvelopeExample(
                text: "default\t13:57:31.599795+0800\tMyApp\t[PayCallback] order.saved orderNo=A1", fileName: "a-2026-09-01.txt",
                at: "2026-09-01T05:57:31.599Z", resolution: .microsecond, level: .notice, process: "MyApp",
                message: "[PayCallback] order.saved orderNo=A1"),
            EnvelopeExample(
                text: "error\t13:57:31.599795+0800\tMy App\ttext", fileName: "a-2026-09-01.txt", at: "2026-09-01T05:57:31.599Z",
                resolution: .microsecond, level: .error, process: "My App", message: "text"),
        ]
    ) { line, clock, record in
        guard let tab = line.slice(0, 8).first(9), line.at(tab &+ 3) == UInt8(ascii: ":") else { return false }
        var cursor = HeaderCursor(line)
        guard cursor.level(&record), cursor.i == tab else { return false }
        cursor.i &+= 1
        guard var stamp = clock.time(line, at: cursor.i) else { return false }
        // The zone is the Mac's; the day is found as for a stamp without one.
        var end = cursor.i &+ stamp.length
        let sign = line.at(end)
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let digits = StampClock.number(line, end &+ 1, 4) {
            let written = Int64((digits / 100 &* 60 &+ digits % 100) &* 60) &* StampClock.second &* (sign == UInt8(ascii: "-") ? -1 : 1)
            if stamp.isDated { stamp.at = stamp.at + TimeSpan(microseconds: clock.zone.offset.microseconds &- written) }
            end &+= 5
        }
        stamp.length = end &- cursor.i
        guard cursor.take(stamp, into: &record), cursor.eat(9), let process = cursor.until(9, limit: 64), !process.isEmpty else {
            return false
        }
        record.process = process
        record.message = cursor.rest()
        return true
    }
}
