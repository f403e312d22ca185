import Domain

extension EnvelopeFormat {
    /// W3C's extended log form: IIS with its usual columns, CloudFront's standard log. Date and time are UTC whatever the server's zone
    /// (W3C, "Extended Log File Format").
    static let w3cRequests = EnvelopeFormat.text(
        "W3C extended", .access,
        examples: [
            EnvelopeExample(
                text: "2026-09-01 05:57:31 10.0.0.4 POST /notify - 443 - 203.0.113.27 Mozilla/4.0 - 502 0 0 21",
                at: "2026-09-01T05:57:31.000Z", resolution: .second, access: "POST /notify 502 -1 -1 Mozilla/4.0"),
            EnvelopeExample(
                text:
                    "2026-09-01\t05:57:31\tHKG62-P1\t457\t203.0.113.27\tPOST\td1.cloudfront.net\t/notify\t403\t-\tMozilla/4.0\t-\t-\tError",
                at: "2026-09-01T05:57:31.000Z", resolution: .second, access: "POST /notify 403 -1 -1 Mozilla/4.0"),
        ]
    ) { line, clock, record in
        guard line.at(0).isDigit, let stamp = clock.calendar(line, isUTC: true), stamp.length == 19, line.at(19).isBlank,
            RequestInWords.isW3C(line), let access = RequestInWords.find(in: line)
        else { return false }
        (record.at, record.resolution, record.message) = (stamp.at, stamp.resolution, line)
        record.access = access
        record.access?.query = query(line, behind: access.target)
        return true
    }

    /// The query in a column of its own: right behind IIS' path, the fourth behind CloudFront's. A dash says that there is none.
    private static func query(_ line: Bytes, behind target: Bytes) -> Bytes {
        guard let base = line.baseAddress, let place = target.baseAddress else { return .none }
        var i = place - base &+ target.count
        var word = Bytes.none
        for _ in 0..<(line.at(10) == 9 ? 4 : 1) {
            while line.at(i) == 32 || line.at(i) == 9 { i &+= 1 }
            let start = i
            while i < line.count, line[i] != 32, line[i] != 9 { i &+= 1 }
            word = line.slice(start, i)
        }
        return word.first(UInt8(ascii: "=")) == nil ? .none : word
    }
}
