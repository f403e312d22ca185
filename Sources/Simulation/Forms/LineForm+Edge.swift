/// What nginx writes about a request that it answered with an error itself (facts.md §6.4).
enum EdgeFault {
    /// Whether it writes anything.
    static func isLogged(_ status: Int64) -> Bool { status == 403 || status == 404 || status == 502 }

    /// Its words about a status.
    static func reason(_ status: Int64) -> StaticString {
        switch status {
        case 403: "access forbidden by rule"
        case 404: "open() \"/usr/share/nginx/html/pay\" failed (2: No such file or directory)"
        default: "connect() failed (111: Connection refused) while connecting to upstream"
        }
    }
}

/// The forms of access logs (facts.md §6.1, §6.2). The stamp is that of the response's end.
extension LineForm {
    /// `value` of an edge line: duration in milliseconds above, IPv4 address below.
    mutating func appendEdge(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        let local = happening.stamp + Calendar.shanghai
        let duration = happening.value >> 32
        if format == .nginxJSON {
            out.text("{\"time_iso8601\":\"")
            calendar.rfc3339(local, &out)
            out.text("\",\"remote_addr\":\"")
            address(happening.value & 0xFFFF_FFFF)
            out.byte(34)
            out.raw(text)
            out.text(",\"request_time\":\"")
            seconds(duration)
            out.text("\"}")
            endLine()
            return
        }
        address(happening.value & 0xFFFF_FFFF)
        out.text(" - - [")
        calendar.clfDate(local, &out)
        out.byte(58)
        calendar.time(local, &out)
        out.text(" +0800] ")
        out.raw(text)
        let id = Random.mix(UInt64(bitPattern: happening.time) ^ UInt64(bitPattern: happening.value))
        switch format {
        case .apache:
            // `%D`: microseconds
            out.byte(32)
            out.number(duration * 1_000 + 417)
        case .ingress:
            out.byte(32)
            out.number(600 + Int64(id % 900))
            out.byte(32)
            seconds(duration)
            out.text(" [shop-pay-8080] [] 10.4.1.9:8080 ")
            out.number(Int64(id % 900))
            out.byte(32)
            seconds(max(0, duration - 1))
            out.text(" 200 ")
            out.hex(id, 16)
            out.hex(Random.mix(id), 16)
        default:
            out.text(" rt=")
            seconds(duration)
            out.text(" urt=")
            seconds(max(0, duration - 1))
            out.text(" rid=")
            out.hex(id, 16)
            out.hex(Random.mix(id), 16)
        }
        endLine()
    }

    /// nginx's error log (facts.md §6.4): `value` as in an access line, the text is the request.
    mutating func appendFault(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        let local = happening.stamp + Calendar.shanghai
        calendar.date(local, &out, separator: 47)
        out.byte(32)
        calendar.time(local, &out)
        out.text(" [error] 12#34: *")
        out.number(Int64(Random.mix(UInt64(bitPattern: happening.time)) % 90_000))
        out.byte(32)
        out.text(EdgeFault.reason(happening.value >> 32))
        out.text(", client: ")
        address(happening.value & 0xFFFF_FFFF)
        out.text(", server: api.example.com, request: ")
        out.raw(text)
        out.text(", host: \"api.example.com\"")
        endLine()
    }

    private mutating func seconds(_ milliseconds: Int64) {
        out.number(milliseconds / 1_000)
        out.byte(46)
        out.digits(milliseconds % 1_000, 3)
    }

    mutating func address(_ value: Int64) {
        out.number(value >> 24 & 255)
        out.byte(46)
        out.number(value >> 16 & 255)
        out.byte(46)
        out.number(value >> 8 & 255)
        out.byte(46)
        out.number(value & 255)
    }
}
