import Domain

/// What container runtimes put around the lines of an application (facts.md §6).
extension LineForm {
    private mutating func nanoUTC(_ stamp: Int64) {
        calendar.date(stamp, &out)
        out.byte(84)
        calendar.micros(stamp, &out)
        out.text("417Z")
    }

    /// Docker's json-file: the inner line is a JSON string with its line feed; a record of several lines is several objects.
    mutating func wrapDocker(_ happening: Happening) {
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
    mutating func wrapCompose() {
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
    mutating func wrapCRI(_ happening: Happening) {
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
    mutating func composeNeighbours(_ happening: Happening) {
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
