import Domain

extension EnvelopeFormat {
    /// nginx and Apache combined, with whatever fields the site adds behind: request time, ingress-nginx columns (facts.md §6.1, §6.3).
    /// The stamp is the END of the request.
    static let access = EnvelopeFormat.text(
        "nginx combined", .access,
        examples: [
            EnvelopeExample(
                text: #"203.0.113.27 - - [26/Mar/2018:10:19:53 +0800] "POST /alipay/notify HTTP/1.1" 419 28650 "-" "Mozilla/4.0""#,
                at: "2018-03-26T02:19:53.000Z", resolution: .second, access: "POST /alipay/notify 419 28650 -1 Mozilla/4.0"),
            EnvelopeExample(
                text:
                    #"203.0.113.27 - - [03/Sep/2026:15:02:59 +0800] "GET /pay/return?a=\x22x\x22 HTTP/1.1" 200 7 "-" "curl/8.0" "-" 0.123"#,
                at: "2026-09-03T07:02:59.000Z", resolution: .second, access: #"GET /pay/return?a="x" 200 7 123000 curl/8.0"#),
            EnvelopeExample(
                text: #"10.4.0.7 - - [03/Apr/2026:08:00:01 +0000] "POST /notify HTTP/1.1" 499 0 "-" "Mozilla/4.0" 1873 5.001 "#
                    + "[shop-pay-8080] [] 10.4.1.9:8080 0 5.001 - 9f2b6a",
                at: "2026-04-03T08:00:01.000Z", resolution: .second, access: "POST /notify 499 0 5001000 Mozilla/4.0"),
            EnvelopeExample(
                text:
                    #"203.0.113.27 - [03/Sep/2026:15:02:59 +0800] - - shop.example.com "POST /n HTTP/1.1" 404 157 0.021 "-" "Mozilla/4.0""#,
                at: "2026-09-03T07:02:59.000Z", resolution: .second, access: "POST /n 404 157 21000 Mozilla/4.0"),
            EnvelopeExample(
                text: #"198.51.100.9 - - [03/Sep/2026:15:02:59 +0800] "-" 400 0 "-" "-""#, at: "2026-09-03T07:02:59.000Z",
                resolution: .second, access: " - 400 0 -1 -"),
        ]
    ) { line, clock, record in
        guard let open = line.slice(0, 200).first(UInt8(ascii: "[")), let stamp = clock.access(line, at: open &+ 1) else { return false }
        let close = open &+ 1 &+ stamp.length
        guard line.at(close) == UInt8(ascii: "]"), line.at(close &+ 1) == 32, let quote = requestStart(line, close &+ 2) else {
            return false
        }
        (record.at, record.resolution) = (stamp.at, stamp.resolution)
        guard !clock.isHeaderOnly else { return true }
        record.message = line
        let (requestEnd, _) = FieldScanner.stringEnd(line, quote &+ 1)
        let requestText = line.slice(quote &+ 1, requestEnd)
        let request = RequestLine(requestText)
        var cursor = HeaderCursor(line, at: requestEnd &+ 1)
        cursor.blanks()
        let status = cursor.word()
        cursor.blanks()
        let bytes = cursor.word()
        var access = AccessRequest(
            method: request?.method ?? .none, target: request?.target ?? requestText, status: Int(status.integer ?? 0),
            bytes: bytes.equals("-") ? 0 : bytes.integer ?? -1, remote: line.slice(0, line.first(32) ?? 0))
        cursor.blanks()
        let lead = leadingDuration(&cursor)
        if cursor.eat(UInt8(ascii: "\"")) {
            cursor.i = FieldScanner.stringEnd(line, cursor.i).end &+ 1
            cursor.blanks()
            if cursor.eat(UInt8(ascii: "\"")) {
                let (end, _) = FieldScanner.stringEnd(line, cursor.i)
                access.agent = line.slice(cursor.i, end)
                cursor.i = end &+ 1
            }
        }
        access.duration = lead ?? trailingDuration(line, from: cursor.i)
        record.access = access
        return true
    }

    /// Where the quoted request begins; a site may put a few words, such as its host, in front of it.
    @inline(__always)
    private static func requestStart(_ line: Bytes, _ start: Int) -> Int? {
        var i = start
        for _ in 0..<5 {
            if line.at(i) == UInt8(ascii: "\"") { return i }
            i = line.wordEnd(from: i)
            guard line.at(i) == 32 else { return nil }
            i &+= 1
        }
        return nil
    }

    /// A request time between the bytes and the referrer; nil where none stands there.
    private static func leadingDuration(_ cursor: inout HeaderCursor) -> Int64? {
        let start = cursor.i
        guard cursor.text.at(start).isDigit else { return nil }
        let word = cursor.word()
        if word.first(UInt8(ascii: ".")) != nil, let duration = RequestLine.duration(word) {
            cursor.blanks()
            if cursor.text.at(cursor.i) == UInt8(ascii: "\"") { return duration }
        }
        cursor.i = start
        return nil
    }

    /// The request time among the fields that a site adds: the first decimal with a point, bare, quoted or behind `rt=`,
    /// `request_time=`; -1 when there is none.
    private static func trailingDuration(_ line: Bytes, from: Int) -> Int64 {
        var cursor = HeaderCursor(line, at: from)
        while cursor.i < line.count, line[cursor.i] != 10 {
            if cursor.blanks() == 0, cursor.i < line.count, line[cursor.i].isBlank { break }
            var word = cursor.word()
            if word.isEmpty { break }
            if let equals = word.first(UInt8(ascii: "=")) { word = word.from(equals &+ 1) }
            if word.at(0) == UInt8(ascii: "\"") {
                word = word.slice(1, word.count &- (word.at(word.count &- 1) == UInt8(ascii: "\"") ? 1 : 0))
            }
            guard let point = word.first(UInt8(ascii: ".")), word.from(point &+ 1).first(UInt8(ascii: ".")) == nil else { continue }
            if let duration = RequestLine.duration(word) { return duration }
        }
        return -1
    }
}
