import Domain

/// Loggers that write a header in front of a text (facts.md §6).
extension LineForm {
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

    /// Logback, also without a date as RuoYi has it (facts.md 6.7).
    mutating func logback(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        if format == .logbackDated {
            calendar.date(happening.stamp + Calendar.shanghai, &out)
            out.byte(32)
        }
        calendar.millis(happening.stamp + Calendar.shanghai, &out, point: format == .logbackDated ? 44 : 46)
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

    mutating func log4js(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
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
    mutating func monolog(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
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

    mutating func zapConsole(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
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
    mutating func python(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        commaStamp(happening)
        out.text(happening.level == .warn ? "WARNING" : upper(happening.level))
        out.text(" pay.views ")
        pairs(happening, text)
    }

    /// Python's `basicConfig` without a format: no time.
    mutating func pythonBasic(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        out.text(happening.level == .warn ? "WARNING" : upper(happening.level))
        out.text(":pay.views:")
        pairs(happening, text)
    }

    /// winston's `simple` format: no time, what is beside the message as JSON behind it.
    mutating func winstonSimple(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        out.text(lower(happening.level))
        out.text(": ")
        guard let word = eventWord(happening) else {
            out.raw(text)
            return
        }
        out.text(word)
        out.text(" {")
        members(text)
        contextMembers(happening)
        out.byte(125)
    }

    /// Go's `log` with its standard flags and a file.
    mutating func goLog(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        let local = happening.stamp + Calendar.shanghai
        calendar.date(local, &out, separator: 47)
        out.byte(32)
        calendar.time(local, &out)
        out.text(happening.component == 4 ? " notify.go:31: " : " order.go:88: ")
        pairs(happening, text)
    }

    private mutating func commaStamp(_ happening: Happening) {
        let local = happening.stamp + Calendar.shanghai
        calendar.date(local, &out)
        out.byte(32)
        calendar.millis(local, &out, point: 44)
        out.byte(32)
    }
}
