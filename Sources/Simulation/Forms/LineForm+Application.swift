import Domain

/// The forms of application logs (facts.md §6).
extension LineForm {
    mutating func appendApplication(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        switch format {
        case .dockerJSON:
            inside { $0.springBoot(happening, text, three: false) }
            wrapDocker(happening)
        case .cri:
            inside { $0.jsonLine(happening, text, as: .jsonLines) }
            wrapCRI(happening)
        case .compose:
            composeNeighbours(happening)
            inside { $0.zapConsole(happening, text) }
            wrapCompose()
        case .springBoot3: springBoot(happening, text, three: true)
        case .springBoot2: springBoot(happening, text, three: false)
        case .logback: logback(happening, text)
        case .log4js: log4js(happening, text)
        case .monolog, .laravel, .paySDK: monolog(happening, text)
        case .logfmt: logfmt(happening, text)
        case .zapConsole: zapConsole(happening, text)
        case .log4j2: log4j2(happening, text)
        case .python: python(happening, text)
        case .journald, .syslog, .syslog5424, .syslogISO, .aliyunSLS, .loki, .lokiLines, .otlp, .elastic, .kibanaCSV:
            appendCarried(happening, text)
            return
        default: jsonLine(happening, text, as: format)
        }
        endLine()
    }

    /// Writes into `inner` instead of `out`.
    mutating func inside(_ write: (inout LineForm) -> Void) {
        swap(&out, &inner)
        out.clear()
        write(&self)
        swap(&out, &inner)
    }

    func component(_ happening: Happening) -> StaticString {
        switch happening.component {
        case 1: "OrderService"
        case 2: "QueryController"
        case 3: "ProviderClient"
        case 4: "NotifyController"
        default: "ShopService"
        }
    }

    func upper(_ level: Happening.Level) -> StaticString {
        switch level {
        case .debug: "DEBUG"
        case .info: "INFO"
        case .warn: "WARN"
        case .error: "ERROR"
        }
    }

    func lower(_ level: Happening.Level) -> StaticString {
        switch level {
        case .debug: "debug"
        case .info: "info"
        case .warn: "warn"
        case .error: "error"
        }
    }

    func eventWord(_ happening: Happening) -> StaticString? {
        guard let word = Word(rawValue: happening.word), word != .none else { return nil }
        return word.text
    }

    /// `event=… key=value`, or the component's own words.
    private mutating func pairs(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        guard let word = eventWord(happening) else {
            out.raw(text)
            return
        }
        out.text("event=")
        out.text(word)
        out.raw(text)
        context(happening)
    }

    /// What a request leaves in every line of it: its trace, the payer, the address.
    mutating func context(_ happening: Happening) {
        let trace = UInt64(bitPattern: happening.value)
        out.text(" traceId=")
        out.hex(Random.mix(trace), 16)
        out.hex(trace, 16)
        out.text(" uid=")
        out.number(1_000_000 + Int64(trace % 8_999_999))
        out.text(" ip=")
        address(Int64(36 + trace % 80) << 24 | Int64(trace >> 40))
    }

    /// The same as JSON members.
    private mutating func contextMembers(_ happening: Happening) {
        let trace = UInt64(bitPattern: happening.value)
        out.text(",\"traceId\":\"")
        out.hex(Random.mix(trace), 16)
        out.hex(trace, 16)
        out.text("\",\"host\":\"pay-app-")
        out.number(Int64(ordinal % 9 + 1))
        out.text("\",\"uid\":")
        out.number(1_000_000 + Int64(trace % 8_999_999))
        out.text(",\"ip\":\"")
        address(Int64(36 + trace % 80) << 24 | Int64(trace >> 40))
        out.byte(34)
    }

    mutating func springBoot(_ happening: Happening, _ text: UnsafeRawBufferPointer, three: Bool) {
        let local = happening.stamp + Calendar.shanghai
        calendar.date(local, &out)
        out.byte(three ? 84 : 32)
        calendar.millis(local, &out)
        if three { out.text("+08:00") }
        let level = upper(happening.level)
        if level.utf8CodeUnitCount < 5 { out.byte(32) }
        out.byte(32)
        out.text(level)
        out.text(three ? " 12 --- [shop-pay] [nio-8080-exec-" : " 12 --- [nio-8080-exec-")
        out.number(1 + (happening.time / 1_000) % 9)
        out.text("] ")
        let name = component(happening)
        out.text("c.e.pay.")
        out.text(name)
        for _ in (name.utf8CodeUnitCount + 8)..<40 { out.byte(32) }
        out.text(" : ")
        pairs(happening, text)
    }

