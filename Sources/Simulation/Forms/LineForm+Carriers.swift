import Domain

/// What collectors make of an application's lines: journald, syslog, SLS, Loki, OTLP, Elasticsearch (facts.md §6.21 to §6.26).
extension LineForm {
    mutating func appendCarried(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        switch format {
        case .journald:
            inside { $0.log4j2(happening, text) }
            out.text("{\"__CURSOR\":\"s=0f1e;i=2a\",\"__REALTIME_TIMESTAMP\":\"")
            out.number(happening.stamp + 300)
            out.text("\",\"_HOSTNAME\":\"pay-1\",\"PRIORITY\":\"6\",\"_PID\":\"17\",\"SYSLOG_IDENTIFIER\":\"shop-pay\",\"MESSAGE\":")
            journaldMessage()
            out.byte(125)
            endLine()
        case .syslog:
            inside { $0.springBoot(happening, text, three: false) }
            eachLine { form, line in
                form.calendar.spokenMonthDay(happening.stamp + Calendar.shanghai, &form.out)
                form.out.text(" pay-1 shop-pay[17]: ")
                form.out.raw(line)
            }
        case .syslog5424:
            inside { $0.jsonLine(happening, text, as: .jsonLines) }
            out.text("<134>1 ")
            millisWithZone(happening.stamp)
            out.text(" pay-1 shop-pay 17 - - ")
            out.raw(inner.buffer)
            endLine()
        case .syslogISO:
            inside { $0.log4j2(happening, text) }
            eachLine { form, line in
                form.millisWithZone(happening.stamp)
                form.out.text(" pay-1 shop-pay[17]: ")
                form.out.raw(line)
            }
        case .aliyunSLS:
            inside { $0.springBoot(happening, text, three: false) }
            out.text("{\"__time__\":")
            out.number(happening.stamp / 1_000_000)
            out.text(",\"__topic__\":\"\",\"__source__\":\"10.0.0.7\",\"__tag__:__path__\":\"/srv/pay/app.log\",\"content\":\"")
            out.jsonEscaped(inner.buffer)
            out.text("\"}")
            endLine()
        case .loki:
            inside { $0.logfmt(happening, text) }
            eachLine { form, line in
                form.out.text(form.jsonStarted ? ",[\"" : "[\"")
                form.jsonStarted = true
                form.out.number(happening.stamp)
                form.out.text("417\",\"")
                form.out.jsonEscaped(line)
                form.out.text("\"]")
            }
        case .lokiLines:
            inside { $0.jsonLine(happening, text, as: .zapJSON) }
            out.text("{\"labels\":{\"app\":\"shop-pay\",\"pod\":\"pay-1\"},\"line\":\"")
            out.jsonEscaped(inner.buffer)
            out.text("\",\"timestamp\":\"")
            calendar.date(happening.stamp, &out)
            out.byte(84)
            calendar.micros(happening.stamp, &out)
            out.text("417Z\"}")
            endLine()
        case .otlp: otlp(happening, text)
        case .elastic:
            inside { $0.jsonLine(happening, text, as: .ecs) }
            out.text("{\"_index\":\"pay-2026.11\",\"_id\":\"")
            out.hex(UInt64(bitPattern: happening.time) &* 0x9E37_79B9, 16)
            out.text("\",\"_score\":null,\"_source\":")
            out.raw(inner.buffer)
            out.byte(125)
            endLine()
        default: kibanaRow(happening, text)
        }
    }

    /// A string; an array of bytes when a control character is in it.
    private mutating func journaldMessage() {
        guard inner.buffer.contains(where: { $0 < 32 && $0 != 10 }) else {
            out.byte(34)
            out.jsonEscaped(inner.buffer)
            out.byte(34)
            return
        }
        for (index, byte) in inner.buffer.enumerated() {
            out.byte(index == 0 ? 91 : 44)
            out.number(Int64(byte))
        }
        out.byte(93)
    }

