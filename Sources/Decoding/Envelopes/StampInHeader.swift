import Domain

extension EnvelopeFormat {
    /// A last resort beside the leading stamp: the stamp stands behind a level, a process, a file's name, or in a bracket with other words.
    /// So Ruby's, Serilog's, .NET's, NestJS', Rust's, Celery's and Tornado's loggers, Tomcat and java.util.logging, glog, CodeIgniter, PHP's
    /// error log, pm2 and `grep` write (their own default patterns).
    static let stampInHeader = EnvelopeFormat.text(
        "stamp in the header", .application, isLastResort: true,
        examples: [
            EnvelopeExample(
                text: "E, [2026-09-01T13:57:31.101234 #12] ERROR -- : order.created orderNo=A1", at: "2026-09-01T05:57:31.101Z",
                resolution: .microsecond, level: .error, processID: "12", message: "order.created orderNo=A1"),
            EnvelopeExample(
                text: "[13:57:31 WRN] text", fileName: "a.2026-09-01.log", at: "2026-09-01T05:57:31.000Z", resolution: .second,
                level: .warning, message: "text"),
            EnvelopeExample(
                text: "[Nest] 123  - 09/01/2026, 1:57:31 PM   ERROR [NotifyService] text", at: "2026-09-01T05:57:31.000Z",
                resolution: .second, level: .error, message: "[NotifyService] text"),
            EnvelopeExample(
                text: "[2026-09-01T05:57:31Z INFO  pay::notify] text", at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .info,
                message: "text"),
            EnvelopeExample(
                text: "[2026-09-01 13:57:31,896: ERROR/MainProcess] text", at: "2026-09-01T05:57:31.896Z", level: .error, message: "text"),
            EnvelopeExample(
                text: "[I 260901 13:57:31 views:42] text", at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .info,
                message: "text"),
            EnvelopeExample(
                text: "01-Sep-2026 13:57:31.101 SEVERE [exec-2] c.e.Pay.notify text", at: "2026-09-01T05:57:31.101Z", level: .error,
                message: "[exec-2] c.e.Pay.notify text"),
            EnvelopeExample(
                text: "Sep 01, 2026 1:57:31 PM c.e.Pay notify\nSEVERE: text", at: "2026-09-01T05:57:31.000Z", resolution: .second,
                message: "c.e.Pay notify\nSEVERE: text"),
            EnvelopeExample(
                text: "E0901 13:57:31.101234   12 notify.go:42] text", fileName: "a.2026-09-01.log", at: "2026-09-01T05:57:31.101Z",
                resolution: .microsecond, level: .error, message: "12 notify.go:42] text"),
            EnvelopeExample(
                text: "ERROR - 2026-09-01 13:57:31 --> text", at: "2026-09-01T05:57:31.000Z", resolution: .second, level: .error,
                message: "--> text"),
            EnvelopeExample(
                text: "[01-Sep-2026 13:57:31 Asia/Shanghai] text", at: "2026-09-01T05:57:31.000Z", resolution: .second, message: "text"),
            EnvelopeExample(
                text: "0|pay  | 2026-09-01 13:57:31 text", at: "2026-09-01T05:57:31.000Z", resolution: .second, message: "text"),
            EnvelopeExample(
                text: "pay.log:2026-09-01 13:57:31.101 INFO text", at: "2026-09-01T05:57:31.101Z", level: .info, message: "text"),
            EnvelopeExample(
                text: "2026年09月01日 13:57:31 text", at: "2026-09-01T05:57:31.000Z", resolution: .second, message: "text"),
            EnvelopeExample(
                text: #"Started POST "/notify" for 203.0.113.27 at 2026-09-01 13:57:31 +0800"#, at: "2026-09-01T05:57:31.000Z",
                resolution: .second, message: #"Started POST "/notify" for 203.0.113.27 at 2026-09-01 13:57:31 +0800"#),
            EnvelopeExample(
                text: "[pid: 12|app: 0|req: 5/12] 203.0.113.27 () {40 vars in 812 bytes} [Tue Sep  1 13:57:31 2026] POST /notify",
                at: "2026-09-01T05:57:31.000Z", resolution: .second, message: "POST /notify"),
        ]
    ) { line, clock, record in
        // Rails, and uWSGI, have their stamp far behind.
        if line.has("Started "), line.find(" for ") != nil, let at = line.slice(0, 2_048).find(" at ") {
            guard let stamp = clock.calendar(line, at: at &+ 4) else { return false }
            (record.at, record.resolution, record.message) = (stamp.at, stamp.resolution, line)
            return true
        }
        var offset = 0
        if line.has("[pid: "), let vars = line.slice(0, 256).find(" bytes} [") { offset = vars &+ 8 }
        guard let found = clock.inHeader(offset > 0 ? line.from(offset) : line) else { return false }
        (record.at, record.resolution) = (found.stamp.isDated ? found.stamp.at : nil, found.stamp.resolution)
        guard !clock.isHeaderOnly else { return true }
        let start = offset &+ found.start
        headerLevel(line.slice(offset, start), &record)
        // glog's letter is part of the stamp.
        if record.level == .none, line.at(start &+ 1).isDigit, let level = RecordLevel(letter: line.at(start)) { record.level = level }
        var cursor = HeaderCursor(line, at: start &+ found.stamp.length)
        if found.isBracketed, let close = line.slice(0, cursor.i &+ 96).first(UInt8(ascii: "]"), from: cursor.i) {
            let words = line.slice(cursor.i, close)
            headerLevel(words, &record)
            if let mark = words.first(UInt8(ascii: "#")) {
                var process = HeaderCursor(words, at: mark &+ 1)
                record.processID = process.digits() ?? .none
            }
            cursor.i = close &+ 1
        }
        while cursor.i < line.count, line[cursor.i].isBlank || line[cursor.i] == UInt8(ascii: ":") || line[cursor.i] == UInt8(ascii: "|") {
            cursor.i &+= 1
        }
        leadingWords(&cursor, &record)
        if record.processID.count > 0, record.message.has("-- : ") { record.message = record.message.from(5) }
        return true
    }

    /// The first level word of a header, or the letter in front of it.
    static func headerLevel(_ header: Bytes, _ record: inout Record) {
        guard record.level == .none else { return }
        var i = 0
        while i < header.count {
            guard header[i].isLetter else {
                i &+= 1
                continue
            }
            let start = i
            while i < header.count, header[i].isLetter { i &+= 1 }
            let word = header.slice(start, i)
            if let level = RecordLevel(word: word) ?? (word.count == 1 && start <= 1 ? RecordLevel(letter: word[0]) : nil) {
                record.level = level
                return
            }
        }
    }
}