    /// Logback without a date, as RuoYi has it (facts.md 6.7).
    private mutating func logback(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        calendar.millis(happening.stamp + Calendar.shanghai, &out)
        out.text(" [http-nio-8080-exec-")
        out.number(1 + (happening.time / 1_000) % 9)
        out.text("] ")
        let level = upper(happening.level)
        out.text(level)
        if level.utf8CodeUnitCount < 5 { out.byte(32) }
        out.text(" c.e.p.")
        out.text(component(happening))
        out.text(" - [handle,123] - ")
        pairs(happening, text)
    }

    private mutating func log4js(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        let local = happening.stamp + Calendar.shanghai
        out.byte(91)
        calendar.date(local, &out)
        out.byte(32)
        calendar.millis(local, &out)
        out.text("] [")
        out.text(upper(happening.level))
        out.text("] pay - ")
        pairs(happening, text)
    }

    mutating func logfmt(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        out.text("time=\"")
        calendar.rfc3339(happening.stamp + Calendar.shanghai, &out)
        out.text("\" level=")
        out.text(lower(happening.level))
        if let word = eventWord(happening) {
            out.text(" event=")
            out.text(word)
            out.raw(text)
            context(happening)
        } else {
            out.text(" msg=\"")
            out.jsonEscaped(text)
            out.byte(34)
        }
    }

    /// `[stamp] channel.LEVEL: message {context} []`
    private mutating func monolog(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        let local = happening.stamp + Calendar.shanghai
        let old = format == .laravel
        if format == .paySDK {
            calendar.wall(local, &out)
            out.text(" > ")
            out.text(happening.level == .warn ? "WARNING" : upper(happening.level))
            out.text(" > ")
            if let word = eventWord(happening) {
                out.text(word)
                out.text(" {")
                members(text)
                contextMembers(happening)
                out.byte(125)
            } else {
                out.raw(text)
            }
            out.byte(32)
            return
        }
        out.byte(91)
        if old {
            calendar.wall(local, &out)
            out.text("] production.")
        } else {
            calendar.date(local, &out)
            out.byte(84)
            calendar.micros(local, &out)
            out.text("+08:00] pay.")
        }
        out.text(happening.level == .warn ? "WARNING" : upper(happening.level))
        out.text(": ")
        if let word = eventWord(happening) {
            out.text(word)
            out.text(" {")
            members(text)
            contextMembers(happening)
            out.byte(125)
        } else {
            out.raw(text)
            if !old { out.text(" []") }
        }
        if !old { out.text(" []") }
    }

    /// Fields are kept with a comma before each; the first of an object has none.
    private mutating func members(_ text: UnsafeRawBufferPointer) {
        guard let start = text.baseAddress, text.count > 1 else { return }
        out.raw(start + 1, text.count - 1)
    }

    private mutating func zapConsole(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        let local = happening.stamp + Calendar.shanghai
        calendar.date(local, &out)
        out.byte(84)
        calendar.millis(local, &out)
        out.text("+0800\t")
        out.text(upper(happening.level))
        out.text("\tpay\tpay/order.go:88\t")
        if let word = eventWord(happening) {
            out.text(word)
            out.text("\t{")
            members(text)
            contextMembers(happening)
            out.byte(125)
        } else {
            out.raw(text)
        }
    }

