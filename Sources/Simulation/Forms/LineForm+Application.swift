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
        case .winstonSimple:
            inside { $0.winstonSimple(happening, text) }
            wrapDocker(happening)
        case .pythonBasic:
            inside { $0.pythonBasic(happening, text) }
            wrapCRI(happening)
        case .compose:
            composeNeighbours(happening)
            inside { $0.zapConsole(happening, text) }
            wrapCompose()
        case .springBoot3: springBoot(happening, text, three: true)
        case .springBoot2: springBoot(happening, text, three: false)
        case .logback, .logbackDated: logback(happening, text)
        case .goLog: goLog(happening, text)
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
    mutating func pairs(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
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
    mutating func contextMembers(_ happening: Happening) {
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

    /// Fields are kept with a comma before each; the first of an object has none.
    mutating func members(_ text: UnsafeRawBufferPointer) {
        guard let start = text.baseAddress, text.count > 1 else { return }
        out.raw(start + 1, text.count - 1)
    }
}
