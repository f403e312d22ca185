import Domain

extension EnvelopeFormat {
    /// Spring Boot 3: offset in the stamp, the application's name since 3.2 (facts.md §6.5).
    static let springBoot3 = EnvelopeFormat.text(
        "Spring Boot 3", .application,
        examples: [
            EnvelopeExample(
                text: "2026-09-22T14:06:55.218+08:00  INFO 1 --- [mall-pay] [nio-8080-exec-1] c.e.mall.order.OrderService              : "
                    + "event=order.created orderNo=A1",
                at: "2026-09-22T06:06:55.218Z", level: .info, processID: "1", category: "c.e.mall.order.OrderService",
                message: "event=order.created orderNo=A1"),
            EnvelopeExample(
                text:
                    "2026-09-01T13:57:31.101+08:00 ERROR 12 --- [nio-8080-exec-2] c.e.pay.NotifyCtl : boom\njava.lang.X: a\n\tat b.C.d(C.java:1)",
                at: "2026-09-01T05:57:31.101Z", level: .error, processID: "12", category: "c.e.pay.NotifyCtl",
                message: "boom\njava.lang.X: a\n\tat b.C.d(C.java:1)"),
        ]
    ) { line, clock, record in
        guard line.at(10) == UInt8(ascii: "T") else { return false }
        return springBoot(line, &clock, &record)
    }

    /// Spring Boot 2: no zone (facts.md §6.6).
    static let springBoot2 = EnvelopeFormat.text(
        "Spring Boot 2", .application,
        examples: [
            EnvelopeExample(
                text: "2026-10-07 15:10:00.101  WARN 1 --- [nio-8080-exec-2] c.e.pay.NotifyController                 : text",
                at: "2026-10-07T07:10:00.101Z", level: .warning, processID: "1", category: "c.e.pay.NotifyController", message: "text")
        ]
    ) { line, clock, record in
        guard line.at(10) == 32 else { return false }
        return springBoot(line, &clock, &record)
    }

    private static func springBoot(_ line: Bytes, _ clock: inout StampClock, _ record: inout Record) -> Bool {
        var cursor = HeaderCursor(line)
        guard cursor.take(clock.calendar(line), into: &record), cursor.blanks() > 0, cursor.level(&record), cursor.eat(32),
            let id = cursor.digits(), cursor.eat(" --- [")
        else { return false }
        record.processID = id
        guard !clock.isHeaderOnly else { return true }
        cursor.i &-= 1
        while cursor.bracket() != nil { cursor.blanks() }
        let logger = cursor.word()
        cursor.blanks()
        guard cursor.eat(UInt8(ascii: ":")) else { return false }
        _ = cursor.eat(32)
        record.category = logger
        record.message = cursor.rest()
        return true
    }
}
