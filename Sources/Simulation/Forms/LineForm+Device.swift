import Domain

/// The forms of device logs (facts.md §5).
extension LineForm {
    /// `value` of a device line: process id and whether it is Android.
    mutating func appendDevice(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        let process = happening.value >> 16
        let local = happening.stamp + Calendar.shanghai
        switch format {
        case .nslog, .nslogOld:
            calendar.date(local, &out)
            out.byte(32)
            if format == .nslog {
                calendar.micros(local, &out)
                out.text("+0800 ")
            } else {
                calendar.millis(local, &out)
                out.byte(32)
            }
            out.text(Shop.app)
            out.byte(91)
            out.number(process)
            out.text(":16455] ")
            message(happening, text)
            endLine()
        case .cocoaLumberjack:
            // UTC, two blanks, a colon before the milliseconds (facts.md §5.3)
            calendar.date(happening.stamp, &out, separator: 47)
            out.byte(32)
            calendar.millis(happening.stamp, &out, point: 58)
            out.text("  ")
            message(happening, text)
            endLine()
        case .logcat, .logcatTime, .logcatYear, .logcatZone: appendLogcat(happening, text, process, local)
        case .lumberjackConsole, .deviceSyslog, .logcatBrief: appendConsole(happening, text, process, local)
        case .xcgLogger, .swiftyBeaver, .swiftyBeaverJSON, .swiftLog, .xlog: appendAppLogger(happening, text, process, local)
        case .logcatStudio, .logcatStudioOld, .logcatLong: appendStudio(happening, text, process, local)
        case .deviceJSON:
            out.text("{\"time\":\"")
            calendar.date(local, &out)
            out.byte(84)
            calendar.millis(local, &out)
            out.text("+08:00\",\"tag\":\"")
            out.text(happening.component == 1 ? "PayCallback" : "App")
            out.byte(34)
            word(happening, key: ",\"event\":\"")
            out.raw(text)
            out.byte(125)
            endLine()
        default: appendLogShow(happening, text, process, local)
        }
    }

    private mutating func word(_ happening: Happening, key: StaticString) {
        guard let word = Word(rawValue: happening.word), word != .none else { return }
        out.text(key)
        out.text(word.text)
        out.byte(34)
    }

    /// `[PayCallback] event key=value`, or the component's own words.
    mutating func message(_ happening: Happening, _ text: UnsafeRawBufferPointer, tag: Bool = true) {
        if happening.component == 1, tag { out.text("[PayCallback] ") }
        if let word = Word(rawValue: happening.word), word != .none { out.text(word.text) }
        out.raw(text)
    }

    private mutating func appendLogcat(_ happening: Happening, _ text: UnsafeRawBufferPointer, _ process: Int64, _ local: Int64) {
        if format == .logcatYear || format == .logcatZone { calendar.date(local, &out) } else { calendar.monthDay(local, &out) }
        out.byte(32)
        calendar.millis(local, &out)
        if format == .logcatZone { out.text(" +0800") }
        let letter: StaticString =
            switch happening.level {
            case .debug: "D"
            case .info: "I"
            case .warn: "W"
            case .error: "E"
            }
        let tag: StaticString = happening.component == 1 ? "PayCallback" : "ShopHome"
        if format == .logcatTime {
            out.byte(32)
            out.text(letter)
            out.byte(47)
            out.text(tag)
            out.text("( ")
            out.number(process)
            out.text("): ")
        } else {
            out.text("  ")
            out.number(process)
            out.text("  ")
            out.number(process + 23)
            out.byte(32)
            out.text(letter)
            out.byte(32)
            out.text(tag)
            if happening.component != 1 { out.text("   ") }
            out.text(": ")
        }
        message(happening, text, tag: false)
        endLine()
    }