    /// One JSON object a line: pino, zap, logstash and the plain form.
    mutating func jsonLine(_ happening: Happening, _ text: UnsafeRawBufferPointer, as format: LogFormat) {
        let local = happening.stamp + Calendar.shanghai
        let word = eventWord(happening)
        switch format {
        case .pino:
            out.text("{\"level\":")
            out.number(happening.level == .error ? 50 : happening.level == .warn ? 40 : 30)
            out.text(",\"time\":")
            out.number(happening.stamp / 1_000)
            out.text(",\"pid\":1,\"hostname\":\"pay-api-7c9f\",\"msg\":\"")
        case .zapJSON:
            out.text("{\"level\":\"")
            out.text(lower(happening.level))
            out.text("\",\"ts\":")
            out.number(happening.stamp / 1_000_000)
            out.byte(46)
            out.digits(happening.stamp / 1_000 % 1_000, 3)
            out.text(",\"caller\":\"pay/order.go:41\",\"msg\":\"")
        case .logstash:
            out.text("{\"@timestamp\":\"")
            calendar.date(local, &out)
            out.byte(84)
            calendar.millis(local, &out)
            out.text("+08:00\",\"@version\":\"1\",\"message\":\"")
        case .log4j2JSON, .ecs, .zerolog, .logrusJSON, .slogJSON, .bunyan, .winston: jsonHead(happening, local, as: format)
        default:
            out.text("{\"time\":\"")
            calendar.date(local, &out)
            out.byte(84)
            calendar.millis(local, &out)
            out.text("+08:00\",\"level\":\"")
            out.text(lower(happening.level))
            out.text(word == nil ? "\",\"msg\":\"" : "\",\"event\":\"")
        }
        // a stack trace is a field of its own in JSON
        let breakAt = word == nil ? text.firstIndex(of: 10) : nil
        if let word {
            out.text(word)
        } else {
            out.jsonEscaped(UnsafeRawBufferPointer(rebasing: text[..<(breakAt ?? text.count)]))
        }
        out.byte(34)
        if format == .logstash {
            out.text(",\"logger_name\":\"com.example.pay.")
            out.text(component(happening))
            out.text("\",\"thread_name\":\"http-nio-8080-exec-4\",\"level\":\"")
            out.text(upper(happening.level))
            out.text("\",\"level_value\":")
            out.number(happening.level == .error ? 40_000 : happening.level == .warn ? 30_000 : 20_000)
            if let word {
                out.text(",\"event\":\"")
                out.text(word)
                out.byte(34)
            }
        }
        if let breakAt {
            out.text(",\"stack_trace\":\"")
            out.jsonEscaped(UnsafeRawBufferPointer(rebasing: text[(breakAt + 1)...]))
            out.byte(34)
        }
        if word != nil { out.raw(text) }
        contextMembers(happening)
        if format == .log4j2JSON { out.text(",\"endOfBatch\":false,\"loggerFqcn\":\"org.apache.logging.slf4j.Log4jLogger\"") }
        if format == .bunyan { out.text(",\"v\":0") }
        if format == .logrusJSON {
            out.text(",\"time\":\"")
            calendar.rfc3339(local, &out)
            out.byte(34)
        }
        out.byte(125)
    }

    /// The beginnings of further JSON loggers, up to the message's opening quote.
    private mutating func jsonHead(_ happening: Happening, _ local: Int64, as format: LogFormat) {
        switch format {
        case .log4j2JSON:
            out.text("{\"instant\":{\"epochSecond\":")
            out.number(happening.stamp / 1_000_000)
            out.text(",\"nanoOfSecond\":")
            out.number(happening.stamp % 1_000_000 * 1_000)
            out.text("},\"thread\":\"http-nio-8080-exec-4\",\"level\":\"")
            out.text(upper(happening.level))
            out.text("\",\"loggerName\":\"c.e.pay.")
            out.text(component(happening))
            out.text("\",\"message\":\"")
        case .ecs:
            out.text("{\"@timestamp\":\"")
            calendar.date(happening.stamp, &out)
            out.byte(84)
            calendar.millis(happening.stamp, &out)
            out.text("Z\",\"log.level\":\"")
            out.text(upper(happening.level))
            out.text("\",\"ecs.version\":\"1.2.0\",\"service.name\":\"shop-pay\",\"log.logger\":\"c.e.pay.")
            out.text(component(happening))
            out.text("\",\"message\":\"")
        case .zerolog:
            out.text("{\"level\":\"")
            out.text(lower(happening.level))
            out.text("\",\"time\":")
            out.number(happening.stamp / 1_000_000)
            out.text(",\"message\":\"")
        case .logrusJSON:
            out.text("{\"level\":\"")
            out.text(happening.level == .warn ? "warning" : lower(happening.level))
            out.text("\",\"msg\":\"")
        case .slogJSON:
            out.text("{\"time\":\"")
            calendar.date(local, &out)
            out.byte(84)
            calendar.micros(local, &out)
            out.text("417+08:00\",\"level\":\"")
            out.text(upper(happening.level))
            out.text("\",\"msg\":\"")
        case .bunyan:
            out.text("{\"name\":\"pay\",\"hostname\":\"pay-api-7c9f\",\"pid\":17,\"level\":")
            out.number(happening.level == .error ? 50 : happening.level == .warn ? 40 : 30)
            out.text(",\"time\":\"")
            calendar.date(happening.stamp, &out)
            out.byte(84)
            calendar.millis(happening.stamp, &out)
            out.text("Z\",\"msg\":\"")
        default:
            out.text("{\"level\":\"")
            out.text(lower(happening.level))
            out.text("\",\"timestamp\":\"")
            calendar.date(happening.stamp, &out)
            out.byte(84)
            calendar.millis(happening.stamp, &out)
            out.text("Z\",\"message\":\"")
        }
    }

