import Decoding
import Domain

extension Recognizer {
    /// An error record that carries an order number and is no other event.
    static let failedHandler = Recognizer(
        name: "failed handler",
        purpose: Text(
            en: "An ERROR or FATAL record, or one with a stack trace, that names an order, masks one, or holds words that may be one.",
            zh: "ERROR、FATAL 或带堆栈的记录，且含订单号、打码订单号或可能是订单号的词。"),
        scope: .server,
        anchors: [
            "ERROR", "FATAL", "SEVERE", "CRITICAL", "Exception", "Traceback", "level=error", "\"error\"", "\"fatal\"", "\"level\":50",
            "\"level\":60", "panic:", ".CRITICAL", " E/", "[stacktrace]",
        ],
        examples: [
            Example(
                "2026-10-07 15:31:39.350 ERROR 1 --- [nio-8080-exec-2] c.e.pay.NotifyController : notify handler failed for YD2026100715-2\n"
                    + "java.lang.IllegalStateException: status is SUCCESS, expected WAITING\n\tat com.example.pay.A.b(A.java:233)",
                gives: "server.handler.failed candidateNumber=YD2026100715-2 error=notify+handler+failed+for+YD2026100715-2"),
            Example(
                #"{"time":"2026-06-11T20:22:06.390+08:00","level":"error","msg":"mark paid failed","orderNo":"TK1","err":"deadlock"}"#,
                gives: "server.handler.failed orderNumber=TK1 error=deadlock"),
            Example(
                "2026-10-07 15:31:39.350 ERROR 1 --- [exec-2] c.e.pay.N : cannot update 2026****0001",
                gives: "server.handler.failed maskedNumber=2026****0001"),
            Example("2026-04-02 10:05:12,221 ERROR pay.views POST /pay/ali/notify from 192.0.2.9 ua=curl/8.0.1 refused: params={}"),
            Example("2026-10-07 15:31:39.350 ERROR 1 --- [exec-2] c.e.pay.N : pool exhausted after 30000 ms"),
        ]
    ) { reading in
        let text = reading.text
        guard reading.record.level >= .error || text.holds("\n\tat ") || text.holds("Traceback (most recent") || text.holds("[stacktrace]"),
            !reading.isToolLine
        else { return false }
        if reading.number != nil {
            guard reading.begin(.handlerFailed, .serverApp) else { return false }
            reading.putNumbers()
        } else {
            guard Candidates.any(in: text.cut(to: Candidates.reach)), reading.begin(.handlerFailed, .serverApp) else { return false }
            Candidates.put(from: text.cut(to: Candidates.reach), into: &reading.rows)
        }
        reading.putAliases()
        // A front end's own error is no exception of the handler.
        if reading.record.origin == .faults { reading.rows.put(.detail, "edge") }
        let isObject = text.at(0) == UInt8(ascii: "{")
        reading.putError(isObject ? reading.value(.error) ?? reading.value(.message) ?? text : text)
        return true
    }
}
