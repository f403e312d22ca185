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
        if format == .apache {
            // `%D`: microseconds
            out.byte(32)
            out.number(duration * 1_000 + 417)
        } else {
            out.byte(32)
            seconds(duration)
        }
        endLine()
    }

    private mutating func seconds(_ milliseconds: Int64) {
        out.number(milliseconds / 1_000)
        out.byte(46)
        out.digits(milliseconds % 1_000, 3)
    }

    private mutating func address(_ value: Int64) {
        out.number(value >> 24 & 255)
        out.byte(46)
        out.number(value >> 16 & 255)
        out.byte(46)
        out.number(value >> 8 & 255)
        out.byte(46)
        out.number(value & 255)
    }
}
