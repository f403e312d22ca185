import Domain

/// Loggers that write one JSON object a line (facts.md §6).
extension LineForm {
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
        case .log4j2JSON, .ecs, .zerolog, .logrusJSON, .slogJSON, .bunyan, .winston, .pythonJSON, .aliyunSLSFields:
            jsonHead(happening, local, as: format)
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
        case .pythonJSON:
            out.text("{\"asctime\":\"")
            calendar.date(local, &out)
            out.byte(32)
            calendar.millis(local, &out, point: 44)
            out.text("\",\"levelname\":\"")
            out.text(happening.level == .warn ? "WARNING" : upper(happening.level))
            out.text("\",\"name\":\"pay.views\",\"message\":\"")
        case .aliyunSLSFields:
            out.text("{\"__time__\":")
            out.number(happening.stamp / 1_000_000)
            out.text(",\"__topic__\":\"\",\"__source__\":\"10.0.0.8\",\"level\":\"")
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
}
