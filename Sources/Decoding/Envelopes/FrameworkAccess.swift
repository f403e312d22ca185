import Domain

/// Requests as web frameworks and proxies print them: a log that is not read as one of requests would have its silence taken for theirs.
extension EnvelopeFormat {
    /// Gin's own logger: the stamp is the END of the request, in the server's zone.
    static let gin = EnvelopeFormat.text(
        "Gin", .access,
        examples: [
            EnvelopeExample(
                text: #"[GIN] 2026/09/01 - 13:57:31 | 404 |    1.234ms |    203.0.113.27 | POST     "/wx/notify?a=1""#,
                at: "2026-09-01T05:57:31.000Z", resolution: .second, access: "POST /wx/notify?a=1 404 -1 1234 ")
        ]
    ) { line, clock, record in
        guard line.has("[GIN] ", at: 0), let midnight = StampClock.date(line, 6), line.has(" - ", at: 16),
            let time = StampClock.timeOfDay(line, 19)
        else { return false }
        (record.at, record.resolution) = (Instant(microseconds: clock.utc(midnight &+ time)), .second)
        guard !clock.isHeaderOnly else { return true }
        record.message = line
        var cursor = HeaderCursor(line, at: 27)
        func next() -> Bytes? { cursor.until(UInt8(ascii: "|"), limit: 64)?.trimmed }
        guard let blank = next(), blank.isEmpty, let status = next(), let duration = next(), let remote = next() else { return false }
        cursor.blanks()
        let method = cursor.word()
        cursor.blanks()
        guard cursor.eat(UInt8(ascii: "\"")) else { return false }
        let (end, _) = FieldScanner.stringEnd(line, cursor.i)
        var access = AccessRequest(
            method: method, target: line.slice(cursor.i, end), status: Int(status.integer ?? 0), bytes: -1, remote: remote)
        access.duration = goDuration(duration)
        record.access = access
        return true
    }

    /// Werkzeug (Flask) and Django's development server: the date and the time are apart, in the server's zone.
    static let pythonRequests = EnvelopeFormat.text(
        "Python requests", .access,
        examples: [
            EnvelopeExample(
                text: #"203.0.113.27 - - [01/Sep/2026 13:57:31] "POST /notify HTTP/1.1" 500 -"#, at: "2026-09-01T05:57:31.000Z",
                resolution: .second, access: "POST /notify 500 0 -1 "),
            EnvelopeExample(
                text: #"[01/Sep/2026 13:57:31] "POST /notify HTTP/1.1" 403 2513"#, at: "2026-09-01T05:57:31.000Z", resolution: .second,
                access: "POST /notify 403 2513 -1 "),
        ]
    ) { line, clock, record in
        guard let open = line.slice(0, 100).first(UInt8(ascii: "[")), line.at(open &+ 3) == UInt8(ascii: "/"),
            line.at(open &+ 7) == UInt8(ascii: "/"), line.at(open &+ 12) == 32, let day = StampClock.number(line, open &+ 1, 2),
            let month = StampClock.month(line, open &+ 4), let year = StampClock.number(line, open &+ 8, 4),
            let midnight = StampClock.midnight(year, month, day), let time = StampClock.timeOfDay(line, open &+ 13),
            line.has("] \"", at: open &+ 21)
        else { return false }
        (record.at, record.resolution) = (Instant(microseconds: clock.utc(midnight &+ time)), .second)
        guard !clock.isHeaderOnly else { return true }
        record.message = line
        var cursor = HeaderCursor(line, at: open &+ 24)
        var access = quotedRequest(&cursor)
        access.remote = open > 0 ? line.slice(0, line.first(32) ?? 0) : .none
        record.access = access
        return true
    }

    /// Envoy's default form, also with Istio's details behind the flags: the stamp is the BEGINNING of the request.
    static let envoy = EnvelopeFormat.text(
        "Envoy", .access,
        examples: [
            EnvelopeExample(
                text:
                    #"[2026-09-01T05:57:31.123Z] "POST /notify HTTP/1.1" 503 UF 812 91 21 - "203.0.113.27" "Mozilla/4.0" "id" "shop" "-""#,
                at: "2026-09-01T05:57:31.123Z", access: "POST /notify 503 91 21000 Mozilla/4.0"),
            EnvelopeExample(
                text: #"[2026-09-01T05:57:31.123Z] "POST /n HTTP/1.1" 200 - via_upstream - "-" 812 7 21 20 "-" "Mozilla/4.0" "id" "shop""#,
                at: "2026-09-01T05:57:31.123Z", access: "POST /n 200 7 21000 Mozilla/4.0"),
        ]
    ) { line, clock, record in
        guard line.at(0) == UInt8(ascii: "["), let stamp = clock.calendar(line, at: 1), line.has("] \"", at: 1 &+ stamp.length) else {
            return false
        }
        (record.at, record.resolution) = (stamp.at, stamp.resolution)
        guard !clock.isHeaderOnly else { return true }
        var cursor = HeaderCursor(line, at: stamp.length &+ 4)
        let (end, _) = FieldScanner.stringEnd(line, cursor.i)
        guard let request = RequestLine(line.slice(cursor.i, end)) else { return false }
        cursor.i = end &+ 1
        cursor.blanks()
        var access = AccessRequest(
            method: request.method, target: request.target, status: Int(cursor.word().integer ?? 0), bytes: -1, remote: .none)
        // Flags and details, then what was received, what was sent, and how long it took.
        var numbers: [Int64] = []
        for _ in 0..<9 where numbers.count < 3 {
            cursor.blanks()
            let word = cursor.word()
            if let number = word.integer { numbers.append(number) } else if !numbers.isEmpty { break }
        }
        guard access.status > 0, numbers.count == 3 else { return false }
        (access.bytes, access.duration) = (numbers[1], numbers[2] &* 1_000)
        // The addresses in front, then the agent.
        if let quote = line.first(UInt8(ascii: "\""), from: cursor.i) {
            cursor.i = FieldScanner.stringEnd(line, quote &+ 1).end &+ 1
            cursor.blanks()
            if cursor.eat(UInt8(ascii: "\"")) { access.agent = line.slice(cursor.i, FieldScanner.stringEnd(line, cursor.i).end) }
        }
        record.message = line
        record.access = access
        return true
    }