    /// Log4j2: the logger before the thread (facts.md §6.8).
    mutating func log4j2(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        commaStamp(happening)
        out.text(upper(happening.level))
        out.text(" c.e.pay.")
        out.text(component(happening))
        out.text(" [http-nio-8080-exec-")
        out.number(1 + (happening.time / 1_000) % 9)
        out.text("] ")
        pairs(happening, text)
    }

    /// Python logging (facts.md §6.14).
    private mutating func python(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        commaStamp(happening)
        out.text(happening.level == .warn ? "WARNING" : upper(happening.level))
        out.text(" pay.views ")
        pairs(happening, text)
    }

    private mutating func commaStamp(_ happening: Happening) {
        let local = happening.stamp + Calendar.shanghai
        calendar.date(local, &out)
        out.byte(32)
        calendar.millis(local, &out, point: 44)
        out.byte(32)
    }

    // MARK: containers

    private mutating func nanoUTC(_ stamp: Int64) {
        calendar.date(stamp, &out)
        out.byte(84)
        calendar.micros(stamp, &out)
        out.text("417Z")
    }

    /// Docker's json-file: the inner line is a JSON string with its line feed; a record of several lines is several objects.
    private mutating func wrapDocker(_ happening: Happening) {
        var from = 0
        let text = inner.buffer
        while from <= text.count {
            let end = text[from...].firstIndex(of: 10) ?? text.count
            if from > 0 { endLine() }
            out.text("{\"log\":\"")
            out.jsonEscaped(UnsafeRawBufferPointer(rebasing: text[from..<end]))
            out.text("\\n\",\"stream\":\"stdout\",\"time\":\"")
            nanoUTC(happening.stamp + 300)
            out.text("\"}")
            from = end + 1
        }
    }

    /// `docker compose logs` names the service before every line, those of a stack trace as well (facts.md §6.20).
    private mutating func wrapCompose() {
        var from = 0
        let text = inner.buffer
        while from <= text.count {
            let end = text[from...].firstIndex(of: 10) ?? text.count
            if from > 0 { endLine() }
            out.text("\u{1B}[36mpay-api-1    | \u{1B}[0m")
            out.raw(UnsafeRawBufferPointer(rebasing: text[from..<end]))
            from = end + 1
        }
    }

    /// CRI: now and then a long line comes in parts.
    private mutating func wrapCRI(_ happening: Happening) {
        let text = inner.buffer
        let splits = text.count > 600 && random.oneIn(4)
        var cut = splits ? text.count / 2 : 0
        // a part ends anywhere, but the runtime never cuts a UTF-8 sequence of this world's texts
        while cut > 0, text[cut] & 0xC0 == 0x80 { cut -= 1 }
        if cut > 0 {
            nanoUTC(happening.stamp + 300)
            out.text(" stdout P ")
            out.raw(UnsafeRawBufferPointer(rebasing: text[..<cut]))
            endLine()
        }
        nanoUTC(happening.stamp + 300)
        out.text(" stdout F ")
        out.raw(UnsafeRawBufferPointer(rebasing: text[cut...]))
    }

    /// Other services of a compose project speak between: redis in UTC without a zone, postgres in China's CST.
    private mutating func composeNeighbours(_ happening: Happening) {
        guard random.oneIn(6) else { return }
        if random.oneIn(2) {
            out.text("\u{1B}[32mcache-1      | \u{1B}[0m1:M ")
            calendar.spokenDate(happening.stamp, &out)
            out.byte(32)
            calendar.millis(happening.stamp, &out)
            out.text(" * Background saving terminated with success")
        } else {
            out.text("\u{1B}[33mdb-1         | \u{1B}[0m")
            calendar.date(happening.stamp + Calendar.shanghai, &out)
            out.byte(32)
            calendar.millis(happening.stamp + Calendar.shanghai, &out)
            out.text(" CST [27] LOG:  checkpoint complete: wrote 41 buffers (0.3%)")
        }
        endLine()
    }
}