    /// `log show` in its five styles (facts.md §5.1).
    private mutating func appendLogShow(_ happening: Happening, _ text: UnsafeRawBufferPointer, _ process: Int64, _ local: Int64) {
        inner.clear()
        if happening.component == 1 { inner.text("[PayCallback] ") }
        if let word = Word(rawValue: happening.word), word != .none { inner.text(word.text) }
        inner.raw(text)
        let category: StaticString = happening.component == 1 ? "pay" : "app"
        switch format {
        case .logShowNDJSON, .logShowJSON:
            let pretty = format == .logShowJSON
            if pretty { out.text(jsonStarted ? ",{\n" : "[{\n") }
            jsonStarted = true
            out.text(pretty ? "  \"traceID\" : 7043111,\n  \"eventMessage\" : \"" : "{\"traceID\":7043111,\"eventMessage\":\"")
            out.jsonEscaped(inner.buffer)
            out.text(
                pretty
                    ? "\",\n  \"eventType\" : \"logEvent\",\n  \"source\" : null,\n  \"formatString\" : \"%{public}@\",\n  \"subsystem\" : \"com.example.shop\",\n  \"category\" : \""
                    : "\",\"eventType\":\"logEvent\",\"source\":null,\"formatString\":\"%{public}@\",\"subsystem\":\"com.example.shop\",\"category\":\""
            )
            out.text(category)
            out.text(pretty ? "\",\n  \"threadID\" : 44521,\n  \"timestamp\" : \"" : "\",\"threadID\":44521,\"timestamp\":\"")
            calendar.date(local, &out)
            out.byte(32)
            calendar.micros(local, &out)
            out.text(
                pretty
                    ? "+0800\",\n  \"messageType\" : \"Default\",\n  \"processImagePath\" : \"\\/private\\/var\\/containers\\/Bundle\\/Application\\/0A11\\/ShopDemo.app\\/ShopDemo\",\n  \"processID\" : "
                    : "+0800\",\"messageType\":\"Default\",\"processImagePath\":\"/private/var/containers/Bundle/Application/0A11/ShopDemo.app/ShopDemo\",\"processID\":"
            )
            out.number(process)
            if pretty {
                out.text("\n}")
            } else {
                out.byte(125)
                endLine()
            }
            return
        case .logShowCompact:
            calendar.date(local, &out)
            out.byte(32)
            calendar.millis(local, &out)
            out.text(happening.level == .error ? " E  ShopDemo[" : " Df ShopDemo[")
            out.number(process)
            out.text(":16455a] [com.example.shop:")
            out.text(category)
            out.text("] ")
        case .logShowSyslog:
            calendar.date(local, &out)
            out.byte(32)
            calendar.micros(local, &out)
            out.text("+0800  localhost ShopDemo[")
            out.number(process)
            out.text("]: (ShopDemo) [com.example.shop:")
            out.text(category)
            out.text("] ")
        default:
            calendar.date(local, &out)
            out.byte(32)
            calendar.micros(local, &out)
            out.text("+0800 0x4047     ")
            out.text(happening.level == .error ? "Error       0x0                  " : "Default     0x0                  ")
            out.number(process)
            out.text("    0    ShopDemo: (ShopDemo) [com.example.shop:")
            out.text(category)
            out.text("] ")
        }
        out.raw(inner.buffer)
        endLine()
    }

    /// What stands before the first line.
    mutating func head() {
        if kind == .trades { return out.text("trade_status,total_amount,gmt_payment,trade_no,out_trade_no,subject\n") }
        if kind == .dump { return out.text("id\torder_no\tstatus\tamount\tcreated_at\tpaid_at\tupdated_at\n") }
        switch format {
        case .logShowCompact: out.text("Timestamp               Ty Process[PID:TID]\n")
        case .logShowSyslog: out.text("Timestamp                       (process)[PID]     \n")
        case .logShowDefault:
            out.text("Timestamp                       Thread     Type        Activity             PID    TTL  \n")
        case .logcat, .logcatTime, .logcatYear, .logcatZone: if kind == .device { out.text("--------- beginning of main\n") }
        default: kind == .export ? headOfExport() : headOfCarrier()
        }
    }

    /// What stands behind the last line.
    mutating func tail(count: Int) {
        switch format {
        case .logShowNDJSON:
            out.text("{\"count\":")
            out.number(Int64(count))
            out.text(",\"finished\":1}")
            endLine()
        case .logShowJSON:
            out.text(jsonStarted ? "]" : "[]")
            endLine()
        default: kind == .export ? tailOfExport(count) : tailOfCarrier()
        }
    }
}
