import Domain

/// The forms of loggers that apps bring along, and of Android Studio (facts.md §5.4 to §5.8).
extension LineForm {
    private func deviceLevel(_ happening: Happening) -> StaticString {
        switch happening.level {
        case .debug: "DEBUG"
        case .info: "INFO"
        case .warn: "WARNING"
        case .error: "ERROR"
        }
    }

    private func letter(_ happening: Happening) -> StaticString {
        switch happening.level {
        case .debug: "D"
        case .info: "I"
        case .warn: "W"
        case .error: "E"
        }
    }

    mutating func appendAppLogger(_ happening: Happening, _ text: UnsafeRawBufferPointer, _ process: Int64, _ local: Int64) {
        switch format {
        case .xcgLogger:
            calendar.date(local, &out)
            out.byte(32)
            calendar.millis(local, &out)
            out.text(happening.level == .error ? " [Error] [main] [PayManager.swift:" : " [Debug] [main] [PayManager.swift:")
            out.number(20 + Int64(happening.word))
            out.text("] handle(order:) > ")
            message(happening, text)
        case .swiftyBeaver:
            calendar.millis(local, &out)
            out.byte(32)
            out.text(deviceLevel(happening))
            out.text(" PayManager.handle():")
            out.number(20 + Int64(happening.word))
            out.text(" - ")
            message(happening, text)
        case .swiftyBeaverJSON:
            out.text("{\"timestamp\":")
            out.number(happening.stamp / 1_000_000)
            out.byte(46)
            out.digits(happening.stamp / 1_000 % 1_000, 3)
            out.text(happening.level == .error ? ",\"level\":4,\"message\":\"" : ",\"level\":2,\"message\":\"")
            inner.clear()
            swap(&out, &inner)
            message(happening, text)
            swap(&out, &inner)
            out.jsonEscaped(inner.buffer)
            out.text("\",\"thread\":\"main\",\"file\":\"PayManager.swift\",\"function\":\"handle()\",\"line\":42}")
        case .swiftLog:
            calendar.date(local, &out)
            out.byte(84)
            calendar.time(local, &out)
            out.text(happening.level == .error ? "+0800 error com.example.shop: session=" : "+0800 info com.example.shop: session=")
            out.number(process)
            out.text(happening.component == 1 ? " [PayCallback] " : " [ShopHome] ")
            message(happening, text, tag: false)
        default:
            out.byte(91)
            out.text(letter(happening))
            out.text("][")
            calendar.date(local, &out)
            out.text(" +8.0 ")
            calendar.millis(local, &out)
            out.text("][")
            out.number(process)
            out.text(", ")
            out.number(process + 23)
            out.text(happening.component == 1 ? "*][PayCallback][PayManager.m:88, handle][" : "*][ShopHome][Home.m:12, show][")
            message(happening, text, tag: false)
        }
        endLine()
    }

    /// Consoles: CocoaLumberjack's, a device's syslog, and logcat's brief form in a container (facts.md §5.2, §5.3, §5.8).
    mutating func appendConsole(_ happening: Happening, _ text: UnsafeRawBufferPointer, _ process: Int64, _ local: Int64) {
        switch format {
        case .lumberjackConsole:
            calendar.date(local, &out)
            out.byte(32)
            calendar.millis(local, &out, point: 58)
            out.text(" ShopDemo[")
            out.number(process)
            out.text(":16455] ")
            message(happening, text)
        case .deviceSyslog:
            calendar.spokenMonthDay(local, &out)
            out.text(" iPhone ShopDemo(ShopKit)[")
            out.number(process)
            out.text(happening.level == .error ? "] <Error>: " : "] <Notice>: ")
            message(happening, text)
        default:
            inside { form in
                form.out.text(form.letter(happening))
                form.out.text(happening.component == 1 ? "/PayCallback( " : "/ShopHome( ")
                form.out.number(process)
                form.out.text("): ")
                form.message(happening, text, tag: false)
            }
            wrapDocker(happening)
        }
        endLine()
    }

    /// Android Studio's window, new and old, and logcat's long form.
    mutating func appendStudio(_ happening: Happening, _ text: UnsafeRawBufferPointer, _ process: Int64, _ local: Int64) {
        let tag: StaticString = happening.component == 1 ? "PayCallback" : "ShopHome"
        switch format {
        case .logcatStudio:
            calendar.date(local, &out)
            out.byte(32)
            calendar.millis(local, &out)
            out.text("  ")
            out.number(process)
            out.byte(45)
            out.number(process + 23)
            out.text("  ")
            out.text(tag)
            out.text("             com.example.shop     ")
            out.text(letter(happening))
            out.text("  ")
        case .logcatStudioOld:
            calendar.monthDay(local, &out)
            out.byte(32)
            calendar.millis(local, &out)
            out.byte(32)
            out.number(process)
            out.byte(45)
            out.number(process + 23)
            out.text("/com.example.shop ")
            out.text(letter(happening))
            out.byte(47)
            out.text(tag)
            out.text(": ")
        default:
            out.text("[ ")
            calendar.monthDay(local, &out)
            out.byte(32)
            calendar.millis(local, &out)
            out.text("  ")
            out.number(process)
            out.text(": ")
            out.number(process + 23)
            out.byte(32)
            out.text(letter(happening))
            out.byte(47)
            out.text(tag)
            out.text(" ]\n")
        }
        message(happening, text, tag: false)
        endLine()
        if format == .logcatLong { endLine() }
    }
}