    /// HAProxy's HTTP form: the stamp is when the request was accepted, in the server's zone; its bytes count the head of the answer too
    /// (HAProxy's configuration manual, `%B`), so they say nothing about the body.
    static let haproxy = EnvelopeFormat.text(
        "HAProxy", .access,
        examples: [
            EnvelopeExample(
                text: "203.0.113.27:33317 [01/Sep/2026:13:57:31.123] front pay/p1 0/0/1/20/21 502 157 - - ---- 1/1/1/1/0 0/0 "
                    + #""POST /notify HTTP/1.1""#,
                at: "2026-09-01T05:57:31.123Z", access: "POST /notify 502 -1 21000 "),
            EnvelopeExample(
                text: "203.0.113.27:33317 [01/Sep/2026:13:57:31.123] front pay/p1 0/0/1/20/21 400 157 - - ---- 1/1/1/1/0 0/0 "
                    + #"{shop.example.com|curl/8.4.0} "POST /notify HTTP/1.1""#,
                at: "2026-09-01T05:57:31.123Z", access: "POST /notify 400 -1 21000 curl/8.4.0"),
        ]
    ) { line, clock, record in
        guard let open = line.slice(0, 64).first(UInt8(ascii: "[")), let stamp = clock.access(line, at: open &+ 1),
            line.at(open &+ 1 &+ stamp.length) == UInt8(ascii: "]")
        else { return false }
        var cursor = HeaderCursor(line, at: open &+ stamp.length &+ 2)
        cursor.blanks()
        guard line.at(cursor.i) != UInt8(ascii: "\"") else { return false }
        _ = cursor.word()
        cursor.blanks()
        guard cursor.word().first(UInt8(ascii: "/")) != nil else { return false }
        cursor.blanks()
        let timers = cursor.word()
        guard timers.count(where: { $0 == UInt8(ascii: "/") }) == 4 else { return false }
        cursor.blanks()
        guard let status = cursor.word().integer else { return false }
        (record.at, record.resolution) = (stamp.at, stamp.resolution)
        guard !clock.isHeaderOnly else { return true }
        guard let quote = line.first(UInt8(ascii: "\""), from: cursor.i) else { return false }
        let text = line.slice(quote &+ 1, FieldScanner.stringEnd(line, quote &+ 1).end)
        let request = RequestLine(text)
        var access = AccessRequest(
            method: request?.method ?? .none, target: request?.target ?? text, status: Int(status), bytes: -1,
            remote: line.slice(0, line.first(32) ?? 0))
        // Headers that the site captures stand between the queues and the request.
        if line.slice(cursor.i, quote).first(UInt8(ascii: "{")) != nil {
            access.agent = RequestInWords.agent(in: line.slice(cursor.i, quote))
        }
        if let slash = timers.lastIndex(of: UInt8(ascii: "/")), let total = timers.from(slash &+ 1).integer, total >= 0 {
            access.duration = total &* 1_000
        }
        record.message = line
        record.access = access
        return true
    }

    /// `"POST /a HTTP/1.1" 500 157` from the first byte behind the quote.
    private static func quotedRequest(_ cursor: inout HeaderCursor) -> AccessRequest {
        let line = cursor.text
        let (end, _) = FieldScanner.stringEnd(line, cursor.i)
        let text = line.slice(cursor.i, end)
        let request = RequestLine(text)
        cursor.i = end &+ 1
        cursor.blanks()
        let status = cursor.word()
        cursor.blanks()
        let bytes = cursor.word()
        return AccessRequest(
            method: request?.method ?? .none, target: request?.target ?? text, status: Int(status.integer ?? 0),
            bytes: bytes.equals("-") ? 0 : bytes.integer ?? -1, remote: .none)
    }

    /// `1.234ms`, `12.3µs`, `1.2s`, as Go prints durations below a minute; -1 for anything else.
    private static func goDuration(_ text: Bytes) -> Int64 {
        var end = 0
        while end < text.count, text[end].isDigit || text[end] == UInt8(ascii: ".") { end &+= 1 }
        guard let seconds = RequestLine.duration(text.slice(0, end)) else { return -1 }
        let unit = text.from(end)
        if unit.equals("s") { return seconds }
        if unit.equals("ms") { return seconds / 1_000 }
        return unit.equals("µs") || unit.equals("us") ? seconds / 1_000_000 : -1
    }
}