    /// Every line of `inner` as a line of its own.
    private mutating func eachLine(_ write: (inout LineForm, UnsafeRawBufferPointer) -> Void) {
        let text = inner.buffer
        var from = 0
        while from <= text.count {
            let end = text[from...].firstIndex(of: 10) ?? text.count
            write(&self, UnsafeRawBufferPointer(rebasing: text[from..<end]))
            endLine()
            from = end + 1
        }
    }

    private mutating func millisWithZone(_ stamp: Int64) {
        calendar.date(stamp + Calendar.shanghai, &out)
        out.byte(84)
        calendar.millis(stamp + Calendar.shanghai, &out)
        out.text("+08:00")
    }

    /// One export request a line, one record in it; the fields are attributes.
    private mutating func otlp(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        out.text("{\"resourceLogs\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"shop-pay\"}}]},")
        out.text("\"scopeLogs\":[{\"scope\":{\"name\":\"pay\"},\"logRecords\":[{\"timeUnixNano\":\"")
        out.number(happening.stamp)
        out.text("417\",\"severityNumber\":")
        out.number(happening.level == .error ? 17 : happening.level == .warn ? 13 : 9)
        out.text(",\"severityText\":\"")
        out.text(upper(happening.level))
        out.text("\",\"body\":{\"stringValue\":\"")
        if let word = eventWord(happening) {
            out.text(word)
            out.text("\"},\"attributes\":[")
            otlpAttributes(text)
            out.byte(93)
        } else {
            out.jsonEscaped(text)
            out.text("\"}")
        }
        out.text("}]}]}]}")
        endLine()
    }

    /// `,"key":"value",…` as a list of key and value.
    private mutating func otlpAttributes(_ text: UnsafeRawBufferPointer) {
        var i = 0
        var isFirst = true
        while i < text.count {
            guard let keyStart = text[i...].firstIndex(of: 34), let keyEnd = text[(keyStart + 1)...].firstIndex(of: 34) else { return }
            var end = keyEnd + 2
            let isString = end < text.count && text[end] == 34
            if isString {
                end += 1
                while end < text.count, text[end] != 34 { end += text[end] == 92 ? 2 : 1 }
                end += 1
            } else {
                while end < text.count, text[end] != 44 { end += 1 }
            }
            if !isFirst { out.byte(44) }
            isFirst = false
            out.text("{\"key\":")
            out.raw(UnsafeRawBufferPointer(rebasing: text[keyStart...keyEnd]))
            out.text(isString ? ",\"value\":{\"stringValue\":" : ",\"value\":{\"intValue\":\"")
            out.raw(UnsafeRawBufferPointer(rebasing: text[(keyEnd + 2)..<min(end, text.count)]))
            out.text(isString ? "}}" : "\"}}")
            i = end
        }
    }

    /// `"Nov 2, 2026 @ 10:02:40.599",shop-pay,"line"`, quotes doubled.
    private mutating func kibanaRow(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        inside { $0.jsonLine(happening, text, as: .jsonLines) }
        let local = happening.stamp + Calendar.shanghai
        out.byte(34)
        calendar.kibana(local, &out)
        out.text("\",shop-pay,\"")
        for byte in inner.buffer {
            if byte == 34 { out.byte(34) }
            out.byte(byte)
        }
        out.byte(34)
        endLine()
    }

    /// What stands before the first line of a carrier.
    mutating func headOfCarrier() {
        switch format {
        case .loki where kind == .application: out.text("{\"streams\":[{\"stream\":{\"app\":\"shop-pay\",\"pod\":\"pay-1\"},\"values\":[\n")
        case .kibanaCSV where kind == .application: out.text("\"@timestamp\",\"service.name\",message\n")
        default: return
        }
        jsonStarted = false
    }

    /// What stands behind the last one.
    mutating func tailOfCarrier() {
        guard format == .loki, kind == .application else { return }
        out.text("]}]}\n")
    }
}
